// Seeds of fault tests, and the numbers that follow from one: a title names the seed, and the same seed is the same run.
import { randomInt } from 'node:crypto';

/** One in `npm test`; `FAULTS=all` takes three fixed ones and a random one. */
export const seeds: readonly number[] = process.env.FAULTS === 'all' ? [1, 2, 3, randomInt(4, 2 ** 31)] : [1];

/** mulberry32: a plain generator. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** From 0 to below `below`. */
export const pick = (random: () => number, below: number): number => Math.floor(random() * below);

export function shuffled<T>(random: () => number, list: readonly T[]): readonly T[] {
  const all = [...list];
  for (let last = all.length - 1; last > 0; last--) {
    const other = pick(random, last + 1);
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}
