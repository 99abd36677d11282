// Smooths values that go round, such as those of the weeks of a year.
import type { Series } from '../series.ts';

/** Triangular weights, round the end to the beginning. */
export function smoothedRound(raw: Series, reach: number): Series {
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
