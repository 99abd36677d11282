// Autoregression by Burg's method, which is always stable, with the order of the least corrected information criterion.
// J. P. Burg, "Maximum entropy spectral analysis" (1967); C. M. Hurvich and C.-L. Tsai, "Regression and time series
// model selection in small samples", Biometrika 76 (1989).
import { type Forecaster, mean, type Series } from '../series.ts';

/**
 * Coefficients of the last values, the newest first; empty when nothing is better than the mean. `values` have the mean
 * 0.
 */
export function burg(values: Series, longest: number): Series {
  const n = values.length;
  let forward = values;
  let backward = values;
  let coefficients = new Float64Array(0);
  let variance = values.reduce((sum, value) => sum + value * value, 0) / Math.max(1, n);
  let best = coefficients;
  let least = n * Math.log(variance + 1e-300);
  for (let order = 1; order <= longest && n > order + 2; order++) {
    const reflection = reflectionOf(forward, backward, order);
    const before = coefficients;
    coefficients = Float64Array.from({ length: order }, (_, i) =>
      i === order - 1 ? reflection : (before[i] ?? 0) - reflection * (before[order - 2 - i] ?? 0),
    );
    variance *= 1 - reflection * reflection;
    [forward, backward] = filtered(forward, backward, order, reflection);
    const criterion = n * Math.log(variance + 1e-300) + (2 * order * n) / (n - order - 2);
    if (criterion < least) [least, best] = [criterion, coefficients];
  }
  return best;
}

function reflectionOf(forward: Series, backward: Series, order: number): number {
  let [both, each] = [0, 0];
  for (let t = order; t < forward.length; t++) {
    const [f, b] = [forward[t] ?? 0, backward[t - 1] ?? 0];
    both += f * b;
    each += f * f + b * b;
  }
  return each > 0 ? (2 * both) / each : 0;
}

function filtered(forward: Series, backward: Series, order: number, reflection: number): [Series, Series] {
  const [nextForward, nextBackward] = [new Float64Array(forward.length), new Float64Array(forward.length)];
  for (let t = order; t < forward.length; t++) {
    const [f, b] = [forward[t] ?? 0, backward[t - 1] ?? 0];
    nextForward[t] = f - reflection * b;
    nextBackward[t] = b - reflection * f;
  }
  return [nextForward, nextBackward];
}

/** `horizon` values of a series with mean 0. */
export function autoregress(values: Series, longest: number, horizon: number): Series {
  const coefficients = burg(values, longest);
  const n = values.length;
  const all = new Float64Array(n + horizon);
  all.set(values);
  for (let t = n; t < n + horizon; t++)
    for (let i = 0; i < coefficients.length; i++)
      all[t] = (all[t] ?? 0) + (coefficients[i] ?? 0) * (all[t - 1 - i] ?? 0);
  return all.subarray(n);
}

/** Half of the mean change is kept: the mean of a short history promises more growth than comes. */
const driftDamping = 0.5;
const longestOrder = 4;

/** Autoregression of the changes from value to value. For series without season. */
export const autoregressionOfChanges: Forecaster = (values, horizon) => {
  if (values.length < 4) return new Float64Array(horizon).fill(values.at(-1) ?? 0);
  const changes = values.subarray(1).map((value, i) => value - (values[i] ?? 0));
  const drift = driftDamping * mean(changes);
  const ahead = autoregress(
    changes.map((change) => change - drift),
    Math.min(longestOrder, Math.floor(changes.length / 4)),
    horizon,
  );
  let last = values.at(-1) ?? 0;
  return ahead.map((change) => {
    last += change + drift;
    return last;
  });
};
