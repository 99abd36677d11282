// How well the forecast of a series would have done on its own past: forecasts from up to three earlier points in time,
// held against what came. L. J. Tashman, "Out-of-sample tests of forecasting accuracy: an analysis and review",
// International Journal of Forecasting 16 (2000).
import { coverage, smape } from './accuracy.ts';
import { type Forecast, forecast, type Request } from './forecast.ts';
import { seasonalNaive } from './methods/naive.ts';
import { withoutGaps } from './prepare.ts';
import { scaled } from './scale.ts';
import { mean, type Series } from './series.ts';

export type Backtest = {
  readonly method: Forecast['method'];
  /** Points in time that were forecast from, and steps from each. */
  readonly origins: number;
  readonly steps: number;
  /** 0 to 200 %. */
  readonly smape: number;
  /**
   * Mean absolute error over that of repeating the last season, or the last value where there is none; below 1 is
   * better. Null when that never erred.
   */
  readonly relative_error: number | null;
  /** For each level, the share of values inside the bounds. Empty where there were none. */
  readonly coverage: readonly number[];
};

const mostOrigins = 3;
/** What is left of the history has to be at least so long. */
const leastHistory = 8;
const mostOfHistory = 1 / 4;

type Trial = { readonly actual: readonly (number | null)[]; readonly found: Forecast; readonly repeated: Series };

/** Null for a history that is too short to be held back in part. */
export function backtest(request: Request): Backtest | null {
  const whole = trimmed(request);
  const length = whole.values.length;
  const steps = Math.min(request.horizon, Math.floor(length * mostOfHistory));
  const origins = Array.from({ length: mostOrigins }, (_, i) => length - steps * (i + 1)).filter(
    (origin) => origin >= leastHistory,
  );
  if (steps < 1) return null;
  const trials = origins.flatMap((origin) => trialFrom(whole, origin, steps));
  const [newest] = trials;
  if (newest === undefined) return null;
  const ours = average(trials.map(({ actual, found }) => errorOf(actual, found.values)));
  const theirs = average(trials.map(({ actual, repeated }) => errorOf(actual, repeated)));
  return {
    method: newest.found.method,
    origins: trials.length,
    steps,
    smape: average(trials.map(({ actual, found }) => smape(...known(actual, found.values)))),
    relative_error: theirs === 0 ? null : ours / theirs,
    coverage: newest.found.intervals.map((_, i) => average(trials.flatMap((trial) => coverageOf(trial, i)))),
  };
}

/** Without gaps at the ends. */
function trimmed({ values, exposure, ...request }: Request): Request {
  const from = Math.max(
    0,
    values.findIndex((value) => value !== null),
  );
  const inside = values.slice(from, values.findLastIndex((value) => value !== null) + 1);
  // What is reported has no unit; differences of huge values would have no end.
  return { ...request, values: scaled(inside).values, ...(exposure && { exposure: exposure.slice(from) }) };
}

function trialFrom(request: Request, origin: number, steps: number): readonly Trial[] {
  const { exposure, periods } = request;
  const values = request.values.slice(0, origin);
  const earlier = { values, horizon: steps, ...(exposure && { exposure: exposure.slice(0, origin + steps) }) };
  const found = forecast({ ...request, ...earlier });
  const history = withoutGaps(values);
  const actual = request.values.slice(origin, origin + steps);
  if (found.kind === 'refused' || history === null || actual.every((value) => value === null)) return [];
  const season = Math.round(periods[0] ?? 1);
  const repeated = seasonalNaive(history.values.length >= season ? season : 1)(history.values, steps + history.after);
  return [{ actual, found, repeated: repeated.subarray(history.after) }];
}

function coverageOf({ actual, found }: Trial, level: number): readonly number[] {
  const interval = found.intervals[level];
  if (interval === undefined) return [];
  const [values, lower] = known(actual, interval.lower);
  const [, upper] = known(actual, interval.upper);
  return [coverage(values, { lower, upper })];
}

/** What came and what was expected, where something was reported. */
function known(actual: readonly (number | null)[], expected: Series): [actual: Series, expected: Series] {
  const reported = actual.flatMap((value, h) => (value === null ? [] : [[value, expected[h] ?? 0] as const]));
  return [Float64Array.from(reported, ([value]) => value), Float64Array.from(reported, ([, value]) => value)];
}

function errorOf(actual: readonly (number | null)[], expected: Series): number {
  const [values, ahead] = known(actual, expected);
  return mean(values.map((value, h) => Math.abs(value - (ahead[h] ?? 0))));
}

const average = (values: readonly number[]): number => mean(Float64Array.from(values));
