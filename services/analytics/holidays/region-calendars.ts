// The calendar of the country or subdivision that a region's id names. Decision 586.
import { calendarId } from '../../../generated/analytics/ids.ts';
import type { CalendarId } from '../../../generated/analytics/types.ts';
import { type Country, holidayData } from './holidays.ts';

type Named = ReadonlyMap<string, CalendarId>;

/**
 * For a dealer with a country: the country itself or one of its subdivisions, by code or name; then another country by
 * its name alone, because a code such as `DE` is also Delaware. For a dealer without one: any country, by code or name,
 * and any subdivision by its full code.
 */
export function calendarOfRegion(regionId: string, country: string | null): CalendarId | undefined {
  if (country === null) return countryNames().get(regionId) ?? byFullCode(regionId);
  const own = namesWithin(country).get(regionId) ?? byFullCode(regionId, country);
  return own ?? (isCode(regionId) ? undefined : countryNames().get(regionId));
}

const isCode = (regionId: string): boolean => /^[a-z]{2}$/.test(regionId);

/**
 * `de-by` is Bavaria. What has a country's code but is no known subdivision, such as `no-03`, has those of the country.
 */
function byFullCode(regionId: string, country?: string): CalendarId | undefined {
  const [, code = '', part = ''] = /^([a-z]{2})-([a-z0-9]{1,3})$/.exec(regionId) ?? [];
  const upper = code.toUpperCase();
  if (part === '' || (country !== undefined && country !== upper)) return undefined;
  const { countries } = holidayData();
  if (!Object.hasOwn(countries, upper)) return undefined;
  return calendarId(Object.hasOwn(countries[upper]?.subdivisions ?? {}, part.toUpperCase()) ? regionId : code);
}

let countryIds: Named | undefined;

/** Codes and names of all countries. A code that is a name of another country is the country of that code. */
function countryNames(): Named {
  const entries = Object.entries(holidayData().countries);
  countryIds ??= new Map([
    ...entries.flatMap(([code, { names }]) => idsOf(names, code)),
    ...entries.map(([code]) => [code.toLowerCase(), calendarOf(code)] as const),
  ]);
  return countryIds;
}

const within = new Map<string, Named>();
const none: Named = new Map();

/** A name of the country itself comes before the same code or name of a subdivision. */
function namesWithin(country: string): Named {
  const { countries } = holidayData();
  const place = Object.hasOwn(countries, country) ? countries[country] : undefined;
  if (place === undefined) return none;
  const existing = within.get(country) ?? namesOf(country, place);
  within.set(country, existing);
  return existing;
}

const namesOf = (country: string, { names, subdivisions }: Country): Named =>
  new Map([
    ...Object.entries(subdivisions).flatMap(([code, each]) =>
      idsOf(`${each.names} ${code.toLowerCase()}`, `${country}-${code}`),
    ),
    ...idsOf(`${names} ${country.toLowerCase()}`, country),
  ]);

const idsOf = (names: string, code: string) =>
  names.split(' ').flatMap((name) => (name === '' ? [] : [[name, calendarOf(code)] as const]));

const calendarOf = (code: string): CalendarId => calendarId(code.toLowerCase());
