// How far to repeat the last season instead of a smoothed one: as far as that would have done better on the seasons
// before. In markets that sell most of a year in a month or two, the small months decide the level of what is adjusted
// and the large ones the error; and seasons change. J. M. Bates and C. W. J. Granger, "The combination of forecasts",
// Operational Research Quarterly 20 (1969), for weights from past errors.
import type { Series } from '../series.ts';
import { seasonalNaive } from './naive.ts';
import { type Adjusted, seasonallyAdjusted } from './seasonal-adjustment.ts';
import { smoothLevel } from './simple-smoothing.ts';

/** Points in time before the end, in seasons. Each has two seasons before it. */
const before = [1 / 2, 1, 3 / 2];
const leastSeasons = 2;
const longestSeason = 24;
/** Weaker seasons are better smoothed. */
const leastStrength = 0.5;
/** The power of the ratio of both errors: 1.1 gives the last season a weight of 0.28, 1.5 of 0.84. */
const power = 6;

/** `ahead`, or between it and the last season. `values` have the seasons that `adjusted` is without. */
export function towardsLastSeason(
  values: Series,
  adjusted: Adjusted,
  periods: readonly number[],
  ahead: Series,
): Series {
  const weight = lastSeasonWeight(values, adjusted, periods);
  if (weight === 0) return ahead;
  const repeated = seasonalNaive(periods[0] ?? 1)(values, ahead.length);
  return ahead.map((value, h) => value + weight * ((repeated[h] ?? 0) - value));
}

/** 0 to 1: the weight of the last season. */
function lastSeasonWeight(values: Series, { strength }: Adjusted, periods: readonly number[]): number {
  const [period = 0] = periods;
  if (periods.length !== 1 || !Number.isInteger(period) || period > longestSeason || strength < leastStrength) return 0;
  let [smoothed, repeated] = [0, 0];
  for (const seasons of before) {
    const origin = values.length - Math.round(seasons * period);
    if (origin < leastSeasons * period) continue;
    const past = values.subarray(0, origin);
    const actual = values.subarray(origin, origin + period);
    const adjusted = seasonallyAdjusted(past, periods);
    const { level } = smoothLevel(adjusted.values);
    smoothed += distance(actual, adjusted.restore(actual.map(() => level)));
    repeated += distance(actual, seasonalNaive(period)(past, actual.length));
  }
  if (smoothed <= repeated) return 0;
  const ratio = (repeated / smoothed) ** power;
  return (1 - ratio) / (1 + ratio);
}

const distance = (actual: Series, expected: Series): number =>
  actual.reduce((sum, value, h) => sum + Math.abs(value - (expected[h] ?? 0)), 0);
