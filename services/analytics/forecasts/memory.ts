// What was computed, for others who ask the same: once at a time, and cached within a number of bytes, the least recently used leaving first.
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';
import { sharedWork } from '../../../generated/runtime/shared-work.ts';

export interface Memory<Value extends object, Refused extends { readonly refusal: unknown }> {
  /** The value of the key, computed once for all who ask meanwhile. Neither a failure nor a refusal is cached. */
  of(
    key: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Value | Refused>,
  ): Promise<Value | Refused>;
}

/** Characters of JSON take two bytes, and objects about as much again. */
const bytesPerCharacter = 4;

export function memory<Value extends object, Refused extends { readonly refusal: unknown }>(
  mostBytes: number,
): Memory<Value, Refused> {
  const cache = leastRecentlyUsed<Value>(mostBytes);
  const computing = sharedWork<Value | Refused>();
  const remember = (key: string, value: Value): void => {
    const bytes = (key.length + JSON.stringify(value).length) * bytesPerCharacter;
    if (bytes <= mostBytes) cache.set(key, value, bytes);
  };
  return {
    async of(key, signal, compute) {
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      return await computing.run(key, signal, async (ending) => {
        const computed = await compute(ending);
        if (!('refusal' in computed)) remember(key, computed);
        return computed;
      });
    },
  };
}
