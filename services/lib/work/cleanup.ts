// Periodic work of one process of all, such as removing rows that are no longer needed.
import type { Leases } from '../../../adapters/store/port.ts';
import { type Clock, systemClock } from '../clock.ts';
import { holdLease } from './leases.ts';
import { runLoop } from './loop.ts';

export type CleanupTask = {
  readonly name: string;
  /** Does a bounded part of the work; returns how much, 0 when nothing is left. */
  readonly work: () => Promise<number>;
};

export type CleanupOptions = {
  /** The name of the lease. Processes with the same name take turns. */
  readonly name: string;
  readonly leases: Leases;
  readonly holder: string;
  readonly tasks: readonly CleanupTask[];
  readonly everyMs: number;
  readonly clock?: Clock;
  readonly done?: (task: string, count: number) => void;
  readonly failed?: (task: string, error: unknown) => void;
};

/** Runs until the signal. A task that fails is tried again the next time; the others go on. */
export function runCleanup(options: CleanupOptions, signal: AbortSignal): Promise<void> {
  const { clock = systemClock, everyMs, failed } = options;
  const work = () => round(options, signal);
  return runLoop({ work, everyMs, signal, clock, failed: (error) => failed?.(options.name, error) });
}

async function round(options: CleanupOptions, signal: AbortSignal): Promise<void> {
  const { leases, name, holder, tasks, clock = systemClock } = options;
  await using held = await holdLease(leases, `housekeeping:${name}`, { holder, clock });
  if (held === null) return;
  for (const { name: task, work } of tasks) {
    try {
      let total = 0;
      for (let count = await work(); count > 0 && !signal.aborted && !held.signal.aborted; count = await work())
        total += count;
      if (total > 0) options.done?.(task, total);
    } catch (error) {
      options.failed?.(task, error);
    }
  }
}
