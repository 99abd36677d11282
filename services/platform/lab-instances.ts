// What runs of a lab, from the platform's own copy.
import type { InstanceRow, Instances, Labs } from '../../adapters/store/platform/port.ts';
import type { InstanceId, LabId, LabInstance, StudentId } from '../../generated/platform/types.ts';
import type { Caller, Handlers } from './caller.ts';
import { noSuchLab } from './labs.ts';
import { labScopeOf, taughtScopeOf } from './rights.ts';

type Deps = { readonly labs: Pick<Labs, 'find'>; readonly instances: Pick<Instances, 'list'> };

export const labInstances = (deps: Deps) =>
  ({
    async listLabInstances({ caller, path: { id }, query: { state }, page }) {
      const of = await shownTo(deps, caller, id);
      if (of === null) return noSuchLab();
      const found = await deps.instances.list(id, of, { state, ...page });
      return { status: 200, rows: found.map(shownInstance), key: ownerOf };
    },
  }) satisfies Pick<Handlers, 'listLabInstances'>;

/** Null: the lab is not the caller's to see. */
async function shownTo({ labs }: Deps, caller: Caller, labId: string): Promise<'all' | { studentId: string } | null> {
  if ((await labs.find(taughtScopeOf(caller), labId)) !== null) return 'all';
  const seen = await labs.find(labScopeOf(caller), labId);
  const { studentId } = caller.user;
  return seen === null || studentId === null ? null : { studentId };
}

/** What instances of one lab are sorted by. */
const ownerOf = ({ student_id, group_id }: LabInstance): string => student_id ?? group_id ?? '';

const shownInstance = (row: InstanceRow): LabInstance => ({
  instance_id: row.instanceId as InstanceId,
  lab_id: row.labId as LabId,
  student_id: row.studentId,
  group_id: row.groupId,
  members: row.members as readonly StudentId[],
  state: row.state,
  volume: row.volume,
  reason: row.reason,
  advice: row.advice,
  since: row.since.toISOString(),
  sequence: row.sequence,
  keep_until: row.keepUntil?.toISOString() ?? null,
  ends_at: row.endsAt?.toISOString() ?? null,
});
