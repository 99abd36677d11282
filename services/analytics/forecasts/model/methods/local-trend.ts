// A smooth trend by locally weighted straight lines.
// W. S. Cleveland, "Robust locally weighted regression and smoothing scatterplots", JASA 74 (1979), without the robust
// iterations.
import type { Series } from '../series.ts';

/** The values that one value of the trend comes from. */
type Window = {
  readonly weights: Series;
  /** Times the distance from the value. */
  readonly weightedDistances: Series;
  readonly w0: number;
  readonly w1: number;
  readonly w2: number;
  readonly spread: number;
};

/**
 * Windows of the usual seasons are the same for every series, and their weights are most of the work: 1.3 times the CPU
 * of a forecast of months without this.
 */
const kept = new Map<string, Window>();
const mostKept = 2_000;
const longestKept = 130;

/**
 * A series of the same length; each value comes from those at most `reach` steps distant, at the ends from as many on
 * the other side.
 */
export function localTrend(values: Series, reach: number): Series {
  const n = values.length;
  const trend = new Float64Array(n);
  let [window, begin, length] = [windowOf(0, 0), 0, 1];
  for (let t = 0; t < n; t++) {
    const from = Math.max(0, Math.min(t - reach, n - 1 - 2 * reach));
    const to = Math.min(n - 1, Math.max(t + reach, 2 * reach));
    if (from - t !== begin || to - from + 1 !== length) {
      [begin, length] = [from - t, to - from + 1];
      window = windowFrom(begin, length);
    }
    const { weights, weightedDistances, w0, w1, w2, spread } = window;
    let [y0, y1] = [0, 0];
    for (let i = 0; i < length; i++) {
      const value = values[from + i] ?? 0;
      y0 += (weights[i] ?? 0) * value;
      y1 += (weightedDistances[i] ?? 0) * value;
    }
    trend[t] = spread > 0 ? (w2 * y0 - w1 * y1) / spread : y0 / w0;
  }
  return trend;
}

function windowFrom(begin: number, length: number): Window {
  if (length > longestKept) return windowOf(begin, begin + length - 1);
  const name = `${begin} ${length}`;
  const existing = kept.get(name);
  if (existing !== undefined) return existing;
  const window = windowOf(begin, begin + length - 1);
  if (kept.size < mostKept) kept.set(name, window);
  return window;
}

function windowOf(begin: number, end: number): Window {
  const far = Math.max(-begin, end) + 1;
  let [w0, w1, w2] = [0, 0, 0];
  const weights = new Float64Array(end - begin + 1);
  const weightedDistances = new Float64Array(weights.length);
  for (let distance = begin; distance <= end; distance++) {
    const share = Math.abs(distance) / far;
    const weight = (1 - share * share * share) ** 3;
    weights[distance - begin] = weight;
    weightedDistances[distance - begin] = weight * distance;
    w0 += weight;
    w1 += weight * distance;
    w2 += weight * distance * distance;
  }
  return { weights, weightedDistances, w0, w1, w2, spread: w0 * w2 - w1 * w1 };
}
