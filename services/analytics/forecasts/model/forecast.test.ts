// A dealer's series in all its shapes: each gets a method that suits it, bounds that hold, or a reason why not.
import test from 'ava';
import fc from 'fast-check';
import { coverage } from './accuracy.ts';
import { backtest } from './backtest.ts';
import { type Forecast, forecast, type Request } from './forecast.ts';
import { randomOf } from './random.fixture.ts';

const found = (request: Request): Forecast => {
  const answer = forecast(request);
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer;
};
const monthly = { periods: [12], horizon: 12 };

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

test('forecast refuses fewer than three values and series of gaps, with a reason', (t) => {
  t.deepEqual(forecast({ values: [], ...monthly }), { kind: 'refused', reason: 'short_history' });
  t.deepEqual(forecast({ values: [4, 5], ...monthly }), { kind: 'refused', reason: 'short_history' });
  t.deepEqual(forecast({ values: [4, null, null, null, 5, 6, null, 7], ...monthly }), {
    kind: 'refused',
    reason: 'too_many_gaps',
  });
});

test('forecast continues a constant series with an interval of no width', (t) => {
  const sevens = Float64Array.of(7, 7);
  t.deepEqual(found({ values: Array(24).fill(7), periods: [12], horizon: 2 }), {
    kind: 'forecast',
    method: 'constant',
    filled: 0,
    values: sevens,
    intervals: [{ level: 0.95, lower: sevens, upper: sevens }],
  });
});

test('forecast has bounds from six values on, of every method', (t) => {
  const levels = (values: readonly number[]) => found({ values, ...monthly }).intervals.map(({ level }) => level);
  const cases = [
    [3, 5, 4, 6, 5, 7],
    [7, 7, 7, 7, 7, 7],
    [0, 2, 0, 1, 0, 0],
  ];
  t.deepEqual(
    cases.map((values) => [levels(values.slice(0, 5)), levels(values)]),
    cases.map(() => [[], [0.95]]),
  );
});

test('forecast fills a missing month from its neighbours, and counts it', (t) => {
  const values = Array.from({ length: 30 }, (_, i) => 100 + 10 * (i % 12));
  const whole = found({ values, ...monthly });
  const { filled, values: ahead } = found({ values: values.map((value, i) => (i === 14 ? null : value)), ...monthly });
  t.is(filled, 1);
  t.true(ahead.every((value, h) => Math.abs(value - (whole.values[h] ?? 0)) < 15));
});

test('forecast continues a season that repeats by month, by week of a year or by day of a week', (t) => {
  const cases = [
    { periods: [12], n: 48, horizon: 12, at: (i: number) => 200 * (1 + 0.3 * Math.sin((2 * Math.PI * i) / 12)) },
    { periods: [52.18], n: 160, horizon: 26, at: (i: number) => 200 * (1 + 0.3 * Math.sin((2 * Math.PI * i) / 52.18)) },
    { periods: [7, 365.25], n: 120, horizon: 14, at: (i: number) => 20 + 8 * (i % 7) },
  ];
  for (const { periods, n, horizon, at } of cases) {
    const { values } = found({ values: Array.from({ length: n }, (_, i) => at(i)), periods, horizon });
    const worst = Math.max(...values.map((value, h) => Math.abs(value / at(n + h) - 1)));
    t.true(worst < 0.06, `${periods}: ${worst}`);
  }
});

test('forecast gives days on which a dealer is always closed the value 0, and does not lower the days beside them', (t) => {
  const week = [10, 12, 11, 13, 16, 8, 0];
  const { values, intervals } = found({
    values: Array.from({ length: 70 }, (_, i) => week[i % 7] ?? 0),
    periods: [7, 365.25],
    horizon: 14,
  });
  t.deepEqual([values[6], intervals[0]?.upper[6], values[13]], [0, 0, 0]);
  t.true(week.every((value, i) => Math.abs((values[i] ?? 0) - value) < 1));
});

test('forecast chooses a method for intermittent demand for parts that are rarely sold', (t) => {
  const every5 = Array.from({ length: 60 }, (_, i) => (i % 5 === 4 ? 2 : 0));
  const even = found({ values: every5, ...monthly });
  t.is(even.method, 'tsb');
  t.true(even.values.every((value) => Math.abs(value - 0.4) < 0.05));
  const over = every5.map((value, i) => (i < 30 ? value : 0));
  const { method, values } = found({ values: over, ...monthly });
  t.is(method, 'tsb');
  t.true(values.every((value) => value < 0.2));
});

test('forecast follows sales that became regular after rare ones or none, and keeps rare ones rare', (t) => {
  const growing = [5, 6, 8, 9, 10, 12, 13, 15, 16, 17, 19, 21];
  const rarely = Array.from({ length: 24 }, (_, i) => (i % 5 === 2 ? 1 : 0));
  const methodAnd = (values: readonly number[]) => {
    const { method, values: ahead } = found({ values, ...monthly });
    return [method, ahead.every((value) => value > 20 && value < 45)];
  };
  t.deepEqual(
    [methodAnd([...rarely, ...growing]), methodAnd([...Array(24).fill(0), ...growing])],
    [
      ['combination', true],
      ['combination', true],
    ],
  );
  t.deepEqual(methodAnd([...rarely, ...rarely]), ['tsb', false]);
  t.deepEqual(methodAnd([...growing, ...rarely]), ['tsb', false]);
});

test('forecast never gives sales below zero, and gives returns below zero', (t) => {
  const falling = Array.from({ length: 30 }, (_, i) => Math.max(0.5, 60 - 2 * i));
  const { values, intervals } = found({ values: falling, ...monthly });
  t.true([...values, ...(intervals[0]?.lower ?? [])].every((value) => value >= 0));
  const [below] = found({ values: falling.map((value) => value - 40), ...monthly }).intervals;
  t.true(below?.lower.some((value) => value < 0));
});

test('forecast stays near the new level after a lasting fall', (t) => {
  const random = randomOf(8);
  const values = Array.from({ length: 60 }, (_, i) => (i < 40 ? 400 : 250) + 10 * normal(random));
  t.true(found({ values, ...monthly }).values.every((value) => Math.abs(value - 250) < 40));
});

test('forecast of quarters that begin at zero stays below twice their maximum', (t) => {
  const quarters = { periods: [4], horizon: 8 };
  for (const values of [
    [0, 0, 2, 3, 6, 7, 12, 11, 12, 16],
    [0, 1, 2, 7, 10, 16, 12, 6, 10, 16],
  ])
    t.deepEqual(
      found({ values, ...quarters }).values.filter((value) => value >= 32),
      Float64Array.of(),
    );
  const days = [20, 21, 22];
  const exposure = Array.from({ length: 17 }, (_, i) => days[i % 3] ?? 0);
  const line = found({ values: [0, 1, 2, 3, 4, 5, 6, 7, 8], ...quarters, exposure });
  t.true(line.values.every((value) => value < 16));
});

test('forecast widens its bounds with the level, and those of 0.9 hold about nine of ten simulated values', (t) => {
  const random = randomOf(2_026);
  let [inside, trials] = [0, 0];
  for (let i = 0; i < 150; i++) {
    const all = Float64Array.from({ length: 72 }, () => 300 + 30 * normal(random));
    const values = Array.from(all.subarray(0, 60));
    const [interval] = found({ values, ...monthly, levels: [0.9] }).intervals;
    if (interval === undefined) continue;
    inside += coverage(all.subarray(60), interval);
    trials += 1;
  }
  t.true(inside / trials > 0.85 && inside / trials < 0.97, String(inside / trials));
  const levels = [0.5, 0.8, 0.95, 0.99];
  const { intervals } = found({ values: [3, 5, 4, 6, 5, 7, 6, 8, 5, 9], periods: [], horizon: 1, levels });
  const widths = intervals.map(({ lower, upper }) => (upper[0] ?? 0) - (lower[0] ?? 0));
  t.deepEqual(
    widths,
    widths.toSorted((a, b) => a - b),
  );
  t.is(new Set(widths).size, 4);
});

test('forecast gives every series finite values between its bounds, or a reason', (t) => {
  const value = fc.oneof(
    fc.constant(null),
    fc.constant(0),
    fc.integer({ min: 0, max: 20 }),
    fc.double({ min: -1e3, max: 1e6, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
  );
  const request = fc.record({
    values: fc.array(value, { maxLength: 90 }),
    periods: fc.constantFrom([], [4], [12], [52.18], [7, 365.25]),
    horizon: fc.integer({ min: 1, max: 30 }),
    levels: fc.constantFrom([0.5], [0.8, 0.95], []),
    exposure: fc.option(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 120, maxLength: 120 })),
  });
  fc.assert(
    fc.property(request, ({ exposure, ...asked }) => {
      const answer = forecast({ ...asked, ...(exposure && { exposure }) });
      if (answer.kind === 'refused') return true;
      const { values, intervals } = answer;
      return (
        values.length === asked.horizon &&
        values.every(Number.isFinite) &&
        intervals.every(
          ({ lower, upper }) =>
            lower.every(Number.isFinite) && upper.every((high, h) => Number.isFinite(high) && high >= (lower[h] ?? 0)),
        )
      );
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('forecast of a series in another unit is the same forecast in that unit', (t) => {
  const request = fc.record({
    values: fc.array(fc.integer({ min: -20, max: 400 }), { minLength: 3, maxLength: 60 }),
    periods: fc.constantFrom([], [4], [12]),
    horizon: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(request, fc.integer({ min: -900, max: 900 }), (asked, power) => {
      const factor = 2 ** power;
      const found = forecast(asked);
      const other = forecast({ ...asked, values: asked.values.map((value) => value * factor) });
      if (found.kind === 'refused' || other.kind === 'refused')
        return found.kind === 'refused' && other.kind === 'refused';
      const inUnit = (series: Float64Array) => series.map((value) => value * factor);
      t.deepEqual(other, {
        ...found,
        values: inUnit(found.values),
        intervals: found.intervals.map(({ level, lower, upper }) => ({
          level,
          lower: inUnit(lower),
          upper: inUnit(upper),
        })),
      });
      return true;
    }),
    { numRuns: 100 },
  );
});

test('backtest gives finite figures for tiny and for huge values', (t) => {
  for (const factor of [2 ** -1_060, 2 ** 1_010]) {
    const values = Array.from({ length: 60 }, (_, i) => factor * (100 + i + (i % 12)));
    const { smape, relative_error } = backtest({ values, ...monthly }) ?? {};
    t.true(Number.isFinite(smape) && Number.isFinite(relative_error));
  }
});

test('backtest reports the error on held-back values, and none for a history that is too short', (t) => {
  t.is(backtest({ values: [1, 2, 3, 4, 5], ...monthly }), null);
  const values = Array.from({ length: 60 }, (_, i) => 100 + i + 20 * Math.sin((2 * Math.PI * i) / 12));
  const { relative_error, ...rest } = backtest({ values, ...monthly }) ?? {};
  t.like(rest, { method: 'combination', origins: 3, steps: 12 });
  t.true((relative_error ?? 9) < 0.7, `${relative_error}`);
});
