// Limits how much runs at once and how much waits, so that many requests of one caller do not delay the single request
// of another.

/** An HTTP caller that meets it is asked to try again (503). */
export class Busy extends Error {
  override readonly name = 'Busy';
  readonly kind = 'unavailable';
  readonly dependency = 'own capacity';
}

type Waiting = { readonly start: () => void; readonly drop: () => void };

export interface FairSemaphore {
  /**
   * Runs the work when it is the turn of `key`; keys take turns. Rejects without running it: with `Busy` when too much
   * waits, with the reason of `signal` when that is aborted while it waits.
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function fairSemaphore(concurrency: number, mostWaiting: number): FairSemaphore {
  // In the order of turns: the first key is next, and goes to the end.
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;
  const next = () => {
    const [first] = queues;
    if (first === undefined) return;
    const [key, queue] = first;
    queues.delete(key);
    const entry = queue.shift();
    if (queue.length > 0) queues.set(key, queue);
    waiting--;
    entry?.start();
  };
  const makeRoom = (key: string): boolean => {
    if (waiting < mostWaiting) return true;
    const [longest, queue] = [...queues].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (queue.length <= (queues.get(key)?.length ?? 0) + 1) return false;
    queue.pop()?.drop();
    if (queue.length === 0) queues.delete(longest);
    waiting--;
    return true;
  };
  const remove = (key: string, entry: Waiting): void => {
    const queue = queues.get(key) ?? [];
    const place = queue.indexOf(entry);
    if (place < 0) return;
    queue.splice(place, 1);
    if (queue.length === 0) queues.delete(key);
    waiting--;
  };
  const enter = (key: string, signal: AbortSignal | undefined): Promise<void> => {
    if (running < concurrency) {
      running++;
      return Promise.resolve();
    }
    if (signal?.aborted || !makeRoom(key)) return Promise.reject(signal?.aborted ? signal.reason : new Busy());
    const turn = Promise.withResolvers<void>();
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', leave);
      settle();
    };
    const entry = { start: end(turn.resolve), drop: end(() => turn.reject(new Busy())) };
    const leave = () => {
      remove(key, entry);
      turn.reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    const queue = queues.get(key) ?? [];
    queue.push(entry);
    queues.set(key, queue);
    waiting++;
    return turn.promise;
  };
  return {
    async run(key, work, signal) {
      await enter(key, signal);
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        // The next one takes over this place.
        if (queues.size > 0) next();
        else running--;
      }
    },
  };
}
