// The indices of each period, from its points. Decision 3.

import { weightedSellingDays } from './calendars/selling-days.ts';
import { type PeriodType, yearBefore } from './period.ts';
import type { Point, Revenue } from './points.ts';
import { type Score, scores } from './season.ts';

const nullReasons = [
  'no_base',
  'short_history',
  'no_spread',
  'no_sales',
  'not_reported',
  'first_period',
  'no_supply',
  'closed',
  'incomplete',
  'mixed_currencies',
] as const;
export type NullReason = (typeof nullReasons)[number];

/** A figure, or why it is missing. */
export type Figure = { readonly value: number } | { readonly value: null; readonly reason: NullReason };

/**
 * What the window of the score lets expect: units, how many one period deviates from them, and of how many periods this
 * is known.
 */
export type UsualUnits = { readonly units: number; readonly deviation: number; readonly periods: number };

export type Index = {
  readonly n: number;
  readonly complete: boolean;
  readonly units: number;
  readonly sellingDays: number;
  readonly dsr: Figure;
  readonly demandGrowth: Figure;
  /** Share of the demand that the growth was measured on; null without a growth. */
  readonly coverage: number | null;
  readonly zT: Figure;
  /** Null without a window; a window without a spread has it and no score. */
  readonly usual: UsualUnits | null;
  readonly inventory: Figure;
  readonly daysSupply: Figure;
  readonly demandSupplyRatio: Figure;
  readonly orders: Figure;
  readonly revenue: Revenue;
};

/** The fewest whole periods that span 45 calendar days, or one where a period is longer than that. */
const supplyWindow: Record<PeriodType, number> = { day: 45, week: 7, month: 2, quarter: 1 };

/**
 * `open(n)`: whether anybody of the group sells in that period. Each index depends on its own and earlier points only.
 */
export function indices(type: PeriodType, series: readonly Point[], open: (n: number) => boolean): readonly Index[] {
  const byNumber = new Map(series.map((point) => [point.n, point]));
  const z = zScores(type, series, open);
  return series.map((point) => {
    const growth = demandGrowth(point, byNumber.get(yearBefore({ type, n: point.n }).n));
    return {
      n: point.n,
      complete: point.complete,
      units: point.demand,
      sellingDays: point.sellingDays,
      dsr: sellingRate(point),
      demandGrowth: growth.figure,
      coverage: growth.coverage,
      ...scored(point, z.get(point.n)),
      inventory: point.stock === null ? none('not_reported') : { value: point.stock },
      daysSupply: daysSupply(point, window(byNumber, point.n, supplyWindow[type])),
      demandSupplyRatio: demandSupplyRatio(point, byNumber.get(point.n - 1), point.n === series[0]?.n),
      orders: point.orders === null ? none('not_reported') : { value: point.orders },
      revenue: point.revenue,
    };
  });
}

function scored({ complete, sellingDays }: Point, score: Score | undefined): Pick<Index, 'zT' | 'usual'> {
  if (!complete) return { zT: none('incomplete'), usual: null };
  if (score === undefined) return { zT: none('closed'), usual: null };
  const zT = score.value === null ? none(score.reason) : { value: score.value };
  if (score.usual === null) return { zT, usual: null };
  const { value, deviation, periods } = score.usual;
  return { zT, usual: { units: value * sellingDays, deviation: deviation * sellingDays, periods } };
}

const none = (reason: NullReason): Figure => ({ value: null, reason });

function sellingRate({ demand, sellingDays }: Pick<Point, 'demand' | 'sellingDays'>): Figure {
  return sellingDays > 0 ? { value: demand / sellingDays } : none('closed');
}

/**
 * Like for like: only dealers with whole figures at both ends count, so one who joined, left or has yet to upload does
 * not count as growth.
 */
function demandGrowth(
  now: Point,
  base: Point | undefined,
): { readonly figure: Figure; readonly coverage: number | null } {
  const without = (reason: NullReason) => ({ figure: none(reason), coverage: null });
  const [here, there] = [wholeDealers(now), wholeDealers(base)];
  if (here.size === 0) return without('incomplete');
  if (base === undefined) return without('no_base');
  if (!(now.sellingDays > 0)) return without('closed');
  const stayed = here.intersection(there);
  if (stayed.size === 0 && here.intersection(dealersOf(base)).size > 0) return without('incomplete');
  const [a, b] = [panel(now, stayed), panel(base, stayed)];
  if (!(b.demand > 0 && b.sellingDays > 0 && a.sellingDays > 0)) return without('no_base');
  // One division, of whole numbers: two and a difference would miss the halves that are rounded away from zero.
  const [grown, basis] = [a.demand * b.sellingDays, b.demand * a.sellingDays];
  const value = (grown - basis) / basis;
  return { figure: { value }, coverage: shareOf(now, stayed) };
}

/**
 * The share of these dealers in the units, whatever their sign: a dealer whose returns exceed its sales takes nothing
 * from the share of another.
 */
function shareOf({ cells }: Point, dealers: ReadonlySet<string>): number {
  const byDealer = [...Map.groupBy(cells, ({ dealer }) => dealer)].map(
    ([dealer, own]) => [dealer, Math.abs(own.reduce((sum, { demand }) => sum + demand, 0))] as const,
  );
  const sum = (parts: typeof byDealer): number => parts.reduce((units, [, own]) => units + own, 0);
  const all = sum(byDealer);
  return all === 0 ? 1 : sum(byDealer.filter(([dealer]) => dealers.has(dealer))) / all;
}

const dealersOf = (point: Point | undefined): ReadonlySet<string> => new Set(point?.cells.map(({ dealer }) => dealer));

/** Whose figures of the period are complete, in every region. */
function wholeDealers(point: Point | undefined): ReadonlySet<string> {
  const partly = new Set(point?.cells.filter(({ complete }) => !complete).map(({ dealer }) => dealer));
  return new Set([...dealersOf(point)].filter((dealer) => !partly.has(dealer)));
}

function panel(point: Point, dealers: ReadonlySet<string>): { demand: number; sellingDays: number } {
  const cells = point.cells.filter((cell) => dealers.has(cell.dealer));
  return { demand: cells.reduce((sum, cell) => sum + cell.demand, 0), sellingDays: weightedSellingDays(cells) };
}

function zScores(type: PeriodType, series: readonly Point[], open: (n: number) => boolean): ReadonlyMap<number, Score> {
  const first = series[0]?.n ?? 0;
  const values: (number | null)[] = Array.from({ length: (series.at(-1)?.n ?? first - 1) - first + 1 }, () => null);
  for (const point of series) if (point.complete) values[point.n - first] = sellingRate(point).value;
  const found = scores({ type, first, values }, open).map((score, i) => [first + i, score] as const);
  return new Map(found.filter((entry): entry is [number, Score] => entry[1] !== null));
}

function window(byNumber: ReadonlyMap<number, Point>, last: number, length: number): readonly Point[] {
  const found: Point[] = [];
  for (let n = last - length + 1; n <= last; n++) {
    const point = byNumber.get(n);
    if (point !== undefined) found.push(point);
  }
  return found;
}

/** Selling days that the stock lasts at the mean rate of the window; sums first, then one ratio. */
function daysSupply({ stock }: Point, recent: readonly Point[]): Figure {
  if (stock === null) return none('not_reported');
  const demand = recent.reduce((sum, point) => sum + point.demand, 0);
  const days = recent.reduce((sum, point) => sum + point.sellingDays, 0);
  return demand > 0 && days > 0 ? { value: (stock * days) / demand } : none('no_sales');
}

/** Receipts that are not reported follow from the stock identity: sold + closing stock - opening stock. */
function demandSupplyRatio(now: Point, before: Point | undefined, first: boolean): Figure {
  if (first) return none('first_period');
  if (now.stock === null && now.receipts === null) return none('not_reported');
  if (before === undefined || before.stock === null) return none('not_reported');
  // Its stock is that of the day of the upload, not the one that this period began with.
  if (!before.complete) return none('incomplete');
  const receipts = now.receipts ?? Math.max(now.demand + (now.stock ?? 0) - before.stock, 0);
  const supply = before.stock + receipts;
  return supply > 0 ? { value: now.demand / supply } : none('no_supply');
}
