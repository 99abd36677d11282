// Several calls at once.

/** Like `Promise.all`, but nothing is still in progress when it rejects. */
export async function settled<T extends readonly unknown[]>(
  promises: readonly [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
