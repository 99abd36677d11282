// Which instance a worker works on next, and how many at a time.
import type { InstanceId } from '../../adapters/store/labs/port.ts';

/** A login that proves isolation waits for what does not answer (decision 500), and does nothing meanwhile. */
const loginsPerInstance = 3;

/** Each instance once at a time; one that is called for while it is worked on comes again. */
export class Queue {
  readonly #work: (id: InstanceId) => Promise<void>;
  readonly #parallel: number;
  #loggingIn = 0;
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<InstanceId>();
  /** What the cluster reports, or comes again by itself: a lab that is up must not wait behind a class that begins. */
  readonly #started = new Set<InstanceId>();
  #isStartedNext = true;
  readonly #working = new Map<InstanceId, Promise<void>>();

  constructor(work: (id: InstanceId) => Promise<void>, parallel: number, signal: AbortSignal) {
    this.#work = work;
    this.#parallel = parallel;
    this.#signal = signal;
  }

  add(id: InstanceId): void {
    if (!this.#started.has(id)) this.#waiting.add(id);
    this.#start();
  }

  /** For an instance whose start has begun: in turn with those that wait for theirs. */
  addStarted(id: InstanceId): void {
    this.#waiting.delete(id);
    this.#started.add(id);
    this.#start();
  }

  /** Who called until now needs no answer any more. */
  forget(id: InstanceId): void {
    this.#waiting.delete(id);
    this.#started.delete(id);
  }

  /** Another instance is worked on meanwhile; logins in excess of their own limit count as work. */
  async outsideLimit<T>(login: () => Promise<T>): Promise<T> {
    if (this.#loggingIn >= this.#parallel * loginsPerInstance) return await login();
    this.#loggingIn++;
    this.#start();
    try {
      return await login();
    } finally {
      this.#loggingIn--;
    }
  }

  async idle(): Promise<void> {
    await Promise.all(this.#working.values());
  }

  #start(): void {
    if (this.#signal.aborted) return;
    while (this.#working.size - this.#loggingIn < this.#parallel) {
      const id = this.#next();
      if (id === undefined) return;
      const running = this.#work(id).finally(() => {
        this.#working.delete(id);
        this.#start();
      });
      this.#working.set(id, running);
    }
  }

  /** From both in turn, so that neither starves the other; undefined: all that wait are worked on. */
  #next(): InstanceId | undefined {
    const both = [this.#waiting, this.#started];
    for (const queued of this.#isStartedNext ? both.reverse() : both)
      for (const id of queued) {
        if (this.#working.has(id)) continue;
        queued.delete(id);
        this.#isStartedNext = queued !== this.#started;
        return id;
      }
    return undefined;
  }
}
