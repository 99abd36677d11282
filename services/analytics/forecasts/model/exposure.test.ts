// What selling days do to a forecast, and where a history ends before the forecast begins.
import test from 'ava';
import { backtest } from './backtest.ts';
import { type Forecast, forecast, type Request } from './forecast.ts';

const found = (request: Request): Forecast => {
  const answer = forecast(request);
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer;
};
const rounded = (values: ArrayLike<number> = []) => Array.from(values, (value) => Math.round(value * 1e6) / 1e6);

const days = Array.from({ length: 42 }, (_, i) => [26, 23, 27, 20, 25][i % 5] ?? 0);

test('forecast gives a month with more selling days as many more units, and a month without any none', (t) => {
  const values = days.slice(0, 38).map((each) => 10 * each);
  const { values: ahead } = found({ values, exposure: [...days.slice(0, 41), 0], periods: [12], horizon: 4 });
  t.deepEqual(rounded(ahead), [200, 250, 260, 0]);
});

test('forecast ignores selling days on which a seller is closed but sells all the same', (t) => {
  const values = Array.from({ length: 35 }, () => 5);
  const exposure = Array.from({ length: 42 }, (_, i) => (i % 7 === 6 ? 0 : 1));
  t.deepEqual(rounded(found({ values, exposure, periods: [7], horizon: 7 }).values), [5, 5, 5, 5, 5, 5, 5]);
});

test('forecast takes a holiday for a gap, a closed weekday for a part of the week', (t) => {
  const week = [10, 12, 11, 13, 16, 8, 0];
  const closed = (i: number) => i % 7 === 6 || i % 31 === 30;
  const values = Array.from({ length: 84 }, (_, i) => (closed(i) ? 0 : (week[i % 7] ?? 0)));
  const exposure = Array.from({ length: 98 }, (_, i) => (closed(i) ? 0 : 1));
  const { values: ahead, intervals } = found({ values, exposure, periods: [7, 365.25], horizon: 14 });
  const expected = Array.from({ length: 14 }, (_, h) => (closed(84 + h) ? 0 : (week[h % 7] ?? 0)));
  t.true(
    expected.every((value, h) => Math.abs((ahead[h] ?? 0) - value) < 1),
    rounded(ahead).join(' '),
  );
  t.deepEqual([ahead[6], ahead[8], intervals[0]?.upper[8]], [0, 0, 0]);
});

test('forecast begins with the step after the last value, reported or not', (t) => {
  const rising = Array.from({ length: 40 }, (_, i) => 100 + 5 * i);
  const late = found({ values: [...rising, null, null], periods: [], horizon: 2 });
  const early = found({ values: rising, periods: [], horizon: 4 });
  t.deepEqual(late.values, early.values.subarray(2));
  t.deepEqual(
    late.intervals.map(({ upper }) => upper.length),
    [2],
  );
});

test('forecast gives three values a value and no interval, and nothing but zeros a zero', (t) => {
  t.like(found({ values: [4, 6, 5], periods: [12], horizon: 1 }), { method: 'simple_smoothing', intervals: [] });
  t.like(found({ values: [4, 4, 4], periods: [12], horizon: 1 }), { method: 'constant', intervals: [] });
  t.like(found({ values: [0, 0, 3, 0], periods: [12], horizon: 1 }), { method: 'tsb', intervals: [] });
  const zero = Float64Array.of(0);
  t.deepEqual(found({ values: Array(9).fill(0), periods: [12], horizon: 1 }), {
    kind: 'forecast',
    method: 'constant',
    filled: 0,
    values: zero,
    intervals: [{ level: 0.95, lower: zero, upper: zero }],
  });
});

test('forecast keeps a rate of very rare sales inside its interval', (t) => {
  const values = Array.from({ length: 100 }, (_, i) => (i === 80 ? 1 : 0));
  const {
    values: [value = 0],
    intervals: [interval],
  } = found({ values, periods: [12], horizon: 1 });
  t.true(value > 0);
  t.deepEqual([interval?.lower[0], interval?.upper[0]], [0, value]);
});

test('forecast continues quarters with their season', (t) => {
  const at = (i: number) => 400 + ([60, -20, -80, 40][i % 4] ?? 0) + 2 * i;
  const values = Array.from({ length: 32 }, (_, i) => at(i));
  const { method, values: ahead } = found({ values, periods: [4], horizon: 4 });
  t.is(method, 'combination');
  t.true(
    ahead.every((value, h) => Math.abs(value / at(32 + h) - 1) < 0.05),
    rounded(ahead).join(' '),
  );
});

test('backtest measures the units of the caller, with the selling days of the past', (t) => {
  const wave = (i: number) => 10 + 3 * Math.sin((2 * Math.PI * i) / 12);
  const values = Array.from({ length: 38 }, (_, i) => wave(i) * (days[i] ?? 0));
  const asked = { values, periods: [12], horizon: 3, levels: [0.8, 0.95] };
  const even = backtest({ ...asked, exposure: days });
  t.like(even, { method: 'combination', origins: 3, steps: 3 });
  t.is(even?.coverage.length, 2);
  t.true((even?.smape ?? 99) < (backtest(asked)?.smape ?? 0));
});
