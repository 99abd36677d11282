// Takes the season out of a series, lets a method without season forecast the rest, and puts the season back.

import { type Forecaster, minimum, type Series } from '../series.ts';
import { type Seasonality, seasonalIndices, slotOf } from './seasonal-indices.ts';

export type Adjusted = {
  readonly values: Series;
  /** Whether all values were, before the season was taken out. */
  readonly isPositive: boolean;
  /** How many numbers the seasons took from the series. */
  readonly parameters: number;
  /** That of the strongest season, 0 (none) to 1 (nothing else). */
  readonly strength: number;
  /** Puts the season back into the value at step `t`, counted from the first one of the series. */
  restoreAt(t: number, value: number): number;
  /** Puts the season back, for the steps that follow the series. */
  restore(ahead: Series): Series;
  /** Takes the season out of values that follow the series. */
  remove(ahead: Series): Series;
};

/**
 * One season after the other, each found in what the ones before left: the week first, then the year. Seasons that are
 * too long for the series are left out.
 */
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
  const restoreAt = (t: number, value: number): number =>
    found.reduceRight((part, seasonality) => within(part, t, seasonality), value);
  return {
    values: rest,
    isPositive,
    parameters: found.reduce((sum, { parameters }) => sum + parameters, 0),
    strength: Math.max(0, ...found.map(({ strength }) => strength)),
    restoreAt,
    remove: (ahead) =>
      found.reduce(
        (series, seasonality) => series.map((value, h) => without(value, values.length + h, seasonality)),
        ahead,
      ),
    restore: (ahead) => ahead.map((value, h) => restoreAt(values.length + h, value)),
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
