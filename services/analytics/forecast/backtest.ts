// How well the forecast of a series would have done on its own past: forecasts from up to three earlier points in time, held against what came.
// L. J. Tashman, "Out-of-sample tests of forecasting accuracy: an analysis and review", International Journal of Forecasting 16 (2000).
import { coverage, smape } from './accuracy.ts';
import { type Forecast, forecast, type Request } from './forecast.ts';
import { seasonalNaive } from './naive.ts';
import { withoutGaps } from './prepare.ts';
import { mean } from './series.ts';

export type Backtest = {
  readonly method: Forecast['method'];
  /** Points in time that were forecast from, and steps from each. */
  readonly origins: number;
  readonly steps: number;
  /** 0 to 200 %. */
  readonly smape: number;
  /** Mean absolute error over that of repeating the last season, or the last value where there is none; below 1 is better. Null when that never erred. */
  readonly relative_error: number | null;
  /** The share of values inside the bounds. Null where there were none. */
  readonly coverage: number | null;
};

const mostOrigins = 3;
/** What is left of the history has to be at least so long. */
const leastHistory = 8;
const mostOfHistory = 1 / 4;

/** Null for a history that is too short to be held back in part. */
export function backtest(request: Request): Backtest | null {
  const prepared = withoutGaps(request.values);
  if (prepared === null) return null;
  const { values } = prepared;
  const steps = Math.min(request.horizon, Math.floor(values.length * mostOfHistory));
  const origins = Array.from({ length: mostOrigins }, (_, i) => values.length - steps * (i + 1)).filter(
    (origin) => origin >= leastHistory,
  );
  if (steps < 1 || origins.length === 0) return null;
  const trials = origins.flatMap((origin) => {
    const history = values.subarray(0, origin);
    const actual = values.subarray(origin, origin + steps);
    const found = forecast({ ...request, values: Array.from(history), horizon: steps });
    if ('reason' in found) return [];
    const season = Math.round(request.periods[0] ?? 1);
    const repeated = seasonalNaive(history.length >= season ? season : 1)(history, steps);
    return [{ actual, found, repeated }];
  });
  const newest = trials[0];
  if (newest === undefined) return null;
  const [ours, theirs] = [trials.map((trial) => trial.found.values), trials.map((trial) => trial.repeated)].map(
    (forecasts) => average(trials.map(({ actual }, i) => errorOf(actual, forecasts[i] ?? actual))),
  );
  const covered = trials.flatMap(({ actual, found: { lower, upper } }) =>
    lower === null || upper === null ? [] : [coverage(actual, { lower, upper })],
  );
  return {
    method: newest.found.method,
    origins: trials.length,
    steps,
    smape: average(trials.map(({ actual, found }) => smape(actual, found.values))),
    relative_error: theirs === 0 || ours === undefined || theirs === undefined ? null : ours / theirs,
    coverage: covered.length === 0 ? null : average(covered),
  };
}

const errorOf = (actual: Float64Array, expected: Float64Array): number =>
  mean(actual.map((value, h) => Math.abs(value - (expected[h] ?? 0))));

const average = (values: readonly number[]): number => mean(Float64Array.from(values));
