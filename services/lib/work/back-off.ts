// The pauses between attempts: each twice as long as the one before, up to the longest.

export type BackOff = { readonly firstMs: number; readonly longestMs: number };

/** The pause in milliseconds after `failures` failed attempts, counted from 1. */
export const backOffMs = (failures: number, { firstMs, longestMs }: BackOff): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));

/** Spread over the upper half, so that processes do not march in step. */
export const spread = (ms: number, random: () => number): number => ms * (0.5 + random() / 2);
