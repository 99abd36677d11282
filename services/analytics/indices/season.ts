// Seasonal indices and standard scores of one series, never looking ahead. Decision 3.

import { isoWeek, type PeriodType } from './period.ts';

/** Values by period number, from `first` on; null = no value (nothing reported, or a closed day). */
type Track = { readonly type: PeriodType; readonly first: number; readonly values: readonly (number | null)[] };

/**
 * What the window of a score lets expect: the value with its season, how much one value deviates from it, and of how
 * many values this is known.
 */
export type UsualValue = { readonly value: number; readonly deviation: number; readonly periods: number };

export type Score =
  | { readonly value: number; readonly usual: UsualValue }
  | { readonly value: null; readonly reason: 'no_spread'; readonly usual: UsualValue }
  | { readonly value: null; readonly reason: 'short_history'; readonly usual: null };

const seasonLength: Record<PeriodType, number> = { day: 7, week: 52, month: 12, quarter: 4 };
const scoreWindow: Record<PeriodType, number> = { day: 56, week: 26, month: 12, quarter: 8 };
const fewestPoints = 6;

/** Below this share of the mean, a spread is rounding and not variation. */
const noSpread = 1e-9;

/** Seasonal index of each position (January, week 1, Monday ...) or null while two full seasons are not there. */
type SeasonalIndices = ReadonlyMap<number, number> | null;

/**
 * Classical multiplicative indices: each value over the mean of the full season centred on it, averaged per position,
 * scaled to mean 1. Returns, for each value of the track, the indices known from the values before it.
 * `open` distinguishes a closed day (which no season needs) from a missing report (which leaves its season out).
 */
function seasonsBefore(track: Track, open: (n: number) => boolean): readonly SeasonalIndices[] {
  const length = seasonLength[track.type];
  const half = Math.floor(length / 2);
  const ratios = new Map<number, { sum: number; count: number }>();
  return track.values.map((_, i) => {
    const centre = i - 1 - half; // the newest centre whose window ends before i
    const ratio = centre - half < 0 ? null : ratioToTrend(track, centre, length, open);
    if (ratio !== null) {
      const at = position(track.type, track.first + centre);
      const { sum, count } = ratios.get(at) ?? { sum: 0, count: 0 };
      ratios.set(at, { sum: sum + ratio, count: count + 1 });
    }
    return i < 2 * length ? null : scaled(ratios, neededPositions(track, i, length, open));
  });
}

/** Standard score of each value against the seasonally adjusted window that ends just before it. */
export function scores(track: Track, open: (n: number) => boolean): readonly (Score | null)[] {
  const seasons = seasonsBefore(track, open);
  return track.values.map((value, i) => {
    if (value === null) return null;
    const season = seasons[i] ?? null;
    const adjusted = (at: number): number =>
      (track.values[at] ?? 0) / (season?.get(position(track.type, track.first + at)) ?? 1);
    const earlier: number[] = [];
    for (let at = Math.max(0, i - scoreWindow[track.type]); at < i; at++) {
      if (track.values[at] !== null) earlier.push(adjusted(at));
    }
    return standardScore(adjusted(i), earlier, season?.get(position(track.type, track.first + i)) ?? 1);
  });
}

/** `season`: the seasonal index that the value was divided by. */
function standardScore(value: number, earlier: readonly number[], season: number): Score {
  if (earlier.length < fewestPoints) return { value: null, reason: 'short_history', usual: null };
  const mean = earlier.reduce((a, b) => a + b, 0) / earlier.length;
  const squares = earlier.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (earlier.length - 1));
  const usual = { value: mean * season, deviation: deviation * season, periods: earlier.length };
  if (deviation <= Math.abs(mean) * noSpread) return { value: null, reason: 'no_spread', usual };
  return { value: (value - mean) / deviation, usual };
}

/** January = 0; week 53 shares the place of week 52, as it does in the comparison with the year before. */
function position(type: PeriodType, n: number): number {
  return type === 'week'
    ? Math.min(isoWeek({ type, n }).week, 52)
    : ((n % seasonLength[type]) + seasonLength[type]) % seasonLength[type];
}

function ratioToTrend(track: Track, centre: number, length: number, open: (n: number) => boolean): number | null {
  const value = track.values[centre];
  if (value === null || value === undefined) return null;
  const half = Math.floor(length / 2);
  let sum = 0;
  let weights = 0;
  for (let at = centre - half; at <= centre + half; at++) {
    const weight = length % 2 === 0 && Math.abs(at - centre) === half ? 0.5 : 1;
    const here = track.values[at] ?? null;
    if (here === null && open(track.first + at)) return null;
    if (here === null) continue;
    sum += weight * here;
    weights += weight;
  }
  return sum > 0 ? (value * weights) / sum : null;
}

function neededPositions(
  track: Track,
  before: number,
  length: number,
  open: (n: number) => boolean,
): readonly number[] {
  const numbers = Array.from({ length }, (_, back) => track.first + before - 1 - back);
  return [...new Set(numbers.filter(open).map((n) => position(track.type, n)))];
}

function scaled(
  ratios: ReadonlyMap<number, { sum: number; count: number }>,
  needed: readonly number[],
): SeasonalIndices {
  const means = new Map<number, number>();
  for (const at of needed) {
    const ratio = ratios.get(at);
    if (ratio === undefined || ratio.sum <= 0) return null;
    means.set(at, ratio.sum / ratio.count);
  }
  const mean = [...means.values()].reduce((a, b) => a + b, 0) / means.size;
  return new Map([...means].map(([at, value]) => [at, value / mean]));
}
