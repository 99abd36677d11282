// Simple exponential smoothing: a level that follows the values, and no trend.
// R. G. Brown, "Exponential smoothing for predicting demand" (1956); R. J. Hyndman and G. Athanasopoulos, "Forecasting:
// Principles and Practice", 8.1.
import { goldenSection } from '../minimise.ts';
import type { Forecaster, Series } from '../series.ts';

export type SmoothedLevel = {
  /** Weight of the newest value, 0.01 to 0.99. */
  readonly alpha: number;
  /** After the last value, in units of the series. */
  readonly level: number;
};

/** The weight with the least sum of squared errors one step ahead. Begins with the mean of the first four values. */
export function smoothLevel(values: Series): SmoothedLevel {
  const alpha = goldenSection((weight) => pass(values, weight).squares, 0.01, 0.99);
  return { alpha, level: pass(values, alpha).level };
}

function pass(values: Series, alpha: number): { readonly squares: number; readonly level: number } {
  const beginning = Math.min(4, values.length);
  let [level, squares] = [0, 0];
  for (let t = 0; t < beginning; t++) level += values[t] ?? 0;
  level /= Math.max(1, beginning);
  for (let t = 0; t < values.length; t++) {
    const error = (values[t] ?? 0) - level;
    squares += error * error;
    level += alpha * error;
  }
  return { squares, level };
}

/** The same value, the level, for every step. */
export const simpleSmoothing: Forecaster = (values, horizon) =>
  new Float64Array(horizon).fill(smoothLevel(values).level);
