// No class of series is forecast worse than by the simplest methods, and bounds hold in each: the quality that the API
// promises, on known processes.
import test from 'ava';
import { coverage, smape } from './accuracy.ts';
import { drawn, type SeriesClass, seriesClasses } from './classes.fixture.ts';
import { type Forecast, forecast } from './forecast.ts';
import { naive, seasonalNaive } from './methods/naive.ts';
import { simpleSmoothing } from './methods/simple-smoothing.ts';
import { mean, meanAbsoluteDifference, type Series } from './series.ts';

const seed = 20_261_128;
/** More of short ones, which cost less and differ more. */
const countOf = ({ history }: SeriesClass): number => Math.min(200, Math.ceil(4_000 / history));
/** The goal, and what the mean of so few series may differ from it by chance. */
const [most, chance] = [1.02, 0.03];
const [leastCovered, mostCovered, chanceOfCover] = [0.93, 0.97, 0.03];
/**
 * Of so short a history the size of errors is hardly known: where nothing moves, bounds that hold for a launch hold
 * nearly always.
 */
const [young, mostCoveredYoung] = [16, 0.995];
/** Nor where an odd last value could have been a new level and never is. */
const mostCoveredOdd = 0.999;

type Trial = { readonly history: Series; readonly actual: Series; readonly found: Forecast };

function trialsOf(each: SeriesClass): readonly Trial[] {
  const { history: length, periods, horizon } = each;
  return drawn(each, seed, countOf(each)).map((values) => {
    const found = forecast({ values: values.slice(0, length), periods, horizon });
    if (found.kind === 'refused') throw new Error(found.reason);
    return {
      history: Float64Array.from(values.slice(0, length)),
      actual: Float64Array.from(values.slice(length)),
      found,
    };
  });
}

const average = (values: readonly number[]): number => mean(Float64Array.from(values));

/**
 * The overall weighted average of both errors, over those of repeating the last value; of rare demand the root of the
 * mean square.
 */
function errorsOf({ periods: [period = 1], isRare }: SeriesClass, trials: readonly Trial[]) {
  const season = Math.round(period);
  const scaleOf = (history: Series) =>
    meanAbsoluteDifference(history, history.length >= 2 * season ? season : 1) ||
    meanAbsoluteDifference(history, 1) ||
    1;
  const over = (error: (trial: Trial, ahead: Series) => number, aheadOf: (trial: Trial) => Series) =>
    average(trials.map((trial) => error(trial, aheadOf(trial))));
  const powered = (power: number) => (trial: Trial, ahead: Series) =>
    mean(trial.actual.map((value, h) => (Math.abs(value - (ahead[h] ?? 0)) / scaleOf(trial.history)) ** power));
  const percent = ({ actual }: Trial, ahead: Series) => smape(actual, ahead);
  const last = ({ history, actual }: Trial) => naive(history, actual.length);
  return (aheadOf: (trial: Trial) => Series): number => {
    const ratio = (error: Parameters<typeof over>[0]) => over(error, aheadOf) / over(error, last);
    return isRare ? Math.sqrt(ratio(powered(2))) : (ratio(percent) + ratio(powered(1))) / 2;
  };
}

for (const each of seriesClasses)
  test(`forecast is no worse than simple methods, and its bounds hold: ${each.name} (seed ${seed})`, (t) => {
    const trials = trialsOf(each);
    const errorOf = errorsOf(each, trials);
    const season = seasonalNaive(Math.round(each.periods[0] ?? 1));
    const simple = [naive, season, simpleSmoothing].map((method) =>
      errorOf(({ history, actual }) => method(history, actual.length)),
    );
    const error = errorOf(({ found }) => found.values) / Math.min(...simple);
    const covered = average(
      trials.flatMap(({ actual, found }) => found.intervals.map((each) => coverage(actual, each))),
    );
    t.log(`error ${error.toFixed(3)} of the best simple method, coverage ${covered.toFixed(3)}`);
    t.true(error <= most + chance, `error ${error}`);
    const mostUsual = each.history < young ? mostCoveredYoung : mostCovered + chanceOfCover;
    const mostHere = each.isNeverNewLevel ? mostCoveredOdd : mostUsual;
    t.true(covered >= leastCovered - chanceOfCover && covered <= mostHere, `coverage ${covered}`);
  });

const months = { periods: [12], horizon: 12 };

function found(values: readonly number[], horizon = months.horizon): Forecast {
  const answer = forecast({ ...months, values, horizon, levels: [0.95, 0.8] });
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer;
}

test('forecast of a young history that grows fast stays within a few times what it has seen', (t) => {
  const cases = [
    { values: [1, 2, 3, 5, 8, 13, 21, 34], most: 5 },
    { values: [2, 5, 9, 14, 22, 30, 41, 55, 70], most: 3 },
    { values: [8, 16, 32, 64, 128, 256, 512, 1024], most: 10 },
  ];
  for (const { values, most } of cases) {
    const largest = Math.max(...values);
    const ahead = found(values).values;
    t.true(Math.min(...ahead) > largest / 2 && Math.max(...ahead) < most * largest, `${values}: ${ahead}`);
  }
});

test('forecast after an odd last month is that of the months before, with bounds that reach to the odd month', (t) => {
  const usual = Array.from({ length: 47 }, (_, i) => 46 + ((i * 7) % 9));
  for (const odd of [0, 250, 500, 5_000]) {
    const { values, intervals } = found([...usual, odd]);
    const [wide = { lower: [], upper: [] }, narrow = { lower: [], upper: [] }] = intervals;
    const every = (is: (h: number) => boolean) => values.every((_, h) => is(h));
    t.true(
      values.every((value) => value > 46 && value < 54),
      `${odd}: ${values}`,
    );
    const isHigh = odd > 50;
    const text = `${odd}: ${wide.lower} ${wide.upper} ${narrow.lower} ${narrow.upper}`;
    t.true(
      every((h) => (isHigh ? (wide.lower[h] ?? 0) > 30 && (wide.lower[h] ?? 0) < 47 : (wide.lower[h] ?? 0) < 5)),
      text,
    );
    t.true(
      every((h) =>
        isHigh ? (wide.upper[h] ?? 0) > odd && (wide.upper[h] ?? 0) < 1.6 * odd : (wide.upper[h] ?? 0) < 70,
      ),
      text,
    );
    t.true(
      every((h) => (narrow.upper[h] ?? 0) <= (wide.upper[h] ?? 0) && (narrow.lower[h] ?? 0) >= (wide.lower[h] ?? 0)),
      text,
    );
  }
});

test('forecast keeps a level that two odd months in a row have begun', (t) => {
  const { values } = found([...Array.from({ length: 36 }, (_, i) => 48 + ((i * 7) % 5)), 250, 252]);
  t.true((values[0] ?? 0) > 90, String(values));
});

test('forecast of a step and its bounds are the same however many steps are asked', (t) => {
  const cases = seriesClasses.map((each) => ({ each, values: (drawn(each, seed, 1)[0] ?? []).slice(0, each.history) }));
  for (const { each, values } of cases) {
    const { periods } = each;
    const all = [1, 2, 3, 12, 40].map((horizon) => forecast({ values, periods, horizon, levels: [0.95, 0.8] }));
    const firsts = all.map((answer) =>
      answer.kind === 'refused'
        ? answer
        : [answer.values[0], ...answer.intervals.flatMap(({ lower, upper }) => [lower[0], upper[0]])],
    );
    t.deepEqual(
      firsts,
      firsts.map(() => firsts[0]),
      each.name,
    );
  }
});

test('forecast names constant only what was reported with one value', (t) => {
  const alternating = Array.from({ length: 48 }, (_, i) => 100 * (i % 2));
  t.like(found(alternating), { method: 'combination' });
  t.deepEqual(found(alternating, 4).values, Float64Array.of(0, 100, 0, 100));
  t.like(found(Array(48).fill(100)), { method: 'constant' });
});
