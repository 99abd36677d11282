// Generated from tools/runtime/least-recently-used.ts by npm run generate; do not edit.
// Values that a process keeps up to a total cost: the one that was asked for least recently leaves first.

export interface LeastRecentlyUsed<Value> {
  get(key: string): Value | undefined;
  /** In place of what the key had. */
  set(key: string, value: Value, cost: number): void;
  drop(key: string): void;
}

/** `most` and each cost in one unit: bytes, entries. */
export function leastRecentlyUsed<Value>(most: number): LeastRecentlyUsed<Value> {
  // In the order of use.
  const entries = new Map<string, { readonly value: Value; readonly cost: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= entries.get(key)?.cost ?? 0;
    entries.delete(key);
  };
  return {
    drop,
    get(key) {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    set(key, value, cost) {
      drop(key);
      entries.set(key, { value, cost });
      total += cost;
      for (const oldest of entries.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
  };
}
