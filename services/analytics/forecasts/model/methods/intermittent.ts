// Demand with many periods of none, such as spare parts: the size of a demand and the time between two are smoothed
// apart. J. D. Croston, "Forecasting and stock control for intermittent demands", Operational Research Quarterly 23
// (1972); A. A. Syntetos and J. E. Boylan, "The accuracy of intermittent demand estimates", International Journal of
// Forecasting 21 (2005), the SBA correction. Standards of comparison: fading-demand.ts says why.
import { goldenSection } from '../minimise.ts';
import type { Forecaster, Series } from '../series.ts';

type Smoothed = { readonly size: number; readonly interval: number; readonly squares: number };

/** Size and interval change with a demand only. `squares`: of the errors of the rate, one step ahead. */
function crostonPass(values: Series, alpha: number, factor: number): Smoothed {
  const { size: firstSize, interval: firstInterval } = demandAverages(values);
  let [size, interval, since, squares] = [firstSize, firstInterval, 1, 0];
  for (const value of values) {
    squares += (value - (factor * size) / interval) ** 2;
    if (value === 0) {
      since += 1;
      continue;
    }
    size += alpha * (value - size);
    interval += alpha * (since - interval);
    since = 1;
  }
  return { size, interval, squares };
}

export type DemandPattern = {
  /** Mean size of a demand, in units of the series. */
  readonly size: number;
  /** Mean number of periods from one demand to the next, up to the last one, 1 and more. */
  readonly interval: number;
  /** Periods since the last demand, 0 when the last value is one. */
  readonly silence: number;
};

/** Series of zeros only have the size 0. */
export function demandPattern(values: Series): DemandPattern {
  const last = values.findLastIndex((value) => value !== 0);
  return { ...demandAverages(values.subarray(0, last + 1)), silence: values.length - 1 - last };
}

/** Averages over all values: sizes of demands and periods from one to the next. */
export function demandAverages(values: Series): { readonly size: number; readonly interval: number } {
  const demands = values.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  return { size: demands === 0 ? 0 : total / demands, interval: values.length / Math.max(1, demands) };
}

/**
 * The rate: size over interval. About a half of alpha too high, which SBA takes off; kept as a standard of comparison.
 */
export const croston: Forecaster = (values, horizon) => rateAhead(values, horizon, () => 1);

/** Croston's rate without its bias. */
export const syntetosBoylan: Forecaster = (values, horizon) => rateAhead(values, horizon, (alpha) => 1 - alpha / 2);

function rateAhead(values: Series, horizon: number, factorOf: (alpha: number) => number): Series {
  const alpha = goldenSection((weight) => crostonPass(values, weight, factorOf(weight)).squares, 0.02, 0.4, 0.01);
  const { size, interval } = crostonPass(values, alpha, factorOf(alpha));
  return new Float64Array(horizon).fill((factorOf(alpha) * size) / interval);
}
