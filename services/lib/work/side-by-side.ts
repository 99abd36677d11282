// Many calls of one function, some of them at once.

/** What was found, in any order. Settles once nothing runs any more; after an error nothing is begun. */
export async function sideBySide<Each, Found>(
  most: number,
  all: readonly Each[],
  work: (each: Each) => Promise<Found>,
  done: (part: number) => Promise<void>,
): Promise<readonly Found[]> {
  const waiting = all.values();
  const found: Found[] = [];
  let failed = false;
  const worker = async () => {
    for (const each of waiting) {
      if (failed) return;
      try {
        found.push(await work(each));
        await done(found.length / all.length);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: most }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return found;
}
