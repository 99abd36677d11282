// Generated from tools/runtime/shared-work.ts by npm run generate; do not edit.
// Work that several callers wait for: done once for equal keys, and ended when none of them waits any more.

export interface SharedWork<Result> {
  /**
   * The result of the work that is in progress under the key, or of `work`, which begins it before `run` returns.
   * Rejects with the reason of `signal` as soon as that is aborted; the signal of the work is aborted when this was the
   * last one that waited.
   */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

type InProgress<Result> = { readonly ending: AbortController; readonly result: Promise<Result>; waiting: number };

export function sharedWork<Result>(): SharedWork<Result> {
  const inProgress = new Map<string, InProgress<Result>>();
  const forget = (key: string, work: InProgress<Result>): void => {
    if (inProgress.get(key) === work) inProgress.delete(key);
  };
  const begin = (key: string, work: (signal: AbortSignal) => Promise<Result>): InProgress<Result> => {
    const ending = new AbortController();
    const begun = { ending, result: work(ending.signal), waiting: 0 };
    inProgress.set(key, begun);
    const end = () => forget(key, begun);
    begun.result.then(end, end);
    return begun;
  };
  return {
    async run(key, signal, work) {
      signal.throwIfAborted();
      const shared = inProgress.get(key) ?? begin(key, work);
      shared.waiting += 1;
      const gone = Promise.withResolvers<never>();
      const leave = () => {
        shared.waiting -= 1;
        if (shared.waiting === 0) {
          // Who comes now begins again, as this work will not be finished.
          forget(key, shared);
          shared.ending.abort(signal.reason);
        }
        gone.reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([shared.result, gone.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}
