// Lets work under the same name happen one after another; other names do not wait.

export class Turns {
  readonly #tails = new Map<string, Promise<unknown>>();

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(name);
    const mine = (before ?? Promise.resolve()).then(work);
    const tail = mine.catch(() => undefined);
    this.#tails.set(name, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
    }
  }
}
