// Computes forecasts beside the event loop, one at a time. The mathematics: ../forecast/.
import { type Thread, thread } from '../../lib/work/thread.ts';
import type { Computed } from './compute-thread.ts';
import type { Request } from './model/forecast.ts';

export type Compute = Thread<Request, Computed>;

/** For errors. */
export const threadName = 'forecast thread';

export const computeThread = (): Compute =>
  thread({
    script: new URL('./compute-thread.ts', import.meta.url),
    name: threadName,
    mostWaiting: 64,
    // Ten times the longest series (history.ts) with the longest horizon.
    timeoutMs: 8_000,
  });
