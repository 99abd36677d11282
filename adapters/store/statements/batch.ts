// Requests that ask for one row each at the same time, as one statement.

/** By key; a key without a value is missing. */
export type RowsByKey<Value> = Readonly<Record<string, Value>>;

type Batch<Value> = { readonly keys: Set<string>; readonly found: Promise<RowsByKey<Value>> };

/**
 * What is asked while a statement runs is asked by the next one, together: it begins after each of its requests did, so
 * none reads an older state.
 */
export function batched<Value>(
  read: (keys: readonly string[]) => Promise<RowsByKey<Value>>,
): (keys: readonly string[]) => Promise<RowsByKey<Value>> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Batch<Value> | undefined;
  const begin = (): Batch<Value> => {
    const keys = new Set<string>();
    const found = running.then(() => {
      next = undefined;
      return read([...keys]);
    });
    running = found.catch(() => {});
    return { keys, found };
  };
  return (asked) => {
    next ??= begin();
    for (const key of asked) next.keys.add(key);
    return next.found;
  };
}
