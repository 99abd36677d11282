// The two shapes that all methods share.

/** Equally spaced values, the oldest first, without gaps. */
export type Series = Float64Array;

/** Answers with `horizon` values that follow the series. Series of one value and more; the methods never throw. */
export type Forecaster = (values: Series, horizon: number) => Series;

export const mean = (values: Series): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
};

export const minimum = (values: Series): number => {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < least) least = value;
  return least;
};

/**
 * Mean absolute difference of values `lag` apart: the scale that errors are compared with. 0 when there is no such
 * pair.
 */
export function meanAbsoluteDifference(values: Series, lag: number): number {
  let sum = 0;
  for (let t = lag; t < values.length; t++) sum += Math.abs((values[t] ?? 0) - (values[t - lag] ?? 0));
  return values.length > lag ? sum / (values.length - lag) : 0;
}
