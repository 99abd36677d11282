// Figures that were read before, by the revision that they are of: other dates, another page or another period type of the same series read nothing again (decision 296).
import type { ReadScope, SalesFigures, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';

export type FiguresOf = {
  readonly scope: readonly ReadScope[];
  readonly filter: SalesFilter;
  /** The current one of the scope, or that of `filter.as_of`. */
  readonly revision: number;
};

export interface KeptFigures {
  /** Those that are kept of this revision, or what `read` gives: figures, or why there are none. */
  get<Refused extends { readonly refusal: unknown }>(
    of: FiguresOf,
    read: () => Promise<SalesFigures | Refused>,
  ): Promise<SalesFigures | Refused>;
}

/** Of one API in one process: about 30 MB. */
const mostKeptLeaves = 100_000;
/** What refers to figures without any leaf. */
const leastCost = 20;

const costOf = ({ leaves }: SalesFigures): number => leaves.length + leastCost;

/** The least recently used leave first. Figures that alone would take a quarter are not kept. */
export function keptFigures(most: number = mostKeptLeaves): KeptFigures {
  // In the order of use.
  const kept = new Map<string, SalesFigures>();
  let leaves = 0;
  const drop = (key: string): SalesFigures | undefined => {
    const known = kept.get(key);
    if (known === undefined) return undefined;
    leaves -= costOf(known);
    kept.delete(key);
    return known;
  };
  const keep = (key: string, figures: SalesFigures): void => {
    if (costOf(figures) > most / 4) return;
    drop(key);
    kept.set(key, figures);
    leaves += costOf(figures);
    for (const oldest of kept.keys()) {
      if (leaves <= most) break;
      drop(oldest);
    }
  };
  return {
    async get({ scope, filter, revision }, read) {
      const keyOf = (of: number) => JSON.stringify([of, scope, Object.entries(filter).sort()]);
      const key = keyOf(revision);
      const known = drop(key);
      if (known !== undefined) {
        keep(key, known);
        return known;
      }
      const found = await read();
      // An upload may have ended meanwhile.
      if (!('refusal' in found)) keep(keyOf(found.dataRevision.revision), found);
      return found;
    },
  };
}
