// Demand with many periods of none: whether a series is one, its rate, and what single periods may bring.
import { type Interval, leastForBounds } from './intervals.ts';
import { discountedDemand, halfLifeOf, teunterSyntetosBabai } from './methods/fading-demand.ts';
import { demandAverages, demandPattern } from './methods/intermittent.ts';
import { seasonalIndices, slotOf } from './methods/seasonal-indices.ts';
import { mean, minimum, type Series } from './series.ts';

/** Demands further apart than this on average are intermittent: Syntetos and Boylan (2005). */
const intermittentFrom = 1.32;
/** The demand may be over where one that goes on is silent for so long with this chance only. */
const chanceOfSilence = 0.01;
/** With few demands, a weaker season is noise more often than not. */
const leastStrength = 0.5;

export const isIntermittent = (values: Series): boolean =>
  minimum(values) >= 0 && demandPattern(values).interval >= intermittentFrom;

/**
 * Twice the logarithm of how much better two chances of a demand explain a history than one. Of 250 simulated histories
 * with one chance, at most one was split.
 */
const leastEvidence = 12;

/**
 * The values since demand became regular, after a time when it was rare or had not begun; null where it did not. The
 * whole history would forecast rare demand for years. D. V. Hinkley and E. A. Hinkley, "Inference about the
 * change-point in a sequence of binomial variables", Biometrika 57 (1970). Root mean square errors on 250 simulated
 * histories of each kind, over those of the whole history: 24 months without or with rare demands, then 10 to 18 that
 * grow 0.55 to 0.64, then as many that are level 0.88 to
 * 0.95, then 6 of either 0.60 to 0.78; 60 months with demands at one rate 1.000, with a growing one 1.001, in clumps
 * 1.010, begun late and still rare 1.007.
 */
export function regularSince(values: Series): Series | null {
  const n = values.length;
  const demands = values.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
  let [later, from, most] = [0, n, leastEvidence];
  for (let t = n - 1; t > 0; t--) {
    if (values[t] === 0) continue;
    later += 1;
    const evidence = 2 * (logLikelihood(later, n - t) + logLikelihood(demands - later, t) - logLikelihood(demands, n));
    if (n - t >= leastForBounds && later / (n - t) > demands / n && evidence > most) [from, most] = [t, evidence];
  }
  const tail = values.subarray(from);
  return from < n && demandAverages(tail).interval < intermittentFrom ? tail : null;
}

/** Log-likelihood of so many demands in so many periods, with the chance that fits best. */
function logLikelihood(demands: number, periods: number): number {
  const part = (count: number) => (count === 0 ? 0 : count * Math.log(count / periods));
  return part(demands) + part(periods - demands);
}

/** A rate, which follows the first season where that is strong. */
export function intermittentDemand(values: Series, [period]: readonly number[], horizon: number): Series {
  const { interval, silence } = demandPattern(values);
  const isOver = (1 - 1 / interval) ** silence < chanceOfSilence;
  const rate = (isOver ? teunterSyntetosBabai : discountedDemand)(values, horizon);
  const season = period === undefined ? null : seasonalIndices(values, period);
  if (period === undefined || season === null || season.strength < leastStrength) return rate;
  const usual = mean(values);
  const factor = (h: number) => Math.max(0, 1 + (season.indices[slotOf(values.length + h, period)] ?? 0) / usual);
  return rate.map((value, h) => value * factor(h));
}

/**
 * What the history itself had: each step may be any of its values, of which recent ones count more.
 * R. F. Barber, E. J. Candès, A. Ramdas, R. J. Tibshirani, "Conformal prediction beyond exchangeability", Annals of
 * Statistics 51 (2023): quantiles under weights, with the weight of the value to come at the far end. No demand is the
 * least that can come: where that is likely enough, all of the risk is above.
 */
export function countInterval(values: Series, ahead: Series, level: number): Interval {
  const quantile = quantilesOf(values);
  const isLow = quantile((1 - level) / 2) <= minimum(values);
  const [low, high] = isLow
    ? [minimum(values), quantile(level)]
    : [quantile((1 - level) / 2), quantile((1 + level) / 2)];
  return {
    level,
    lower: ahead.map((value) => Math.min(low, value)),
    // A rate of less than one in forty steps is above nearly all values, but inside.
    upper: ahead.map((value) => Math.max(high, value)),
  };
}

function quantilesOf(values: Series): (share: number) => number {
  const decay = 0.5 ** (1 / (2 * halfLifeOf(values)));
  const weighted = Array.from(values, (value, t) => ({ value, weight: decay ** (values.length - t) })).sort(
    (a, b) => a.value - b.value,
  );
  const total = weighted.reduce((sum, { weight }) => sum + weight, 1);
  return (share) => {
    let below = 0;
    for (const { value, weight } of weighted) {
      below += weight;
      if (below >= share * total - 1e-9) return value;
    }
    return weighted.at(-1)?.value ?? 0;
  };
}
