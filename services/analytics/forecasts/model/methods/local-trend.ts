// A smooth trend by locally weighted straight lines.
// W. S. Cleveland, "Robust locally weighted regression and smoothing scatterplots", JASA 74 (1979), without the robust iterations.
import type { Series } from '../series.ts';

/** Of the same length; each value comes from those at most `reach` steps distant, at the ends from as many on the other side. */
export function localTrend(values: Series, reach: number): Series {
  const n = values.length;
  const trend = new Float64Array(n);
  for (let t = 0; t < n; t++) {
    const from = Math.max(0, Math.min(t - reach, n - 1 - 2 * reach));
    const to = Math.min(n - 1, Math.max(t + reach, 2 * reach));
    const far = Math.max(t - from, to - t) + 1;
    let [w0, w1, w2, y0, y1] = [0, 0, 0, 0, 0];
    for (let i = from; i <= to; i++) {
      const distance = i - t;
      const share = Math.abs(distance) / far;
      const weight = (1 - share * share * share) ** 3;
      const value = values[i] ?? 0;
      w0 += weight;
      w1 += weight * distance;
      w2 += weight * distance * distance;
      y0 += weight * value;
      y1 += weight * distance * value;
    }
    const spread = w0 * w2 - w1 * w1;
    trend[t] = spread > 0 ? (w2 * y0 - w1 * y1) / spread : y0 / w0;
  }
  return trend;
}
