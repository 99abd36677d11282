// The forecasts that every other method has to beat.
import type { Forecaster, Series } from '../series.ts';

/** The last value, for every step. The best that can be done for a random walk. */
export const naive: Forecaster = (values, horizon) => new Float64Array(horizon).fill(values.at(-1) ?? 0);

/**
 * The value of one season before, for each step; `period` is a whole number of steps. Without a full season: the last
 * value.
 */
export const seasonalNaive =
  (period: number): Forecaster =>
  (values, horizon) =>
    values.length < period
      ? naive(values, horizon)
      : Float64Array.from({ length: horizon }, (_, h) => valueAt(values, values.length - period + (h % period)));

const valueAt = (values: Series, at: number): number => values[at] ?? 0;
