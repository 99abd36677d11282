import test from 'ava';
import { isoDate } from '../indices/period.ts';
import { easterSunday, orthodoxEasterSunday } from './easter.ts';

test('easterSunday agrees with the almanac', (t) => {
  const known = [
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2024-03-31',
    '2026-04-05',
    '2038-04-25',
  ];
  t.deepEqual(
    known.map((date) => isoDate(easterSunday(Number(date.slice(0, 4))))),
    known,
  );
});

test('orthodoxEasterSunday agrees with the almanac', (t) => {
  const known = ['2008-04-27', '2010-04-04', '2016-05-01', '2021-05-02', '2024-05-05', '2025-04-20', '2026-04-12'];
  t.deepEqual(
    known.map((date) => isoDate(orthodoxEasterSunday(Number(date.slice(0, 4))))),
    known,
  );
});
