// Labs as their teachers uploaded them: the list and one.
import type { LabRow, Labs } from '../../adapters/store/platform/port.ts';
import { problems } from '../../generated/platform/problems.ts';
import type { Lab, LabId } from '../../generated/platform/types.ts';
import { cursorsOf } from '../lib/cursor.ts';
import type { Handlers } from './caller.ts';
import { labScopeOf } from './rights.ts';

type Deps = { readonly labs: Pick<Labs, 'list' | 'find'> };

export const labs = (deps: Deps) =>
  ({
    async listLabs({ caller, query: { course_id, limit, cursor } }) {
      const cursors = cursorsOf('listLabs', { course_id });
      const after = cursor === undefined ? undefined : cursors.read(cursor);
      if (after === null) return foreignCursor;
      const found = await deps.labs.list(labScopeOf(caller), { courseId: course_id, limit: limit + 1, after });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        status: 200,
        body: { items: page.map(shownLab), next_cursor: last === undefined ? null : cursors.write(last.labId) },
      };
    },

    async getLab({ caller, path: { id } }) {
      const found = await deps.labs.find(labScopeOf(caller), id);
      if (found === null) return noSuchLab();
      const body = shownLab(found);
      return { status: 200, body, revision: JSON.stringify(body) };
    },
  }) satisfies Pick<Handlers, 'listLabs' | 'getLab'>;

export const foreignCursor = problems.invalidRequest({
  detail: 'The cursor does not belong to this query.',
  errors: [
    { parameter: 'cursor', rule: 'cursor', message: 'does not belong to this query; start again without a cursor' },
  ],
});

/** The same whether it exists or is somebody else's. */
export const noSuchLab = () =>
  problems.notFound({ detail: 'The lab does not exist, or you do not have access to it.' });

export const shownLab = (lab: LabRow): Lab => ({
  lab_id: lab.labId as LabId,
  name: lab.name,
  description: lab.description,
  course_id: lab.courseId,
  revision: lab.revision,
  status: lab.status,
  created_at: lab.createdAt.toISOString(),
  updated_at: lab.updatedAt.toISOString(),
});
