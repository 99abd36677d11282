// From stored leaf sums to one point for each period: demand, selling days, stock. Indices over the points are in series.ts. Decision 3.

import { canCompute, coarsen, type Day, firstDay, lastDay, type Period, type PeriodType, periodOf } from './period.ts';
import { type Calendar, weightedSellingDays } from './selling-days.ts';

/** Sum over the rows of one dealer, region and stored period. Null = at least one of the rows does not report it. */
export type Leaf = {
  readonly dealer: string;
  readonly region: string;
  readonly type: PeriodType;
  readonly n: number;
  readonly units: number;
  readonly stock: number | null;
  readonly receipts: number | null;
  /** From the file's own column; null = the calendar of the region decides. */
  readonly sellingDays: number | null;
};

/** Periods that a dealer has uploaded; inside them a missing row means nothing sold, outside nothing is known. */
export type Covered = {
  readonly dealer: string;
  readonly type: PeriodType;
  readonly from: number;
  readonly to: number;
};

/** What one dealer sold in one region. */
type Cell = { readonly dealer: string; readonly demand: number; readonly sellingDays: number };

export type Point = {
  readonly n: number;
  readonly demand: number;
  readonly sellingDays: number;
  readonly stock: number | null;
  readonly receipts: number | null;
  readonly cells: readonly Cell[];
};

export type CalendarOf = (region: string) => Calendar;

/** Points of the asked period type in order of time; data that is coarser than asked is left out, never divided up. */
export function points(
  type: PeriodType,
  leaves: readonly Leaf[],
  covered: readonly Covered[],
  calendarOf: CalendarOf,
): readonly Point[] {
  const periods = Map.groupBy(
    leaves.filter((leaf) => canCompute(type, leaf.type)),
    (leaf) => coarsen(type, leaf).n,
  );
  return [...periods]
    .sort(([a], [b]) => a - b)
    .map(([n, inside]) => {
      const cells = cellsOf({ type, n }, inside, covered, calendarOf);
      return {
        n,
        demand: total(cells.map((cell) => cell.demand)),
        sellingDays: weightedSellingDays(cells),
        stock: closingStock(inside),
        receipts: totalIfAll(inside.map((leaf) => leaf.receipts)),
        cells,
      };
    });
}

function cellsOf(
  period: Period,
  leaves: readonly Leaf[],
  covered: readonly Covered[],
  calendarOf: CalendarOf,
): readonly Cell[] {
  return [...Map.groupBy(leaves, ({ dealer, region }) => `${dealer}\n${region}`).values()].map((rows) => {
    const [{ dealer, region } = { dealer: '', region: '' }] = rows;
    const demand = total(rows.map((row) => row.units));
    const types = [...new Set(rows.map((row) => row.type))];
    const sellingDays = total(types.map((type) => daysOf(period, type, rows, covered, calendarOf(region))));
    return { dealer, demand, sellingDays };
  });
}

/** Selling days of the stored periods of one type inside `period`, reported or not, as far as the dealer's uploads reach. */
function daysOf(
  period: Period,
  type: PeriodType,
  rows: readonly Leaf[],
  covered: readonly Covered[],
  calendar: Calendar,
): number {
  const reported = Map.groupBy(
    rows.filter((row) => row.type === type),
    (row) => row.n,
  );
  const known = new Set(reported.keys());
  if (period.type !== type) {
    for (const range of covered) {
      if (range.dealer !== rows[0]?.dealer || range.type !== type) continue;
      for (const n of inside(period, range)) known.add(n);
    }
  }
  return total(
    [...known].map((n) => {
      const days = calendar.count({ type, n });
      const cells = (reported.get(n) ?? []).map((row) => ({ demand: row.units, sellingDays: row.sellingDays ?? days }));
      return cells.length === 0 ? days : weightedSellingDays(cells);
    }),
  );
}

/** Numbers of the range's periods that are counted into `period`; at most 92 days, so the search starts at its first day. */
function inside(period: Period, { type, from, to }: Covered): readonly number[] {
  const found: number[] = [];
  const first = firstInside(period, type);
  for (let n = Math.max(from, first); n <= to && coarsen(period.type, { type, n }).n === period.n; n++) found.push(n);
  return found;
}

/** A week that began in the month before may belong here by its Thursday, so at most one step is needed. */
function firstInside(period: Period, type: PeriodType): number {
  const { n } = periodOf(type, firstDay(period));
  return coarsen(period.type, { type, n }).n < period.n ? n + 1 : n;
}

/** A level: each dealer's last stored period inside the point, summed over dealers, never over time. */
function closingStock(leaves: readonly Leaf[]): number | null {
  const ends = new Map<string, Day>();
  for (const leaf of leaves) ends.set(leaf.dealer, Math.max(ends.get(leaf.dealer) ?? lastDay(leaf), lastDay(leaf)));
  return totalIfAll(leaves.filter((leaf) => lastDay(leaf) === ends.get(leaf.dealer)).map((leaf) => leaf.stock));
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const totalIfAll = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
