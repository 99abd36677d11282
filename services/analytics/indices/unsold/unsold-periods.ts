// Periods that a dealer's uploads cover without a row of a series: it sold none of it then. Decision 573.

import { memoize } from '../../../lib/memoize.ts';
import type { Calendar } from '../calendars/selling-days.ts';
import type { Covered, KnownPeriods } from '../known-periods.ts';
import { canCompute, coarsen, type Period, type PeriodType, periodOf, periodsInYear } from '../period.ts';

/** A dealer that sold none of the series in a period, on the days of one calendar. */
export type Unsold = {
  readonly dealer: string;
  readonly calendar: Calendar;
  /** The types of the stored periods that are covered. */
  readonly types: readonly PeriodType[];
  /** More than 0: nothing is missing on closed days. */
  readonly sellingDays: number;
};

/** The stored period of a row, and whose it is. */
type Row = Period & { readonly dealer: string; readonly region: string };
type CalendarOf = (dealer: string, region: string) => Calendar;
type Uploads = { readonly covered: readonly Covered[]; readonly uploaded: KnownPeriods };

/**
 * By the number of the period. A dealer sold none from its first row of the series on, for at most a year after the
 * last one. It has to be without a row in all regions: the days of one that sold none weigh nothing beside those of
 * another.
 */
export function unsoldPeriods(
  type: PeriodType,
  leaves: readonly Row[],
  { covered, uploaded }: Uploads,
  calendarOf: CalendarOf,
): ReadonlyMap<number, readonly Unsold[]> {
  const unsold = new Map<number, Unsold[]>();
  for (const [dealer, rows] of Map.groupBy(leaves, (leaf) => leaf.dealer)) {
    const numbers = coveredNumbers(covered, type).get(dealer) ?? [];
    for (const [n, calendars] of withoutRow(type, rows, numbers, calendarOf)) {
      const here = calendars
        .map((calendar) => unsoldIn({ type, n }, dealer, calendar, uploaded))
        .filter(({ sellingDays }) => sellingDays > 0);
      if (here.length > 0) unsold.set(n, [...(unsold.get(n) ?? []), ...here]);
    }
  }
  return unsold;
}

/** The covered numbers without a row, with the calendars of the rows of the year before each. */
function* withoutRow(
  type: PeriodType,
  leaves: readonly Row[],
  numbers: readonly number[],
  calendarOf: CalendarOf,
): Generator<readonly [n: number, calendars: readonly Calendar[]]> {
  const byNumber = Map.groupBy(leaves, (leaf) => coarsen(type, leaf).n);
  const rows = [...byNumber].sort(([a], [b]) => a - b);
  const newest = new Map<Calendar, number>();
  let next = 0;
  for (const n of numbers) {
    for (let row = rows[next]; row !== undefined && row[0] <= n; row = rows[++next])
      for (const { dealer, region } of row[1]) newest.set(calendarOf(dealer, region), row[0]);
    if (byNumber.has(n)) continue;
    const calendars = [...newest].filter(([, last]) => n <= last + periodsInYear[type]).map(([each]) => each);
    if (calendars.length > 0) yield [n, calendars];
    else if (next === rows.length) return;
  }
}

function unsoldIn(period: Period, dealer: string, calendar: Calendar, uploaded: KnownPeriods): Unsold {
  const stored = periodTypes
    .filter((type) => canCompute(period.type, type))
    .flatMap((type) => uploaded.inside(dealer, period, type).map((n): Period => ({ type, n })));
  return {
    dealer,
    calendar,
    types: [...new Set(stored.map(({ type }) => type))],
    sellingDays: stored.reduce((days, each) => days + calendar.until(each, uploaded.end(dealer, each)), 0),
  };
}

const periodTypes: readonly PeriodType[] = ['day', 'week', 'month', 'quarter'];

/** The periods of a type that uploads of each dealer cover or have begun to cover, in order. */
const coveredNumbers = memoize(
  (covered: readonly Covered[], type: PeriodType): ReadonlyMap<string, readonly number[]> => {
    const computable = covered.filter((range) => canCompute(type, range.type));
    return new Map(
      [...Map.groupBy(computable, ({ dealer }) => dealer)].map(([dealer, ranges]) => [
        dealer,
        [...new Set(ranges.flatMap((range) => numbersOf(type, range)))].sort((a, b) => a - b),
      ]),
    );
  },
);

function numbersOf(type: PeriodType, { type: stored, from, to, until }: Covered): readonly number[] {
  const first = coarsen(type, { type: stored, n: from }).n;
  const last = coarsen(type, { type: stored, n: Math.min(to, periodOf(stored, until).n) }).n;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}
