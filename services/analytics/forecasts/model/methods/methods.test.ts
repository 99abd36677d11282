// Each method by values that are known beforehand: worked examples, exact series, and what every method owes to scale
// and shift.
import test from 'ava';
import fc from 'fast-check';
import { randomOf } from '../random.fixture.ts';
import type { Forecaster } from '../series.ts';
import { trimmedMeanOf } from '../trimmed-mean.ts';
import { autoregressionOfChanges, burg } from './autoregression.ts';
import { dynamicTheta } from './dynamic-theta.ts';
import { discountedDemand, teunterSyntetosBabai } from './fading-demand.ts';
import { inLogarithms } from './in-logarithms.ts';
import { croston, demandPattern, syntetosBoylan } from './intermittent.ts';
import { naive, seasonalNaive } from './naive.ts';
import { seasonalAutoregression } from './seasonal-autoregression.ts';
import { seasonalSmoothing } from './seasonal-smoothing.ts';
import { simpleSmoothing } from './simple-smoothing.ts';
import { theta } from './theta.ts';
import { dampedTrend, holt } from './trend-smoothing.ts';

const of = (...values: number[]) => Float64Array.from(values);
const rounded = (values: Float64Array, digits = 3) => Array.from(values, (value) => Number(value.toFixed(digits)));
const line = Float64Array.from({ length: 40 }, (_, t) => 100 + 3 * t);
const season = [0.8, 1, 1.3, 0.9];
const seasonal = Float64Array.from({ length: 32 }, (_, t) => 200 * (season[t % 4] ?? 1));

const all: Readonly<Record<string, Forecaster>> = {
  naive,
  seasonalNaive: seasonalNaive(4),
  simpleSmoothing,
  holt,
  dampedTrend,
  theta,
  dynamicTheta,
  autoregressionOfChanges,
  seasonalAutoregression: seasonalAutoregression(4),
  seasonalSmoothing: seasonalSmoothing(4),
  logTheta: inLogarithms(theta),
  croston,
  syntetosBoylan,
  teunterSyntetosBabai,
  discountedDemand,
};

test('naive repeats the last value, seasonalNaive the last season', (t) => {
  t.deepEqual(naive(of(3, 1, 4), 2), of(4, 4));
  t.deepEqual(seasonalNaive(2)(of(3, 1, 4, 2), 3), of(4, 2, 4));
  t.deepEqual(seasonalNaive(4)(of(3, 1), 2), of(1, 1));
});

test('holt continues a straight line exactly, theta with half of its slope', (t) => {
  t.deepEqual(rounded(holt(line, 3), 2), [220, 223, 226]);
  const [first = 0, second = 0] = theta(line, 2);
  t.true(Math.abs(second - first - 1.5) < 1e-9);
});

test('dampedTrend grows by less and less on a straight line', (t) => {
  const ahead = dampedTrend(line, 4);
  const steps = Array.from(ahead.subarray(1), (value, i) => value - (ahead[i] ?? 0));
  t.true(steps.every((step, i) => step > 0 && step < (steps[i - 1] ?? 3)));
});

test('seasonalSmoothing and seasonalAutoregression repeat a season that never changes', (t) => {
  const next = [160, 200, 260, 180];
  t.deepEqual(rounded(seasonalSmoothing(4)(seasonal, 4), 1), next);
  t.deepEqual(rounded(seasonalAutoregression(4)(seasonal, 4), 1), next);
});

test('burg finds the coefficient that a simulated autoregression was made with', (t) => {
  const random = randomOf(12_345);
  let last = 0;
  const values = Float64Array.from({ length: 4_000 }, () => {
    last = 0.7 * last + random() - 0.5;
    return last;
  });
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [first = 0] = burg(
    values.map((value) => value - average),
    1,
  );
  t.true(Math.abs(first - 0.7) < 0.03, String(first));
});

test('croston divides the size of demands by the time between them, and syntetosBoylan takes its bias off', (t) => {
  const every4 = Float64Array.from({ length: 60 }, (_, i) => (i % 4 === 3 ? 8 : 0));
  t.deepEqual(demandPattern(every4), { size: 8, interval: 4, silence: 0 });
  const [rate = 0] = croston(every4, 1);
  t.true(Math.abs(rate - 2) < 1e-9);
  t.true((syntetosBoylan(every4, 1)[0] ?? 0) < rate);
});

test('teunterSyntetosBabai fades when demands stop, croston does not', (t) => {
  const stopped = Float64Array.from({ length: 60 }, (_, i) => (i < 30 && i % 2 === 0 ? 10 : 0));
  t.true((teunterSyntetosBabai(stopped, 1)[0] ?? 9) < 0.5);
  t.true((croston(stopped, 1)[0] ?? 0) > 1);
});

test('discountedDemand is the rate of even demands, and halves what is 12 periods older', (t) => {
  const every3 = Float64Array.from({ length: 3_000 }, (_, i) => (i % 3 === 2 ? 6 : 0));
  t.deepEqual(rounded(discountedDemand(every3, 2), 2), [2, 2]);
  const [changed = 0] = discountedDemand(
    Float64Array.from({ length: 24 }, (_, i) => (i < 12 ? 0 : 1)),
    1,
  );
  t.true(Math.abs(changed - 2 / 3) < 1e-9, String(changed));
  t.deepEqual(discountedDemand(of(0, 0, 0), 1), of(0));
});

test('trimmedMeanOf leaves out the largest and the smallest of five and more', (t) => {
  t.deepEqual(trimmedMeanOf([of(1), of(2), of(3), of(4), of(1000)]), of(3));
  t.deepEqual(trimmedMeanOf([of(1), of(5)]), of(3));
});

const positive = fc.array(fc.double({ min: 1, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 60 });

for (const [name, method] of Object.entries(all))
  test(`${name} answers with finite values for every series, also of one value`, (t) => {
    fc.assert(
      fc.property(positive, fc.integer({ min: 1, max: 24 }), (values, horizon) => {
        const ahead = method(Float64Array.from(values), horizon);
        return ahead.length === horizon && ahead.every(Number.isFinite);
      }),
      { numRuns: 100 },
    );
    t.pass();
  });

for (const name of [
  'naive',
  'seasonalNaive',
  'simpleSmoothing',
  'theta',
  'croston',
  'teunterSyntetosBabai',
  'discountedDemand',
] as const)
  test(`${name} in thousands is a thousandth of ${name}`, (t) => {
    fc.assert(
      fc.property(positive, (values) => {
        const series = Float64Array.from(values);
        const [whole, small] = [
          all[name]?.(series, 6),
          all[name]?.(
            series.map((value) => value / 1000),
            6,
          ),
        ];
        return (
          whole?.every((value, h) => Math.abs(value - 1000 * (small?.[h] ?? 0)) <= 1e-6 * Math.abs(value) + 1e-9) ===
          true
        );
      }),
      { numRuns: 60 },
    );
    t.pass();
  });
