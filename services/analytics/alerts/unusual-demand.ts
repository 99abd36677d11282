// Which units of a brand are too far from the expected ones to be chance. Decision 577.
import type { Index, UsualUnits } from '../indices/series.ts';
import { probabilityOfAtLeast, probabilityOfAtMost } from './negative-binomial.ts';

/** Units of some months in a row, the newest one last. */
export type UnusualDemand = {
  /** The number of the first of the months. */
  readonly n: number;
  readonly months: number;
  readonly units: number;
  readonly expected: number;
  /** The standard score of the first month; null if the months before it do not differ at all. */
  readonly z: number | null;
  /** The probability of units as far away, on either side. */
  readonly probability: number;
};

/** Above the first, units are ordinary. */
export const rarities = { warning: 1e-4, critical: 1e-6 } as const;
export const leastScore = 2;

/** A difference that one customer can make is no alert, however steady the months before were. */
const fewestUnits = 5;

/**
 * A brand that stops is unusual for so many months; then it is known. Until then its alert begins with the first of
 * them.
 */
const mostMonths = 3;

/** The months that end with this one, of the brand whose indices these are. Null: they are ordinary. */
export function unusualDemand(indices: readonly Index[], month: number): UnusualDemand | null {
  const end = indices.findLastIndex(({ n }) => n === month) + 1;
  const [rarest] = [1, monthsWithoutSale(indices, end)]
    .filter((months) => months > 0 && months <= Math.min(end, mostMonths))
    .flatMap((months) => demandOf(indices.slice(end - months, end)) ?? [])
    .sort((a, b) => a.probability - b.probability);
  return rarest !== undefined && rarest.probability < rarities.warning ? rarest : null;
}

/** The number of months in a row up to `end`: each of them alone may be chance where all of them are not. */
function monthsWithoutSale(indices: readonly Index[], end: number): number {
  let months = 0;
  for (let at = end - 1; at >= 0 && isWithoutSale(indices, at, end); at--) months++;
  return months;
}

const isWithoutSale = (indices: readonly Index[], at: number, end: number): boolean => {
  const [index, last] = [indices[at], indices[end - 1]];
  return index !== undefined && last !== undefined && index.units <= 0 && last.n - index.n === end - 1 - at;
};

function demandOf(months: readonly Index[]): UnusualDemand | null {
  const [first] = months;
  if (first === undefined || first.usual === null) return null;
  const z = first.zT.value;
  if (z !== null && Math.abs(z) < leastScore) return null;
  const units = months.reduce((sum, index) => sum + index.units, 0);
  const expected = Math.max(0, first.usual.units) * months.length;
  if (Math.abs(units - expected) < fewestUnits) return null;
  const { deviation, periods } = first.usual;
  const usual = {
    units: expected,
    deviation: deviation * Math.sqrt(months.length),
    periods: periods / months.length,
  };
  return { n: first.n, months: months.length, units, expected, z, probability: probabilityOf(units, usual) };
}

/** The variance that twelve months show is uncertain. Chosen on registrations in Norway, decision 577. */
const spreadUncertainty = 1.8;

/**
 * How much the level of a brand moves beside what its months show, as a part of it. Chosen on registrations in Norway,
 * decision 577.
 */
const drift = 0.08;

/** The least mean of a brand: of one that sold nothing, some units may still be expected. */
const leastMean = 0.5;

/** From here on, chance adds nothing to the drift, so that larger numbers are scaled down to it. */
const mostMean = 10_000;
const mostCount = 1e8;

/**
 * The probability of the units or of what is further away, on either side: sales are counts that vary more than by
 * chance.
 */
function probabilityOf(units: number, usual: UsualUnits): number {
  const scale = Math.max(1, usual.units / mostMean);
  const mean = Math.max(usual.units / scale, leastMean);
  const spread = Math.max((usual.deviation / scale) ** 2, mean, 1) * spreadUncertainty;
  const variance = spread * (1 + 1 / usual.periods) + (drift * mean) ** 2;
  const distribution = { mean, size: mean ** 2 / (variance - mean) };
  const count = Math.min(Math.max(0, Math.round(units / scale)), mostCount);
  const tail = count > mean ? probabilityOfAtLeast(count, distribution) : probabilityOfAtMost(count, distribution);
  return Math.min(1, 2 * tail);
}
