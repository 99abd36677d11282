// What was computed, for others who ask the same: once at a time, and cached within a number of bytes, the least recently used leaving first.
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';

export interface Memory<Value extends object, Refused extends { readonly refusal: unknown }> {
  /** The value of the key, computed once for all who ask meanwhile. Neither a failure nor a refusal is cached. */
  of(key: string, compute: () => Promise<Value | Refused>): Promise<Value | Refused>;
}

/** Characters of JSON take two bytes, and objects about as much again. */
const bytesPerCharacter = 4;

export function memory<Value extends object, Refused extends { readonly refusal: unknown }>(
  mostBytes: number,
): Memory<Value, Refused> {
  const cache = leastRecentlyUsed<Value>(mostBytes);
  const computing = new Map<string, Promise<Value | Refused>>();
  const remember = (key: string, value: Value): void => {
    const bytes = (key.length + JSON.stringify(value).length) * bytesPerCharacter;
    if (bytes <= mostBytes) cache.set(key, value, bytes);
  };
  return {
    async of(key, compute) {
      const found = cache.get(key);
      if (found !== undefined) return found;
      const begun = computing.get(key);
      if (begun !== undefined) return await begun;
      const value = compute().then((computed) => {
        if (!('refusal' in computed)) remember(key, computed);
        return computed;
      });
      computing.set(key, value);
      try {
        return await value;
      } finally {
        computing.delete(key);
      }
    },
  };
}
