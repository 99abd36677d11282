// A value that cannot be printed by mistake. Where the text itself is needed, `reveal` says so.
import { createHash, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';

const shown = '[redacted]';

export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  /** In constant time, whatever the lengths. */
  equals(other: string): boolean {
    return timingSafeEqual(digest(this.#text), digest(other));
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
