// One line of the log for each change of a lab, none for a round that changes nothing.
import test from 'ava';
import type { InstanceRow } from '../../../adapters/store/labs/port.ts';
import { createLog } from '../../lib/log.ts';
import { createMetrics } from '../../lib/metrics.ts';
import { createReport } from '../../lib/report.ts';
import { reportChange } from './change-report.ts';

const row = {
  lab_id: 'net-intro',
  student_id: 'anna',
  group_id: null,
  instance_id: 'an-instance',
  run_id: 'a-run',
  generation: 2,
  state: 'creating',
  volume: 'bound',
  reason: null,
  advice: null,
} as unknown as InstanceRow;
const why = { reason: 'image_pull', advice: 'The image of the lab could not be pulled: password=hunter2 Check it.' };

test('reportChange logs lab, student, reason and text of a change, and counts it by state and reason', (t) => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const report = createReport(createLog({ level: 'info', write: (line) => lines.push(line) }), metrics);
  const noted = { ...row, ...why };
  reportChange(report, row, row);
  reportChange(report, row, noted);
  reportChange(report, noted, noted);
  reportChange(report, noted, { ...noted, state: 'failed' });
  reportChange(report, row, { ...row, state: 'running' });
  const advice = 'The image of the lab could not be pulled: password=[redacted] Check it.';
  const subject = {
    lab_id: 'net-intro',
    student_id: 'anna',
    instance_id: 'an-instance',
    run_id: 'a-run',
    generation: 2,
  };
  t.deepEqual(
    lines.map((line) => {
      const { time: _, ...written } = JSON.parse(line) as Record<string, unknown>;
      return written;
    }),
    [
      { level: 'warn', event: 'lab_reason_changed', ...subject, state: 'creating', volume: 'bound', ...why, advice },
      {
        level: 'warn',
        event: 'lab_failed',
        ...subject,
        state: 'failed',
        volume: 'bound',
        ...why,
        advice,
        from: 'creating',
      },
      { level: 'info', event: 'lab_transitioned', ...subject, state: 'running', volume: 'bound', from: 'creating' },
    ],
  );
  const counted = metrics.text().match(/^covenant_lab_(transitioned|reason_changed|failed)_total.*$/gm);
  t.deepEqual(counted, [
    'covenant_lab_transitioned_total{state="running",volume="bound"} 1',
    'covenant_lab_reason_changed_total{reason="image_pull"} 1',
    'covenant_lab_failed_total{reason="image_pull"} 1',
  ]);
});
