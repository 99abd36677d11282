// A cache of figures that were read before, by the revision that they are of: other dates, another page or another period type of the same series read nothing again (decision 296).
import type { ReadScope, SalesFigures, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';

export type FiguresOf = {
  readonly scope: readonly ReadScope[];
  readonly filter: SalesFilter;
  /** The current one of the scope, or that of `filter.as_of`. */
  readonly revision: number;
};

export interface FiguresCache {
  /** Those that are cached of this revision, or what `read` gives: figures, or why there are none. */
  get<Refused extends { readonly refusal: unknown }>(
    of: FiguresOf,
    read: () => Promise<SalesFigures | Refused>,
  ): Promise<SalesFigures | Refused>;
}

/** Of one API in one process: about 30 MB. */
const mostCachedLeaves = 100_000;
/** What refers to figures without any leaf. */
const leastCost = 20;

const costOf = ({ leaves }: SalesFigures): number => leaves.length + leastCost;

/** The least recently used leave first. Figures that alone would take a quarter are not cached. */
export function figuresCache(most: number = mostCachedLeaves): FiguresCache {
  const cache = leastRecentlyUsed<SalesFigures>(most);
  return {
    async get({ scope, filter, revision }, read) {
      const keyOf = (of: number) => JSON.stringify([of, scope, Object.entries(filter).sort()]);
      const key = keyOf(revision);
      const known = cache.get(key);
      if (known !== undefined) return known;
      const found = await read();
      if ('refusal' in found || costOf(found) > most / 4) return found;
      // An upload may have ended meanwhile.
      cache.set(keyOf(found.dataRevision.revision), found, costOf(found));
      return found;
    },
  };
}
