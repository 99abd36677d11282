// Asks once for a class that starts together what a tag names (decision 26).
import type { Pinned } from './port.ts';

type Pin = (image: string) => Promise<Pinned>;

/**
 * An answer holds for half a minute: all starts within it get the same image. Failures and pulls in progress are not
 * kept.
 */
export function pinsOf(ask: Pin, goodMs = 30_000, nowMs: () => number = () => performance.now()): Pin {
  const known = new Map<string, { readonly until: number; readonly answer: Promise<Pinned> }>();
  return async (image) => {
    for (const [name, { until }] of known) if (until <= nowMs()) known.delete(name);
    const found = known.get(image) ?? { until: nowMs() + goodMs, answer: ask(image) };
    known.set(image, found);
    const forget = () => known.get(image) === found && known.delete(image);
    const pinned = await found.answer.catch((error: unknown) => {
      forget();
      throw error;
    });
    if (pinned.kind !== 'pinned') forget();
    return pinned;
  };
}
