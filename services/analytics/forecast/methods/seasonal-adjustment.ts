// Takes the season out of a series, lets a method without season forecast the rest, and puts the season back.

import { type Forecaster, minimum, type Series } from '../series.ts';
import { type Seasonality, seasonalIndices, slotOf } from './seasonal-indices.ts';

export type Adjusted = {
  readonly values: Series;
  /** Whether all values were, before the season was taken out. */
  readonly isPositive: boolean;
  /** How many numbers the seasons took from the series. */
  readonly parameters: number;
  /** Puts the season back, for the steps that follow the series. */
  restore(ahead: Series): Series;
  /** Takes the season out of values that follow the series. */
  remove(ahead: Series): Series;
};

/** One season after the other, each found in what the ones before left: the week first, then the year. Seasons that are too long for the series are left out. */
export function seasonallyAdjusted(values: Series, periods: readonly number[]): Adjusted {
  const found: Seasonality[] = [];
  const isPositive = minimum(values) > 0;
  let rest = values;
  for (const period of periods) {
    const seasonality = seasonalIndices(rest, period, isPositive);
    if (seasonality === null) continue;
    found.push(seasonality);
    rest = rest.map((value, t) => without(value, t, seasonality));
  }
  return {
    values: rest,
    isPositive,
    parameters: found.reduce((sum, { parameters }) => sum + parameters, 0),
    remove: (ahead) =>
      found.reduce(
        (series, seasonality) => series.map((value, h) => without(value, values.length + h, seasonality)),
        ahead,
      ),
    restore: (ahead) =>
      found.reduceRight(
        (series, seasonality) => series.map((value, h) => within(value, values.length + h, seasonality)),
        ahead,
      ),
  };
}

const indexAt = (t: number, { indices, period }: Seasonality): number => indices[slotOf(t, period)] ?? 0;

const without = (value: number, t: number, seasonality: Seasonality): number =>
  seasonality.kind === 'multiplicative' ? value / indexAt(t, seasonality) : value - indexAt(t, seasonality);

const within = (value: number, t: number, seasonality: Seasonality): number =>
  seasonality.kind === 'multiplicative' ? value * indexAt(t, seasonality) : value + indexAt(t, seasonality);

export const withSeason =
  (method: Forecaster, periods: readonly number[]): Forecaster =>
  (values, horizon) => {
    const adjusted = seasonallyAdjusted(values, periods);
    return adjusted.restore(method(adjusted.values, horizon));
  };
