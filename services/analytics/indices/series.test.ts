import test from 'ava';
import fc from 'fast-check';
import { builtInCalendar, calendar, rulesOf } from './calendars/selling-days.ts';
import type { Covered } from './known-periods.ts';
import { leafOf } from './leaf.fixture.ts';
import { lastDay, type PeriodType, parseDay, parsePeriod } from './period.ts';
import { type Leaf, points } from './points.ts';
import { type Figure, indices } from './series.ts';

const builtIn = (id: string) => rulesOf(builtInCalendar(id)!);
const plain = calendar(builtIn('none'));
const norway = calendar(builtIn('no'));
const calendarOf = (_: string, region: string) => (region === 'no' ? norway : plain);
const month = (text: string) => parsePeriod(text)!.n;

/** Each dealer uploaded the periods of its rows, long ago. */
const uploaded = (leaves: readonly Leaf[]): readonly Covered[] =>
  [...Map.groupBy(leaves, ({ dealer, type, n }) => `${dealer} ${type} ${n}`).values()].map(([row]) => ({
    dealer: row!.dealer,
    type: row!.type,
    from: row!.n,
    to: row!.n,
    until: later,
  }));
const later = parseDay('2199-12-31')!;

const pointsOf = (type: PeriodType, leaves: readonly Leaf[], covered = uploaded(leaves), today = later) =>
  points(type, leaves, { covered, today }, calendarOf);

const run = (leaves: readonly Leaf[], type: PeriodType = 'month', covered = uploaded(leaves), today = later) =>
  indices(type, pointsOf(type, leaves, covered, today), () => true);

const leaf = (period: string, units: number, more: Partial<Leaf> = {}): Leaf =>
  leafOf(parsePeriod(period)!, units, more);

// --- The oracle: the definitions spelled out for months, over plain lists, from the beginning for every single value.

const daysIn = (n: number, region: string) => calendarOf('', region).count({ type: 'month', n });
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
const mean = (values: number[]) => sum(values) / values.length;

function rate(rows: readonly Leaf[]): number | null {
  const demand = sum(rows.map((row) => row.units));
  const byCell = Object.values(Object.groupBy(rows, (row) => `${row.dealer}/${row.region}`)).map((cell) => ({
    units: sum(cell!.map((row) => row.units)),
    days: cell![0]!.sellingDays ?? daysIn(cell![0]!.n, cell![0]!.region),
  }));
  if (byCell.length === 0) return null;
  const days =
    demand > 0 ? sum(byCell.map((cell) => cell.units * cell.days)) / demand : mean(byCell.map((cell) => cell.days));
  return demand / days;
}

function oracleZ(rows: readonly Leaf[], t: number): number | null {
  const at = (n: number) => rate(rows.filter((row) => row.n === n));
  const first = Math.min(...rows.map((row) => row.n));
  const ratios: number[][] = Array.from({ length: 12 }, () => []);
  for (let n = first + 6; n + 6 <= t - 1; n++) {
    const around = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map((k) => at(n + k));
    if (around.some((value) => value === null)) continue;
    const trend = (around[0]! / 2 + sum(around.slice(1, 12) as number[]) + around[12]! / 2) / 12;
    if (trend > 0) ratios[n % 12]!.push(at(n)! / trend);
  }
  const means = ratios.map((list) => (list.length === 0 ? 0 : mean(list)));
  const usable = t - first >= 24 && means.every((value) => value > 0);
  const index = (n: number) => (usable ? means[n % 12]! / mean(means) : 1);
  const now = at(t);
  const window = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    .map((back) => t - back)
    .filter((n) => at(n) !== null)
    .map((n) => at(n)! / index(n));
  if (now === null || window.length < 6) return null;
  const s = Math.sqrt(sum(window.map((x) => (x - mean(window)) ** 2)) / (window.length - 1));
  return s <= 1e-9 * mean(window) ? null : (now / index(t) - mean(window)) / s;
}

function oracle(rows: readonly Leaf[], n: number) {
  const here = rows.filter((row) => row.n === n);
  const base = rows.filter((row) => row.n === n - 12);
  const both = (list: readonly Leaf[], other: readonly Leaf[]) =>
    list.filter((row) => other.some((o) => o.dealer === row.dealer));
  const before = rows.filter((row) => row.n === n - 1);
  const stock = (list: readonly Leaf[]) =>
    list.length === 0 || list.some((row) => row.stock === null) ? null : sum(list.map((row) => row.stock!));
  const units = sum(here.map((row) => row.units));
  const then = rate(both(base, here));
  const window = [before, here].filter((list) => list.length > 0);
  const windowDays = sum(
    window.map((list) => {
      const r = rate(list)!;
      const d = sum(list.map((row) => row.units));
      return r === 0 ? Number.NaN : d / r;
    }),
  );
  const windowDemand = sum(window.flat().map((row) => row.units));
  const [opening, closing] = [stock(before), stock(here)];
  const receipts = opening === null || closing === null ? null : Math.max(units + closing - opening, 0);
  return {
    units,
    dsr: rate(here),
    growth: then === null || then === 0 ? null : rate(both(here, base))! / then - 1,
    z: oracleZ(rows, n),
    inventory: closing,
    daysSupply:
      closing === null || windowDemand === 0 || Number.isNaN(windowDays) ? null : closing / (windowDemand / windowDays),
    ratio: opening === null || receipts === null || opening + receipts === 0 ? null : units / (opening + receipts),
  };
}

const close = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-7 * Math.max(1, Math.abs(a), Math.abs(b));

const dataset = fc
  .record({
    length: fc.integer({ min: 1, max: 44 }),
    cells: fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'no')), {
      minLength: 1,
      maxLength: 4,
      selector: (c) => c.join(),
    }),
    missing: fc.constantFrom(0, 0, 0.05, 0.4),
    withStock: fc.constantFrom(1, 1, 0.9),
    seeds: fc.array(fc.nat(1000), { minLength: 200, maxLength: 200 }),
  })
  .map(({ length, cells, missing, withStock, seeds }) => {
    let i = 0;
    const next = () => seeds[i++ % seeds.length]! / 1000;
    return Array.from({ length }, (_, k) => month('2019-03') + k).flatMap((n) =>
      cells
        .filter(() => next() >= missing)
        .map(
          ([dealer, region]): Leaf => ({
            dealer,
            region,
            type: 'month',
            n,
            units: 1 + Math.floor(next() * 50 + (n % 12) * 5),
            receipts: null,
            orders: null,
            revenue: { cents: null, reason: 'not_reported' },
            stock: next() < withStock ? Math.floor(next() * 90) : null,
            sellingDays: null,
          }),
        ),
    );
  })
  .filter((rows) => rows.length > 0);

test('indices equals the definitions computed by brute force, for every month', (t) => {
  fc.assert(
    fc.property(dataset, (rows) => {
      for (const index of run(rows)) {
        const expected = oracle(rows, index.n);
        const pairs: [string, number | null, number | null][] = [
          ['units', index.units, expected.units],
          ['dsr', index.dsr.value, expected.dsr],
          ['growth', index.demandGrowth.value, expected.growth],
          ['z', index.zT.value, expected.z],
          ['inventory', index.inventory.value, expected.inventory],
          ['daysSupply', index.daysSupply.value, expected.daysSupply],
        ];
        if (index.n !== Math.min(...rows.map((row) => row.n)))
          pairs.push(['ratio', index.demandSupplyRatio.value, expected.ratio]);
        t.deepEqual(
          pairs.filter(([, a, b]) => !close(a, b)),
          [],
        );
      }
      t.deepEqual(
        run(rows).map((index) => index.n),
        [...new Set(rows.map((row) => row.n))].sort((a, b) => a - b),
      );
    }),
    { numRuns: 60 },
  );
});

test('indices changes no earlier value when later data arrives', (t) => {
  fc.assert(
    fc.property(dataset, fc.nat(40), (rows, cut) => {
      const early = rows.filter((row) => row.n <= month('2019-03') + cut);
      t.deepEqual(run(early), run(rows).slice(0, run(early).length));
    }),
    { numRuns: 40 },
  );
});

test('indices gives the reason for each missing figure', (t) => {
  const figures = run([
    leaf('2025-01', 0),
    leaf('2025-02', 25, { stock: 4 }),
    leaf('2025-03', 26, { stock: 0 }),
    leaf('2025-04', 0, { stock: 0 }),
    leaf('2025-05', 0, { stock: 0 }),
  ]);
  t.deepEqual(
    figures.map((f) => [f.dsr, f.demandGrowth, f.zT, f.inventory, f.daysSupply, f.demandSupplyRatio].map(reason)),
    [
      [0, 'no_base', 'short_history', 'not_reported', 'not_reported', 'first_period'],
      [25 / 24, 'no_base', 'short_history', 4, 4 / (25 / 51), 'not_reported'],
      [1, 'no_base', 'short_history', 0, 0, 1],
      [0, 'no_base', 'short_history', 0, 0, 'no_supply'],
      [0, 'no_base', 'short_history', 0, 'no_sales', 'no_supply'],
    ],
  );
});

test('indices does not report dealers that join or leave as growth', (t) => {
  const [, now] = run([
    leaf('2024-05', 100),
    leaf('2024-05', 60, { dealer: 'left' }),
    leaf('2025-05', 110),
    leaf('2025-05', 30, { dealer: 'new' }),
  ]);
  t.is(now!.coverage, 110 / 140);
  t.deepEqual(now!.demandGrowth, { value: 0.1 }); // both Mays have 27 selling days
  const [, alone] = run([leaf('2024-05', 60, { dealer: 'left' }), leaf('2025-05', 30, { dealer: 'new' })]);
  t.deepEqual([alone!.demandGrowth, alone!.coverage], [{ value: null, reason: 'no_base' }, null]);
});

test('coverage is a share of the units whatever their sign: no dealer with more returns than sales makes it more than 1', (t) => {
  const coverageWith = (units: number) =>
    run([leaf('2024-05', 10), leaf('2025-05', 12), leaf('2025-05', units, { dealer: 'new' })])[1]!.coverage;
  t.deepEqual([-8, -12, -100, 0, 4].map(coverageWith), [12 / 20, 12 / 24, 12 / 112, 1, 12 / 16]);
});

test('indices compares week 53 with week 52, and days with the same weekday', (t) => {
  const growth = (type: PeriodType, then: string, now: string) =>
    run([leaf(then, 10), leaf(now, 15)], type).at(-1)!.demandGrowth.value;
  t.is(growth('week', '2025-W52', '2026-W53'), 0.5);
  t.is(growth('day', '2025-11-21', '2026-11-20'), 0.5);
  t.is(growth('quarter', '2025-Q3', '2026-Q3'), 0.5);
});

test('indices prefers the selling days of the file to the calendar', (t) => {
  t.deepEqual(run([leaf('2025-05', 20, { sellingDays: 10 })])[0]!.dsr, { value: 2 });
  t.deepEqual(run([leaf('2025-05', 0, { sellingDays: 0 })])[0]!.dsr, { value: null, reason: 'closed' });
});

test('indices sums demand and receipts over a coarser period, and takes its last stock level', (t) => {
  const rows = [
    leaf('2025-01', 10, { stock: 5, receipts: 4 }),
    leaf('2025-02', 20, { stock: 6, receipts: 9 }),
    leaf('2025-03', 30, { stock: 7, receipts: 1 }),
  ];
  const [quarter] = pointsOf('quarter', rows);
  t.deepEqual([quarter!.demand, quarter!.stock, quarter!.receipts, quarter!.sellingDays], [60, 7, 14, 27 + 24 + 26]);
});

test('indices measures a quarter that has only begun over its uploaded days', (t) => {
  const covered: Covered[] = [
    { dealer: 'a', type: 'month', from: month('2017-01'), to: month('2017-02'), until: later },
  ];
  t.deepEqual(run([leaf('2017-01', 52)], 'quarter', covered)[0]!.dsr, { value: 52 / (26 + 24) });
  t.deepEqual(run([leaf('2017-01', 52)], 'quarter', [])[0]!.dsr, { value: 2 });
});

test('indices counts the selling days of weeks in months made of weeks', (t) => {
  const rows = ['2026-W01', '2026-W02', '2026-W03', '2026-W04', '2026-W05'].map((week) => leaf(week, 12, { stock: 3 }));
  const [january] = run(rows, 'month');
  t.deepEqual(
    [january!.units, january!.sellingDays, january!.dsr, january!.inventory],
    [60, 30, { value: 2 }, { value: 3 }],
  );
});

test('indices gives no item where the data is coarser than the question', (t) => {
  t.deepEqual(run([leaf('2025-01', 10)], 'week'), []);
});

test('indices keeps season and score of a daily series over Sundays', (t) => {
  const days = Array.from({ length: 84 }, (_, i) => ({ type: 'day' as const, n: parsePeriod('2026-01-05')!.n + i }));
  const busySaturday = (i: number) => (i % 7 === 5 ? 30 : 10) + (i % 2);
  const rows = days.map((day, i) => leaf('2026-01-05', busySaturday(i), { n: day.n })).filter((_, i) => i % 7 !== 6);
  const found = indices('day', pointsOf('day', rows), (n) => plain.count({ type: 'day', n }) > 0);
  const saturday = found.at(-1)!;
  t.true(
    saturday.zT.value !== null && Math.abs(saturday.zT.value) < 2,
    `an ordinary Saturday scores ${saturday.zT.value}`,
  );
  const flat = indices('day', pointsOf('day', rows), () => true).at(-1)!;
  t.true(flat.zT.value !== null && flat.zT.value > 2, 'without its season it would look like an alarm');
});

test('indices gives a series without variation no score', (t) => {
  const rows = Array.from({ length: 12 }, (_, i) => leaf('2025-01', 10, { n: month('2025-01') + i, sellingDays: 25 }));
  t.deepEqual(
    run(rows).map((f) => (f.zT.value === null ? f.zT.reason : f.zT.value)),
    [...Array(6).fill('short_history'), ...Array(6).fill('no_spread')],
  );
});

const range = (first: string, last: string, until: string, dealer = 'a'): Covered => ({
  dealer,
  type: parsePeriod(first)!.type,
  from: parsePeriod(first)!.n,
  to: parsePeriod(last)!.n,
  until: parseDay(until)!,
});
const reason = (figure: Figure) => (figure.value === null ? figure.reason : figure.value);

test('indices measures a month that was uploaded before its end over its days so far, without growth or score', (t) => {
  const rows = [
    ...Array.from({ length: 11 }, (_, i) => leaf('2025-11', 25 + (i % 3), { n: month('2025-11') + i })),
    leaf('2026-10', 27, { stock: 30 }),
    leaf('2026-11', 20, { stock: 10 }),
  ];
  const covered = [range('2025-11', '2026-10', '2026-11-01'), range('2026-11', '2026-11', '2026-11-22')];
  const on = (today: string) => run(rows, 'month', covered, parseDay(today)!).slice(-2);
  for (const today of ['2026-11-22', '2026-12-24']) {
    const [october, november] = on(today);
    t.deepEqual([october!.complete, october!.dsr], [true, { value: 1 }], today); // 27 selling days
    t.deepEqual(
      {
        complete: november!.complete,
        sellingDays: november!.sellingDays, // Sunday the 1st to Sunday the 22nd
        dsr: reason(november!.dsr),
        growth: reason(november!.demandGrowth),
        coverage: november!.coverage,
        z: reason(november!.zT),
        inventory: reason(november!.inventory),
        daysSupply: reason(november!.daysSupply), // 47 in 45 days
        ratio: reason(november!.demandSupplyRatio), // 30 in stock, nothing received
      },
      {
        complete: false,
        sellingDays: 18,
        dsr: 20 / 18,
        growth: 'incomplete',
        coverage: null,
        z: 'incomplete',
        inventory: 10,
        daysSupply: (10 * 45) / 47,
        ratio: 20 / 30,
      },
      today,
    );
  }
});

test('indices completes a month that has ended and was uploaded on its last selling day or later', (t) => {
  const complete = (until: string, today: string) =>
    run([leaf('2026-11', 20)], 'month', [range('2026-11', '2026-11', until)], parseDay(today)!)[0]!.complete;
  t.deepEqual(
    [
      ['2026-11-28', '2026-12-24'], // the 30th is a Monday
      ['2026-11-29', '2026-12-24'],
      ['2026-11-30', '2026-11-30'],
      ['2026-11-30', '2026-12-01'],
      ['2026-12-01', '2026-12-01'],
    ].map(([until, today]) => complete(until!, today!)),
    [false, false, false, true, true],
  );
});

test('indices ignores what was uploaded for days that are still to come', (t) => {
  const rows = [leaf('2026-11-02', 4), leaf('2026-11-03', 5)];
  const covered = [range('2026-11-01', '2026-11-30', '2026-11-05')];
  const [november] = run(rows, 'month', covered);
  t.deepEqual([november!.complete, november!.sellingDays], [false, 4]); // Monday to Thursday
});

test('indices gives a row of tomorrow its selling day where it is tomorrow already', (t) => {
  const covered = [range('2026-11-05', '2026-11-05', '2026-11-04')];
  t.deepEqual(run([leaf('2026-11-05', 3)], 'day', covered)[0]!.dsr, { value: 3 });
});

test('indices needs no upload for days without sales, and needs one for others', (t) => {
  const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
  const weekdays = Array.from({ length: 30 }, (_, i) => i + 1).filter((n) => n % 7 !== 1); // 1 November is a Sunday
  const complete = (days: readonly number[]) =>
    run(
      days.map((n) => leaf(day(n), 1)),
      'month',
      days.map((n) => range(day(n), day(n), '2026-12-31')),
    )[0]!.complete;
  t.true(complete(weekdays));
  t.false(complete(weekdays.filter((n) => n !== 17)));
  t.false(complete(weekdays.filter((n) => n !== 30)));
});

test('indices treats a quarter without one of its months as incomplete, and as no base or window of later ones', (t) => {
  const months = (first: string, count: number) =>
    Array.from({ length: count }, (_, i) => leaf(first, 26 + (i % 2), { n: month(first) + i }));
  const rows = months('2023-02', 40); // February 2023 to May 2026
  const found = run(rows, 'quarter');
  t.deepEqual(
    found.map(({ complete }) => complete),
    [false, ...Array(12).fill(true), false],
  );
  t.is(reason(found[4]!.demandGrowth), 'incomplete', 'its base is the quarter that began in February');
  t.is(typeof reason(found[5]!.demandGrowth), 'number');
  t.deepEqual(
    found.slice(5, 8).map(({ zT }) => (zT.value === null ? zT.reason : 'a score')),
    ['short_history', 'short_history', 'a score'], // the seventh has six before it, of which one is not complete
  );
  t.deepEqual([reason(found.at(-1)!.demandGrowth), reason(found.at(-1)!.zT)], ['incomplete', 'incomplete']);
});

test('indices completes months of weeks with the weeks whose Thursdays they have', (t) => {
  const weeks = (first: string, count: number) =>
    Array.from({ length: count }, (_, i) => leaf(first, 6, { n: parsePeriod(first)!.n + i }));
  const complete = (first: string, count: number) => run(weeks(first, count), 'month')[0]!.complete;
  t.is(new Date(lastDay(parsePeriod('2026-W22')!) * 86_400_000).toISOString().slice(0, 10), '2026-05-31');
  t.deepEqual([complete('2026-W19', 4), complete('2026-W19', 3), complete('2026-W20', 3)], [true, false, false]); // May 2026
});

test('indices computes growth over dealers whose uploads reach the end of both periods', (t) => {
  const rows = [
    leaf('2024-05', 100),
    leaf('2024-05', 60, { dealer: 'late' }),
    leaf('2025-05', 110),
    leaf('2025-05', 5, { dealer: 'late' }),
  ];
  const covered = [
    range('2024-05', '2025-05', '2025-06-01'),
    range('2024-05', '2024-05', '2024-06-01', 'late'),
    range('2025-05', '2025-05', '2025-05-03', 'late'),
  ];
  const now = run(rows, 'month', covered).at(-1);
  t.deepEqual([now!.complete, now!.demandGrowth, now!.coverage], [false, { value: 0.1 }, 110 / 115]);
});

test('indices gives no ratio for a period that would begin with the stock of an unfinished one', (t) => {
  const rows = [leaf('2025-05', 5, { stock: 9 }), leaf('2025-06', 5, { stock: 9 })];
  const covered = [range('2025-05', '2025-05', '2025-05-20'), range('2025-06', '2025-06', '2025-07-01')];
  t.is(reason(run(rows, 'month', covered)[1]!.demandSupplyRatio), 'incomplete');
});
