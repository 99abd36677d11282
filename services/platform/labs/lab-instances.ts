// What runs of a lab, from the platform's own copy.
import type { Instances, Labs } from '../../../adapters/store/platform/port.ts';
import type { LabInstance } from '../../../generated/platform/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import type { Caller, Handlers } from '../caller.ts';
import { labScopeOf, taughtScopeOf } from '../rights.ts';
import { noSuchLab } from './labs.ts';

type Deps = { readonly labs: Pick<Labs, 'find'>; readonly instances: Pick<Instances, 'list'> };

export const labInstances = (deps: Deps) =>
  ({
    async listLabInstances({ caller, path: { id }, query: { state }, page }) {
      const of = await shownTo(deps, caller, id);
      if (of === null) return noSuchLab();
      const found = await deps.instances.list(id, of, { state, ...page });
      return { status: 200, rows: found.map(serializeDates), key: ownerOf };
    },
  }) satisfies Pick<Handlers, 'listLabInstances'>;

/** Null: the lab is not the caller's to see. */
async function shownTo({ labs }: Deps, caller: Caller, lab_id: string): Promise<'all' | { student_id: string } | null> {
  if ((await labs.find(taughtScopeOf(caller), lab_id)) !== null) return 'all';
  const lab = await labs.find(labScopeOf(caller), lab_id);
  const { student_id } = caller.user;
  return lab === null || student_id === null ? null : { student_id };
}

/** What instances of one lab are sorted by. */
const ownerOf = ({ student_id, group_id }: LabInstance): string => student_id ?? group_id ?? '';
