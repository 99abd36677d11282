// Time as a dependency. Code asks a Clock, tests turn one by hand.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Clock {
  now(): Date;
  /** For durations: never set back. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason when that comes first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  wait: async (ms, signal) => {
    // Unreferenced: a heartbeat or a poll must not keep a process alive that has nothing else to do.
    await sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    });
  },
};

export interface ManualClock extends Clock {
  /** Moves time on and lets everything run that waited for it, in order. */
  advance(ms: number): Promise<void>;
}

export function manualClock(start: Date | string = '2026-11-21T08:00:00Z'): ManualClock {
  const origin = new Date(start).getTime();
  let elapsed = 0;
  let waiting: { at: number; wake: () => void }[] = [];
  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const entry = { at: elapsed + ms, wake: resolve };
      waiting.push(entry);
      signal?.addEventListener('abort', () => {
        waiting = waiting.filter((each) => each !== entry);
        reject(signal.reason);
      });
    });
  const advance = async (ms: number) => {
    const target = elapsed + ms;
    for (let next = earliest(waiting, target); next; next = earliest(waiting, target)) {
      const due = next;
      waiting = waiting.filter((each) => each !== due);
      elapsed = Math.max(elapsed, due.at);
      due.wake();
      // What was woken may wait again within the same advance.
      await new Promise(setImmediate);
    }
    elapsed = target;
  };
  return { now: () => new Date(origin + elapsed), monotonicMs: () => elapsed, wait, advance };
}

const earliest = <T extends { at: number }>(waiting: readonly T[], until: number): T | undefined =>
  waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
