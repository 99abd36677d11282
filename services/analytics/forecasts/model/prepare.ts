// From what was reported to what methods take: gaps filled, and times of the week that are always closed left out.
import { slotOf, slotsOf } from './methods/seasonal-indices.ts';
import { minimum, type Series } from './series.ts';

/** More missing values than these are no series any more. */
const mostMissing = 0.4;

export type Filled = {
  readonly values: Series;
  readonly filled: number;
  /** Missing values after the last one. */
  readonly after: number;
};

/**
 * Along the straight line between the neighbours; gaps at the ends are not part of the series. Null for more than 40 %
 * missing.
 */
export function withoutGaps(values: readonly (number | null)[]): Filled | null {
  const from = values.findIndex((value) => value !== null);
  const to = values.findLastIndex((value) => value !== null);
  if (from < 0) return { values: new Float64Array(0), filled: 0, after: 0 };
  const inside = values.slice(from, to + 1);
  const filled = inside.filter((value) => value === null).length;
  if (filled > mostMissing * inside.length) return null;
  const series = new Float64Array(inside.length);
  let last = 0;
  inside.forEach((value, t) => {
    if (value === null) return;
    const step = (value - (series[last] ?? 0)) / (t - last);
    for (let i = last + 1; i < t; i++) series[i] = (series[last] ?? 0) + step * (i - last);
    series[t] = value;
    last = t;
  });
  return { values: series, filled, after: values.length - 1 - to };
}

export type Opened = {
  readonly values: Series;
  readonly periods: readonly number[];
  /** How many of the open steps lie within so many steps. */
  openSteps(horizon: number): number;
  /** Puts the closed times back, with the value 0. */
  close(ahead: Series, horizon: number): Series;
};

/** A slot with this share of zeros or more, such as a closed Sunday, may be closed. */
const closedShare = 0.95;
/**
 * It is, if with the chance of a sale in the other slots so few sales would come this seldom; divided by the slots,
 * since each is tested.
 */
const chance = 0.01;
const leastSeasons = 4;

/** Without the slots of the first period that are always zero. */
export function withoutClosedTimes(values: Series, periods: readonly number[]): Opened {
  const [period = 0, ...others] = periods;
  const closed = closedSlots(values, period);
  if (closed.size === 0) return { values, periods, openSteps: (horizon) => horizon, close: (ahead) => ahead };
  const isOpen = (t: number) => !closed.has(slotOf(t, period));
  const openShare = (period - closed.size) / period;
  const n = values.length;
  return {
    values: values.filter((_, t) => isOpen(t)),
    periods: [period - closed.size, ...others.map((other) => other * openShare)],
    openSteps: (horizon) => Array.from({ length: horizon }, (_, h) => n + h).filter(isOpen).length,
    close: (ahead, horizon) => {
      let next = 0;
      return Float64Array.from({ length: horizon }, (_, h) => (isOpen(n + h) ? (ahead[next++] ?? 0) : 0));
    },
  };
}

/**
 * None where nothing is ever zero, where the period is not a whole number of steps, and where everything seems closed.
 */
function closedSlots(values: Series, period: number): ReadonlySet<number> {
  if (!Number.isInteger(period) || period < 2 || values.length < leastSeasons * period || minimum(values) !== 0)
    return new Set();
  const slots = Array.from({ length: slotsOf(period) }, (_, slot) => slot);
  const sold = new Map(slots.map((slot) => [slot, { count: 0, of: 0 }]));
  values.forEach((value, t) => {
    const found = sold.get(slotOf(t, period));
    if (found === undefined) return;
    found.of += 1;
    if (value !== 0) found.count += 1;
  });
  const all = [...sold];
  const isQuiet = ([, { count, of }]: (typeof all)[number]) => count <= (1 - closedShare) * of;
  const others = all.filter((each) => !isQuiet(each));
  // What always was is no certainty yet.
  const usual = sum(others, ({ count }) => count) / (1 + sum(others, ({ of }) => of));
  const closed = all.filter(isQuiet).filter(([, { count, of }]) => atMost(count, of, usual) < chance / slots.length);
  return new Set(closed.length > slots.length / 2 ? [] : closed.map(([slot]) => slot));
}

const sum = <Value>(all: readonly (readonly [number, Value])[], of: (value: Value) => number): number =>
  all.reduce((total, [, value]) => total + of(value), 0);

/** The chance of at most `most` of `trials` with the chance `each`: the binomial distribution. */
function atMost(most: number, trials: number, each: number): number {
  let [total, exactly] = [0, (1 - each) ** trials];
  for (let count = 0; count <= most; count++) {
    total += exactly;
    exactly *= ((trials - count) / (count + 1)) * (each / (1 - each));
  }
  return total;
}
