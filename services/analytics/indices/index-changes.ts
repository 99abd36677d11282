// What has changed since a revision, for those who mirror the indices. Decision 195.
import type { IndexChanges } from '../../../adapters/store/analytics/sales/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import { foreignCursor } from '../../../generated/runtime/reply/page.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Handlers } from '../caller.ts';
import { contradiction } from '../reads/contradictory-parameter.ts';
import { readingOf } from '../reads/read-scope.ts';

type Deps = { readonly indexChanges: IndexChanges; readonly clock: Clock };

/** Beyond, it is less work to build a mirror again. */
const mostChanges = 1_000;
const readAgain = 'Read the indices again, and ask for the changes since the meta.revision of that answer';

export const changes = ({ indexChanges, clock }: Deps) =>
  ({
    async listIndexChanges({ caller, query: { since, dealer_id }, page: { after = '0', limit }, unchanged, signal }) {
      const reading = readingOf('listIndexChanges', caller, dealer_id === undefined ? {} : { dealer_id }, clock.now());
      if (reading.kind === 'refused') return reading.refusal;
      const { scope, shownScope } = reading;
      const { revision } = caller.state.revision(scope.map(({ dealer_id }) => dealer_id));
      if (since > revision)
        return contradiction(
          'since',
          String(since),
          `is later than the current revision ${revision} of your scope. ${readAgain}`,
        );
      if (revision - since > mostChanges) return tooOld(since, revision);
      const held = [revision, ...shownScope.dealer_ids].join(' ');
      if (!/^\d{1,15}$/.test(after)) return foreignCursor;
      if (await unchanged(held)) return { status: 304, revision: held };
      const rows = await indexChanges.since(scope, { since, after: Number(after), limit }, signal);
      const key = (change: (typeof rows)[number]) => String(change.revision);
      return { status: 200, rows, key, body: { meta: { scope: shownScope, revision } }, revision: held };
    },
  }) satisfies Pick<Handlers, 'listIndexChanges'>;

const tooOld = (since: number, revision: number) => {
  const message = `must be at most ${mostChanges} changes before the current revision ${revision}`;
  return problems.businessRule({
    detail: `since ${message}. ${readAgain}.`,
    errors: [{ parameter: 'since', value: String(since), rule: 'too_old', message }],
  });
};
