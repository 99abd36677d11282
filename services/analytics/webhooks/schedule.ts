// When a failed delivery is attempted again, and how long its successors wait for it (decision 188).

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The pause after each failure; together about a day. */
export const pausesMs: readonly number[] = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour],
];

/** How often an event at the head of its line may fail. */
const failuresInLine = 5;

export type Next = { readonly in_line: boolean; readonly retry_ms: number | null };

/**
 * After so many failures, counted from 1. Up to a tenth later, so that a receiver that is back is not met by all at
 * once.
 */
export function nextAttempt(failures: number, pauses: readonly number[], random: () => number): Next {
  const pause = pauses[failures - 1];
  const retry_ms = pause === undefined ? null : Math.round(pause * (1 + random() / 10));
  return { in_line: failures < failuresInLine, retry_ms };
}
