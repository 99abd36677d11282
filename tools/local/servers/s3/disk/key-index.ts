// The versions of a bucket in memory, in the order of the protocol: keys by their UTF-8 bytes, versions newest first.
// About 1 KB an object, so a few hundred thousand objects are its limit; enough for a laptop. On disk: bucket.ts.
import type { Version } from './version.ts';

export class KeyIndex {
  readonly #keys: string[] = [];
  readonly #versions = new Map<string, Version[]>();

  get size(): number {
    return this.#keys.length;
  }

  versionsOf(key: string): readonly Version[] {
    return this.#versions.get(key) ?? [];
  }

  /** Adds the newest version of its key; returns the one of the same id that it replaces. */
  add(version: Version): Version | undefined {
    const replaced = this.remove(version.key, version.versionId);
    const versions = this.#versions.get(version.key);
    if (versions) versions.unshift(version);
    else {
      this.#versions.set(version.key, [version]);
      this.#keys.splice(this.#position(version.key), 0, version.key);
    }
    return replaced;
  }

  remove(key: string, versionId: string): Version | undefined {
    const versions = this.#versions.get(key) ?? [];
    const at = versions.findIndex((version) => version.versionId === versionId);
    if (at < 0) return undefined;
    const [removed] = versions.splice(at, 1);
    if (versions.length === 0) {
      this.#versions.delete(key);
      this.#keys.splice(this.#position(key), 1);
    }
    return removed;
  }

  /** Keys in order, beginning with the first that is not before `start`. */
  *keysFrom(start: string): Generator<string> {
    for (let at = this.#position(start); at < this.#keys.length; at++) yield this.#keys[at] as string;
  }

  *all(): Generator<Version> {
    for (const versions of this.#versions.values()) yield* versions;
  }

  /** Where the key stands or would stand. */
  #position(key: string): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.#keys[middle] as string, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** By UTF-8 bytes. JavaScript compares UTF-16 units, where surrogates (U+10000 and up) stand before U+E000..U+FFFF. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
