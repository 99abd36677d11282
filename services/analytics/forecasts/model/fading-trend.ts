// How much of a trend to believe: less the shorter the history, and less where the trends of earlier points in time did
// not come true. E. S. Gardner and E. McKenzie, "Forecasting trends in time series", Management Science 31 (1985), for
// trends that fade; the share is the mean of a normal posterior.
//
// A launch grows fast and then does not. With trends as they are, 1, 2, 3, 5, 8, 13, 21, 34 became 668 after a year,
// and the error on real launches of 8 months was
// 1.26 of that of the last value. Positive values fade in logarithms: of growth that doubles each month, a third in
// units would still be a hundred times the last value.
import { mean, type Series } from './series.ts';
import { growth, type Trials } from './trials.ts';
import { winsorize } from './winsorize.ts';

/** From step to step n^2 / (n^2 + 64) is left of a trend: a half of 8 values, 0.9 of 24, 0.99 of 80. */
const halfAt = 8 ** 2;
/** What is believed before anything is compared, n / (n + 4), and its standard deviation. */
const [lessFor, deviation] = [4, 0.3];
/** The benefit of the doubt, in standard deviations of what is then believed. */
const doubt = 0.25;
/** A few extreme months are not to decide. */
const mostDeviations = 3;

/** 0 to 1. */
export function trendShare({ trials, alpha }: Trials, n: number): number {
  const prior = n / (n + lessFor);
  const errors = trials.flatMap(({ level, slope, lag, actual }) =>
    Array.from(actual, (value, h) => (value - level - prior * slope * (h + lag)) / growth(alpha, h)),
  );
  const variance = mean(winsorize(Float64Array.from(errors)).map((error) => error * error));
  if (variance === 0) return 1;
  const most = mostDeviations * Math.sqrt(variance);
  let [agreement, certainty] = [prior / deviation ** 2, 1 / deviation ** 2];
  // The steps from one point in time err together, and count as one.
  for (const { level, slope, lag, actual } of trials)
    actual.forEach((value, h) => {
      const error = (value - level) / growth(alpha, h);
      const trend = (slope * (h + lag)) / growth(alpha, h);
      const weight = 1 / (variance * actual.length);
      agreement += weight * trend * Math.max(-most, Math.min(most, error));
      certainty += weight * trend * trend;
    });
  return Math.max(0, Math.min(1, agreement / certainty + doubt / Math.sqrt(certainty)));
}

/**
 * `ahead` between itself and `level`, which both have the season; `share` of it at first, and less with each step. `n`:
 * the length of the history.
 */
export function fadingTrend(level: Series, ahead: Series, share: number, n: number): Series {
  const kept = n ** 2 / (n ** 2 + halfAt);
  let [left, sum] = [1, 0];
  return ahead.map((value, h) => {
    left *= kept;
    sum += left;
    const part = (share * sum) / (h + 1);
    const base = level[h] ?? 0;
    return base > 0 && value > 0 ? base * (value / base) ** part : base + part * (value - base);
  });
}
