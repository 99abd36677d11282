// The straight line of least squares through values at 0, 1, 2, ...
import type { Series } from './series.ts';

export type StraightLine = { readonly intercept: number; readonly slope: number };

export function leastSquaresLine(values: Series): StraightLine {
  const n = values.length;
  let [sumX, sumY, sumXY, sumXX] = [0, 0, 0, 0];
  for (let t = 0; t < n; t++) {
    const value = values[t] ?? 0;
    sumX += t;
    sumY += value;
    sumXY += t * value;
    sumXX += t * t;
  }
  const slope = n < 2 ? 0 : (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
  return { intercept: n === 0 ? 0 : (sumY - slope * sumX) / n, slope };
}
