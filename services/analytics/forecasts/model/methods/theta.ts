// The Theta method: simple smoothing with half the slope of the straight line through the series. Winner of the M3
// competition. V. Assimakopoulos and K. Nikolopoulos, "The theta model", International Journal of Forecasting 16
// (2000); R. J. Hyndman and B. Billah, "Unmasking the Theta method", the same, 19 (2003), whose formula this is.
import { leastSquaresLine } from '../line.ts';
import type { Forecaster } from '../series.ts';
import { smoothLevel } from './simple-smoothing.ts';

export const theta: Forecaster = (values, horizon) => {
  const drift = leastSquaresLine(values).slope / 2;
  const { alpha, level } = smoothLevel(values);
  const reached = (1 - (1 - alpha) ** values.length) / alpha;
  return Float64Array.from({ length: horizon }, (_, h) => level + drift * (h + reached));
};
