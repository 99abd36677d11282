// Writes services/analytics/holidays/holidays.json from date-holidays: `npm run holidays`. It takes several minutes.
// Decision 586 says what a change of the data requires.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Country, HolidayArea } from '../../services/analytics/holidays/holidays.ts';
import { answerHelp } from '../command-line/options.ts';
import { corrected } from './corrections.ts';
import { fitRules } from './fit-rules.ts';
import { countryCodes, countryNames, publicDates, subdivisionCodes, subdivisionNames } from './library.ts';

answerHelp(`Usage: npm run holidays

Writes services/analytics/holidays/holidays.json from the data of date-holidays and our corrections. It takes several minutes.`);

const file = path.join(import.meta.dirname, '../../services/analytics/holidays/holidays.json');

/** The library calculates Islamic and Hebrew holidays until then. Rules that hold to the end of these years go on. */
const years = { from: 1990, to: 2069 };

const place = (names: string, country: string, subdivision?: string): HolidayArea => ({
  names,
  holidays: fitRules(corrected(country, publicDates(country, subdivision, years), years), years),
});

/** A name of two countries, such as that of two Congos, names neither. */
function unambiguous(countries: readonly (readonly [string, Country])[]): Readonly<Record<string, Country>> {
  const counts = Map.groupBy(
    countries.flatMap(([, { names }]) => names.split(' ')),
    (name) => name,
  );
  const own = (names: string) =>
    names
      .split(' ')
      .filter((name) => counts.get(name)?.length === 1)
      .join(' ');
  return Object.fromEntries(countries.map(([code, country]) => [code, { ...country, names: own(country.names) }]));
}

const countries = countryCodes().map((code) => {
  const subdivisions = subdivisionCodes(code).map(
    (part) => [part, place(subdivisionNames(code, part), code, part)] as const,
  );
  return [code, { ...place(countryNames(code), code), subdivisions: Object.fromEntries(subdivisions) }] as const;
});

const data = {
  source: 'date-holidays 3.37.0, https://github.com/commenthol/date-holidays',
  licence:
    'The data of date-holidays, and so this file, is available under CC BY-SA 3.0 (https://creativecommons.org/licenses/by-sa/3.0/). It relies on Wikipedia articles; the library names them in its LICENSE.',
  years: `${years.from}-${years.to}`,
  countries: unambiguous(countries),
};
writeFileSync(file, `${JSON.stringify(data, undefined, 1)}\n`);
