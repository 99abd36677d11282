// Work that is repeated until a signal: after a pause, or sooner when a notification comes.

import type { Clock } from '../clock.ts';
import { Bell } from './bell.ts';

export type LoopOptions = {
  /**
   * One round. Returns after how many milliseconds the next one is due, at most `everyMs`; nothing: after `everyMs`.
   */
  readonly work: () => Promise<number> | Promise<void>;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'wait'>;
  /** A round that fails is followed by a pause like any other. Not called for what fails because of the signal. */
  readonly failed?: (error: unknown) => void;
  /** Calls back when there may be work. */
  readonly listen?: (wake: () => void) => { close(): Promise<void> };
};

/** Resolves when the signal has come and the current round has ended. */
export async function runLoop({ work, everyMs, signal, clock, failed, listen }: LoopOptions): Promise<void> {
  const bell = new Bell();
  const listening = listen?.(() => bell.ring());
  while (!signal.aborted) {
    const pauseMs = await attempt(work, (error) => signal.aborted || failed?.(error));
    const ms = Math.min(pauseMs ?? everyMs, everyMs);
    if (ms > 0) await bell.wait(ms, clock, signal);
  }
  await listening?.close();
}

async function attempt(work: LoopOptions['work'], failed: (error: unknown) => void): Promise<number | undefined> {
  try {
    return (await work()) ?? undefined;
  } catch (error) {
    failed(error);
    return undefined;
  }
}
