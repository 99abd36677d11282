// From rows of the store to indices: which dates are covered, and one series over all of them.
import type { LeafRow, SalesFigures, SliceRow } from '../../../adapters/store/analytics/sales/port.ts';
import { memoize } from '../../lib/memoize.ts';
import { calendarsOf } from './calendars/chosen-calendars.ts';
import { type Covered, knownPeriods } from './known-periods.ts';
import {
  canCompute,
  coarsen,
  coarsest,
  type Day,
  firstDay,
  isoDate,
  lastDay,
  type PeriodType,
  parseDay,
  periodOf,
} from './period.ts';
import { type CalendarOf, type Coverage, type Leaf, points, type Revenue } from './points.ts';
import { roundQuotient } from './rounding.ts';
import { joinedMix } from './sales-mix.ts';
import { type Figure, type Index, indices } from './series.ts';
import { type Unsold, unsoldPeriods } from './unsold/unsold-periods.ts';

/** One series over all of the figures, as it is on a day in UTC. */
export const seriesOf = (type: PeriodType, figures: SalesFigures, today: Day): readonly Index[] =>
  madeSeries(figures, type, today);

const madeSeries = memoize((figures: SalesFigures, type: PeriodType, today: Day): readonly Index[] =>
  seriesWithin(type, figures, today)(figures.leaves),
);

/** Series over some of the leaves each: what is not of one of them is worked out once. */
export function seriesWithin(type: PeriodType, figures: SalesFigures, today: Day) {
  const calendarOf = calendarsOf(figures);
  const coverage = { covered: coveredBy(figures.slices), today };
  return (leaves: readonly LeafRow[]) => seriesOfLeaves(type, leaves.map(leafOf), coverage, calendarOf);
}

/**
 * By the date on which they begin: the periods in which a dealer with figures sold nothing of them, as each of its
 * groups did.
 */
export const unsoldOf = memoize((figures: SalesFigures, type: PeriodType): ReadonlyMap<string, readonly Unsold[]> => {
  const covered = coveredBy(figures.slices);
  const leaves = figures.leaves.filter(({ period_type }) => canCompute(type, period_type)).map(leafOf);
  const unsold = unsoldPeriods(type, leaves, { covered, uploaded: knownPeriods(covered) }, calendarsOf(figures));
  return new Map([...unsold].map(([n, dealers]) => [startOf(type, { n }), dealers]));
});

/** Figures that were read by brand, as they would have been read over all brands: the same sums in the same order. */
export function overBrands(figures: SalesFigures): SalesFigures {
  const places = new Map<string, Map<number | null, LeafRow>>();
  for (const leaf of figures.leaves) {
    const place = `${leaf.start} ${leaf.period_type} ${leaf.dealer_id} ${leaf.region_id}`;
    const sums = places.get(place) ?? new Map<number | null, LeafRow>();
    const before = sums.get(leaf.selling_days);
    sums.set(leaf.selling_days, before === undefined ? { ...leaf, brand_id: null } : joined(before, leaf));
    places.set(place, sums);
  }
  return { ...figures, leaves: [...places.values()].flatMap((sums) => [...sums.values()].sort(bySellingDays)) };
}

/** Those that report none come last. */
const bySellingDays = (a: LeafRow, b: LeafRow): number =>
  (a.selling_days ?? Number.POSITIVE_INFINITY) - (b.selling_days ?? Number.POSITIVE_INFINITY);

const joined = (a: LeafRow, b: LeafRow): LeafRow => ({
  ...a,
  units: a.units + b.units,
  stock: a.stock === null || b.stock === null ? null : a.stock + b.stock,
  receipts: a.receipts === null || b.receipts === null ? null : a.receipts + b.receipts,
  orders: a.orders === null || b.orders === null ? null : a.orders + b.orders,
  ...joinedMix(a, b),
});

/** The finest type in which all of the figures can be given. */
export const finestType = memoize(
  ({ leaves }: SalesFigures): PeriodType | null => coarsest(leaves.map(({ period_type }) => period_type)) ?? null,
);

function seriesOfLeaves(
  type: PeriodType,
  leaves: readonly Leaf[],
  coverage: Coverage,
  calendarOf: CalendarOf,
): readonly Index[] {
  const calendars = [...new Set(leaves.map(({ dealer, region }) => calendarOf(dealer, region)))];
  const open = (n: number): boolean => calendars.some((each) => each.count({ type, n }) > 0);
  return indices(type, points(type, leaves, coverage, calendarOf), open);
}

const leafOf = ({
  dealer_id,
  region_id,
  period_type: type,
  start,
  units,
  stock,
  receipts,
  selling_days,
  orders,
  revenue,
  currencies,
}: LeafRow): Leaf => ({
  dealer: dealer_id,
  region: region_id,
  type,
  n: periodOf(type, dayOf(start)).n,
  units,
  stock,
  receipts,
  sellingDays: selling_days,
  orders,
  revenue: revenueOf(revenue, currencies),
});

function revenueOf(cents: string | null, currencies: readonly string[] | null): Revenue {
  const [currency, ...others] = currencies ?? [];
  if (others.length > 0) return { cents: null, reason: 'mixed_currencies' };
  return cents === null || currency === undefined
    ? { cents: null, reason: 'not_reported' }
    : { cents: BigInt(cents), currency };
}

const dayOf = (text: string): number => parseDay(text) ?? Number.NaN;

/**
 * What the slices of each dealer still cover when every later one has taken its dates from the earlier ones. Ordered by
 * revision.
 */
export function coveredBy(slices: readonly SliceRow[]): readonly Covered[] {
  let covered: readonly Covered[] = [];
  for (const { dealer_id: dealer, kind, period_type: type, from, to, last_row, loaded_on } of inForce(slices)) {
    const [first, last] = [dayOf(from), dayOf(to)];
    const others = covered.flatMap((each) => (each.dealer === dealer ? without(each, first, last) : [each]));
    const [start, end] = [periodOf(type, first).n, reportedUntil(type, last, last_row)];
    const own = { dealer, type, from: start, to: end, until: dayOf(loaded_on) };
    covered = kind === 'deletion' ? others : [...others, own];
  }
  return covered;
}

/**
 * The last period that an upload reports: the month of its last row ends with it, and nothing is known of the months
 * behind.
 */
function reportedUntil(type: PeriodType, last: Day, last_row: string | null): number {
  const end = periodOf(type, last).n;
  if (last_row === null) return end;
  const row = periodOf(type, dayOf(last_row));
  if (type === 'month' || type === 'quarter') return Math.min(end, row.n);
  const month = coarsen('month', row);
  const { n } = periodOf(type, lastDay(month));
  return Math.min(end, coarsen('month', { type, n }).n > month.n ? n - 1 : n);
}

/** What was reverted is as if it had not been, also a reversal. */
function inForce(slices: readonly SliceRow[]): readonly SliceRow[] {
  const reverted = new Set<string>();
  return slices
    .toReversed()
    .filter(({ dealer_id, revision, kind, reverts }) => {
      const counts = !reverted.has(`${dealer_id} ${revision}`);
      if (counts && reverts !== null) reverted.add(`${dealer_id} ${reverts}`);
      return counts && kind !== 'reversal';
    })
    .toReversed();
}

/**
 * What is left of a range before and after the days that were replaced; those begin and end with a period of it, or
 * hold all of it.
 */
function without(range: Covered, first: number, last: number): readonly Covered[] {
  const { type, from, to } = range;
  const before = { ...range, to: Math.min(to, periodOf(type, first - 1).n) };
  const after = { ...range, from: Math.max(from, periodOf(type, last + 1).n) };
  const parts = [before, after].filter((part) => part.from <= part.to);
  return lastDay({ type, n: to }) < first || firstDay({ type, n: from }) > last ? [range] : parts;
}

/** At most four decimals, as the contract says of every figure. */
export const rounded = (figure: Figure): number | null => (figure.value === null ? null : roundQuotient(figure.value));

export const startOf = (type: PeriodType, { n }: { readonly n: number }): string => isoDate(firstDay({ type, n }));
