// The dynamic optimised Theta model: the weight of the line and the line itself follow the data.
// J. A. Fiorucci, T. R. Pellegrini, F. Louzada, F. Petropoulos, A. B. Koehler, "Models for optimising the theta method
// and their relationship to state space models", International Journal of Forecasting 32 (2016), equations 19 to 23.
import { clamp, simplexFromBest } from '../minimise.ts';
import type { Forecaster, Series } from '../series.ts';

const alphas = [0.1, 0.99] as const;
const thetas = [1, 50] as const;

/** Sum of squared errors one step ahead; fills `ahead` by feeding each forecast back as the next value. */
function pass(values: Series, x: Float64Array, ahead: Series): number {
  const [alpha, theta] = [clamp(x[1] ?? 0, ...alphas), clamp(x[2] ?? 0, ...thetas)];
  const weight = 1 - 1 / theta;
  const n = values.length;
  let level = x[0] ?? 0;
  let [average, intercept, slope, squares] = [0, 0, 0, 0];
  let remembered = 1; // (1 - alpha)^t
  let expected = values[0] ?? 0;
  for (let t = 1; t <= n + ahead.length; t++) {
    const value = t <= n ? (values[t - 1] ?? 0) : expected;
    if (t > n) ahead[t - n - 1] = expected;
    else squares += (value - expected) ** 2;
    level = alpha * value + (1 - alpha) * level;
    const before = average;
    average += (value - average) / t;
    if (t > 1) slope = ((t - 2) * slope + (6 * (value - before)) / t) / (t + 1);
    intercept = average - (slope * (t + 1)) / 2;
    remembered *= 1 - alpha;
    const line = remembered * intercept + ((1 - remembered * (1 - alpha)) / alpha) * slope;
    expected = level + weight * line;
  }
  return squares;
}

const penalty = (x: Float64Array): number =>
  1 + Math.abs((x[1] ?? 0) - clamp(x[1] ?? 0, ...alphas)) + Math.abs((x[2] ?? 0) - clamp(x[2] ?? 0, ...thetas));

export const dynamicTheta: Forecaster = (values, horizon) => {
  const none = new Float64Array(0);
  const cost = (x: Float64Array) => pass(values, x, none) * penalty(x);
  const first = values[0] ?? 0;
  const starts = [0.15, 0.4, 0.7].flatMap((alpha) => [1, 2, 4].map((theta) => [first, alpha, theta]));
  const x = simplexFromBest(cost, starts, { steps: [0.1 * Math.abs(first) || 1, 0.1, 0.7], evaluations: 120 });
  const ahead = new Float64Array(horizon);
  pass(values, x, ahead);
  return ahead;
};
