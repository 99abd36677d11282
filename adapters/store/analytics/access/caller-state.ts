// What a request needs to know of its caller before it reads: one statement, whose settings end with it, and again when
// a counter of it has risen.

import type { DealerId } from '../../../../generated/analytics/types.ts';
import { leastRecentlyUsed } from '../../../../generated/runtime/least-recently-used.ts';
import type { Store } from '../../database.ts';
import { type JsonRow, rowFromJson } from '../../json-rows.ts';
import { type AliasOf, grantedSpellings } from '../sales/aliases.ts';
import { dataRevisionOf, type Revision } from '../sales/data-revision.ts';
import { type AccessRevisions, revisionReader } from './access-revisions.ts';
import type { CallerState, GrantRow, SubscriptionTerms } from './port.ts';

type Answer = {
  /** Read before the rest. */
  readonly revisions: AccessRevisions;
  readonly grants: readonly GrantRow[];
  readonly aliases: readonly AliasOf[];
  readonly dealers: readonly DealerAnswer[];
  readonly calendars: number;
  readonly read_at: string;
};

type DealerRow = Revision & {
  /** The number of changes of its calendars and aliases. */
  readonly changes: number;
};

type DealerAnswer = JsonRow<DealerRow> & { readonly subscription: JsonRow<Terms> | null };

type Terms = Omit<SubscriptionTerms, 'dealer_id'>;

const dealerFrom = rowFromJson<DealerRow>({ data_as_of: true });
const termsFrom = rowFromJson<Terms>({ expires_at: true, changed_at: true });

type Known = {
  readonly revisions: readonly (readonly [subject: string, revision: number])[];
  readonly state: CallerState;
};

/** Callers whose state a process keeps; the one that was asked for least recently is forgotten. */
const mostKnown = 2_000;

/**
 * A state is given as long as no counter of it has risen, which each call asks the store. The same object is the same
 * state.
 */
export function callerStates(store: Store): (subject: string) => Promise<CallerState> {
  const read = revisionReader(store);
  const known = leastRecentlyUsed<Known>(mostKnown);
  return async (subject) => {
    const before = known.get(subject);
    if (before !== undefined) {
      const current = await read(before.revisions.map(([counted]) => counted));
      if (before.revisions.every(([counted, revision]) => (current[counted] ?? 0) === revision)) return before.state;
    }
    const found = await readState(store, subject);
    known.set(subject, found, 1);
    return found.state;
  };
}

async function readState(store: Store, subject: string): Promise<Known> {
  const answer = (await store.preparedValue('caller_state', 'select caller_state($1)', [subject])) as Answer;
  return { revisions: Object.entries(answer.revisions), state: stateOf(answer) };
}

function stateOf(answer: Answer): CallerState {
  const byDealer = new Map(
    answer.dealers.map(({ subscription, ...each }) => [
      each.dealer_id,
      { ...dealerFrom(each), terms: subscription && termsFrom(subscription) },
    ]),
  );
  const those = (dealers: readonly DealerId[]) => dealers.flatMap((dealer_id) => byDealer.get(dealer_id) ?? []);
  return {
    grants: answer.grants.map(grantedSpellings(answer.aliases)),
    revision(dealers) {
      const found = those(dealers);
      const changes = found.reduce((sum, each) => sum + each.changes, answer.calendars);
      return dataRevisionOf(found, { calendars: changes, read_at: new Date(answer.read_at) });
    },
    subscriptions: (dealers) =>
      those([...dealers].sort()).flatMap(({ dealer_id, terms }) => (terms === null ? [] : [{ dealer_id, ...terms }])),
  };
}
