// Seasons, closed days and bounds on series whose process is known: what is found is there, and what chance makes is
// left out.
import test from 'ava';
import { coverage } from './accuracy.ts';
import { type Forecast, forecast, type Request } from './forecast.ts';
import { seasonalIndices } from './methods/seasonal-indices.ts';
import { withoutClosedTimes } from './prepare.ts';
import { randomOf } from './random.fixture.ts';
import { mean } from './series.ts';

const found = (request: Request): Forecast => {
  const answer = forecast(request);
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer;
};
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
const seed = 20_261_125;

/** The mean share that series drawn with `at` keep of their season. */
function meanStrength(period: number, length: number, at: (t: number, noise: number) => number): number {
  const random = randomOf(seed);
  const strengths = Array.from({ length: 60 }, () => {
    const values = Float64Array.from({ length }, (_, t) => at(t, normal(random)));
    return seasonalIndices(values, period)?.strength ?? 0;
  });
  return mean(Float64Array.from(strengths));
}

for (const { period, length } of [
  { period: 4, length: 32 },
  { period: 12, length: 72 },
  { period: 7, length: 500 },
  { period: 52.18, length: 156 },
])
  test(`seasonalIndices keeps a season of ${period} that is there, and nearly nothing of noise (seed ${seed})`, (t) => {
    const none = meanStrength(period, length, (_, noise) => 100 + 10 * noise);
    const wave = meanStrength(
      period,
      length,
      (i, noise) => 100 + 20 * Math.sin((2 * Math.PI * i) / period) + 10 * noise,
    );
    t.true(none < 0.2, `noise ${none}`);
    t.true(wave > 0.75, `season ${wave}`);
  });

test('withoutClosedTimes closes weekdays without a sale, and one with a single sale in a year', (t) => {
  const random = randomOf(seed);
  const week = (t: number) => (t % 7 === 6 ? 0 : 1 + Math.floor(4 * random()));
  const days = Float64Array.from({ length: 364 }, (_, i) => week(i));
  t.deepEqual(withoutClosedTimes(days, [7, 365.25]).periods, [6, (365.25 * 6) / 7]);
  days[139] = 2;
  t.deepEqual(withoutClosedTimes(days, [7, 365.25]).periods, [6, (365.25 * 6) / 7]);
});

test(`withoutClosedTimes closes no month of a part that is rarely sold (seed ${seed})`, (t) => {
  const random = randomOf(seed);
  const closed = Array.from({ length: 200 }, () => {
    const values = Float64Array.from({ length: 60 }, () => (random() < 0.15 ? 1 : 0));
    return withoutClosedTimes(values, [12]).periods[0] ?? 0;
  }).filter((period) => period < 12);
  t.true(closed.length <= 2, `${closed.length} of 200`);
});

test('withoutClosedTimes opens a weekday that sells as seldom as all others', (t) => {
  const values = Float64Array.from({ length: 56 }, (_, i) => (i % 5 === 0 && i % 7 !== 6 ? 1 : 0));
  t.deepEqual(withoutClosedTimes(values, [7]).periods, [7]);
});

/** Shares of values inside the bounds of 95 %, in the first and in the last third of the steps. */
function covered(at: (previous: number, noise: number) => number): readonly [first: number, last: number] {
  const random = randomOf(seed);
  const [first, last]: [number[], number[]] = [[], []];
  for (let i = 0; i < 150; i++) {
    const all = new Float64Array(90);
    for (let t = 0, value = 400; t < all.length; t++) all[t] = value = at(value, normal(random));
    const [interval] = found({ values: Array.from(all.subarray(0, 72)), periods: [12], horizon: 18 }).intervals;
    if (interval === undefined) continue;
    const part = (from: number, to: number) =>
      coverage(all.subarray(72 + from, 72 + to), {
        lower: interval.lower.subarray(from, to),
        upper: interval.upper.subarray(from, to),
      });
    first.push(part(0, 6));
    last.push(part(12, 18));
  }
  return [mean(Float64Array.from(first)), mean(Float64Array.from(last))];
}

for (const [name, at] of [
  ['a constant level', (_: number, noise: number) => 400 + 40 * noise],
  ['a walk', (previous: number, noise: number) => previous + 10 * noise],
] as const)
  test(`forecast covers near and far steps of ${name} alike (seed ${seed})`, (t) => {
    for (const share of covered(at)) t.true(share > 0.92 && share < 0.985, String(share));
  });

test('forecast has bounds hardly wider after one odd month', (t) => {
  const months = Array.from({ length: 36 }, (_, i) => 9 + ((i * 7) % 3));
  for (const odd of [-1, 0]) {
    const values = months.map((value, i) => (i === 30 ? odd : value));
    const [{ lower, upper } = { lower: [], upper: [] }] = found({ values, periods: [12], horizon: 12 }).intervals;
    t.true(Math.min(...lower) > 5 && Math.max(...upper) < 13, `${odd}: ${[...lower]} to ${[...upper]}`);
  }
});

test(`forecast covers the demands of a part that is sold now and then (seed ${seed})`, (t) => {
  const random = randomOf(seed);
  const shares = Array.from({ length: 200 }, () => {
    const all = Float64Array.from({ length: 72 }, () => (random() < 0.3 ? 1 + Math.floor(8 * random()) : 0));
    const [interval] = found({ values: Array.from(all.subarray(0, 60)), periods: [12], horizon: 12 }).intervals;
    return interval === undefined ? 0 : coverage(all.subarray(60), interval);
  });
  const share = mean(Float64Array.from(shares));
  t.true(share > 0.94 && share < 0.985, String(share));
});

test('forecast follows the weekdays of a car park that sells a car now and then', (t) => {
  const week = [0, 0, 1, 0, 0, 3, 0];
  const random = randomOf(seed);
  const values = Array.from({ length: 210 }, (_, i) =>
    (week[i % 7] ?? 0) > 0 && random() < 0.7 ? (week[i % 7] ?? 0) : random() < 0.1 ? 1 : 0,
  );
  const { method, values: ahead } = found({ values, periods: [7, 365.25], horizon: 7 });
  t.is(method, 'tsb');
  t.is(ahead.indexOf(Math.max(...ahead)), 5);
  t.true((ahead[5] ?? 0) > 3 * (ahead[0] ?? 0), Array.from(ahead).join(' '));
});
