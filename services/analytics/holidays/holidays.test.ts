// The holidays of countries against laws and official announcements, not against the library that they come from.
import test from 'ava';
import { isoDate, parseDay } from '../indices/period.ts';
import { holidayData, placeOf, publicHolidays } from './holidays.ts';

const of = (code: string) => publicHolidays(code.slice(0, 2), code.length === 2 ? null : code, 2);
const isHoliday = (code: string, date: string): boolean => of(code)(Number(date.slice(0, 4))).has(parseDay(date) ?? 0);
const inYear = (code: string, year: number): string =>
  [...of(code)(year)]
    .sort((a, b) => a - b)
    .map((day) => isoDate(day).slice(5))
    .join(' ');

test('publicHolidays has the King’s Day of the Netherlands, which moves from a Sunday to the Saturday before', (t) => {
  const days = ['2014-04-26', '2015-04-27', '2019-04-27', '2020-04-27', '2025-04-26', '2026-04-27', '2031-04-26'];
  t.deepEqual(
    days.filter((date) => !isHoliday('NL', date)),
    [],
  );
  t.deepEqual(
    ['2014-04-27', '2025-04-27', '2031-04-27'].filter((date) => isHoliday('NL', date)),
    [],
  );
  // Queen's Day until 2013.
  t.deepEqual(
    ['2012-04-30', '2013-04-30', '2006-04-29', '2014-04-30'].map((date) => isHoliday('NL', date)),
    [true, true, true, false],
  );
});

test('publicHolidays has days that were holidays once', (t) => {
  const once = [
    ['DE', '2017-10-31', '2016-10-31', '2018-10-31'],
    ['DE-BE', '2020-05-08', '2019-05-08', '2021-05-08'],
    ['DE-BE', '2025-05-08', '2024-05-08', '2026-05-08'],
    ['GB-ENG', '2022-09-19', '2021-09-20', '2023-09-18'],
    ['GB-ENG', '2020-05-08', '2019-05-08', '2021-05-07'],
    ['IE', '2022-03-18', '2021-03-18', '2023-03-20'],
    ['PL', '2018-11-12', '2017-11-13', '2019-11-12'],
    ['JP', '2019-05-01', '2018-05-01', '2020-05-01'],
  ] as const;
  for (const [code, day, before, after] of once)
    t.deepEqual(
      [before, day, after].map((date) => isHoliday(code, date)),
      [false, true, false],
      `${code} ${day}`,
    );
});

test('publicHolidays follows changes of the law', (t) => {
  const changes = [
    ['SE', '2004-05-31', '2005-05-16'], // Whit Monday became a working day in 2005.
    ['DK', '2023-05-05', '2024-04-26'], // The Great Prayer Day was abolished in 2024.
    ['SE', '2005-06-06', '2004-06-06'], // The National Day came in its place.
    ['DE-BE', '2019-03-08', '2018-03-08'],
    ['DE-HH', '2018-10-31', '2016-10-31'],
    ['DE-TH', '2019-09-20', '2018-09-20'],
    ['CZ', '2016-03-25', '2015-04-03'],
    ['HU', '2017-04-14', '2016-03-25'],
    ['LU', '2019-05-09', '2018-05-09'],
    ['PL', '2025-12-24', '2024-12-24'],
    ['US', '2022-06-20', '2016-06-20'],
    ['NZ', '2023-07-14', '2021-07-14'],
    ['IE', '2024-02-05', '2022-02-07'],
    ['BR', '2024-11-20', '2023-11-20'],
  ] as const;
  for (const [code, holiday, workday] of changes)
    t.deepEqual([isHoliday(code, holiday), isHoliday(code, workday)], [true, false], `${code} ${holiday} ${workday}`);
});

test('publicHolidays has all holidays of a year', (t) => {
  t.deepEqual(
    ['NO', 'DE', 'DE-BY', 'AT', 'FR', 'GB-ENG', 'US', 'SE', 'BE'].map((code) => [code, inYear(code, 2026)]),
    [
      ['NO', '01-01 04-02 04-03 04-05 04-06 05-01 05-14 05-17 05-24 05-25 12-25 12-26'],
      ['DE', '01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26'],
      ['DE-BY', '01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 10-03 11-01 12-25 12-26'],
      ['AT', '01-01 01-06 04-06 05-01 05-14 05-25 06-04 08-15 10-26 11-01 12-08 12-25 12-26'],
      ['FR', '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25'],
      ['GB-ENG', '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-26 12-28'],
      ['US', '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
      ['SE', '01-01 01-06 04-03 04-05 04-06 05-01 05-14 05-24 06-06 06-20 10-31 12-25 12-26'],
      ['BE', '01-01 04-06 05-01 05-14 05-25 07-21 08-15 11-01 11-11 12-25'],
    ],
  );
});

test('publicHolidays counts holidays of several days by their full days, and no half days', (t) => {
  // Both feasts of Turkey begin on the afternoon before.
  const feasts = inYear('TR', 2026)
    .split(' ')
    .filter((date) => date.startsWith('03') || date.startsWith('05-2') || date.startsWith('05-3'));
  t.deepEqual(feasts, ['03-20', '03-21', '03-22', '05-27', '05-28', '05-29', '05-30']);
});

test('publicHolidays lacks no year, and no place', (t) => {
  t.is(inYear('NO', 1950), '01-01 04-06 04-07 04-09 04-10 05-01 05-17 05-18 05-28 05-29 12-25 12-26');
  t.is(inYear('DE', 2100), '01-01 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26');
  const countries = Object.entries(holidayData().countries);
  t.true(countries.length > 200);
  const codes = countries.flatMap(([code, { subdivisions }]) => [
    code,
    ...Object.keys(subdivisions).map((part) => `${code}-${part}`),
  ]);
  t.deepEqual(
    codes.filter((code) => of(code)(2026).size < 3),
    [],
  );
});

test('placeOf knows no place with another code', (t) => {
  t.deepEqual(
    [placeOf('XX', null), placeOf('DE', 'DE-XX'), placeOf('DE', 'US-BY'), placeOf('constructor', null)],
    [undefined, undefined, undefined, undefined],
  );
});
