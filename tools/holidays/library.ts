// Reads date-holidays: which places it has, what they are called, and which days are public holidays there.
import Holidays from 'date-holidays';
import { isoDate, parseDay } from '../../services/analytics/indices/period.ts';
import { slug } from '../../services/analytics/sales-file/normalise.ts';
import type { Years } from './fit-rules.ts';

const library = new Holidays();

/** The Canary Islands and Alderney have no code of ISO 3166-1 or 3166-2. */
const without: ReadonlySet<string> = new Set(['IC', 'GB-ALD']);

export const countryCodes = (): readonly string[] =>
  Object.keys(library.getCountries('en'))
    .filter((code) => !without.has(code))
    .sort();

export const subdivisionCodes = (country: string): readonly string[] =>
  Object.keys(library.getStates(country) ?? {})
    .filter((code) => !without.has(`${country}-${code}`))
    .sort();

/** Full days of the type `public`, in order: a holiday of 90 hours has three, and a half day none. */
export function publicDates(country: string, subdivision: string | undefined, { from, to }: Years): readonly string[] {
  const options = { types: ['public' as const] };
  const place =
    subdivision === undefined ? new Holidays(country, options) : new Holidays(country, subdivision, options);
  const years = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const holidays = years.flatMap((year) => place.getHolidays(year) ?? []).filter(({ type }) => type === 'public');
  return [...new Set(holidays.flatMap(fullDays))].filter((date) => Number(date.slice(0, 4)) <= to).sort();
}

type Holiday = { readonly date: string; readonly start: Date; readonly end: Date };

/** The date is that of the place. An hour is added, because one is lacking where summer time begins. */
function fullDays({ date, start, end }: Holiday): readonly string[] {
  const hour = Number(date.slice(11, 13));
  const first = (parseDay(date.slice(0, 10)) ?? 0) + (hour === 0 ? 0 : 1);
  const hours = (end.getTime() - start.getTime()) / 3_600_000 + 1 - (hour === 0 ? 0 : 24 - hour);
  return Array.from({ length: Math.max(0, Math.floor(hours / 24)) }, (_, i) => isoDate(first + i));
}

const languages = ['en', 'de', 'fr', 'nl', 'nb', 'nn', 'sv', 'da', 'fi', 'es', 'it', 'pt', 'pl'] as const;

/** Region ids under which files have the country. */
export const countryNames = (code: string): string => {
  const own = new Holidays(code).getLanguages();
  const official = own.map((language) => library.getCountries(language)[code]);
  const common = [...new Set([...languages, ...own])].map((language) => nameIn(language, code));
  return idsOf([...official, ...common], code);
};

export const subdivisionNames = (country: string, code: string): string => {
  const own = [...new Set(['en', 'de', 'fr', 'it', 'es', ...new Holidays(country).getLanguages()])];
  const names = own.map((language) => library.getStates(country, language)?.[code]);
  return idsOf(
    [...names, ...names.map((name) => name?.replace(prefix, '')), ...(others[`${country}-${code}`] ?? [])],
    code,
  );
};

function nameIn(language: string, code: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/** What precedes a name in official use alone. */
const prefix =
  /^(Canton d['’]|(Kanton|Canton of|Canton de|Canton du|Cantone|Canton|Hansestadt|Freistaat|Comunidad Foral de|Comunidad de|Ciudad de) )/u;

/** English and short names that the library lacks. */
const others: Readonly<Record<string, readonly string[]>> = {
  'DE-BY': ['Bavaria'],
  'DE-HE': ['Hesse'],
  'DE-MV': ['Mecklenburg-West Pomerania'],
  'DE-NI': ['Lower Saxony'],
  'DE-NW': ['North Rhine-Westphalia', 'NRW'],
  'DE-RP': ['Rhineland-Palatinate'],
  'DE-SN': ['Saxony'],
  'DE-ST': ['Saxony-Anhalt'],
  'DE-TH': ['Thuringia'],
};

/** The code itself is always a name, so it is left out. */
const idsOf = (names: readonly (string | undefined)[], code: string): string =>
  [...new Set(names.map((name) => slug(name ?? '')))]
    .filter((id) => id !== '' && id !== code.toLowerCase())
    .sort()
    .join(' ');
