// What the level and the line of a series would have foretold from earlier points in time: how far its trend came true,
// and how large its errors are, are both read from here. The points in time and the steps from each depend on the
// series alone, so that neither changes with the number of steps that are forecast.
import { leastSquaresLine } from './line.ts';
import { smoothLevel } from './methods/simple-smoothing.ts';
import type { Series } from './series.ts';

const mostOrigins = 10;
export const leastHistory = 4;
const shareOfHistory = 0.35;
/** Steps from each point in time: a year of months; of a long series, what a fourth of it has. */
const [leastSteps, stepsOfHistory] = [12, 1 / 4];

export type Trial = {
  readonly level: number;
  /** The slope of the Theta method, which is half that of the straight line. */
  readonly slope: number;
  /** Steps of that slope which the level lags behind. */
  readonly lag: number;
  /** The values that came. */
  readonly actual: Series;
};

export type Trials = {
  readonly trials: readonly Trial[];
  /** How many values the first point in time has after it. */
  readonly after: number;
  /** Weight of the newest value in the level of the whole series. */
  readonly alpha: number;
  readonly level: number;
};

export function trialsOf(values: Series): Trials {
  const n = values.length;
  const steps = Math.max(leastSteps, Math.floor(n * stepsOfHistory));
  const first = Math.max(leastHistory, Math.floor(n * shareOfHistory));
  const step = Math.max(1, Math.floor((n - first - 1) / mostOrigins));
  const trials: Trial[] = [];
  for (let origin = n - 1; origin >= first && trials.length < mostOrigins; origin -= step) {
    const past = values.subarray(0, origin);
    const { alpha, level } = smoothLevel(past);
    const slope = leastSquaresLine(past).slope / 2;
    const lag = (1 - (1 - alpha) ** origin) / alpha;
    trials.push({ level, slope, lag, actual: values.subarray(origin, origin + steps) });
  }
  return { trials, after: n - first, ...smoothLevel(values) };
}

/**
 * How errors grow with the distance: not at all around a constant level (alpha 0), with its square root for a walk
 * (alpha 1). `h` counts from 0.
 */
export const growth = (alpha: number, h: number): number => Math.sqrt(1 + h * alpha ** 2);
