// What was computed, for others who ask the same: once at a time, and kept within a number of bytes, the least recently used leaving first.

export interface Memory<Value extends object, Refused extends { readonly refusal: unknown }> {
  /** The value of the key, computed once for all who ask meanwhile. Neither a failure nor a refusal is kept. */
  of(key: string, compute: () => Promise<Value | Refused>): Promise<Value | Refused>;
}

/** Characters of JSON take two bytes, and objects about as much again. */
const bytesPerCharacter = 4;

export function memory<Value extends object, Refused extends { readonly refusal: unknown }>(
  mostBytes: number,
): Memory<Value, Refused> {
  // In the order of use.
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  const computing = new Map<string, Promise<Value | Refused>>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, value: Value): void => {
    const size = (key.length + JSON.stringify(value).length) * bytesPerCharacter;
    if (size > mostBytes) return;
    kept.set(key, { value, bytes: size });
    bytes += size;
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break;
      drop(oldest);
    }
  };
  return {
    async of(key, compute) {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
        return found.value;
      }
      const begun = computing.get(key);
      if (begun !== undefined) return await begun;
      const value = compute().then((computed) => {
        if (!('refusal' in computed)) keep(key, computed);
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
