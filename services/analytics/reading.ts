// What a reading call may use of the caller's scope: filters outside of it are refused, everything else is narrowed (decision 9).
import type { ReadScope, Sales } from '../../adapters/store/analytics/port.ts';
import { problems } from '../../generated/analytics/server.ts';
import type { BrandId, DealerId, RegionId, Scope } from '../../generated/analytics/types.ts';
import type { Caller, Granted } from './caller.ts';

type Filters = { readonly brand_id?: BrandId; readonly region_id?: RegionId };

type Over = ReturnType<typeof problems.subscriptionExpired>;
type OutOfScope = ReturnType<typeof problems.outOfScope>;

export type Reading<Refusal = Over | OutOfScope> =
  | { readonly scope: readonly ReadScope[]; readonly told: Scope }
  | { readonly refusal: Refusal };

/** Reading stays possible this long after a subscription has ended. */
const readableMs = 30 * 24 * 60 * 60 * 1000;

export async function readingOf(caller: Caller, filters: Filters, sales: Sales, now: Date): Promise<Reading> {
  const granted = permittedScope(caller, filters);
  return 'refusal' in granted ? granted : await readable(granted.scope, sales, now);
}

/** For who asks without a filter. */
export const wholeReading = (caller: Caller, sales: Sales, now: Date): Promise<Reading<Over>> =>
  readable(grantedScope(caller), sales, now);

export const grantedScope = ({ scope }: Caller): readonly ReadScope[] => [...scope.dealers].map(readScope);

async function readable(scope: readonly ReadScope[], sales: Sales, now: Date): Promise<Reading<Over>> {
  const subscriptions = await sales.subscriptions(
    scope.map(({ dealerId }) => dealerId),
    now,
  );
  const over = new Map(
    subscriptions.flatMap(({ dealerId, endedAt }) =>
      endedAt !== null && endedAt.getTime() + readableMs < now.getTime() ? [[dealerId, endedAt]] : [],
    ),
  );
  const left = scope.filter(({ dealerId }) => !over.has(dealerId));
  const [ended] = over.values();
  if (left.length > 0 || ended === undefined) return { scope: left, told: toldScope(left) };
  return {
    refusal: problems.subscriptionExpired({
      detail: 'The 30 days in which reading stays possible are over.',
      expired_at: ended.toISOString(),
    }),
  };
}

/** The same answer whether what the filter names exists or not. */
function permittedScope(
  { scope }: Caller,
  { brand_id, region_id }: Filters,
): { scope: readonly ReadScope[] } | { refusal: OutOfScope } {
  const dealers = [...scope.dealers];
  const withBrand = dealers.filter(
    ([, { brands }]) => brand_id === undefined || brands === 'all' || brands.has(brand_id),
  );
  if (brand_id !== undefined && withBrand.length === 0) {
    return {
      refusal: problems.outOfScope({
        policy: 'read-granted-brands',
        attribute: 'brand_id',
        detail: 'Your grants do not include this brand.',
      }),
    };
  }
  const both = withBrand.filter(
    ([, { regions }]) => region_id === undefined || regions === 'all' || regions.has(region_id),
  );
  if (region_id !== undefined && both.length === 0) {
    return {
      refusal: problems.outOfScope({
        policy: 'read-granted-regions',
        attribute: 'region_id',
        detail: 'Your grants do not include this region.',
      }),
    };
  }
  return { scope: both.map(readScope) };
}

const readScope = ([dealerId, { brands, regions }]: readonly [DealerId, Granted]): ReadScope => ({
  dealerId,
  brands: listed(brands),
  regions: listed(regions),
});

const listed = <Id extends string>(ids: ReadonlySet<Id> | 'all'): readonly Id[] | null =>
  ids === 'all' ? null : [...ids].sort();

/** Null means all; where one dealer gives all brands and another some, all is what the answer may hold. */
export const toldScope = (scope: readonly ReadScope[]): Scope => ({
  dealer_ids: scope.map(({ dealerId }) => dealerId as DealerId),
  brand_ids: union(scope.map(({ brands }) => brands)) as BrandId[] | null,
  region_ids: union(scope.map(({ regions }) => regions)) as RegionId[] | null,
});

const union = (lists: readonly (readonly string[] | null)[]): string[] | null =>
  lists.some((list) => list === null) || lists.length === 0
    ? null
    : [...new Set(lists.flatMap((list) => list ?? []))].sort();
