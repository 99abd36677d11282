// How much each time of the season differs from the trend, with recent seasons counting more and noise shrunk.
// Ratios to a moving trend: F. R. Macaulay, "The smoothing of time series" (1931). What is kept of the indices:
// seasonal-strength.ts.

import { mean, minimum, type Series } from '../series.ts';
import { winsorize } from '../winsorize.ts';
import { localTrend } from './local-trend.ts';
import { type Strength, seasonalStrength } from './seasonal-strength.ts';
import { smoothedRound } from './smoothed-round.ts';

export type Seasonality = Strength & {
  /** Steps of a season, not always whole: 52.18 weeks are a year. */
  readonly period: number;
  readonly kind: 'multiplicative' | 'additive';
  /** One for each slot of the season; factors with mean 1, or differences with mean 0. */
  readonly indices: Series;
};

/**
 * Years change, and the level that they are measured on does too; of many short seasons, such as weeks, a third of the
 * history is no more than enough.
 */
const [leastHalfLife, halfLifeOfHistory] = [3, 1 / 3];
/** Half a season observed twice shows by its noise whether the rest can be trusted. */
const leastSeasons = 1.5;
/** With so many slots, neighbours share what they say: a week of the year has two or three values only. */
const mostUnsmoothedSlots = 31;

export const slotsOf = (period: number): number => Math.round(period);

/** The slot of step t; both count from 0. */
export const slotOf = (t: number, period: number): number =>
  Number.isInteger(period) ? t % period : Math.floor(((t % period) / period) * slotsOf(period));

/**
 * Null for less than one and a half seasons: a season observed once may be anything. `isPositive`: whether all values
 * were, before another season was taken out.
 */
export function seasonalIndices(
  values: Series,
  period: number,
  isPositive: boolean = minimum(values) > 0,
): Seasonality | null {
  if (period < 2 || values.length < leastSeasons * period) return null;
  const kind = isPositive ? 'multiplicative' : 'additive';
  const scaled = kind === 'multiplicative' ? values.map(Math.log) : values;
  const reach = Math.max(3, slotsOf(period));
  const first = shrunkMeans(scaled, localTrend(scaled, reach), period);
  const adjusted = scaled.map((value, t) => value - (first.means[slotOf(t, period)] ?? 0));
  const { means, ...found } = shrunkMeans(scaled, localTrend(adjusted, reach), period);
  return { period, kind, ...found, indices: kind === 'additive' ? means : normalised(means.map(Math.exp)) };
}

type Means = Strength & { readonly means: Series };

/** The shrunk means of the deviations from the trend, slot by slot. */
function shrunkMeans(scaled: Series, trend: Series, period: number): Means {
  const n = scaled.length;
  const slots = slotsOf(period);
  const [sums, weights, squares, counts] = [0, 0, 0, 0].map(() => new Float64Array(slots)) as [
    Series,
    Series,
    Series,
    Series,
  ];
  // One lorry of exports is no season.
  const deviations = winsorize(scaled.map((value, t) => value - (trend[t] ?? 0)));
  const weightOf = weightsBySeason(n, period);
  deviations.forEach((deviation, t) => {
    const slot = slotOf(t, period);
    const weight = weightOf[Math.floor((n - 1 - t) / period)] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + weight * deviation;
    weights[slot] = (weights[slot] ?? 0) + weight;
    squares[slot] = (squares[slot] ?? 0) + weight * weight;
    counts[slot] = (counts[slot] ?? 0) + 1;
  });
  const raw = sums.map((sum, slot) => ((weights[slot] ?? 0) > 0 ? sum / (weights[slot] ?? 1) : 0));
  const rest = deviations.map((deviation, t) => deviation - (raw[slotOf(t, period)] ?? 0));
  const reach = reachOf(slots);
  const indices = smoothedRound(raw, reach);
  const noiseShare = mean(squares.map((square, slot) => (square > 0 ? square / (weights[slot] ?? 1) ** 2 : 1)));
  const found = {
    deviations,
    rest,
    indices,
    counts,
    noiseShare,
    reach,
    period,
    slotOf: (t: number) => slotOf(t, period),
  };
  const { strength, parameters } = seasonalStrength(found);
  const centre = indices.reduce((sum, value) => sum + value, 0) / slots;
  return { means: indices.map((value) => (value - centre) * strength), strength, parameters };
}

/** To how many neighbours on each side a slot listens. */
const reachOf = (slots: number): number => (slots > mostUnsmoothedSlots ? Math.max(2, Math.round(slots / 26)) : 0);

/** By age in seasons. */
function weightsBySeason(n: number, period: number): Series {
  const halfLife = Math.max(leastHalfLife, (n / period) * halfLifeOfHistory);
  return Float64Array.from({ length: Math.ceil(n / period) + 1 }, (_, age) => 0.5 ** (age / halfLife));
}

function normalised(factors: Series): Series {
  const average = factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
  return factors.map((factor) => factor / average);
}
