// Who calls the analytics API and what they may read: the token names the caller, our grants hold the rights. Decisions
// 7 and 9.

import type { CallerState } from '../../adapters/store/analytics/access/port.ts';
import type { AnalyticsHandlers } from '../../generated/analytics/server.ts';
import type { BrandId, DealerId, RegionId } from '../../generated/analytics/types.ts';

/** What a grant lets its principal read of one dealer. */
export type Granted = {
  readonly brands: ReadonlySet<BrandId> | 'all';
  readonly regions: ReadonlySet<RegionId> | 'all';
};

export type AnalyticsScope = {
  /** Those that are read: grants with the role `reader`. */
  readonly dealers: ReadonlyMap<DealerId, Granted>;
  /**
   * Those with the role `uploader`, of which the caller's own jobs can be followed. Whether a file is taken:
   * upload-right.ts.
   */
  readonly uploads: ReadonlySet<DealerId>;
};

export type Caller = {
  readonly subject: string;
  readonly kind: 'user' | 'client' | 'service';
  readonly roles: readonly string[];
  /** The same text for the same scope only: every remembered or conditional answer is keyed by it. */
  readonly scopeKey: string;
  readonly scope: AnalyticsScope;
  /** What the store knew when the caller was authenticated. */
  readonly state: CallerState;
};

export type Handlers = AnalyticsHandlers<Caller>;

/** Only their principal can read jobs, so where there may be some the scope is that of one principal. */
export const scopeKeyOf = (subject: string, { dealers, uploads }: AnalyticsScope): string =>
  JSON.stringify([
    [...dealers].map(([dealer, granted]) => [dealer, listed(granted.brands), listed(granted.regions)]).sort(),
    ...(uploads.size === 0 ? [] : [[...uploads].sort(), subject]),
  ]);

const listed = (ids: ReadonlySet<string> | 'all'): readonly string[] | 'all' => (ids === 'all' ? ids : [...ids].sort());

/** For the audit trail. */
export const by = ({ subject }: Caller, requestId: string) => ({ principal: subject, requestId });
