// Months of one brand as a dealer without holidays uploads them, and the alerts that a dashboard of each month shows.
import type { Alert, BrandId } from '../../../generated/analytics/types.ts';
import { builtInCalendar, calendar, rulesOf } from '../indices/calendars/selling-days.ts';
import { leafOf } from '../indices/leaf.fixture.ts';
import { dayAt } from '../indices/period.ts';
import { type Leaf, points } from '../indices/points.ts';
import { type Index, indices } from '../indices/series.ts';
import { demandAlert } from './demand-alert.ts';
import { rarities, unusualDemand } from './unusual-demand.ts';

export const firstMonth = 2015 * 12;
const today = dayAt(new Date('2199-12-31'));

type Place = { readonly calendarId?: string; readonly first?: number; readonly sellingDays?: number | null };

/** Null is a month without a row, in an upload that covers it. */
export function indicesOf(
  units: readonly (number | null)[],
  { calendarId = 'none', first = firstMonth, sellingDays = null }: Place = {},
): readonly Index[] {
  const rules = builtInCalendar(calendarId);
  if (rules === undefined) throw new Error(`No calendar ${calendarId}`);
  const selling = calendar(rulesOf(rules));
  const leaves = units.flatMap((each, i) => (each === null ? [] : [leaf(first + i, each, sellingDays)]));
  const covered = [{ dealer: 'a', type: 'month' as const, from: first, to: first + units.length - 1, until: today }];
  return indices(
    'month',
    points('month', leaves, { covered, today }, () => selling),
    () => true,
  );
}

const leaf = (n: number, units: number, sellingDays: number | null): Leaf =>
  leafOf({ type: 'month', n }, units, { sellingDays });

/** The alert of the last month. */
export function lastAlert(units: readonly (number | null)[], sellingDays: number | null = null): Alert | null {
  const demand = unusualDemand(indicesOf(units, { sellingDays }), firstMonth + units.length - 1);
  return demand === null ? null : demandAlert({ brand_id: 'volvo' as BrandId, name: 'Volvo' }, demand);
}

export type Counts = {
  readonly months: number;
  readonly warnings: number;
  readonly critical: number;
  readonly beyondThree: number;
};

/** Counts of the months that have a score, or had one without a spread. */
export function countsOf(series: Iterable<readonly Index[]>): Counts {
  let [months, warnings, critical, beyondThree] = [0, 0, 0, 0];
  for (const list of series)
    for (const [i, { n, usual, zT }] of list.entries()) {
      if (usual === null) continue;
      const demand = unusualDemand(list.slice(0, i + 1), n);
      months++;
      if (Math.abs(zT.value ?? 0) >= 3) beyondThree++;
      if (demand === null) continue;
      if (demand.probability < rarities.critical) critical++;
      else warnings++;
    }
  return { months, warnings, critical, beyondThree };
}
