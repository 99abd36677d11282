// A forecast of one series: the method that suits it, values and bounds.

import { evened } from './exposure.ts';
import { fadingTrend, trendShare } from './fading-trend.ts';
import { countInterval, intermittentDemand, isIntermittent, regularSince } from './intermittent-demand.ts';
import { type Interval, leastForBounds, predictionIntervals } from './intervals.ts';
import { combined } from './methods/combined.ts';
import { towardsLastSeason } from './methods/last-season.ts';
import { naive } from './methods/naive.ts';
import { withoutOddValues } from './methods/odd-values.ts';
import { type Adjusted, seasonallyAdjusted } from './methods/seasonal-adjustment.ts';
import { withoutClosedTimes, withoutGaps } from './prepare.ts';
import { root } from './roots.ts';
import { scaled } from './scale.ts';
import { minimum, type Series } from './series.ts';
import { trialsOf } from './trials.ts';

export type MethodName = 'constant' | 'simple_smoothing' | 'combination' | 'tsb';

export type Request = {
  /**
   * Equally spaced, the oldest first; null where nothing was reported. Units sold, of which none is negative unless
   * returns are.
   */
  readonly values: readonly (number | null)[];
  /**
   * How much each step can sell, such as its selling days; of the values and then of the steps ahead. Left out: all
   * alike.
   */
  readonly exposure?: readonly number[];
  /** Lengths of the seasons in steps, the shortest first: 12; 52.18; 4; 7 and 365.25; none. */
  readonly periods: readonly number[];
  /** Steps ahead, 1 and more. */
  readonly horizon: number;
  /** The levels of the intervals, 0 to 0.99 each. 0.95 when left out. */
  readonly levels?: readonly number[];
};

export type Forecast = {
  readonly kind: 'forecast';
  readonly method: MethodName;
  readonly values: Series;
  /** One for each level, in their order; none for a history that is too short to know errors from. */
  readonly intervals: readonly Interval[];
  /** Values that were missing inside of the history, and were taken from their neighbours. */
  readonly filled: number;
};

/** No number is better than an invented one. */
export type Refusal = { readonly kind: 'refused'; readonly reason: 'short_history' | 'too_many_gaps' };

const leastValues = 3;
/** Below it, a trend cannot be distinguished from noise. */
const leastForTrend = 8;

export function forecast(request: Request): Forecast | Refusal {
  const { values: reported, periods, horizon, levels = [0.95] } = request;
  const unitless = scaled(reported);
  const even = evened(unitless.values, request.exposure ?? Array(reported.length + horizon).fill(1), periods);
  const prepared = withoutGaps(even.values);
  if (prepared === null) return { kind: 'refused', reason: 'too_many_gaps' };
  const { values, filled, after } = prepared;
  if (values.length < leastValues) return { kind: 'refused', reason: 'short_history' };
  const opened = withoutClosedTimes(values, periods);
  const steps = opened.openSteps(horizon + after);
  const { method: ofRest, ahead, intervals } = ofOpenTimes(opened.values, opened.periods, steps, levels);
  // What repeats itself exactly is constant only without its season and its closed times.
  const method = ofRest === 'constant' && !isConstant(reported) ? 'combination' : ofRest;
  // What never was negative will not be.
  const floor = minimum(values) < 0 ? Number.NEGATIVE_INFINITY : 0;
  const shown = (series: Series) =>
    unitless.restore(
      even.restore(opened.close(series, horizon + after).subarray(after)).map((value) => Math.max(floor, value)),
    );
  return {
    kind: 'forecast',
    method,
    filled,
    values: shown(ahead),
    intervals: intervals.map(({ level, lower, upper }) => ({ level, lower: shown(lower), upper: shown(upper) })),
  };
}

function isConstant(reported: readonly (number | null)[]): boolean {
  const values = new Set(reported.filter((value) => value !== null));
  return values.size <= 1;
}

type Bare = { readonly method: MethodName; readonly ahead: Series; readonly intervals: readonly Interval[] };

function ofOpenTimes(values: Series, periods: readonly number[], horizon: number, levels: readonly number[]): Bare {
  const first = values[0] ?? 0;
  if (values.every((value) => value === first)) {
    const ahead = naive(values, horizon);
    const known = values.length >= leastForBounds;
    return {
      method: 'constant',
      ahead,
      intervals: known ? levels.map((level) => ({ level, lower: ahead, upper: ahead })) : [],
    };
  }
  if (isIntermittent(values)) {
    const regular = regularSince(values);
    if (regular !== null) return ofOpenTimes(regular, periods, horizon, levels);
    const ahead = intermittentDemand(values, periods, horizon);
    const known = values.length >= leastForBounds;
    return { method: 'tsb', ahead, intervals: known ? levels.map((level) => countInterval(values, ahead, level)) : [] };
  }
  const { usual, adjusted, oddLast } = withoutOdd(values, values.length < leastForTrend ? [] : periods);
  const trials = trialsOf(adjusted.values);
  const level = adjusted.restore(new Float64Array(horizon).fill(trials.level));
  const bounds = (ahead: Series) => predictionIntervals({ adjusted, trials, oddLast }, ahead, levels);
  if (values.length < leastForTrend) return { method: 'simple_smoothing', ahead: level, intervals: bounds(level) };
  const trend = combined(usual, adjusted, periods, horizon);
  const fading = fadingTrend(level, trend, trendShare(trials, values.length), values.length);
  const ahead = towardsLastSeason(usual, adjusted, periods, fading);
  return { method: 'combination', ahead, intervals: bounds(ahead) };
}

type WithoutOdd = {
  readonly usual: Series;
  readonly adjusted: Adjusted;
  /** What was left out of the last value, on the scale of square roots; 0 where it is usual. */
  readonly oddLast: number;
};

/** Values that stand alone are found where the season is taken out, and the season is estimated again without them. */
function withoutOdd(values: Series, periods: readonly number[]): WithoutOdd {
  const adjusted = seasonallyAdjusted(values, periods);
  const even = withoutOddValues(adjusted.values);
  if (even === adjusted.values) return { usual: values, adjusted, oddLast: 0 };
  const usual = values.map((value, t) => {
    const rest = even[t] ?? 0;
    return rest === adjusted.values[t] ? value : adjusted.restoreAt(t, rest);
  });
  const oddLast = root(adjusted.values.at(-1) ?? 0) - root(even.at(-1) ?? 0);
  return { usual, adjusted: seasonallyAdjusted(usual, periods), oddLast };
}
