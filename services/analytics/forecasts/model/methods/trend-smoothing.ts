// Exponential smoothing with an additive trend: linear (Holt) or damped (Gardner and McKenzie).
// C. C. Holt, ONR Memorandum 52 (1957); E. S. Gardner and E. McKenzie, "Forecasting trends in time series", Management
// Science 31 (1985).
import { leastSquaresLine } from '../line.ts';
import { clamp, simplexFromBest } from '../minimise.ts';
import { type Forecaster, meanAbsoluteDifference, type Series } from '../series.ts';

type State = { readonly squares: number; readonly level: number; readonly slope: number };

/** Values of level, slope weight and damping that a fit may take. */
const alphas = [0.01, 0.99] as const;
const betas = [1e-4, 0.99] as const;

/** One pass over the series: errors one step ahead, and the state after the last value. */
function pass(values: Series, x: Float64Array, phi: number): State {
  const [alpha = 0, beta = 0] = [clamp(x[0] ?? 0, ...alphas), clamp(x[1] ?? 0, ...betas)];
  let level = x[2] ?? 0;
  let slope = x[3] ?? 0;
  let squares = 0;
  const gain = alpha * beta;
  for (let t = 0; t < values.length; t++) {
    const expected = level + phi * slope;
    const error = (values[t] ?? 0) - expected;
    squares += error * error;
    level = expected + alpha * error;
    slope = phi * slope + gain * error;
  }
  return { squares, level, slope };
}

/** Grows with the distance from the allowed range, so that the search turns back. */
const penalty = (x: Float64Array, phis: readonly [number, number]): number =>
  1 +
  Math.abs((x[0] ?? 0) - clamp(x[0] ?? 0, ...alphas)) +
  Math.abs((x[1] ?? 0) - clamp(x[1] ?? 0, ...betas)) +
  Math.abs((x[4] ?? 1) - clamp(x[4] ?? 1, ...phis));

function fitted(values: Series, phis: readonly [number, number]): State & { readonly phi: number } {
  const { intercept, slope } = leastSquaresLine(values.subarray(0, 10));
  const scale = meanAbsoluteDifference(values, 1) || 1;
  const cost = (x: Float64Array) => pass(values, x, clamp(x[4] ?? 1, ...phis)).squares * penalty(x, phis);
  const [low, high] = phis;
  const starts = [0.1, 0.3, 0.6, 0.9].flatMap((alpha) =>
    [0.02, 0.2].flatMap((beta) =>
      (high > low ? [(low + high) / 2, high] : [low]).map((phi) => [alpha, beta, intercept - slope, slope, phi]),
    ),
  );
  const steps = [0.15, 0.1, scale, 0.3 * scale, high > low ? -0.05 : 0];
  const x = simplexFromBest(cost, starts, { steps, evaluations: 160 });
  const phi = clamp(x[4] ?? 1, ...phis);
  return { ...pass(values, x, phi), phi };
}

function extended({ level, slope, phi }: ReturnType<typeof fitted>, horizon: number): Series {
  let damping = 1;
  let sum = 0;
  return new Float64Array(horizon).map(() => {
    damping *= phi;
    sum += damping;
    return level + sum * slope;
  });
}

/**
 * A straight line from the last level, with the last slope. Overshoots over long horizons; kept as a standard of
 * comparison.
 */
export const holt: Forecaster = (values, horizon) => extended(fitted(values, [1, 1]), horizon);

/** The slope fades by 2 to 20 % a step, which wins nearly every comparison with the straight line. */
export const dampedTrend: Forecaster = (values, horizon) => extended(fitted(values, [0.8, 0.98]), horizon);
