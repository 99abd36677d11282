// Who calls the analytics API and what may be seen: the token says who, our grants say what. Decisions 7 and 9.

import type { AnalyticsHandlers } from '../../generated/analytics/server.ts';
import type { BrandId, DealerId, RegionId } from '../../generated/analytics/types.ts';

/** What a grant gives of one dealer. */
export type Granted = {
  readonly brands: ReadonlySet<BrandId> | 'all';
  readonly regions: ReadonlySet<RegionId> | 'all';
};

type AnalyticsScope = { readonly dealers: ReadonlyMap<DealerId, Granted> };

export type Caller = {
  readonly subject: string;
  readonly kind: 'user' | 'client' | 'service';
  readonly roles: readonly string[];
  /** The same text for the same scope only: every remembered or conditional answer is keyed by it. */
  readonly scopeKey: string;
  readonly scope: AnalyticsScope;
};

export type Handlers = AnalyticsHandlers<Caller>;

export const scopeKeyOf = ({ dealers }: AnalyticsScope): string =>
  JSON.stringify(
    [...dealers].map(([dealer, granted]) => [dealer, listed(granted.brands), listed(granted.regions)]).sort(),
  );

const listed = (ids: ReadonlySet<string> | 'all'): readonly string[] | 'all' => (ids === 'all' ? ids : [...ids].sort());
