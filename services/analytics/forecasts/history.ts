// What a forecast is made from: the units of each period that is known to its end, and the selling days of these and of
// the periods to come. Decision 178.
import type { LeafRow, SalesFigures } from '../../../adapters/store/analytics/sales/port.ts';
import { calendarsOf } from '../indices/calendars/chosen-calendars.ts';
import { type Calendar, weightedSellingDays } from '../indices/calendars/selling-days.ts';
import { coveredBy } from '../indices/figures.ts';
import { type KnownPeriods, knownPeriods } from '../indices/known-periods.ts';
import {
  coarsen,
  type Day,
  firstDay,
  lastDay,
  type Period,
  type PeriodType,
  parseDay,
  periodOf,
  periodsInYear,
} from '../indices/period.ts';
import type { Index } from '../indices/series.ts';

export type History = {
  /** Numbers of the first and the last period. */
  readonly first: number;
  readonly last: number;
  /** Null: not all dealers have uploaded the period to its end. */
  readonly values: readonly (number | null)[];
  /** The selling days of each value, and then of each period to come. */
  readonly sellingDays: readonly number[];
  readonly steps: number;
};

/** Lengths of the seasons in periods. */
export const seasonsOf: Record<PeriodType, readonly number[]> = {
  day: [7, 365.25],
  week: [52.18],
  month: [12],
  quarter: [4],
};

/** Four years of days: an older one adds nothing to a forecast but seconds. */
const mostValues = 1_461;

type Selection = { readonly type: PeriodType; readonly today: Day; readonly horizonDays: number };

/** `series`: the indices of the same figures. Null: no period is known to its end. */
export function historyOf(figures: SalesFigures, series: readonly Index[], selection: Selection): History | null {
  const { type, horizonDays } = selection;
  const dealers = reaches(figures, selection);
  const newest = Math.max(...dealers.map(({ until }) => until));
  // A dealer whose uploads end a year before those of others has left; until then it is late, and the others wait.
  const last = Math.min(...dealers.flatMap(({ until }) => (until > newest - periodsInYear[type] ? [until] : [])));
  const [oldest] = series;
  if (oldest === undefined || !Number.isFinite(last)) return null;
  const byNumber = new Map(series.map((index) => [index.n, index]));
  const isKnown = (n: number) => dealers.every(({ from, until, whole }) => n < from || n > until || whole(n));
  const start = Math.max(oldest.n, last - mostValues + 1);
  const reported = numbers(start, last).map((n) => (isKnown(n) ? (byNumber.get(n)?.units ?? 0) : null));
  const missing = reported.findIndex((units) => units !== null);
  if (missing < 0) return null;
  const first = start + missing;
  const steps = periodOf(type, lastDay({ type, n: last }) + horizonDays).n - last;
  const expected = sellingDaysOf(figures, series, { type, last });
  const sellingDays = numbers(first, last + steps).map((n) =>
    n > last ? expected(n) : (byNumber.get(n)?.sellingDays ?? expected(n)),
  );
  return { first, last, values: reported.slice(missing), sellingDays, steps };
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** The periods from the first to the last that a dealer's uploads cover to the end. */
type Reach = { readonly from: number; readonly until: number; whole(n: number): boolean };

/** The reaches of the dealers with rows in the figures. */
function reaches(figures: SalesFigures, { type, today }: Selection): readonly Reach[] {
  const covered = coveredBy(figures.slices);
  const uploaded = knownPeriods(covered);
  const calendarOf = calendarsOf(figures);
  return [...Map.groupBy(figures.leaves, ({ dealer_id }) => dealer_id as string)].flatMap(([dealer, leaves]) => {
    const ranges = covered.filter((range) => range.dealer === dealer);
    if (ranges.length === 0) return [];
    const calendars = [...new Set(leaves.map(({ region_id }) => calendarOf(dealer, region_id)))];
    const whole = isWhole(uploaded, { dealer, type, today, calendars, byWeek: hasWeeks(leaves) });
    const firsts = ranges.map((range) => firstDay({ type: range.type, n: range.from }));
    const lasts = ranges.map((range) => Math.min(range.until, lastDay({ type: range.type, n: range.to })));
    const all = numbers(periodOf(type, Math.min(...firsts)).n, periodOf(type, Math.max(...lasts)).n);
    const [from, until] = [all.find(whole), all.findLast(whole)];
    return from === undefined || until === undefined ? [] : [{ from, until, whole }];
  });
}

type PeriodContext = {
  readonly dealer: string;
  readonly type: PeriodType;
  readonly today: Day;
  readonly calendars: readonly Calendar[];
  readonly byWeek: boolean;
};

const isWhole =
  (uploaded: KnownPeriods, { dealer, type, today, calendars, byWeek }: PeriodContext) =>
  (n: number): boolean =>
    lastDay({ type, n }) < today &&
    // A longer period that is stored by weeks begins and ends with a week.
    uploaded.whole(dealer, { type, n }, byWeek && type !== 'week' ? ['week'] : [], (day) =>
      calendars.some((each) => each.sells(day)),
    );

const hasWeeks = (leaves: readonly LeafRow[]): boolean => leaves.some(({ period_type }) => period_type === 'week');

/**
 * The selling days of a period without figures: the mean over dealers and regions, weighted by what they sold in the
 * last year.
 */
function sellingDaysOf(
  figures: SalesFigures,
  series: readonly Index[],
  { type, last }: { readonly type: PeriodType; readonly last: number },
): (n: number) => number {
  const calendarOf = calendarsOf(figures);
  const since = firstDay({ type, n: last - periodsInYear[type] + 1 });
  const recent = figures.leaves.filter(({ start }) => (parseDay(start) ?? 0) >= since);
  const leaves = recent.length > 0 ? recent : figures.leaves;
  const cells = [...Map.groupBy(leaves, ({ dealer_id, region_id }) => `${dealer_id}\n${region_id}`).values()].map(
    (rows) => {
      const [{ dealer_id, region_id } = { dealer_id: '', region_id: '' }] = rows;
      const demand = rows.reduce((sum, { units }) => sum + units, 0);
      return { demand, calendar: calendarOf(dealer_id, region_id), byWeek: hasWeeks(rows) };
    },
  );
  const byCalendar = (n: number): number =>
    weightedSellingDays(
      cells.map(({ demand, calendar, byWeek }) => ({ demand, sellingDays: countOf(calendar, { type, n }, byWeek) })),
    );
  // Where files have their own selling days, the calendar says only how the periods differ.
  if (leaves.every(({ selling_days }) => selling_days === null)) return byCalendar;
  const lastYear = series.filter(({ n, complete }) => complete && n <= last && n > last - periodsInYear[type]);
  const [stated, counted] = [
    lastYear.reduce((sum, { sellingDays }) => sum + sellingDays, 0),
    lastYear.reduce((sum, { n }) => sum + byCalendar(n), 0),
  ];
  return (n) => (stated > 0 && counted > 0 ? (byCalendar(n) * stated) / counted : byCalendar(n));
}

/** Weeks are counted into the month of their Thursday, as `GET /indices` counts them. */
function countOf(calendar: Calendar, period: Period, byWeek: boolean): number {
  if (!byWeek || period.type === 'week' || period.type === 'day') return calendar.count(period);
  const { n: begin } = periodOf('week', firstDay(period));
  const { n: end } = periodOf('week', lastDay(period));
  return numbers(begin, end)
    .map((n): Period => ({ type: 'week', n }))
    .filter((week) => coarsen(period.type, week).n === period.n)
    .reduce((sum, week) => sum + calendar.count(week), 0);
}
