// Numbers for byte strings and for pairs of numbers: what the row loop uses instead of strings, so that it allocates
// nothing per row.

import { randomInt } from 'node:crypto';

// No sender can choose values that collide: the hash starts differently in each process.
const seed = randomInt(2 ** 31);

/** Gives each different value the next number, from 0. Open addressing, at most half full. */
export class ByteIndex {
  #slots = new Int32Array(1 << 10).fill(-1);
  #hashes = new Int32Array(1 << 10);
  #starts = new Int32Array(1 << 10);
  #bytes = Buffer.alloc(1 << 14);
  #used = 0;
  size = 0;

  /** The number of bytes[start, end); `size` has grown by one when it was not known before. */
  find(buffer: Buffer, start: number, end: number): number {
    const hash = hashOf(buffer, start, end);
    const mask = this.#slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const entry = this.#slots[at] as number;
      if (entry < 0) return this.#insert(at, hash, buffer, start, end);
      if (this.#hashes[entry] === hash && this.#equals(entry, buffer, start, end)) return entry;
    }
  }

  text(entry: number): string {
    return this.#bytes.toString('utf8', this.#starts[entry], this.#end(entry));
  }

  #end(entry: number): number {
    return entry + 1 < this.size ? (this.#starts[entry + 1] as number) : this.#used;
  }

  #equals(entry: number, buffer: Buffer, start: number, end: number): boolean {
    const from = this.#starts[entry] as number;
    if (this.#end(entry) - from !== end - start) return false;
    for (let i = start, j = from; i < end; i++, j++) if (buffer[i] !== this.#bytes[j]) return false;
    return true;
  }

  #insert(at: number, hash: number, buffer: Buffer, start: number, end: number): number {
    const entry = this.size;
    if (entry === this.#starts.length) this.#growEntries();
    while (this.#used + end - start > this.#bytes.length) this.#bytes = grown(this.#bytes);
    buffer.copy(this.#bytes, this.#used, start, end);
    this.#starts[entry] = this.#used;
    this.#hashes[entry] = hash;
    this.#slots[at] = entry;
    this.#used += end - start;
    this.size += 1;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return entry;
  }

  #growEntries(): void {
    this.#starts = wider(this.#starts);
    this.#hashes = wider(this.#hashes);
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.size; entry++) {
      let at = (this.#hashes[entry] as number) & mask;
      while ((slots[at] as number) >= 0) at = (at + 1) & mask;
      slots[at] = entry;
    }
    this.#slots = slots;
  }
}

/**
 * Remembers a value for each pair of numbers; the first value given for a pair stays. 12 bytes a slot, at most 2/3
 * full.
 */
export class PairTable {
  #a = new Int32Array(1 << 10).fill(-1);
  #b = new Int32Array(1 << 10);
  #values = new Int32Array(1 << 10);
  size = 0;

  /** What the pair had before; -1 when it is new, and then it has `value` from now on. */
  putIfNew(a: number, b: number, value: number): number {
    if (this.size * 3 > this.#a.length * 2) this.#grow();
    const at = this.#place(a, b);
    if (this.#a[at] !== -1) return this.#values[at] as number;
    this.#a[at] = a;
    this.#b[at] = b;
    this.#values[at] = value;
    this.size += 1;
    return -1;
  }

  /** A number for the pair: the next one when it is new. */
  number(a: number, b: number): number {
    const next = this.size;
    const known = this.putIfNew(a, b, next);
    return known === -1 ? next : known;
  }

  /** The same of the first `count` pairs of `a` and `b`; the numbers are put into `a`. */
  numbers(a: Int32Array, b: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) a[i] = this.number(a[i] as number, b[i] as number);
  }

  *entries(): Generator<{ readonly a: number; readonly b: number; readonly value: number }> {
    for (let at = 0; at < this.#a.length; at++) {
      const a = this.#a[at] as number;
      if (a !== -1) yield { a, b: this.#b[at] as number, value: this.#values[at] as number };
    }
  }

  #place(a: number, b: number): number {
    const mask = this.#a.length - 1;
    let at = mixed(a, b) & mask;
    while (this.#a[at] !== -1 && !(this.#a[at] === a && this.#b[at] === b)) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [a, b, values] = [this.#a, this.#b, this.#values];
    this.#a = new Int32Array(a.length * 2).fill(-1);
    this.#b = new Int32Array(a.length * 2);
    this.#values = new Int32Array(a.length * 2);
    for (let i = 0; i < a.length; i++) {
      if (a[i] === -1) continue;
      const at = this.#place(a[i] as number, b[i] as number);
      this.#a[at] = a[i] as number;
      this.#b[at] = b[i] as number;
      this.#values[at] = values[i] as number;
    }
  }
}

// FNV-1a, 32 bit, with a final mix: the slots are taken from the low bits.
function hashOf(buffer: Buffer, start: number, end: number): number {
  let hash = seed;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (buffer[i] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

export function mixed(a: number, b: number): number {
  const hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 3;
}

/** Twice as long; what is new is 0. */
export function wider(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const next = new Int32Array(array.length * 2);
  next.set(array);
  return next;
}

function grown(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const next = Buffer.alloc(bytes.length * 2);
  bytes.copy(next);
  return next;
}
