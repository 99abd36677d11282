// Long transactions of a job end when the job has: it was cancelled, by this process or another one. Decision 571.
import { setTimeout as pause } from 'node:timers/promises';
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { withScope } from '../../scope.ts';
import type { JobRow } from '../port.ts';

/** The job was cancelled meanwhile; what was about to be written must not be written. */
export class JobEnded extends Error {
  override readonly name = 'JobEnded';

  constructor({ job_id }: Pick<JobRow, 'job_id'>) {
    super(`Job ${job_id} has ended.`);
  }
}

type Ended = Pick<JobRow, 'dealer_id' | 'job_id'>;

/** A connection of the database and when its transaction began: a later one on it does not belong to the job. */
type Running = { readonly pid: number; readonly began: string };

/** How often a job is looked at while it merges; a statement ends within two seconds after a cancellation. */
const watchMs = 500;
const cancelMs = 100;

/** `store`, whose transactions reject with `JobEnded` soon after the job has ended, whatever statement runs then. */
export const whileUnfinished = (store: Store, job: Ended): Store => ({
  ...store,
  transaction: async (work) => {
    const state: { running?: Running; ended: boolean } = { ended: false };
    const done = new AbortController();
    const watching = watch(store, job, state, done.signal);
    try {
      return await store.transaction(async (tx) => {
        state.running = await runningOf(tx);
        return await work(tx);
      });
    } catch (error) {
      throw state.ended ? new JobEnded(job) : error;
    } finally {
      done.abort();
      await watching;
    }
  },
});

const runningOf = (tx: Tx): Promise<Running> =>
  tx.one(sql.type(row<Running>())`select pg_backend_pid() as pid, now()::text as began`);

async function watch(
  store: Store,
  job: Ended,
  state: { running?: Running; ended: boolean },
  done: AbortSignal,
): Promise<void> {
  while (await passed(state.ended ? cancelMs : watchMs, done)) {
    // A database that does not answer is asked again.
    state.ended ||= await hasEnded(store, job).catch(() => false);
    if (state.ended && state.running !== undefined && !done.aborted) await cancel(store, state.running).catch(() => {});
  }
}

/** False: the transaction has ended before. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, undefined, { signal, ref: false }).then(
    () => true,
    () => false,
  );

const hasEnded = (store: Store, { dealer_id, job_id }: Ended): Promise<boolean> =>
  withScope(store, { dealers: [dealer_id] }, (tx) =>
    tx.exists(sql.unsafe`
      select from upload_jobs where dealer_id = ${dealer_id} and job_id = ${job_id} and finished_at is not null`),
  );

/** Repeated until the transaction has ended: between two of its statements there is nothing to cancel. */
const cancel = (store: Store, { pid, began }: Running) =>
  store.query(sql.unsafe`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = ${pid} and xact_start = ${began}::timestamptz and state = 'active'`);
