// Labs as their teachers uploaded them; for now the list alone.
import type { LabRow, Labs } from '../../adapters/store/platform/port.ts';
import { problems } from '../../generated/platform/problems.ts';
import type { Lab, LabId } from '../../generated/platform/types.ts';
import { cursorsOf } from '../kit/cursor.ts';
import type { Handlers } from './caller.ts';
import { labScopeOf } from './rights.ts';

type Deps = { readonly labs: Labs };

export const labs = (deps: Deps) =>
  ({
    async listLabs({ caller, query: { course_id, limit, cursor } }) {
      const cursors = cursorsOf('listLabs', { course_id });
      const after = cursor === undefined ? undefined : cursors.read(cursor);
      if (after === null) return problems.invalidRequest({ errors: [foreignCursor] });
      const scope = labScopeOf(caller.roles, caller.user);
      const found = await deps.labs.list(scope, { courseId: course_id, limit: limit + 1, after });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        status: 200,
        body: { items: page.map(shown), next_cursor: last === undefined ? null : cursors.write(last.labId) },
      };
    },
  }) satisfies Pick<Handlers, 'listLabs'>;

const foreignCursor = {
  parameter: 'cursor',
  rule: 'cursor',
  message: 'is not a cursor of this query; begin again without one',
};

const shown = ({ labId, name, description, courseId, revision, createdAt, updatedAt }: LabRow): Lab => ({
  lab_id: labId as LabId,
  name,
  description,
  course_id: courseId,
  revision,
  // The summary of its instances; nothing can run before startLab is there.
  status: 'stopped',
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
