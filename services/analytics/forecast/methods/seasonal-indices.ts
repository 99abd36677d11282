// How much each time of the season differs from the trend, with recent seasons counting more and noise shrunk away.
// D. M. Miller and D. Williams, "Shrinkage estimators of time series seasonal factors and their effect on forecasting accuracy", International
// Journal of Forecasting 19 (2003): indices of few and noisy seasons are drawn towards none at all, as James and Stein's estimator does.

import { minimum, type Series } from '../series.ts';
import { localTrend } from './local-trend.ts';

export type Seasonality = {
  /** Steps of a season, not always whole: 52.18 weeks are a year. */
  readonly period: number;
  readonly kind: 'multiplicative' | 'additive';
  /** One for each slot of the season; factors with mean 1, or differences with mean 0. */
  readonly indices: Series;
  /** 0 (nothing but noise) to 1 (nothing but season): the share of the indices' variance that is kept. */
  readonly strength: number;
};

/** A season counts 0.8 of the one after it: seasons change, and the level that they are measured on does too. */
const keptPerSeason = 0.8;
/** Half a season observed twice shows by its noise whether the rest can be trusted. */
const leastSeasons = 1.5;
/** Deviations beyond these many median deviations are drawn in: one lorry of exports is no season. */
const outlierDeviations = 5;
/** With so many slots, neighbours share what they say: a week of the year has two or three values only. */
const mostUnsmoothedSlots = 31;

export const slotsOf = (period: number): number => Math.round(period);

/** The slot of step t; both count from 0. */
export const slotOf = (t: number, period: number): number =>
  Number.isInteger(period) ? t % period : Math.floor(((t % period) / period) * slotsOf(period));

/** Null for less than one and a half seasons: a season observed once may be anything. */
export function seasonalIndices(values: Series, period: number): Seasonality | null {
  if (period < 2 || values.length < leastSeasons * period) return null;
  const kind = minimum(values) > 0 ? 'multiplicative' : 'additive';
  const scaled = kind === 'multiplicative' ? values.map(Math.log) : values;
  const reach = Math.max(3, slotsOf(period));
  const first = shrunkMeans(scaled, localTrend(scaled, reach), period);
  const adjusted = scaled.map((value, t) => value - (first.means[slotOf(t, period)] ?? 0));
  const { means, strength } = shrunkMeans(scaled, localTrend(adjusted, reach), period);
  return { period, kind, strength, indices: kind === 'additive' ? means : normalised(means.map(Math.exp)) };
}

type Means = { readonly means: Series; readonly strength: number };

/** Of the deviations from the trend, slot by slot. */
function shrunkMeans(scaled: Series, trend: Series, period: number): Means {
  const n = scaled.length;
  const slots = slotsOf(period);
  const [sums, weights, counts, squares] = [0, 0, 0, 0].map(() => new Float64Array(slots)) as [
    Series,
    Series,
    Series,
    Series,
  ];
  const deviations = drawnIn(scaled.map((value, t) => value - (trend[t] ?? 0)));
  const weightOf = weightsBySeason(n, period);
  deviations.forEach((deviation, t) => {
    const slot = slotOf(t, period);
    const weight = weightOf[Math.floor((n - 1 - t) / period)] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + weight * deviation;
    weights[slot] = (weights[slot] ?? 0) + weight;
    counts[slot] = (counts[slot] ?? 0) + 1;
  });
  const raw = sums.map((sum, slot) => ((weights[slot] ?? 0) > 0 ? sum / (weights[slot] ?? 1) : 0));
  deviations.forEach((deviation, t) => {
    const slot = slotOf(t, period);
    squares[slot] = (squares[slot] ?? 0) + (deviation - (raw[slot] ?? 0)) ** 2;
  });
  return shrunk(smoothedRound(raw, reachOf(slots)), squares, counts, n / period);
}

/** To how many neighbours on each side a slot listens. */
const reachOf = (slots: number): number => (slots > mostUnsmoothedSlots ? Math.max(2, Math.round(slots / 26)) : 0);

/** How many numbers the indices take from the series, by which errors on the same series look smaller than those to come. */
export const parametersOf = ({ indices, strength }: Seasonality): number =>
  (strength * indices.length) / (reachOf(indices.length) + 1);

const weightsBySeason = (n: number, period: number): Series =>
  Float64Array.from({ length: Math.ceil(n / period) + 1 }, (_, age) => keptPerSeason ** age);

function shrunk(raw: Series, squares: Series, counts: Series, seasons: number): Means {
  const slots = raw.length;
  const centre = raw.reduce((sum, value) => sum + value, 0) / slots;
  const between = raw.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const freedom = counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  const noise = freedom > 0 ? squares.reduce((sum, value) => sum + value, 0) / freedom : 0;
  const strength = between > 0 ? Math.max(0, 1 - ((slots - 3) * noise) / Math.max(1, seasons) / between) : 0;
  return { means: raw.map((value) => (value - centre) * strength), strength };
}

function drawnIn(deviations: Series): Series {
  const sizes = deviations.map(Math.abs).sort();
  const most = outlierDeviations * (sizes[sizes.length >> 1] ?? 0);
  return most === 0 ? deviations : deviations.map((value) => Math.min(most, Math.max(-most, value)));
}

/** Triangular weights, round the end of the season to its beginning. */
function smoothedRound(raw: Series, reach: number): Series {
  const slots = raw.length;
  return raw.map((_, slot) => {
    let [sum, weights] = [0, 0];
    for (let i = -reach; i <= reach; i++) {
      const weight = reach + 1 - Math.abs(i);
      sum += weight * (raw[(slot + i + slots) % slots] ?? 0);
      weights += weight;
    }
    return sum / weights;
  });
}

function normalised(factors: Series): Series {
  const average = factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
  return factors.map((factor) => factor / average);
}
