// Exponential smoothing of level, damped slope and season together, in logarithms: the season changes with the series.
// P. R. Winters, "Forecasting sales by exponentially weighted moving averages", Management Science 6 (1960);
// ETS(A,Ad,A) of R. J. Hyndman, A. B. Koehler, R. D. Snyder and S. Grose, International Journal of Forecasting 18
// (2002).
import { leastSquaresLine } from '../line.ts';
import { clamp, simplexFromBest } from '../minimise.ts';
import { type Forecaster, meanAbsoluteDifference, minimum, type Series } from '../series.ts';
import { seasonalIndices } from './seasonal-indices.ts';
import { dampedTrend } from './trend-smoothing.ts';

/** Level, slope, season and damping. */
const ranges = [
  [0.01, 0.99],
  [1e-4, 0.9],
  [0, 0.5],
  [0.8, 0.98],
] as const;

type State = { readonly squares: number; readonly level: number; readonly slope: number };

/** Overwrites `season` with the season after the last value. */
function pass(values: Series, x: Float64Array, first: Series, season: Series): State {
  const [alpha = 0, beta = 0, gamma = 0, phi = 1] = ranges.map(([low, high], i) => clamp(x[i] ?? 0, low, high));
  season.set(first);
  let [level, slope, squares] = [x[4] ?? 0, x[5] ?? 0, 0];
  const period = season.length;
  let slot = 0;
  for (let t = 0; t < values.length; t++) {
    const expected = level + phi * slope;
    const index = season[slot] ?? 0;
    const error = (values[t] ?? 0) - expected - index;
    squares += error * error;
    level = expected + alpha * error;
    slope = phi * slope + alpha * beta * error;
    season[slot] = index + gamma * error;
    slot = slot + 1 === period ? 0 : slot + 1;
  }
  return { squares, level, slope };
}

const penalty = (x: Float64Array): number =>
  ranges.reduce((sum, [low, high], i) => sum + Math.abs((x[i] ?? 0) - clamp(x[i] ?? 0, low, high)), 1);

/** `period` is a whole number of steps. Without two full seasons, or with values of zero or less: the damped trend. */
export const seasonalSmoothing =
  (period: number): Forecaster =>
  (values, horizon) => {
    const seasonality = minimum(values) > 0 ? seasonalIndices(values, period) : null;
    if (seasonality === null) return dampedTrend(values, horizon);
    const scaled = values.map(Math.log);
    const first = seasonality.indices.map(Math.log);
    const adjusted = scaled.map((value, t) => value - (first[t % period] ?? 0));
    const { intercept, slope } = leastSquaresLine(adjusted.subarray(0, 10));
    const season = new Float64Array(period);
    const cost = (x: Float64Array) => pass(scaled, x, first, season).squares * penalty(x);
    const starts = [0.1, 0.3, 0.6].flatMap((alpha) =>
      [0.01, 0.1].flatMap((gamma) => [0.02, 0.15].map((beta) => [alpha, beta, gamma, 0.92, intercept - slope, slope])),
    );
    const scale = meanAbsoluteDifference(adjusted, 1) || 0.01;
    const x = simplexFromBest(cost, starts, {
      steps: [0.15, 0.1, 0.05, 0.04, scale, 0.3 * scale],
      evaluations: 220,
    });
    const state = pass(scaled, x, first, season);
    const phi = clamp(x[3] ?? 1, ranges[3][0], ranges[3][1]);
    let [damping, sum] = [1, 0];
    return Float64Array.from({ length: horizon }, (_, h) => {
      damping *= phi;
      sum += damping;
      return Math.exp(state.level + sum * state.slope + (season[(values.length + h) % period] ?? 0));
    });
  };
