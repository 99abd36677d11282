// The value that a regular series gets: the trimmed mean of seven methods that err in different ways.
//
// Why these seven, and why all of them for every series: each belongs to another family (dynamic line, damped trend,
// line, line of logarithms, changing season, changes since last season, changes), and nothing is chosen by the length
// of the season. Error relative to repeating the last season, on data that was held back (the last 18 months and 8
// quarters of what M3 gives for fitting; 400 simulated walks, trends and autoregressions with seasons each; Norwegian
// registrations by make, three years), of the seven / of their best single member / of the member that did best on the
// year before:
//   M3 monthly 0.748 / 0.758 / 0.808, M3 quarterly 0.705 / 0.709 / 0.749, simulated months
//   0.845 / 0.846 / 0.899, simulated quarters 0.940 / 0.918 / 0.975,
//   Norway 0.859 / 0.856 / 0.918.
// Lists of five and six of them differ from all seven by at most 0.6 %.

import type { Forecaster, Series } from '../series.ts';
import { trimmedMeanOf } from '../trimmed-mean.ts';
import { autoregressionOfChanges } from './autoregression.ts';
import { dynamicTheta } from './dynamic-theta.ts';
import { inLogarithms } from './in-logarithms.ts';
import type { Adjusted } from './seasonal-adjustment.ts';
import { seasonalAutoregression } from './seasonal-autoregression.ts';
import { seasonalSmoothing } from './seasonal-smoothing.ts';
import { theta } from './theta.ts';
import { dampedTrend } from './trend-smoothing.ts';

/**
 * Forecast what is left of a series without its season. Where the series had a zero, a positive value may be a zero
 * less rounding, whose logarithm says nothing.
 */
const onAdjusted = ({ isPositive }: Adjusted): readonly Forecaster[] => [
  dynamicTheta,
  dampedTrend,
  theta,
  isPositive ? inLogarithms(theta) : theta,
  isPositive ? inLogarithms(autoregressionOfChanges) : autoregressionOfChanges,
];

/**
 * Two methods carry the season themselves, where it is a whole number of steps and not much longer than a year of
 * months.
 */
const longestOwnSeason = 24;

/** `adjusted` is `values` without its seasons, the lengths of which are `periods`. */
export function combined(values: Series, adjusted: Adjusted, periods: readonly number[], horizon: number): Series {
  const ahead = onAdjusted(adjusted).map((method) => adjusted.restore(method(adjusted.values, horizon)));
  const [period] = periods;
  if (period !== undefined && periods.length === 1 && Number.isInteger(period) && period <= longestOwnSeason)
    ahead.push(seasonalSmoothing(period)(values, horizon), seasonalAutoregression(period)(values, horizon));
  return trimmedMeanOf(ahead);
}
