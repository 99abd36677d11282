// Values far from all others are drawn in, so that one of them does not decide what all of them say.
import type { Series } from './series.ts';

const outlierDeviations = 5;

/** To at most five median sizes, on both sides of zero. Unchanged where half of the values are zero. */
export function drawnIn(deviations: Series): Series {
  const sizes = deviations.map(Math.abs).sort();
  const most = outlierDeviations * (sizes[sizes.length >> 1] ?? 0);
  return most === 0 ? deviations : deviations.map((value) => Math.min(most, Math.max(-most, value)));
}
