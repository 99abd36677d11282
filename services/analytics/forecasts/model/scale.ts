// Takes the unit out of a series, so that neither tiny nor huge values leave the range of numbers while they are
// squared, divided and added.
import type { Series } from './series.ts';

export type Scaled = {
  /** The largest is between 1 and 2, or all are 0. */
  readonly values: readonly (number | null)[];
  /** Back in the unit of the series; what lies beyond the largest number is the largest number. */
  restore(series: Series): Series;
};

/**
 * The share of the largest value below which values are negligible: there, differences are lost beside the rounding of
 * the largest, and logarithms are all that is left of the value.
 */
const negligible = 1e-12;
const largestExponent = 1_023;

/** By a power of two, which changes no digit. */
export function scaled(values: readonly (number | null)[]): Scaled {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  if (largest === 0) return { values, restore: (series) => series };
  const size = 2 ** Math.min(largestExponent, Math.floor(Math.log2(largest)));
  const shown = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value * size));
  return {
    values: values.map((value) => {
      if (value === null) return null;
      return Math.abs(value) < negligible * largest ? 0 : value / size;
    }),
    restore: (series) => series.map(shown),
  };
}
