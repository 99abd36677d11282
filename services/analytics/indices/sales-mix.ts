// What an answer adds up: which conditions and channels of vehicles occur in it (decision 163), or why nothing does
// (decision 118).
import type { LeafRow, SalesFigures, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import type { IndexMeta } from '../../../generated/analytics/types.ts';
import { memoize } from '../../lib/memoize.ts';
import { canCompute, coarsen, firstDay, isoDate, type PeriodType, parseDay, periodOf } from './period.ts';

type Mix = Pick<IndexMeta, 'conditions' | 'channels'>;

const conditions = ['new', 'used'] as const;
const channels = ['retail', 'fleet'] as const;

/** The mix of the leaves whose period, as one of `type`, begins on a shown date. */
export const mixWithin = (type: PeriodType, figures: SalesFigures, isShown: (date: string) => boolean): Mix => {
  const shown = [...mixByDate(figures, type)].filter(([date]) => isShown(date));
  return mixOf({ leaves: shown.map(([, mix]) => mix) });
};

type Asked = {
  readonly isFiltered: boolean;
  readonly isAsked: (date: string) => boolean;
  /** The dates of items without a leaf. */
  readonly unsold: Iterable<string>;
};

/** Why no asked date has an item, if none has. */
export function emptyWithin(
  type: PeriodType,
  figures: SalesFigures,
  { isFiltered, isAsked, unsold }: Asked,
): Pick<IndexMeta, 'empty_reason'> {
  const dates = mixByDate(figures, type);
  if (dates.keys().some(isAsked) || Iterator.from(unsold).some(isAsked)) return {};
  if (dates.size > 0) return { empty_reason: 'outside_dates' };
  if (figures.leaves.length > 0) return { empty_reason: 'finer_than_stored' };
  return { empty_reason: nothingIn(figures, isFiltered) };
}

/** Why figures have no leaf: whether rows are there, but none that the filters let through. */
export const nothingIn = ({ slices }: SalesFigures, isFiltered: boolean): 'no_match' | 'no_data' =>
  isFiltered && slices.length > 0 ? 'no_match' : 'no_data';

/** By the date on which a period of `type` begins. */
const mixByDate = memoize(({ leaves }: SalesFigures, type: PeriodType): ReadonlyMap<string, Mix> => {
  const computable = leaves.filter(({ period_type }) => canCompute(type, period_type));
  const byStart = [...Map.groupBy(computable, ({ period_type, start }) => `${period_type} ${start}`).values()];
  const byDate = Map.groupBy(byStart, ([leaf]) =>
    leaf === undefined ? '' : dateIn(type, leaf.period_type, leaf.start),
  );
  return new Map([...byDate].map(([date, groups]) => [date, mixOf({ leaves: groups.flat() })]));
});

export const dateIn = (type: PeriodType, periodType: PeriodType, start: string): string =>
  isoDate(firstDay(coarsen(type, periodOf(periodType, parseDay(start) ?? Number.NaN))));

type Occurring = { readonly conditions: readonly string[] | null; readonly channels: readonly string[] | null };

/** The mix of all leaves, in the order of the contract. */
export const mixOf = ({ leaves }: { readonly leaves: readonly Occurring[] }): Mix => ({
  conditions: conditions.filter((each) => leaves.some((leaf) => (leaf.conditions ?? ['new']).includes(each))),
  channels: channels.filter((each) => leaves.some((leaf) => (leaf.channels ?? ['retail']).includes(each))),
});

type Query = { readonly condition?: 'new' | 'used'; readonly channel?: 'retail' | 'fleet' };

export const mixFilter = ({ condition, channel }: Query): Pick<SalesFilter, 'condition' | 'channel'> => ({
  ...(condition === undefined ? {} : { condition }),
  ...(channel === undefined ? {} : { channel }),
});

type Joined = Pick<LeafRow, 'revenue' | 'currencies' | 'conditions' | 'channels'>;

/** As one sum over the rows of both would have been read. */
export const joinedMix = (a: LeafRow, b: LeafRow): Joined => ({
  ...joinedRevenue(a, b),
  conditions: a.conditions === b.conditions ? a.conditions : both(a.conditions ?? ['new'], b.conditions ?? ['new']),
  channels: a.channels === b.channels ? a.channels : both(a.channels ?? ['retail'], b.channels ?? ['retail']),
});

const both = <Each>(a: readonly Each[], b: readonly Each[]): readonly Each[] => [...new Set([...a, ...b])].toSorted();

function joinedRevenue(a: LeafRow, b: LeafRow): Pick<LeafRow, 'revenue' | 'currencies'> {
  if (!a.currencies?.length || !b.currencies?.length) return { revenue: null, currencies: null };
  const currencies = both(a.currencies, b.currencies);
  const isOne = currencies.length === 1 && a.revenue !== null && b.revenue !== null;
  return { revenue: isOne ? String(BigInt(a.revenue) + BigInt(b.revenue)) : null, currencies };
}
