// A wait that others can end.
import type { Clock } from '../clock.ts';

/** Rung while no one waits, it is remembered: what comes between two waits ends the second one. */
export class Bell {
  #rung = Promise.withResolvers<void>();

  ring(): void {
    this.#rung.resolve();
  }

  async wait(ms: number, clock: Pick<Clock, 'wait'>, signal?: AbortSignal): Promise<void> {
    const enough = new AbortController();
    const until = signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal]);
    const timer = clock.wait(ms, until).catch(() => {});
    await Promise.race([this.#rung.promise, timer]);
    enough.abort();
    this.#rung = Promise.withResolvers();
  }
}
