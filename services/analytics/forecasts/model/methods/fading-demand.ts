// Demand with many periods of none, which may change or end: the chance of a demand is smoothed in each period, its
// size with each demand. R. H. Teunter, A. A. Syntetos, M. Z. Babai, "Intermittent demand: linking forecasting to
// inventory obsolescence", European Journal of Operational Research 214 (2011), TSB; R. G. Brown, "Smoothing,
// forecasting and prediction of discrete time series" (1963), for the discounted mean that both are.
//
// Both weights are fixed by the length of the history: so few demands say nothing about the best ones, and those that
// fit a history best err more. Root mean square errors on simulated demands (700 series of 24 to 120 periods of each
// kind, intervals of 1.4 to 20), over the best of mean, simple smoothing, Croston, SBA and TSB with fitted weights:
//   these weights: steady 1.002, fading 1.005, growing 0.998, in clumps 1.000, counts below four 1.004,
//   12 values 1.001, begun late 0.999;
//   SBA with a fitted weight: 1.001, 1.049, 1.000, 1.006, 1.004, 1.000, 1.000;
//   TSB: 1.013, 1.012, 1.039, 1.054, 1.020, 1.004, 1.058;
//   the mean of SBA, TSB and simple smoothing: 1.015, 1.005, 1.003, 1.046, 1.007.
// Only after the end of all demand a fitted TSB is better by far (this one: 1.27).
import { goldenSection } from '../minimise.ts';
import type { Forecaster, Series } from '../series.ts';
import { demandAverages } from './intermittent.ts';

const leastHalfLife = 12;
const halfLifeOfHistory = 1 / 4;

/** After so many periods, an observation counts half as much. */
export const halfLifeOf = (values: Series): number => Math.max(leastHalfLife, values.length * halfLifeOfHistory);

/** TSB with the weights of discounted means, which need no first value. */
export const discountedDemand: Forecaster = (values, horizon) => {
  const decay = 0.5 ** (1 / halfLifeOf(values));
  let [chance, periods, size, demands] = [0, 0, 0, 0];
  for (const value of values) {
    chance = decay * chance + (value === 0 ? 0 : 1);
    periods = decay * periods + 1;
    if (value === 0) continue;
    size = decay * size + value;
    demands = decay * demands + 1;
  }
  return new Float64Array(horizon).fill(demands === 0 ? 0 : (chance / periods) * (size / demands));
};

/**
 * With weights that are fitted, and high: the chance of a demand falls with each period without one, so that a part
 * that is sold no more fades out.
 */
export const teunterSyntetosBabai: Forecaster = (values, horizon) => {
  const { size: firstSize, interval } = demandAverages(values);
  const pass = (beta: number) => {
    let [size, chance, squares] = [firstSize, 1 / interval, 0];
    for (const value of values) {
      squares += (value - chance * size) ** 2;
      chance += beta * ((value === 0 ? 0 : 1) - chance);
      if (value !== 0) size += 0.1 * (value - size);
    }
    return { squares, rate: chance * size };
  };
  // Not below 0.1: years of demand before it ended would outweigh the silence after it.
  const beta = goldenSection((weight) => pass(weight).squares, 0.1, 0.4, 0.01);
  return new Float64Array(horizon).fill(pass(beta).rate);
};
