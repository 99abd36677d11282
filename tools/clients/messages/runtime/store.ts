// Which messages have been handled. A broker delivers each at least once.

/**
 * Ids are kept as long as a message can come again: some days. Where the effect is in a database, `add` is a row of the
 * same transaction.
 */
export interface Store {
  has(id: string): Promise<boolean>;
  add(id: string): Promise<void>;
}

/** The last ids, until the process ends: enough for effects that may be repeated after a restart. */
export function memoryStore(size = 100_000): Store {
  const ids = new Set<string>();
  return {
    has: async (id) => ids.has(id),
    async add(id) {
      ids.add(id);
      for (const oldest of ids) {
        if (ids.size <= size) break;
        ids.delete(oldest);
      }
    },
  };
}
