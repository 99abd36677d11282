// listInstances, getInstance and listChanges: labs as they are now.
import { problems } from '../../generated/infra/problems.ts';
import { serializeDates } from '../lib/serialize-dates.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const instances = ({ instances: stored, timeline }: Pick<InfraDeps, 'instances' | 'timeline'>) =>
  ({
    async listInstances({ query: { lab_id, state, volume }, page }) {
      const found = await stored.list({ lab_id, state, volume, ...page });
      return { status: 200, rows: found.map(serializeDates), key: ({ name }) => name };
    },

    async getInstance({ path: { id } }) {
      const found = await stored.get(id);
      if (found === null) return problems.notFound({ detail: 'The instance does not exist.' });
      return { status: 200, body: serializeDates(found), revision: String(found.sequence) };
    },

    async listChanges({ query: { since, limit } }) {
      // Before the reading: a change of a later life of the database is not reported under the epoch of this one.
      const { epoch } = await timeline.confirm();
      const found = await stored.changes(since, limit + 1);
      const items = found.slice(0, limit).map(serializeDates);
      const sequence = items.at(-1)?.sequence ?? since;
      return { status: 200, body: { epoch, sequence, more: found.length > limit, items } };
    },
  }) satisfies Pick<Handlers, 'listInstances' | 'getInstance' | 'listChanges'>;
