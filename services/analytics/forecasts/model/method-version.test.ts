// Changed numbers ask for a new version: stored forecasts are compared by nothing else.
import { createHash } from 'node:crypto';
import test from 'ava';
import { backtest } from './backtest.ts';
import { forecast, type Request } from './forecast.ts';
import { methodVersion } from './method-version.ts';
import { randomOf } from './random.fixture.ts';

/** Months with a season, weeks with gaps, days with closed Sundays, and demand now and then. */
function requests(): readonly Request[] {
  const random = randomOf(334);
  const series = (count: number, value: (i: number) => number | null) =>
    Array.from({ length: count }, (_, i) => value(i));
  const wave = (i: number, length: number) => 1 + 0.4 * Math.sin((2 * Math.PI * i) / length);
  const levels = [0.95, 0.8];
  return [
    { values: series(60, (i) => Math.round(50 * wave(i, 12) + 10 * random())), periods: [12], horizon: 12, levels },
    {
      values: series(90, (i) => (i % 13 === 5 ? null : Math.round(20 * wave(i, 52.18) + 5 * random()))),
      periods: [52.18],
      horizon: 12,
      levels,
    },
    {
      values: series(200, (i) => (i % 7 === 6 ? 0 : Math.round(9 * wave(i, 7) + 3 * random()))),
      exposure: Array.from({ length: 214 }, (_, i) => (i % 7 === 6 ? 0 : 1)),
      periods: [7, 365.25],
      horizon: 14,
      levels,
    },
    {
      values: series(40, () => (random() < 0.3 ? 1 + Math.floor(3 * random()) : 0)),
      periods: [12],
      horizon: 6,
      levels,
    },
    { values: series(6, (i) => 5 + i), periods: [12], horizon: 3, levels },
  ];
}

/**
 * The same on every machine: what differs further behind is no other method, and the kind of a result is no number of
 * it.
 */
function rounded(name: string, value: unknown): unknown {
  if (name === 'kind') return undefined;
  if (typeof value === 'number') return Number(value.toPrecision(4));
  return value instanceof Float64Array ? Array.from(value) : value;
}

test('methodVersion is another one when forecasts of the same series are others', (t) => {
  const made = JSON.stringify(
    requests().map((request) => [forecast(request), backtest(request)]),
    rounded,
  );
  const digest = createHash('sha256').update(made).digest('hex').slice(0, 16);
  t.deepEqual({ methodVersion, digest }, { methodVersion: '2026-11-28b', digest: '56e70d70a1b059b5' });
});
