// Ends a transaction for which no one waits any more: the statement in progress by a cancel request, the next ones
// before they begin.
import { setTimeout } from 'node:timers/promises';
import { guardedQueries, type Tx } from './database.ts';
import { row, sql } from './query.ts';
import type { Prepared } from './statements/prepared.ts';

/** A request that comes before the server has begun the statement does nothing, and is repeated. */
const repeatMs = 50;

/** `work`, until `signal` is aborted. `others` has connections that wait for no statement of a transaction. */
export const cancelled =
  <T>(others: Pick<Prepared, 'value'>, signal: AbortSignal, work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    signal.throwIfAborted();
    const pid = await tx.oneFirst(sql.type(row<{ pid: number }>())`select pg_backend_pid() as pid`);
    const ended = new AbortController();
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = cancelUntil(ended.signal, () => others.value('cancel', 'select pg_cancel_backend($1)', [pid]));
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await work(
        guardedQueries((run) => {
          signal.throwIfAborted();
          return run(tx);
        }),
      );
    } finally {
      signal.removeEventListener('abort', cancel);
      ended.abort();
      // Before the connection serves another transaction, which a late request would cancel.
      await cancelling;
    }
  };

async function cancelUntil(ended: AbortSignal, cancel: () => Promise<unknown>): Promise<void> {
  while (!ended.aborted) {
    // A database that is away runs no statement either.
    await cancel().catch(() => {});
    await setTimeout(repeatMs, undefined, { signal: ended }).catch(() => {});
  }
}

/** What a cancelled statement fails with is no fault of the store. */
export const orReasonOf =
  (signal: AbortSignal | undefined) =>
  (error: unknown): never => {
    throw signal?.aborted ? signal.reason : error;
  };
