// How a process ends: not ready, in-flight work done, parts closed in reverse, or the deadline.
import type { Health } from './http/health.ts';
import type { Log } from './log.ts';

/** Resolves with the first SIGTERM or SIGINT. A second one ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Handlers of signals keep no process alive, and a worker whose database is unavailable may hold nothing else that
    // does.
    const alive = setInterval(() => {}, 60_000);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130));
        clearInterval(alive);
        resolve(signal);
      });
    }
  });
}

export type ShutdownOptions = {
  readonly stack: AsyncDisposableStack;
  readonly health: Health;
  readonly log: Log;
  /** Kubernetes kills after 30 s. */
  readonly deadlineMs?: number;
  /** Time for load balancers to see that it is not ready; new requests are still answered. */
  readonly lingerMs?: number;
  readonly exit?: (code: number) => void;
};

/** Resolves when everything is closed; ends the process with 1 when that takes too long. */
export async function shutDown(options: ShutdownOptions): Promise<void> {
  const { stack, health, log, deadlineMs = 25_000, lingerMs = 0, exit = process.exit } = options;
  const started = performance.now();
  health.drain();
  log.info('stopping', { step: 'drain' });
  const deadline = setTimeout(() => {
    log.error('stopping', { step: 'deadline', duration_ms: Math.round(performance.now() - started) });
    exit(1);
  }, deadlineMs);
  try {
    if (lingerMs > 0) await new Promise((resolve) => setTimeout(resolve, lingerMs));
    await stack.disposeAsync();
    log.info('stopped', { duration_ms: Math.round(performance.now() - started) });
  } catch (error) {
    log.error('stopped', { error });
    throw error;
  } finally {
    clearTimeout(deadline);
  }
}
