// Several forecasts at once: their errors differ, so that the mean errs less than nearly any one of them.
// J. M. Bates and C. W. J. Granger, "The combination of forecasts", Operational Research Quarterly 20 (1969); V. R. R.
// Jose and R. L. Winkler, "Simple robust averages of forecasts", International Journal of Forecasting 24 (2008), for
// the trimming.
import type { Series } from './series.ts';

/** From five forecasts on, the largest and the smallest value of each step are left out. */
export function trimmedMeanOf(all: readonly Series[]): Series {
  const trimmed = all.length >= 5 ? 1 : 0;
  return Float64Array.from({ length: all[0]?.length ?? 0 }, (_, h) => {
    const middle = Float64Array.from(all, (ahead) => ahead[h] ?? 0)
      .sort()
      .subarray(trimmed, all.length - trimmed);
    return middle.reduce((sum, value) => sum + value, 0) / middle.length;
  });
}
