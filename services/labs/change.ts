// A change of an instance: its row, its number and the message that tells of it, in one transaction (decisions 11, 21 and 216).
import type { InstanceRow, InstanceState, Instances, VolumeState } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { instanceStateTable, volumeStateTable } from '../../generated/infra/states.ts';
import { type LabStatus, messages } from '../../generated/lab/messages.ts';
import type { Enqueue } from '../lib/outbox.ts';
import { deadlineAt } from './deadlines.ts';

export type Save = (
  tx: Tx,
  next: InstanceRow,
  options?: { readonly dueAt?: Date | null; readonly traceparent?: string | undefined },
) => Promise<InstanceRow>;

/** Returns the row with its number and the time since when it is so. */
export const saveInstance =
  ({ instances, say }: { readonly instances: Pick<Instances, 'save'>; readonly say: Enqueue }): Save =>
  async (tx, next, { dueAt, traceparent } = {}) => {
    const saved = await instances.save(tx, next, dueAt);
    await say(tx, (meta) => messages.labStatus(statusOf(saved), meta), {
      aggregate: saved.instanceId,
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
    state: row.status,
    volume,
    reason,
    advice,
    since: row.since.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
  };
};

/** What every message about an instance begins with. */
export function subjectOf({ instanceId, runId, labId, deploymentMode, studentId, groupId }: InstanceRow) {
  if (runId === null) throw new Error(`the instance ${instanceId} has never been started`);
  return {
    instance_id: instanceId,
    run_id: runId,
    lab_id: labId,
    deployment_mode: deploymentMode,
    student_id: studentId,
    group_id: groupId,
  };
}

class ImpossibleMove extends Error {
  override readonly name = 'ImpossibleMove';
}

/** The row in another state, with its deadline; a move that the contract does not have is a mistake of ours. */
export function withState(
  row: InstanceRow,
  status: InstanceState,
  now: Date,
  why?: { readonly reason: string; readonly advice: string },
): InstanceRow {
  demand(instanceStateTable.moves, row.status, status);
  return {
    ...row,
    status,
    deadlineAt: row.status === status ? row.deadlineAt : deadlineAt(status, now),
    reason: why?.reason ?? null,
    advice: why?.advice ?? null,
  };
}

export function withVolume(row: InstanceRow, volume: VolumeState): InstanceRow {
  demand(volumeStateTable.moves, row.volume, volume);
  return { ...row, volume };
}

function demand(moves: Readonly<Record<string, readonly string[]>>, from: string, to: string): void {
  if (from !== to && moves[from]?.includes(to) !== true)
    throw new ImpossibleMove(`no instance goes from ${from} to ${to}`);
}
