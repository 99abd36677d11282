// What date-holidays 3.37.0 lacks or has too much, by country and for all of its subdivisions, as rules.ts reads them.
// Each has its law or announcement.
import { type HolidaysOf, holidaysBy } from '../../services/analytics/holidays/rules.ts';
import { isoDate } from '../../services/analytics/indices/period.ts';
import type { Years } from './fit-rules.ts';

type Correction = { readonly also?: string; readonly never?: string };

const corrections: Readonly<Record<string, Correction>> = {
  // St Wenceslas Day since 2000 (act 245/2000), Good Friday since 2016 (act 359/2015).
  CZ: { never: 'E-2:-2015 09-28:-1999' },
  // The Day of Prayer and Repentance paid for the care insurance (Pflege-Versicherungsgesetz of 1994).
  DE: { also: '1990-11-21 1991-11-20 1992-11-18 1993-11-17 1994-11-16' },
  // Royal proclamations: VE Day 1995 in place of 1 May, the millennium, jubilees in 2002 and 2012, a wedding in 2011.
  GB: {
    also: '1995-05-08 1999-12-31 2002-06-03 2002-06-04 2011-04-29 2012-06-04',
    never: '1995-05-01 2002-05-27 2012-05-28',
  },
  // A day of remembrance of the pandemic (S.I. 50/2022).
  IE: { also: '2022-03-18' },
  // A president takes office on 1 October since 2024 (Ley Federal del Trabajo, article 74).
  MX: { also: '2024-10-01 2030-10-01 2036-10-01', never: '2024-12-01 2030-12-01 2036-12-01' },
  // A hundred years of independence (act of 7 November 2018).
  PL: { also: '2018-11-12' },
  // Four holidays were suspended from 2013 to 2015 (law 23/2012, law 8/2016).
  PT: { never: '10-05:2013-2015 11-01:2013-2015 12-01:2013-2015 E60:2013-2015' },
  // Epiphany and St John's Day since 2024 (law 52/2023).
  RO: { never: '01-06:-2023 01-07:-2023' },
  // Whit Monday until the National Day came in its place (law 2004:1320).
  SE: { also: 'E50:-2004' },
  // A hundred years of the Martin Declaration (act 241/1993, as changed in 2018).
  SK: { also: '2018-10-30' },
  // The Day of Democracy and National Unity since 2017 (law 6752 of October 2016).
  TR: { never: '07-15:-2016' },
};

export function corrected(country: string, dates: readonly string[], { from, to }: Years): readonly string[] {
  const { also = '', never = '' } = corrections[country] ?? {};
  const years = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const datesOf = (holidays: HolidaysOf) => years.flatMap((year) => [...holidays(year)].map(isoDate));
  const wrong = new Set(datesOf(holidaysBy(never)));
  return [...new Set([...dates.filter((date) => !wrong.has(date)), ...datesOf(holidaysBy(also))])].sort();
}
