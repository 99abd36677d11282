// Labs as their teachers uploaded them: the list and one.
import type { LabRow, Labs } from '../../../adapters/store/platform/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { Lab } from '../../../generated/platform/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import type { Handlers } from '../caller.ts';
import { labScopeOf } from '../rights.ts';
import { labPages } from './lab-pages.ts';

type Deps = { readonly labs: Pick<Labs, 'list' | 'listRevision' | 'find'> };

export const labs = (deps: Deps) => {
  const pages = labPages(deps.labs);
  return {
    async listLabs({ caller, query: { course_id }, page, unchanged }) {
      const scope = labScopeOf(caller);
      // Before the rows: what changes in between is known too early, and read again by the next request.
      const revision = await deps.labs.listRevision(scope);
      if (await unchanged(revision)) return { status: 304, revision };
      const rows = await pages.list({ scope, revision, course_id, ...page });
      return { status: 200, rows, key: ({ lab_id }) => lab_id, revision };
    },

    async getLab({ caller, path: { id } }) {
      const found = await deps.labs.find(labScopeOf(caller), id);
      if (found === null) return noSuchLab();
      const body = shownLab(found);
      return { status: 200, body, revision: JSON.stringify(body) };
    },
  } satisfies Pick<Handlers, 'listLabs' | 'getLab'>;
};

/** The same whether it does not exist or belongs to another teacher. */
export const noSuchLab = () =>
  problems.notFound({ detail: 'The lab does not exist, or you do not have access to it.' });

export const shownLab = (row: LabRow): Lab => {
  const { lab_id, name, description, course_id, revision, status, created_at, updated_at } = row;
  return serializeDates({ lab_id, name, description, course_id, revision, status, created_at, updated_at });
};
