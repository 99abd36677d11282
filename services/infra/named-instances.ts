// The instances that a delete or a restart names: some owners', or all of a lab.
import type { InstanceRow, Owner, ResultRow } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import type { GroupId, LabId, StudentId } from '../../generated/infra/types.ts';
import type { InfraDeps } from './deps.ts';

type Named = {
  readonly lab_id: LabId;
  readonly student_ids?: readonly StudentId[];
  readonly group_ids?: readonly GroupId[];
};

/** Locked, in the order in which they were named; `row` is null where the owner has no instance. */
export async function lockNamed(
  { instances }: Pick<InfraDeps, 'instances'>,
  tx: Tx,
  { lab_id, student_ids, group_ids }: Named,
): Promise<readonly (Owner & { readonly row: InstanceRow | null })[]> {
  if (student_ids === undefined && group_ids === undefined)
    return (await instances.lockLab(tx, lab_id)).map((row) => ({
      student_id: row.student_id,
      group_id: row.group_id,
      row,
    }));
  const owners = [
    ...(student_ids ?? []).map((student_id) => ({ student_id, group_id: null })),
    ...(group_ids ?? []).map((group_id) => ({ student_id: null, group_id })),
  ];
  const rows = await instances.lockOwners(tx, lab_id, owners);
  return owners.map((owner) => ({
    ...owner,
    row:
      rows.find(({ student_id, group_id }) => student_id === owner.student_id && group_id === owner.group_id) ?? null,
  }));
}

/** In the order in which they were named, one after the other. */
export async function resultsOf(
  named: Awaited<ReturnType<typeof lockNamed>>,
  change: (row: InstanceRow) => Promise<ResultRow>,
): Promise<readonly ResultRow[]> {
  const results: ResultRow[] = [];
  for (const { row, ...owner } of named) results.push(row === null ? unknown(owner) : await change(row));
  return results;
}

const unknown = ({ student_id, group_id }: Owner): ResultRow => ({
  student_id,
  group_id,
  outcome: 'unknown',
  instance_id: null,
  generation: null,
  reason: null,
  advice: null,
});
