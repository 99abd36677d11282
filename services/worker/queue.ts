// Which instance a worker takes into its hands next, and how many at a time.
import type { InstanceId } from '../../adapters/store/labs/port.ts';

/** A login that proves isolation waits for what does not answer (decision 500), and does nothing meanwhile. */
const loginsPerPlace = 3;

/** Each instance once at a time; one that is called for while it is in hand comes again. */
export class Queue {
  readonly #work: (id: InstanceId) => Promise<void>;
  readonly #parallel: number;
  #besides = 0;
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<InstanceId>();
  /** What the cluster reports, or comes again by itself: a lab that is up must not wait behind a class that begins. */
  readonly #begun = new Set<InstanceId>();
  #isBegunNext = true;
  readonly #inHand = new Map<InstanceId, Promise<void>>();

  constructor(work: (id: InstanceId) => Promise<void>, parallel: number, signal: AbortSignal) {
    this.#work = work;
    this.#parallel = parallel;
    this.#signal = signal;
  }

  add(id: InstanceId): void {
    if (!this.#begun.has(id)) this.#waiting.add(id);
    this.#start();
  }

  /** The same, in turn with those that wait for their beginning. */
  addBegun(id: InstanceId): void {
    this.#waiting.delete(id);
    this.#begun.add(id);
    this.#start();
  }

  /** Who called until now needs no answer any more. */
  forget(id: InstanceId): void {
    this.#waiting.delete(id);
    this.#begun.delete(id);
  }

  /** Its place is free for another instance meanwhile; logins in excess of their own places hold it. */
  async besides<T>(login: () => Promise<T>): Promise<T> {
    if (this.#besides >= this.#parallel * loginsPerPlace) return await login();
    this.#besides++;
    this.#start();
    try {
      return await login();
    } finally {
      this.#besides--;
    }
  }

  async idle(): Promise<void> {
    await Promise.all(this.#inHand.values());
  }

  #start(): void {
    if (this.#signal.aborted) return;
    while (this.#inHand.size - this.#besides < this.#parallel) {
      const id = this.#next();
      if (id === undefined) return;
      const running = this.#work(id).finally(() => {
        this.#inHand.delete(id);
        this.#start();
      });
      this.#inHand.set(id, running);
    }
  }

  /** From both in turn, so that neither starves the other; undefined: all that wait are in hand. */
  #next(): InstanceId | undefined {
    const both = [this.#waiting, this.#begun];
    for (const queued of this.#isBegunNext ? both.reverse() : both)
      for (const id of queued) {
        if (this.#inHand.has(id)) continue;
        queued.delete(id);
        this.#isBegunNext = queued !== this.#begun;
        return id;
      }
    return undefined;
  }
}
