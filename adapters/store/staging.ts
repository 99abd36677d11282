// adapters/store/staging.ts: the table that one run of an upload job copies its file into, before one statement merges it.
import type { Writable } from 'node:stream';
import type { Store } from './port.ts';
import { row, sql } from './query.ts';

export type Staging = AsyncDisposable & {
  /** For queries: `select ... from ${staging.table}`. */
  readonly table: ReturnType<typeof sql.identifier>;
  /** Text for `COPY`, all columns of sales_staging that are named; see Store.copyFrom. */
  copy(columns: readonly string[], options?: string): Promise<Writable>;
  /** So that the planner knows its size before the merge. */
  analyze(): Promise<void>;
};

/** An own table per run: a stale worker with an old fence cannot reach the rows of the run that replaced it. Unlogged: gone after a crash of the server, as the run is. */
export async function openStaging(store: Store, jobId: string, fence: number): Promise<Staging> {
  const name = `job_${jobId.replaceAll('-', '')}_${fence}`;
  const table = sql.identifier(['staging', name]);
  await store.query(sql.unsafe`drop table if exists ${table}`);
  await store.query(
    sql.unsafe`create unlogged table ${table} (like public.sales_staging including defaults including identity)`,
  );
  return {
    table,
    copy: (columns, options = '') =>
      store.copyFrom(`copy staging.${name} (${columns.map(quoted).join(', ')}) from stdin ${options}`),
    analyze: async () => void (await store.query(sql.unsafe`analyze ${table}`)),
    [Symbol.asyncDispose]: async () => void (await store.query(sql.unsafe`drop table if exists ${table}`)),
  };
}

/** Drops what dead runs left; `live` are the ids of unfinished jobs. Returns the dropped names. */
export async function sweepStaging(store: Store, live: readonly string[]): Promise<string[]> {
  const kept = new Set(live.map((id) => id.replaceAll('-', '')));
  const names = await store.anyFirst(sql.type(row<{ name: string }>())`
    select tablename as name from pg_tables where schemaname = 'staging' and tablename ~ '^job_[0-9a-f]{32}_[0-9]+$'`);
  const dead = names.filter((name) => !kept.has(name.slice(4, 36)));
  for (const name of dead) await store.query(sql.unsafe`drop table if exists ${sql.identifier(['staging', name])}`);
  return dead;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
