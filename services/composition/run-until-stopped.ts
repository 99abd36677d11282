// Work that goes on beside the answers of a process.
import type { Adapters } from './adapters.ts';

/** The work ends between two pieces, as soon as the process is asked to stop; the stack waits for it. */
export function runUntilStopped(
  run: (signal: AbortSignal) => Promise<unknown>,
  { health }: Pick<Adapters, 'health'>,
  stack: AsyncDisposableStack,
): void {
  const stopping = new AbortController();
  const running = run(AbortSignal.any([stopping.signal, health.stopping]));
  stack.defer(async () => {
    stopping.abort();
    await running;
  });
}
