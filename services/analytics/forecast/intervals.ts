// Prediction intervals from errors that a method really made on the series: split conformal prediction with scaled scores.
// J. Lei, M. G'Sell, A. Rinaldo, R. J. Tibshirani, L. Wasserman, "Distribution-free predictive inference for regression", JASA 113 (2018), section 5.2 (locally
// weighted); R. F. Barber, E. J. Candès, A. Ramdas, R. J. Tibshirani, "Conformal prediction beyond exchangeability" (2023), for why series need care.
//
// A score is an error over the size of the errors that the Theta method made on the same series from up to ten earlier points in time, on the scale of square roots, where
// sales vary by about the same amount whether they are few or many. One series has too few errors to know the tail of its scores, so their quantiles are pooled.
import type { Adjusted } from './methods/seasonal-adjustment.ts';
import { theta } from './methods/theta.ts';
import type { Series } from './series.ts';

/** Quantiles of the absolute scores, between those of the last 18 months and of the last 8 quarters that were held back from what M3 gives for fitting; not on what the benchmark judges. */
const quantiles: readonly (readonly [level: number, quantile: number])[] = [
  [0, 0],
  [0.5, 0.56],
  [0.8, 1.2],
  [0.9, 1.67],
  [0.95, 2.1],
  [0.99, 3.5],
];

/** Errors grow with the distance of the step like its power 0.4: between those of a stationary series (0) and of a random walk (0.5). */
const growth = 0.4;
const mostOrigins = 10;
const leastHistory = 4;
const shareOfHistory = 0.35;

/** One more than the origins start with, so that one error at least is measured. */
export const leastForBounds = leastHistory + 1;

export type Interval = { readonly level: number; readonly lower: Series; readonly upper: Series };

/** None when no error can be measured, for fewer than five values. `ahead` is the forecast with its season, as `adjusted.restore` gives it. Levels are below 1. */
export function predictionIntervals(adjusted: Adjusted, ahead: Series, levels: readonly number[]): readonly Interval[] {
  const errors = scaledErrors(adjusted.values, ahead.length);
  if (errors === null) return [];
  const width = correction(errors.origins) * optimism(adjusted) * errors.size;
  const bare = adjusted.remove(ahead);
  return levels.map((level) => {
    const reach = quantileOf(level) * width;
    const at = (sign: -1 | 1) =>
      adjusted.restore(bare.map((value, h) => squared(root(value) + sign * reach * distance(h))));
    return { level, lower: at(-1), upper: at(1) };
  });
}

/** The step before the first has a distance too: the level itself is only an estimate. */
const distance = (h: number): number => (h + 2) ** growth;

/** Square root and square that keep the sign, for stock corrections and returns below zero. */
const root = (value: number): number => Math.sign(value) * Math.sqrt(Math.abs(value));
const squared = (value: number): number => value * Math.abs(value);

/** Few origins know the size of errors badly: Student's correction, as for a variance of so many values. */
const correction = (origins: number): number => 1 + 1.2 / origins;

/** The season is known from the very values that it was taken from; at most as if half of them were left. */
const optimism = ({ values, parameters }: Adjusted): number =>
  Math.sqrt(values.length / Math.max(values.length / 2, values.length - parameters));

type Errors = {
  /** Root of the mean square, over the growth with distance, on the scale of square roots. */
  readonly size: number;
  readonly origins: number;
};

function scaledErrors(values: Series, horizon: number): Errors | null {
  const n = values.length;
  const first = Math.max(leastHistory, Math.floor(n * shareOfHistory));
  const step = Math.max(1, Math.floor((n - first - 1) / mostOrigins));
  let [squares, count, origins] = [0, 0, 0];
  for (let origin = n - 1; origin >= first && origins < mostOrigins; origin -= step) {
    origins += 1;
    theta(values.subarray(0, origin), Math.min(horizon, n - origin)).forEach((expected, h) => {
      squares += ((root(values[origin + h] ?? 0) - root(expected)) / distance(h)) ** 2;
      count += 1;
    });
  }
  return count === 0 ? null : { size: Math.sqrt(squares / count), origins };
}

/** Between the known levels along a straight line; beyond the last one as wide as that. */
function quantileOf(level: number): number {
  const next = quantiles.findIndex(([known]) => known >= level);
  const [high, highQuantile] = quantiles[next] ?? quantiles.at(-1) ?? [1, 0];
  const [low, lowQuantile] = quantiles[next - 1] ?? [high, highQuantile];
  if (next < 1 || high === low) return highQuantile;
  return lowQuantile + ((level - low) / (high - low)) * (highQuantile - lowQuantile);
}
