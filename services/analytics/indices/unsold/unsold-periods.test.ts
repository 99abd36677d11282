// Months that a dealer uploaded without a row of a series: it sold none of it. Decision 573.
import test from 'ava';
import fc from 'fast-check';
import { builtInCalendars, calendar, rulesOf } from '../calendars/selling-days.ts';
import type { Covered } from '../known-periods.ts';
import { leafOf } from '../leaf.fixture.ts';
import { type PeriodType, parseDay, parsePeriod, periodsInYear } from '../period.ts';
import { type Leaf, points } from '../points.ts';
import { type Index, indices } from '../series.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const calendarNamed = (id: string) => calendar(rulesOf(builtInCalendars().find((each) => each.id === id)!));
const [plain, norway] = [calendarNamed('none'), calendarNamed('no')];
const calendarOf = (_: string, region: string) => (region === 'no' ? norway : plain);
const later = parseDay('2199-12-31')!;
const month = (text: string) => parsePeriod(text)!.n;

const leaf = (n: number, units: number, more: Partial<Leaf> = {}): Leaf => leafOf({ type: 'month', n }, units, more);
const upload = (first: string, last: string, more: Partial<Covered> = {}): Covered => ({
  dealer: 'a',
  type: parsePeriod(first)!.type,
  from: parsePeriod(first)!.n,
  to: parsePeriod(last)!.n,
  until: later,
  ...more,
});

const run = (leaves: readonly Leaf[], covered: readonly Covered[], type: PeriodType = 'month', today = later) =>
  indices(type, points(type, leaves, { covered, today }, calendarOf), () => true);

const shown = ({ n, complete, units, sellingDays, dsr, demandGrowth, coverage, zT }: Index) => ({
  n,
  complete,
  units,
  sellingDays,
  dsr,
  demandGrowth,
  coverage,
  zT,
});

const rows = fc.array(
  fc.record({
    dealer: fc.constantFrom('a', 'b'),
    region: fc.constantFrom('x', 'no'),
    n: fc.integer({ min: month('2020-01'), max: month('2024-12') }),
    units: fc.integer({ min: -2, max: 40 }),
  }),
  { minLength: 1, maxLength: 60 },
);

/** A row of 0 for each month without a row, in each region that had one in the twelve months before. */
function written(leaves: readonly Leaf[]): readonly Leaf[] {
  const zeros = ['a', 'b'].flatMap((dealer) =>
    Array.from({ length: 72 }, (_, i) => month('2020-01') + i).flatMap((n) => {
      const own = leaves.filter((each) => each.dealer === dealer);
      if (own.some((each) => each.n === n)) return [];
      const recent = own.filter((each) => each.n < n && each.n >= n - 12);
      return [...new Set(recent.map(({ region }) => region))].map((region) => leaf(n, 0, { dealer, region }));
    }),
  );
  return [...leaves, ...zeros];
}

test('a month without a row has the indices of one with a row of 0', (t) => {
  t.log(`SEED=${seed}`);
  const covered = ['a', 'b'].map((dealer) => upload('2020-01', '2025-12', { dealer }));
  fc.assert(
    fc.property(rows, (list) => {
      const leaves = list.map(({ n, units, ...cell }) => leaf(n, units, cell));
      t.deepEqual(run(leaves, covered).map(shown), run(written(leaves), []).map(shown));
    }),
    { seed, numRuns: 200 },
  );
});

test('a series begins with its first row and ends a year after its last one, in each type of period', (t) => {
  const last: Record<string, string> = { month: '2022-03', quarter: '2022-Q1' };
  for (const [type, end] of Object.entries(last)) {
    const items = run([leaf(month('2021-03'), 7)], [upload('2020-01', '2024-12')], type as PeriodType);
    t.is(items.length, periodsInYear[type as PeriodType] + 1);
    t.is(items.at(-1)?.n, parsePeriod(end)?.n);
    t.deepEqual([...new Set(items.slice(1).map(({ units }) => units))], [0]);
  }
});

test('a brand that stops has growth of -1 for a year, and a score that falls', (t) => {
  const list = Array.from({ length: 35 }, (_, i) => leaf(month('2023-11') + i, 200 + ((i * 7) % 13)));
  const stopped = run(list, [upload('2023-11', '2026-10')]).at(-1)!;
  t.deepEqual([stopped.n, stopped.units, stopped.demandGrowth], [month('2026-10'), 0, { value: -1 }]);
  t.true((stopped.zT.value ?? 0) < -10);
});

test('a month that is not uploaded stays a gap, and one that is running is not complete', (t) => {
  const covered = [
    upload('2026-01', '2026-02'),
    upload('2026-04', '2026-05', { until: parseDay('2026-05-08')! }),
    upload('2026-06', '2026-06', { until: parseDay('2026-05-08')! }),
  ];
  const items = run([leaf(month('2026-01'), 5)], covered, 'month', parseDay('2026-05-09')!);
  t.deepEqual(
    items.map(({ n, units, complete, sellingDays }) => [n - month('2026-01'), units, complete, sellingDays]),
    [
      [0, 5, true, 27],
      [1, 0, true, 24],
      [3, 0, true, 26],
      [4, 0, false, 7],
    ],
  );
});

test('a closed day is no day without a sale', (t) => {
  const day = parseDay('2026-03-06')!; // A Friday.
  const items = run([leaf(day, 2, { type: 'day' })], [upload('2026-03-06', '2026-03-09')], 'day');
  t.deepEqual(
    items.map(({ n, units }) => [n - day, units]),
    [
      [0, 2],
      [1, 0],
      [3, 0],
    ],
  );
});
