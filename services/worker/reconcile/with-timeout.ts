// Work that may hang, with an end: else it would hold its instance, and a place among those that are worked on, for
// ever.

/** In words for the reason. */
export type TimedOut = { readonly late: string };

export const isLate = (found: unknown): found is TimedOut =>
  typeof found === 'object' && found !== null && 'late' in found;

/** Work that is late is aborted by its signal, and no longer waited for. */
export async function withTimeout<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | TimedOut> {
  const limit = AbortSignal.timeout(limitMs);
  const { promise: over, reject } = Promise.withResolvers<never>();
  limit.addEventListener('abort', () => reject(limit.reason), { once: true });
  over.catch(() => {});
  try {
    return await Promise.race([work(AbortSignal.any([signal, limit])), over]);
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    return { late: `it did not finish within ${Math.ceil(limitMs / 1_000)} s` };
  }
}
