// A forecast of one series: the method that suits it, values and bounds.
import { combined } from './combined.ts';
import { demandPattern, syntetosBoylan, teunterSyntetosBabai } from './intermittent.ts';
import { predictionBounds } from './intervals.ts';
import { naive } from './naive.ts';
import { withoutClosedTimes, withoutGaps } from './prepare.ts';
import { seasonallyAdjusted } from './seasonal-adjustment.ts';
import { type Forecaster, minimum, type Series } from './series.ts';
import { simpleSmoothing } from './simple-smoothing.ts';

export type MethodName = 'constant' | 'simple_smoothing' | 'combination' | 'sba' | 'tsb';

export type Request = {
  /** Equally spaced, the oldest first; null where nothing was reported. Units sold, of which none is negative unless returns are. */
  readonly values: readonly (number | null)[];
  /** Lengths of the seasons in steps, the shortest first: 12; 52.18; 4; 7 and 365.25; none. */
  readonly periods: readonly number[];
  /** Steps ahead, 1 and more. */
  readonly horizon: number;
  /** Of the bounds, 0 to 0.99. 0.95 when left out. */
  readonly level?: number;
};

export type Forecast = {
  readonly method: MethodName;
  readonly values: Series;
  /** Null for a history that is too short to know errors from. */
  readonly lower: Series | null;
  readonly upper: Series | null;
  /** Values that were missing inside of the history, and were taken from their neighbours. */
  readonly filled: number;
};

/** No number is better than an invented one. */
export type Refusal = { readonly reason: 'short_history' | 'too_many_gaps' };

const leastValues = 3;
/** Below it, no trend is told from noise. */
const leastForTrend = 8;
/** Demands further apart than this on average are intermittent: Syntetos and Boylan (2005). */
const intermittentFrom = 1.32;
/** So many times the usual interval without a demand, and it may be over. */
const silentIntervals = 3;

export function forecast({ values: reported, periods, horizon, level = 0.95 }: Request): Forecast | Refusal {
  const prepared = withoutGaps(reported);
  if (prepared === null) return { reason: 'too_many_gaps' };
  const { values, filled } = prepared;
  if (values.length < leastValues) return { reason: 'short_history' };
  const opened = withoutClosedTimes(values, periods);
  const steps = opened.openSteps(horizon);
  const { method, ahead, lower, upper } = ofOpenTimes(opened.values, opened.periods, steps, level);
  // What never was negative will not be.
  const floor = minimum(values) < 0 ? Number.NEGATIVE_INFINITY : 0;
  const shown = (series: Series) => opened.close(series, horizon).map((value) => Math.max(floor, value));
  return { method, filled, values: shown(ahead), lower: lower && shown(lower), upper: upper && shown(upper) };
}

type Bare = {
  readonly method: MethodName;
  readonly ahead: Series;
  readonly lower: Series | null;
  readonly upper: Series | null;
};

function ofOpenTimes(values: Series, periods: readonly number[], horizon: number, level: number): Bare {
  const first = values[0] ?? 0;
  if (values.every((value) => value === first)) {
    const ahead = naive(values, horizon);
    return { method: 'constant', ahead, lower: ahead, upper: ahead };
  }
  const intermittent = methodOfIntermittent(values);
  if (intermittent !== null) {
    const ahead = intermittent.forecaster(values, horizon);
    return { method: intermittent.method, ahead, ...boundsOfCounts(values, horizon, level) };
  }
  if (values.length < leastForTrend) {
    const adjusted = seasonallyAdjusted(values, []);
    const ahead = simpleSmoothing(values, horizon);
    return { method: 'simple_smoothing', ahead, ...orNulls(predictionBounds(adjusted, ahead, level)) };
  }
  const adjusted = seasonallyAdjusted(values, periods);
  const ahead = combined(values, adjusted, periods, horizon);
  return { method: 'combination', ahead, ...orNulls(predictionBounds(adjusted, ahead, level)) };
}

const orNulls = (bounds: ReturnType<typeof predictionBounds>) => bounds ?? { lower: null, upper: null };

/** SBA and never Croston: with demands so far apart the first errs less (Kostenko and Hyndman, JORS 57, 2006). */
function methodOfIntermittent(values: Series): { readonly method: MethodName; readonly forecaster: Forecaster } | null {
  if (minimum(values) < 0) return null;
  const { interval, silence } = demandPattern(values);
  if (interval < intermittentFrom) return null;
  return silence > silentIntervals * interval
    ? { method: 'tsb', forecaster: teunterSyntetosBabai }
    : { method: 'sba', forecaster: syntetosBoylan };
}

/** What the history itself had: each step may be any of its values. */
function boundsOfCounts(
  values: Series,
  horizon: number,
  level: number,
): { readonly lower: Series; readonly upper: Series } {
  const sorted = values.slice().sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
  const filledWith = (value: number) => new Float64Array(horizon).fill(value);
  return { lower: filledWith(at((1 - level) / 2)), upper: filledWith(at((1 + level) / 2)) };
}
