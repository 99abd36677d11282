// Selling days: which days of a region count, and how many a period has. Holidays are rules, so no year is ever missing. Decision 3.

import { calendarId } from '../../../../generated/analytics/ids.ts';
import type { CalendarId } from '../../../../generated/analytics/types.ts';
import { type Day, dayOf, firstDay, lastDay, type Period, parseDay, weekday } from '../period.ts';

/** Data only, so that changing a calendar is a new version and restates the indices. */
export type CalendarRules = {
  readonly id: CalendarId;
  readonly version: number;
  /** ISO weekdays that sell, 1 = Monday ... 7 = Sunday. */
  readonly weekdays: readonly number[];
  /** `05-17`: the same date every year. */
  readonly fixed: readonly string[];
  /** Days after Easter Sunday (western): -2 is Good Friday, 1 Easter Monday, 39 Ascension, 50 Whit Monday. */
  readonly easter: readonly number[];
  /** `2026-11-21`: closed once. */
  readonly dates: readonly string[];
};

export type Calendar = {
  readonly id: CalendarId;
  readonly version: number;
  sells(day: Day): boolean;
  count(period: Period): number;
  /** Of the period, up to and with that day. */
  until(period: Period, end: Day): number;
};

const mondayToSaturday = [1, 2, 3, 4, 5, 6];

/** Public holidays by law, for the whole country. */
const publicHolidays = {
  NO: { fixed: ['01-01', '05-01', '05-17', '12-25', '12-26'], easter: [-3, -2, 0, 1, 39, 49, 50] },
  DE: { fixed: ['01-01', '05-01', '10-03', '12-25', '12-26'], easter: [-2, 1, 39, 50] },
  AT: {
    fixed: ['01-01', '01-06', '05-01', '08-15', '10-26', '11-01', '12-08', '12-25', '12-26'],
    easter: [1, 39, 50, 60],
  },
  FR: { fixed: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'], easter: [1, 39, 50] },
  NL: { fixed: ['01-01', '04-27', '12-25', '12-26'], easter: [0, 1, 39, 49, 50] },
} as const;

export type HolidayCountry = keyof typeof publicHolidays;

const isHolidayCountry = (country: string): country is HolidayCountry => Object.hasOwn(publicHolidays, country);

/** A calendar as it is administered: weekdays, without the public holidays of a country and without single days. */
export type CalendarChoice = {
  readonly id: CalendarId;
  readonly version: number;
  readonly weekdays: readonly number[];
  readonly country: string | null;
  readonly dates: readonly string[];
};

export function rulesOf({ country, ...choice }: CalendarChoice): CalendarRules {
  const closed = country !== null && isHolidayCountry(country) ? publicHolidays[country] : { fixed: [], easter: [] };
  return { ...choice, ...closed };
}

const builtIn = (id: CalendarId, country: HolidayCountry | null): CalendarChoice => ({
  id,
  version: 1,
  weekdays: mondayToSaturday,
  country,
  dates: [],
});

/** The calendar of every dealer and region that nothing else is said of. */
export const defaultCalendar = calendarId('default');

/** Calendars that exist without an administrator: Monday to Saturday, without the public holidays of a country. */
export const builtInCalendars: readonly CalendarChoice[] = [
  builtIn(defaultCalendar, null),
  builtIn(calendarId('none'), null),
  builtIn(calendarId('no'), 'NO'),
  builtIn(calendarId('de'), 'DE'),
  builtIn(calendarId('at'), 'AT'),
  builtIn(calendarId('fr'), 'FR'),
  builtIn(calendarId('nl'), 'NL'),
];

/** The built-in calendar of a country, by its ISO 3166 code; undefined where its holidays are not known. */
export const calendarOfCountry = (country: string): CalendarId | undefined =>
  builtInCalendars.find((each) => each.country === country)?.id;

/** Counts are remembered per period: a series asks for the same months again and again. */
export function calendar(rules: CalendarRules): Calendar {
  const open = new Set(rules.weekdays.map((iso) => iso - 1));
  const once = new Set(rules.dates.map(parseDay));
  const years = new Map<number, ReadonlySet<Day>>();
  const counts = new Map<string, number>();
  const closed = (day: Day): boolean => {
    const year = new Date(day * 86_400_000).getUTCFullYear();
    const known = years.get(year) ?? holidays(rules, year);
    years.set(year, known);
    return known.has(day) || once.has(day);
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
  return { id: rules.id, version: rules.version, sells, count, until };
}

const countries: readonly (readonly [CalendarId, RegExp])[] = [
  [calendarId('no'), /^(no(-\d\d)?|norway|norge|noreg|norwegen)$/],
  [calendarId('de'), /^(de(-[a-z]{2})?|germany|deutschland|tyskland)$/],
  [calendarId('at'), /^(at(-\d)?|austria|österreich)$/],
  [calendarId('fr'), /^(fr(-[a-z0-9]{2,3})?|france)$/],
  [calendarId('nl'), /^(nl(-[a-z]{2})?|netherlands|nederland)$/],
];

/** The calendar of the country that a region id names, by its ISO 3166 code or its name; undefined for any other region. */
export const calendarOfRegion = (regionId: string): CalendarId | undefined =>
  countries.find(([, names]) => names.test(regionId))?.[0];

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

function holidays({ fixed, easter }: CalendarRules, year: number): ReadonlySet<Day> {
  const sunday = easterSunday(year);
  const dated = fixed.map((text) => dayOf(year, Number(text.slice(0, 2)), Number(text.slice(3))));
  return new Set([...dated, ...easter.map((offset) => sunday + offset)]);
}

/** Western Easter: the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayOf(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}
