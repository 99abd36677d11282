// The measures of the M competitions, by their published definitions.
// S. Makridakis, E. Spiliotis, V. Assimakopoulos, "The M4 Competition: 100,000 time series and 61 forecasting methods",
// International Journal of Forecasting 36 (2020); T. Gneiting and A. E. Raftery, JASA 102 (2007), for the interval
// score.
import { meanAbsoluteDifference, type Series } from './series.ts';

/** Symmetric mean absolute percentage error, 0 to 200. Both zero count as no error. */
export const smape = (actual: Series, expected: Series): number =>
  meanOf(actual, (value, h) => {
    const size = Math.abs(value) + Math.abs(expected[h] ?? 0);
    return size === 0 ? 0 : (200 * Math.abs(value - (expected[h] ?? 0))) / size;
  });

/**
 * Mean absolute scaled error: 1 is as good as repeating the season before does within `history`. Not finite when that
 * never errs.
 */
export const mase = (history: Series, actual: Series, expected: Series, period: number): number =>
  meanOf(actual, (value, h) => Math.abs(value - (expected[h] ?? 0))) / meanAbsoluteDifference(history, period);

export type Bounds = { readonly lower: Series; readonly upper: Series };

/** The share of values inside the bounds, 0 to 1. */
export const coverage = (actual: Series, { lower, upper }: Bounds): number =>
  meanOf(actual, (value, h) => (value >= (lower[h] ?? 0) && value <= (upper[h] ?? 0) ? 1 : 0));

/**
 * Mean scaled interval score: the width, and what lies outside times 2/alpha, over the scale of MASE. Smaller is
 * better.
 */
export const msis = (history: Series, actual: Series, { lower, upper }: Bounds, period: number, level = 0.95): number =>
  meanOf(actual, (value, h) => {
    const [low, high] = [lower[h] ?? 0, upper[h] ?? 0];
    return high - low + (2 / (1 - level)) * (Math.max(0, low - value) + Math.max(0, value - high));
  }) / meanAbsoluteDifference(history, period);

function meanOf(values: Series, of: (value: number, at: number) => number): number {
  let sum = 0;
  values.forEach((value, at) => {
    sum += of(value, at);
  });
  return sum / values.length;
}
