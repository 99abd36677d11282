// Numbers that look random and are the same in every run with the same seed (mulberry32).

export type Random = {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 to `end`, without `end`. */
  below(end: number): number;
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (end) => Math.floor(next() * end) };
}

/** Printed by every run; set it to repeat one. */
export const seedOf = (text: string | undefined): number => (text === undefined ? 20_261_121 : Number(text));
