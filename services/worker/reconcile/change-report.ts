// What the log says of a lab that the worker changed: one line for each change.
import type { InstanceRow } from '../../../adapters/store/labs/port.ts';
import type { Report } from '../../lib/report.ts';

type Lines = Pick<Report, 'labTransitioned' | 'labReasonChanged' | 'labFailed'>;

/**
 * `before` and `after`: the row as it was written last, and now. A repeated round writes nothing new, so it reports
 * nothing.
 */
export function reportChange(report: Lines, before: InstanceRow, after: InstanceRow): void {
  const { lab_id, student_id, group_id, instance_id, run_id, generation, state, volume } = after;
  const subject = {
    lab_id,
    student_id: student_id ?? undefined,
    group_id: group_id ?? undefined,
    instance_id,
    run_id: run_id ?? undefined,
    generation,
    state,
    volume,
  };
  const why = { reason: after.reason ?? undefined, advice: after.advice ?? undefined };
  if (state !== before.state && state === 'failed') report.labFailed({ ...subject, ...why, from: before.state });
  else if (state !== before.state || volume !== before.volume)
    report.labTransitioned({ ...subject, ...why, from: before.state });
  else if (after.reason !== null && after.reason !== before.reason) report.labReasonChanged({ ...subject, ...why });
}
