// Selling days: which days of a region count, and how many a period has. Decision 3.

import { calendarId } from '../../../../generated/analytics/ids.ts';
import type { CalendarId, DealerId } from '../../../../generated/analytics/types.ts';
import { currentEdition, type Edition, holidayData, placeOf, publicHolidays } from '../../holidays/holidays.ts';
import type { HolidaysOf } from '../../holidays/rules.ts';
import { type Day, firstDay, lastDay, type Period, parseDay, weekday } from '../period.ts';

export type CalendarRules = {
  readonly id: CalendarId;
  /** The dealer whose own calendar it is; absent: a calendar of the installation. */
  readonly dealer_id?: DealerId;
  readonly version: number;
  /** ISO weekdays that sell, 1 = Monday ... 7 = Sunday. */
  readonly weekdays: readonly number[];
  readonly holidays: HolidaysOf;
  /** `2026-11-21`: closed once. */
  readonly dates: readonly string[];
};

export type Calendar = Pick<CalendarRules, 'id' | 'dealer_id' | 'version'> & {
  sells(day: Day): boolean;
  count(period: Period): number;
  /** The selling days of the period, up to and with that day. */
  until(period: Period, end: Day): number;
};

const mondayToSaturday = [1, 2, 3, 4, 5, 6];

/**
 * A calendar as it is administered: weekdays, without the public holidays of a country or a subdivision and without
 * single days.
 */
export type CalendarChoice = Pick<CalendarRules, 'id' | 'dealer_id' | 'version'> & {
  readonly weekdays: readonly number[];
  readonly country: string | null;
  /** Its ISO 3166-2 code, such as `DE-BY`; null: the holidays of the whole country. */
  readonly subdivision: string | null;
  readonly edition: Edition;
  readonly dates: readonly string[];
};

const noHolidays: HolidaysOf = () => new Set();

export const rulesOf = ({ country, subdivision, edition, ...choice }: CalendarChoice): CalendarRules => ({
  ...choice,
  holidays: country === null ? noHolidays : publicHolidays(country, subdivision, edition),
});

/** The calendar of every dealer and region that nothing else is said of. */
export const defaultCalendar = calendarId('default');

/** The id of each dealer's own calendar (decision 587). */
export const ownCalendar = calendarId('own');

const builtIn = (id: string, country: string | null, subdivision: string | null): CalendarChoice => ({
  id: calendarId(id),
  version: 1,
  weekdays: mondayToSaturday,
  country,
  subdivision,
  edition: country !== null && firstEditionCountries.has(country) && subdivision === null ? 1 : currentEdition,
  dates: [],
});

/** Their first versions are older than the data: a migration published a second one where the holidays differ. */
const firstEditionCountries: ReadonlySet<string> = new Set(['NO', 'DE', 'AT', 'FR', 'NL']);

/**
 * A calendar that exists without an administrator: Monday to Saturday, without the public holidays of a country or a
 * subdivision.
 */
export function builtInCalendar(id: string): CalendarChoice | undefined {
  if (id === defaultCalendar || id === 'none') return builtIn(id, null, null);
  const [, country = '', part] = /^([a-z]{2})(?:-([a-z0-9]{1,3}))?$/.exec(id)?.map((code) => code?.toUpperCase()) ?? [];
  const subdivision = part === undefined ? null : `${country}-${part}`;
  return placeOf(country, subdivision) === undefined ? undefined : builtIn(id, country, subdivision);
}

export const builtInCalendars = (): readonly CalendarChoice[] => {
  const codes = Object.entries(holidayData().countries).flatMap(([country, { subdivisions }]) => [
    country,
    ...Object.keys(subdivisions).map((part) => `${country}-${part}`),
  ]);
  return [defaultCalendar, 'none', ...codes.map((code) => code.toLowerCase())].flatMap(
    (id) => builtInCalendar(id) ?? [],
  );
};

/** The built-in calendar of a country, by its ISO 3166 code; undefined where its holidays are not known. */
export const calendarOfCountry = (country: string): CalendarId | undefined =>
  placeOf(country, null) === undefined ? undefined : calendarId(country.toLowerCase());

/** Counts are remembered per period: a series asks for the same months again and again. */
export function calendar(rules: CalendarRules): Calendar {
  const open = new Set(rules.weekdays.map((iso) => iso - 1));
  const once = new Set(rules.dates.map(parseDay));
  const counts = new Map<string, number>();
  const closed = (day: Day): boolean => {
    const year = new Date(day * 86_400_000).getUTCFullYear();
    return rules.holidays(year).has(day) || once.has(day);
  };
  const sells = (day: Day): boolean => open.has(weekday(day)) && !closed(day);
  const between = (from: Day, to: Day): number => {
    let days = 0;
    for (let day = from; day <= to; day++) if (sells(day)) days++;
    return days;
  };
  const count = (period: Period): number => {
    const key = `${period.type}:${period.n}`;
    const known = counts.get(key);
    if (known !== undefined) return known;
    const days = between(firstDay(period), lastDay(period));
    counts.set(key, days);
    return days;
  };
  const until = (period: Period, end: Day): number =>
    end >= lastDay(period) ? count(period) : between(firstDay(period), end);
  const { id, dealer_id, version } = rules;
  return { id, ...(dealer_id && { dealer_id }), version, sells, count, until };
}

/** Mean of selling days weighted by demand; what was returned (negative demand) weighs as much as what was sold. */
export function weightedSellingDays(
  cells: readonly { readonly demand: number; readonly sellingDays: number }[],
): number {
  let weight = 0;
  let sum = 0;
  for (const { demand, sellingDays } of cells) {
    weight += Math.abs(demand);
    sum += Math.abs(demand) * sellingDays;
  }
  if (weight > 0) return sum / weight;
  return cells.length === 0 ? 0 : cells.reduce((total, { sellingDays }) => total + sellingDays, 0) / cells.length;
}
