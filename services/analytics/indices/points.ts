// From stored leaf sums to one point for each period: demand, selling days, stock. Decision 3.

import { type Calendar, weightedSellingDays } from './calendars/selling-days.ts';
import { type Covered, type KnownPeriods, knownPeriods } from './known-periods.ts';
import { canCompute, coarsen, type Day, lastDay, type Period, type PeriodType } from './period.ts';
import { type Unsold, unsoldPeriods } from './unsold/unsold-periods.ts';

/** In hundredths of one currency; a sum over several, or over rows of which some report none, is not known. */
export type Revenue =
  | { readonly cents: bigint; readonly currency: string }
  | { readonly cents: null; readonly reason: 'not_reported' | 'mixed_currencies' };

/** Sum over the rows of one dealer, region and stored period. Null = at least one of the rows does not report it. */
export type Leaf = {
  readonly dealer: string;
  readonly region: string;
  readonly type: PeriodType;
  readonly n: number;
  readonly units: number;
  readonly stock: number | null;
  readonly receipts: number | null;
  readonly orders: number | null;
  readonly revenue: Revenue;
  /** From the file's own column; null = the calendar of the region decides. */
  readonly sellingDays: number | null;
};

/** What one dealer sold in one region. */
type Cell = {
  readonly dealer: string;
  readonly demand: number;
  readonly sellingDays: number;
  readonly complete: boolean;
};

export type Point = {
  readonly n: number;
  readonly demand: number;
  readonly sellingDays: number;
  readonly stock: number | null;
  readonly receipts: number | null;
  readonly orders: number | null;
  readonly revenue: Revenue;
  /** The period has ended, and the uploads of all of its dealers cover it to its end. */
  readonly complete: boolean;
  readonly cells: readonly Cell[];
};

export type CalendarOf = (dealer: string, region: string) => Calendar;

/** What is known beside the sums: which periods were uploaded when, and what day it is. */
export type Coverage = { readonly covered: readonly Covered[]; readonly today: Day };

/** Points of the asked period type in order of time; data that is coarser than asked is left out, never divided up. */
export function points(
  type: PeriodType,
  leaves: readonly Leaf[],
  { covered, today }: Coverage,
  calendarOf: CalendarOf,
): readonly Point[] {
  const uploaded = knownPeriods(covered);
  const computable = leaves.filter((leaf) => canCompute(type, leaf.type));
  const periods = Map.groupBy(computable, (leaf) => coarsen(type, leaf).n);
  const unsold = unsoldPeriods(type, computable, { covered, uploaded }, calendarOf);
  return [...new Set([...periods.keys(), ...unsold.keys()])]
    .sort((a, b) => a - b)
    .map((n) => {
      const inside = periods.get(n) ?? [];
      const ended = lastDay({ type, n }) < today;
      const cells = [
        ...cellsOf({ type, n }, ended, inside, uploaded, calendarOf),
        ...(unsold.get(n) ?? []).map((each) => unsoldCell({ type, n }, ended, each, uploaded)),
      ];
      return {
        n,
        demand: total(cells.map((cell) => cell.demand)),
        sellingDays: weightedSellingDays(cells),
        stock: closingStock(inside),
        receipts: totalIfAll(inside.map((leaf) => leaf.receipts)),
        orders: totalIfAll(inside.map((leaf) => leaf.orders)),
        revenue: totalRevenue(inside.map((leaf) => leaf.revenue)),
        complete: cells.every((cell) => cell.complete),
        cells,
      };
    });
}

const unsoldCell = (
  period: Period,
  ended: boolean,
  { dealer, calendar, types, sellingDays }: Unsold,
  uploaded: KnownPeriods,
): Cell => ({
  dealer,
  demand: 0,
  sellingDays,
  complete: ended && uploaded.whole(dealer, period, types, calendar.sells),
});

function cellsOf(
  period: Period,
  ended: boolean,
  leaves: readonly Leaf[],
  uploaded: KnownPeriods,
  calendarOf: CalendarOf,
): readonly Cell[] {
  return [...Map.groupBy(leaves, ({ dealer, region }) => `${dealer}\n${region}`).values()].map((rows) => {
    const [{ dealer, region } = { dealer: '', region: '' }] = rows;
    const calendar = calendarOf(dealer, region);
    const demand = total(rows.map((row) => row.units));
    const types = [...new Set(rows.map((row) => row.type))];
    const sellingDays = total(types.map((type) => daysOf(period, type, rows, uploaded, calendar)));
    const complete = ended && uploaded.whole(dealer, period, types, calendar.sells);
    return { dealer, demand, sellingDays, complete };
  });
}

/**
 * Selling days of the stored periods of one type inside `period`, reported or not, as far as the dealer's uploads
 * reach.
 */
function daysOf(
  period: Period,
  type: PeriodType,
  rows: readonly Leaf[],
  uploaded: KnownPeriods,
  calendar: Calendar,
): number {
  const reported = Map.groupBy(
    rows.filter((row) => row.type === type),
    (row) => row.n,
  );
  const dealer = rows[0]?.dealer ?? '';
  const numbers = new Set(reported.keys());
  if (period.type !== type) for (const n of uploaded.inside(dealer, period, type)) numbers.add(n);
  return total(
    [...numbers].map((n) => {
      const days = calendar.until({ type, n }, uploaded.end(dealer, { type, n }));
      const cells = (reported.get(n) ?? []).map((row) => ({ demand: row.units, sellingDays: row.sellingDays ?? days }));
      return cells.length === 0 ? days : weightedSellingDays(cells);
    }),
  );
}

/** A level: each dealer's last stored period inside the point, summed over dealers, never over time. */
function closingStock(leaves: readonly Leaf[]): number | null {
  const ends = new Map<string, Day>();
  for (const leaf of leaves) ends.set(leaf.dealer, Math.max(ends.get(leaf.dealer) ?? lastDay(leaf), lastDay(leaf)));
  return totalIfAll(leaves.filter((leaf) => lastDay(leaf) === ends.get(leaf.dealer)).map((leaf) => leaf.stock));
}

/** Amounts of different currencies have no sum. */
function totalRevenue(parts: readonly Revenue[]): Revenue {
  const [first] = parts;
  if (first === undefined) return { cents: null, reason: 'not_reported' };
  return parts.slice(1).reduce((sum, part) => {
    if (sum.cents === null || part.cents === null) {
      const reasons = [sum, part].flatMap((each) => (each.cents === null ? [each.reason] : []));
      return { cents: null, reason: reasons.includes('not_reported') ? 'not_reported' : 'mixed_currencies' };
    }
    if (sum.currency !== part.currency) return { cents: null, reason: 'mixed_currencies' };
    return { cents: sum.cents + part.cents, currency: sum.currency };
  }, first);
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The total, when all values are known; of no values nothing is known. */
const totalIfAll = (values: readonly (number | null)[]): number | null =>
  values.length === 0
    ? null
    : values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
