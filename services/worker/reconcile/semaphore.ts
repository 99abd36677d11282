// How much of one kind of work a worker does at a time at most. What exceeds it comes again.

export class Semaphore {
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Given back at the end of its block; null: all are taken. */
  tryAcquire(): Disposable | null {
    if (this.#free === 0) return null;
    this.#free--;
    return { [Symbol.dispose]: () => void this.#free++ };
  }
}
