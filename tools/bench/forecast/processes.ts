// Processes that series of dealers may come from, with known parts: what is measured on them depends on no table that a
// method could have been tuned to.
import type { Random } from '../random.ts';

export type Process = {
  readonly name: string;
  readonly periods: readonly number[];
  /** Values to learn from, and values held back. */
  readonly history: number;
  readonly horizon: number;
  /** Rare demands are judged by squared errors: the median of such a series, often 0, has the least absolute ones. */
  readonly isRare?: boolean;
  draw(length: number, random: Random): Float64Array;
};

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

const between = (random: Random, low: number, high: number): number => low + (high - low) * random.next();

function poisson(random: Random, mean: number): number {
  let [count, chance] = [0, random.next()];
  const limit = Math.exp(-mean);
  while (chance > limit) {
    count += 1;
    chance *= random.next();
  }
  return count;
}

/** Two waves a season. */
function wave(random: Random, size: number): (share: number) => number {
  const [first, second] = [between(random, 0, 2 * Math.PI), between(random, 0, 2 * Math.PI)];
  return (share) => size * (Math.sin(2 * Math.PI * share + first) + 0.4 * Math.sin(4 * Math.PI * share + second));
}

type Parts = { readonly drift: number; readonly noise: number; readonly season: number };

/** A level that wanders in logarithms, times a season, with counts as noise. */
const wandering =
  (period: number, { drift, noise, season }: Parts): Process['draw'] =>
  (length, random) => {
    const of = wave(random, season);
    const slope = drift * normal(random);
    let level = Math.log(between(random, 30, 400));
    return Float64Array.from({ length }, (_, t) => {
      level += slope + noise * normal(random);
      return poisson(random, Math.min(700, Math.exp(level + of((t % period) / period))));
    });
  };

/** Weekdays that differ, a year, and days that remember the one before. */
const days: Process['draw'] = (length, random) => {
  const weekdays = Array.from({ length: 7 }, () => between(random, 0.6, 1.4));
  const year = wave(random, 0.2);
  const level = between(random, 15, 80);
  let carried = 0;
  return Float64Array.from({ length }, (_, t) => {
    carried = 0.6 * carried + 0.08 * normal(random);
    return poisson(random, level * (weekdays[t % 7] ?? 1) * Math.exp(carried + year((t % 365.25) / 365.25)));
  });
};

/** A demand with a chance that may change by a factor from the first to the last value. */
const rare =
  (change: number): Process['draw'] =>
  (length, random) => {
    const [chance, size] = [between(random, 0.1, 0.4), between(random, 0.5, 5)];
    return Float64Array.from({ length }, (_, t) =>
      random.next() < chance * change ** (t / length) ? 1 + poisson(random, size) : 0,
    );
  };

export const processes: readonly Process[] = [
  {
    name: 'weeks, three years',
    periods: [52.18],
    history: 156,
    horizon: 13,
    draw: wandering(52.18, { drift: 0, noise: 0.03, season: 0.25 }),
  },
  {
    name: 'weeks, twenty months',
    periods: [52.18],
    history: 87,
    horizon: 13,
    draw: wandering(52.18, { drift: 0.002, noise: 0.03, season: 0.25 }),
  },
  {
    name: 'weeks without a season',
    periods: [52.18],
    history: 156,
    horizon: 13,
    draw: wandering(52.18, { drift: 0, noise: 0.05, season: 0 }),
  },
  { name: 'days, two years', periods: [7, 365.25], history: 760, horizon: 28, draw: days },
  { name: 'days, ten weeks', periods: [7, 365.25], history: 70, horizon: 14, draw: days },
  {
    name: 'months, five years',
    periods: [12],
    history: 60,
    horizon: 12,
    draw: wandering(12, { drift: 0.005, noise: 0.05, season: 0.2 }),
  },
  {
    name: 'quarters, eight years',
    periods: [4],
    history: 32,
    horizon: 6,
    draw: wandering(4, { drift: 0.01, noise: 0.07, season: 0.15 }),
  },
  { name: 'years', periods: [], history: 25, horizon: 6, draw: wandering(1, { drift: 0.04, noise: 0.08, season: 0 }) },
  { name: 'rare demands', periods: [12], history: 60, horizon: 12, isRare: true, draw: rare(1) },
  { name: 'rare demands that fade', periods: [12], history: 60, horizon: 12, isRare: true, draw: rare(0.1) },
  { name: 'rare demands that grow', periods: [12], history: 60, horizon: 12, isRare: true, draw: rare(2.5) },
];
