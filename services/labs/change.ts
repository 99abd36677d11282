// A change of an instance: its row, its number and the message that reports it, in one transaction (decisions 11, 21
// and 216).
import type { InstanceRow, Instances } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { type LabStatus, messages } from '../../generated/lab/messages.ts';
import type { Enqueue } from '../lib/messages/outbox.ts';
import { deadlineAt } from './deadlines.ts';
import { demandMove, type StateMove, type VolumeMove } from './transitions.ts';

export type Save = (
  tx: Tx,
  next: InstanceRow,
  options?: { readonly due_at?: Date | null; readonly traceparent?: string | undefined },
) => Promise<InstanceRow>;

/** Returns the row with its number and the time since when it is so. */
export const saveInstance =
  ({ instances, enqueue }: { readonly instances: Pick<Instances, 'save'>; readonly enqueue: Enqueue }): Save =>
  async (tx, next, { due_at, traceparent } = {}) => {
    const saved = await instances.save(tx, next, due_at);
    await enqueue(tx, (meta) => messages.labStatus(statusOf(saved), meta), {
      aggregate: saved.instance_id,
      ...(traceparent === undefined ? {} : { traceparent }),
    });
    return saved;
  };

export const statusOf = (row: InstanceRow): LabStatus => {
  const { sequence, generation, volume, reason, advice } = row;
  return {
    sequence,
    ...subjectOf(row),
    generation,
    state: row.state,
    volume,
    reason,
    advice,
    since: row.since.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
  };
};

/** What every message about an instance begins with. */
export function subjectOf({ instance_id, run_id, lab_id, deployment_mode, student_id, group_id }: InstanceRow) {
  if (run_id === null) throw new Error(`the instance ${instance_id} has never been started`);
  return {
    instance_id,
    run_id,
    lab_id,
    deployment_mode,
    student_id,
    group_id,
  };
}

/** The row in another state, with its deadline; `why` replaces the reason that it had. */
export function withState(
  row: InstanceRow,
  move: StateMove,
  now: Date,
  why?: { readonly reason: string; readonly advice: string },
): InstanceRow {
  demandMove(row.state, move);
  return {
    ...row,
    state: move.to,
    deadline_at: row.state === move.to ? row.deadline_at : deadlineAt(move.to, now),
    reason: why?.reason ?? null,
    advice: why?.advice ?? null,
  };
}

export function withVolume(row: InstanceRow, move: VolumeMove): InstanceRow {
  demandMove(row.volume, move);
  return { ...row, volume: move.to };
}
