// What was computed, for others who ask the same: once at a time, and cached within a number of bytes, the least
// recently used leaving first.
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';
import { sharedWork } from '../../../generated/runtime/shared-work.ts';
import type { Refusable } from '../reads/refusable.ts';

export interface Memory<Value extends object, Refusal> {
  /** The value of the key, computed once for all who ask meanwhile. Neither a failure nor a refusal is cached. */
  of(
    key: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Refusable<Value, Refusal>>,
  ): Promise<Refusable<Value, Refusal>>;
}

/** Characters of JSON take two bytes, and objects about as much again. */
const bytesPerCharacter = 4;

export function memory<Value extends object, Refusal>(mostBytes: number): Memory<Value, Refusal> {
  const cache = leastRecentlyUsed<Value>(mostBytes);
  const computing = sharedWork<Refusable<Value, Refusal>>();
  const remember = (key: string, value: Value): void => {
    const bytes = (key.length + JSON.stringify(value).length) * bytesPerCharacter;
    if (bytes <= mostBytes) cache.set(key, value, bytes);
  };
  return {
    async of(key, signal, compute) {
      const cached = cache.get(key);
      if (cached !== undefined) return { kind: 'value', value: cached };
      return await computing.run(key, signal, async (ending) => {
        const computed = await compute(ending);
        if (computed.kind === 'value') remember(key, computed.value);
        return computed;
      });
    },
  };
}
