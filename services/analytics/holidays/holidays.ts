// Public holidays of countries and their subdivisions: the data that `npm run holidays` makes from date-holidays.
// Decision 586.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstEdition } from './first-edition.ts';
import { type HolidaysOf, holidaysBy } from './rules.ts';

/** `names`: region ids, separated by spaces. `holidays`: rules, as rules.ts reads them. */
export type HolidayArea = { readonly names: string; readonly holidays: string };
export type Country = HolidayArea & { readonly subdivisions: Readonly<Record<string, HolidayArea>> };
export type HolidayData = { readonly countries: Readonly<Record<string, Country>> };

/**
 * The edition of the data that a new version of a calendar is made with. A version keeps its edition, so that newer
 * data is a new version. 1: the rules of five countries, written by hand. 2: `holidays.json`.
 */
export const currentEdition = 2;

export type Edition = 1 | 2;

let data: HolidayData | undefined;

/** The file is read with the first calendar that needs it: a process without one, such as a worker, never does. */
export function holidayData(): HolidayData {
  data ??= JSON.parse(readFileSync(join(import.meta.dirname, 'holidays.json'), 'utf8')) as HolidayData;
  return data;
}

const places = new Map<string, HolidaysOf>();
const noHolidays: HolidaysOf = () => new Set();

/** The public holidays of a country, or of its subdivision by its ISO 3166-2 code (`DE-BY`). */
export function publicHolidays(country: string, subdivision: string | null, edition: Edition): HolidaysOf {
  const key = `${edition} ${subdivision ?? country}`;
  const existing = places.get(key);
  if (existing !== undefined) return existing;
  const rules = edition === 1 ? firstEdition[country] : placeOf(country, subdivision)?.holidays;
  const holidays = rules === undefined ? noHolidays : holidaysBy(rules);
  places.set(key, holidays);
  return holidays;
}

/** Undefined where the data has no such country or subdivision. */
export function placeOf(country: string, subdivision: string | null): HolidayArea | undefined {
  const { countries } = holidayData();
  const place = Object.hasOwn(countries, country) ? countries[country] : undefined;
  if (place === undefined || subdivision === null) return place;
  const code = subdivision.slice(country.length + 1);
  return subdivision === `${country}-${code}` && Object.hasOwn(place.subdivisions, code)
    ? place.subdivisions[code]
    : undefined;
}
