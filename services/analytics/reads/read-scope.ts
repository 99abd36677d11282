// What a reading call may use of the caller's scope: filters outside of it are refused, everything else is narrowed
// (decision 9).
import type { CallerState, SubscriptionTerms } from '../../../adapters/store/analytics/access/port.ts';
import type { ReadScope } from '../../../adapters/store/analytics/sales/port.ts';
import type { GrantOperation } from '../../../generated/analytics/policies.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { BrandId, DealerId, RegionId, Scope } from '../../../generated/analytics/types.ts';
import { decide, grantsIn, type Refused } from '../access/policies/decide.ts';
import type { Caller, Granted } from '../caller.ts';
import { endAt } from '../subscriptions/subscription-status.ts';
import type { Refusable, Refused as RefusedBy } from './refusable.ts';

type Filters = {
  readonly dealer_id?: readonly DealerId[];
  readonly brand_id?: readonly BrandId[];
  readonly region_id?: readonly RegionId[];
};

type Over = ReturnType<typeof problems.subscriptionExpired>;
type OutOfScope = ReturnType<typeof problems.outOfScope>;

type Refusal = Over | OutOfScope;

type Subscribed = Pick<SubscriptionTerms, 'dealer_id' | 'status' | 'forecast_days'> & {
  /** Null: it has not ended. */
  readonly ended_at: Date | null;
};

export type ReadableScope = {
  readonly kind: 'readable';
  readonly scope: readonly ReadScope[];
  readonly shownScope: Scope;
  /** Also of the dealers that have left the scope. */
  readonly subscriptions: readonly Subscribed[];
};

export type Reading = ReadableScope | RefusedBy<Refusal>;

/** Reading stays possible this long after a subscription has ended. */
const readableMs = 30 * 24 * 60 * 60 * 1000;

export function readingOf(operation: GrantOperation, caller: Caller, filters: Filters, now: Date): Reading {
  const granted = permittedScope(operation, caller, filters);
  return granted.kind === 'refused' ? granted : readable(granted.value, caller.state, now);
}

/** For who asks without a filter. */
export const wholeReading = (operation: GrantOperation, caller: Caller, now: Date): Reading =>
  readingOf(operation, caller, {}, now);

export const grantedScope = ({ scope }: Caller): readonly ReadScope[] => [...scope.dealers].map(readScope);

function readable(scope: readonly ReadScope[], state: Pick<CallerState, 'subscriptions'>, now: Date): Reading {
  const subscriptions = state
    .subscriptions(scope.map(({ dealer_id }) => dealer_id))
    .map((terms) => ({ ...terms, ended_at: endAt(terms, now) }));
  const { left, ended } = withoutEnded(
    scope,
    subscriptions,
    (endedAt) => endedAt.getTime() + readableMs < now.getTime(),
  );
  if (ended === undefined) return { kind: 'readable', scope: left, shownScope: scopeBody(left), subscriptions };
  return {
    kind: 'refused',
    refusal: problems.subscriptionExpired({
      detail: 'The subscription ended more than 30 days ago. Renew it to read your data again.',
      expired_at: ended.toISOString(),
    }),
  };
}

/** `ended`: when the subscription of one ended, if that leaves none. */
export function withoutEnded(
  scope: readonly ReadScope[],
  subscriptions: readonly Subscribed[],
  isOver: (endedAt: Date) => boolean,
): { readonly left: readonly ReadScope[]; readonly ended: Date | undefined } {
  const over = new Map(
    subscriptions.flatMap(({ dealer_id, ended_at }) =>
      ended_at !== null && isOver(ended_at) ? [[dealer_id, ended_at]] : [],
    ),
  );
  const left = scope.filter(({ dealer_id }) => !over.has(dealer_id));
  const [ended] = over.values();
  return { left, ended: left.length > 0 ? undefined : ended };
}

/**
 * The same answer whether what a filter names exists or not. The dealers are the scope in which the other filters are
 * judged (decision 560).
 */
function permittedScope(
  operation: GrantOperation,
  { scope }: Caller,
  { dealer_id, brand_id, region_id }: Filters,
): Refusable<readonly ReadScope[], OutOfScope> {
  const ofDealers = decide(operation, grantsIn(scope), { dealer_id });
  if (ofDealers.kind === 'refused')
    return { kind: 'refused', refusal: refusalBy(ofDealers, withoutReading(dealer_id)) };
  const decision = decide(operation, ofDealers.grants, { brand_id, region_id });
  if (decision.kind === 'refused') return { kind: 'refused', refusal: refusalBy(decision) };
  const left = new Set(decision.grants.map(({ dealer }) => dealer));
  return { kind: 'value', value: [...scope.dealers].filter(([dealer_id]) => left.has(dealer_id)).map(readScope) };
}

export const refusalBy = ({ policy, attribute }: Refused, otherwise = withoutRole): OutOfScope =>
  problems.outOfScope({ policy, attribute, detail: details[attribute] ?? otherwise });

/** For the dealers that a request names; undefined: all of the caller. */
export const withoutReading = (dealer_id: unknown): string =>
  dealer_id === undefined ? withoutRole : withoutRoleThere;

const withoutRole = 'None of your grants has the role reader.';
const withoutRoleThere = 'Your grant for a dealer that dealer_id names does not have the role reader.';
const details: Readonly<Record<string, string>> = {
  dealer_id: 'Your grants do not include this dealer.',
  brand_id: 'Your grants do not include this brand.',
  region_id: 'Your grants do not include this region.',
};

const readScope = ([dealer_id, { brands, regions }]: readonly [DealerId, Granted]): ReadScope => ({
  dealer_id,
  brands: listed(brands),
  regions: listed(regions),
});

const listed = <Id extends string>(ids: ReadonlySet<Id> | 'all'): readonly Id[] | null =>
  ids === 'all' ? null : [...ids].sort();

/** The lists beside `dealers` hold what is granted of every dealer (decision 152). */
export const scopeBody = (scope: readonly ReadScope[]): Scope => ({
  dealer_ids: scope.map(({ dealer_id }) => dealer_id),
  brand_ids: common(scope.map(({ brands }) => brands)),
  region_ids: common(scope.map(({ regions }) => regions)),
  dealers: scope.map(({ dealer_id, brands, regions }) => ({
    dealer_id,
    brand_ids: brands,
    region_ids: regions,
  })),
});

/** What all lists have; null is the list of everything. */
function common<Id>(lists: readonly (readonly Id[] | null)[]): readonly Id[] | null {
  const [first, ...others] = lists.filter((list) => list !== null);
  return first === undefined ? null : first.filter((id) => others.every((list) => list.includes(id)));
}
