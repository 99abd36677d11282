// One series for each brand, region, model family or dealer (decision 194).
import { setImmediate } from 'node:timers/promises';
import type { LeafRow, SalesFigures, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import type { BrandId, IndexItem } from '../../../generated/analytics/types.ts';
import type { Handlers } from '../caller.ts';
import { seriesWithin } from './figures.ts';
import type { Day, PeriodType } from './period.ts';
import type { Index } from './series.ts';

export type GroupBy = NonNullable<Parameters<Handlers['listIndices']>[0]['query']['group_by']>;

export type GroupSeries = {
  readonly id: string;
  /** The brand, in groups by brand. */
  readonly brand_id: BrandId | null;
  readonly indices: readonly Index[];
};

/** Groups before `from` are left out; when `signal` is aborted, those that are left, too. */
type Groups = { readonly by: GroupBy; readonly from?: string; readonly signal?: AbortSignal };

const idOf: Record<GroupBy, (leaf: LeafRow) => string | null> = {
  brand: ({ brand_id }) => brand_id,
  region: ({ region_id }) => region_id,
  model_family: ({ model_family_id }) => model_family_id,
  dealer: ({ dealer_id }) => dealer_id,
};

/** What figures have to be read by. */
export const leavesBy = (by: GroupBy | undefined): Pick<SalesFilter, 'by'> =>
  by === undefined || by === 'dealer' ? {} : { by };

/** In the order of the ids. Many groups take seconds; between two of them the event loop serves others. */
export async function* seriesByGroup(
  type: PeriodType,
  { by, from = '', signal }: Groups,
  figures: SalesFigures,
  today: Day,
): AsyncGenerator<GroupSeries> {
  const groups = Map.groupBy(figures.leaves, idOf[by]);
  const seriesOf = seriesWithin(type, figures, today);
  const ids = [...groups.keys()].filter((id) => id !== null && id >= from).sort();
  for (const id of ids) {
    await setImmediate();
    signal?.throwIfAborted();
    const leaves = groups.get(id) ?? [];
    if (id !== null) yield { id, brand_id: leaves[0]?.brand_id ?? null, indices: seriesOf(leaves) };
  }
}

/** The id of its group comes first in an item. */
export const groupId = (by: GroupBy, id: string): Partial<IndexItem> => ({ [`${by}_id`]: id });
