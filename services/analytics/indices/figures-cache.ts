// A cache of figures that were read before, by the revision that they are of: other dates, another page or another
// period type of the same series read nothing again (decision 296), and what is being read is read once for all who
// wait for it (decision 574).
import type { ReadScope, SalesFigures, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';
import { sharedWork } from '../../../generated/runtime/shared-work.ts';
import type { Refusable } from '../reads/refusable.ts';

export type FiguresOf = {
  readonly scope: readonly ReadScope[];
  readonly filter: SalesFilter;
  /** The current one of the scope, or that of `filter.as_of`. */
  readonly revision: number;
};

type Read<Refusal> = Refusable<SalesFigures, Refusal>;

export interface FiguresCache<Refusal> {
  /** Those that are cached of this revision, or what `read` gives: figures, or why there are none. */
  get(
    of: FiguresOf,
    signal: AbortSignal,
    read: (signal: AbortSignal) => Promise<Read<Refusal>>,
  ): Promise<Read<Refusal>>;
}

/** The limit of one API in one process: about 30 MB. */
const mostCachedLeaves = 100_000;
/** What refers to figures without any leaf. */
const leastCost = 20;

const costOf = ({ leaves }: SalesFigures): number => leaves.length + leastCost;

/** The least recently used leave first. Figures that alone would take a quarter are not cached. */
export function figuresCache<Refusal>(most: number = mostCachedLeaves): FiguresCache<Refusal> {
  const cache = leastRecentlyUsed<SalesFigures>(most);
  const reads = sharedWork<Read<Refusal>>();
  return {
    async get({ scope, filter, revision }, signal, read) {
      const keyOf = (of: number) => JSON.stringify([of, scope, Object.entries(filter).sort()]);
      const key = keyOf(revision);
      const cached = cache.get(key);
      if (cached !== undefined) return { kind: 'value', value: cached };
      return await reads.run(key, signal, async (ending) => {
        const figures = await read(ending);
        // An upload may have ended meanwhile.
        if (figures.kind === 'value' && costOf(figures.value) <= most / 4)
          cache.set(keyOf(figures.value.dataRevision.revision), figures.value, costOf(figures.value));
        return figures;
      });
    },
  };
}
