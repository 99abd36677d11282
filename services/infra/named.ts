// The instances that a delete or a restart names: some owners', or all of a lab.
import type { InstanceRow, LabId, Owner, ResultRow } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import type { InfraDeps } from './deps.ts';

type Named = {
  readonly lab_id: LabId;
  readonly student_ids?: readonly string[];
  readonly group_ids?: readonly string[];
};

/** Locked, in the order in which they were named; `row` is null where the owner has no instance. */
export async function lockNamed(
  { instances }: Pick<InfraDeps, 'instances'>,
  tx: Tx,
  { lab_id, student_ids, group_ids }: Named,
): Promise<readonly (Owner & { readonly row: InstanceRow | null })[]> {
  if (student_ids === undefined && group_ids === undefined)
    return (await instances.lockLab(tx, lab_id)).map((row) => ({
      studentId: row.studentId,
      groupId: row.groupId,
      row,
    }));
  const owners = [
    ...(student_ids ?? []).map((studentId) => ({ studentId, groupId: null })),
    ...(group_ids ?? []).map((groupId) => ({ studentId: null, groupId })),
  ];
  const rows = await instances.lockOwners(tx, lab_id, owners);
  return owners.map((owner) => ({
    ...owner,
    row: rows.find(({ studentId, groupId }) => studentId === owner.studentId && groupId === owner.groupId) ?? null,
  }));
}

export const unknown = ({ studentId, groupId }: Owner): ResultRow => ({
  studentId,
  groupId,
  outcome: 'unknown',
  instanceId: null,
  generation: null,
  reason: null,
  advice: null,
});
