import test from 'ava';
import fc from 'fast-check';
import {
  canCompute,
  coarsen,
  dayOf,
  firstDay,
  formatPeriod,
  formatRange,
  isoDate,
  lastDay,
  type PeriodType,
  parsePeriod,
  parseRange,
  periodOf,
  rangeDays,
  weekday,
  yearBefore,
} from './period.ts';

const days = fc.integer({ min: dayOf(1900, 1, 8), max: dayOf(2199, 12, 20) });
const types = fc.constantFrom<PeriodType>('day', 'week', 'month', 'quarter');

const span = (text: string): string[] | undefined => {
  const range = parseRange(text);
  if (range === undefined) return undefined;
  const { from, to } = rangeDays(range);
  return [isoDate(from), isoDate(to)];
};

test('parsePeriod reads the first and last day of each form', (t) => {
  t.deepEqual(
    ['2026-11-21', '2026-W47', '2026-11', '2026-Q4', '2007-01/2017-01', '2026-W01/2026-W53', '2024-02', '2020-W53'].map(
      span,
    ),
    [
      ['2026-11-21', '2026-11-21'],
      ['2026-11-16', '2026-11-22'],
      ['2026-11-01', '2026-11-30'],
      ['2026-10-01', '2026-12-31'],
      ['2007-01-01', '2017-01-31'],
      ['2025-12-29', '2027-01-03'],
      ['2024-02-01', '2024-02-29'],
      ['2020-12-28', '2021-01-03'],
    ],
  );
});

test('parsePeriod refuses text that is not a period', (t) => {
  const wrong = [
    '2026-02-29',
    '2026-13',
    '2026-00',
    '2025-W53',
    '2026-W00',
    '2026-Q5',
    '2026',
    '26-11',
    '',
    '2026-11-21T00:00:00Z',
    '2026-11/2026-10',
    '2026-11/2026-Q4',
    '2026-11/',
    '/2026-11',
    '2026-01/2026-02/2026-03',
    ' 2026-11',
    '2026-11\n',
    '1899-12',
    '2200-01',
    '２０２６-11',
  ];
  t.deepEqual(
    wrong.map(parseRange),
    wrong.map(() => undefined),
  );
});

test('parsePeriod reads back what formatPeriod prints', (t) => {
  fc.assert(
    fc.property(types, days, (type, day) => {
      const period = periodOf(type, day);
      t.deepEqual(parsePeriod(formatPeriod(period)), period);
      t.true(firstDay(period) <= day && day <= lastDay(period));
      t.is(firstDay({ type, n: period.n + 1 }), lastDay(period) + 1);
    }),
  );
});

test('parseRange reads back what formatRange prints', (t) => {
  fc.assert(
    fc.property(types, days, fc.integer({ min: 0, max: 40 }), (type, day, length) => {
      const from = periodOf(type, Math.min(day, dayOf(2180, 1, 1))).n;
      const range = { type, from, to: from + length };
      t.deepEqual(parseRange(formatRange(range)), range);
    }),
  );
});

test('parsePeriod agrees with the C library on week numbers', (t) => {
  // date -d 2026-11-21 +%G-W%V
  const known = {
    '2026-11-21': '2026-W47',
    '2027-01-03': '2026-W53',
    '2021-01-01': '2020-W53',
    '2018-12-31': '2019-W01',
    '2016-01-03': '2015-W53',
  };
  const found = Object.keys(known).map((text) => [text, formatPeriod(periodOf('week', parsePeriod(text)?.n ?? 0))]);
  t.deepEqual(Object.fromEntries(found), known);
  t.is(weekday(dayOf(2026, 11, 21)), 5);
});

test('coarsen counts a week into the month of its Thursday', (t) => {
  const month = (week: string) => formatPeriod(coarsen('month', parsePeriod(week)!));
  t.deepEqual(['2026-W01', '2026-W05', '2026-W09', '2020-W53', '2015-W53'].map(month), [
    '2026-01',
    '2026-01',
    '2026-02',
    '2020-12',
    '2015-12',
  ]);
  t.is(formatPeriod(coarsen('quarter', parsePeriod('2026-W14')!)), '2026-Q2'); // Thursday 2 April
});

test('coarsen puts every finer period into exactly one coarser period', (t) => {
  fc.assert(
    fc.property(types, types, days, (coarse, fine, day) => {
      fc.pre(canCompute(coarse, fine));
      const period = periodOf(fine, day);
      const here = coarsen(coarse, period).n;
      const next = coarsen(coarse, { type: fine, n: period.n + 1 }).n;
      t.true(next === here || next === here + 1);
    }),
  );
});

test('yearBefore keeps the month, the quarter, the week number and the weekday', (t) => {
  const before = (text: string) => formatPeriod(yearBefore(parsePeriod(text)!));
  t.deepEqual(['2026-11', '2026-Q4', '2026-W47', '2026-W53', '2021-W52', '2026-11-21'].map(before), [
    '2025-11',
    '2025-Q4',
    '2025-W47',
    '2025-W52',
    '2020-W52',
    '2025-11-22',
  ]);
});
