// The table that one run of a job copies its file into, column for column as the file has them.
// Names and periods stay as they are spelled; merge.ts puts the ids in their place.
import type { Writable } from 'node:stream';
import { salesForm } from '../../../generated/analytics/sales-file.ts';
import { vehiclesForm } from '../../../generated/analytics/vehicle-file.ts';
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { Copy, StagedColumn } from './port.ts';

const types = {
  text: sql.fragment`text`,
  integer: sql.fragment`integer`,
  bigint: sql.fragment`bigint`,
  numeric: sql.fragment`numeric`,
};
/** Columns that both forms have are of one type: a test of staged-sales.ts merges both. */
const typeOf = new Map<StagedColumn, (typeof types)['text']>(
  [...salesForm.columns, ...vehiclesForm.columns].map(({ name, stored }) => [name, types[stored]]),
);
export const columnType = (column: StagedColumn) => typeOf.get(column) ?? types.text;

/** Named after job and fence: a worker that was overtaken can not reach the rows of the one that came after it. */
export const stagingName = (job_id: string, fence: number): string => `job_${job_id.replaceAll('-', '')}_${fence}`;
export const stagingTable = (job_id: string, fence: number) => sql.identifier(['staging', stagingName(job_id, fence)]);

/**
 * Unlogged, without index and without row-level security (COPY is refused under it): gone after a crash of the server,
 * as the run is.
 */
export async function openStaging(
  store: Store,
  job_id: string,
  fence: number,
  { columns, delimiter }: Copy,
): Promise<Writable> {
  const name = stagingName(job_id, fence);
  const shape = columns.map((column) => sql.fragment`${sql.identifier([column])} ${columnType(column)}`);
  await store.query(sql.unsafe`drop table if exists ${stagingTable(job_id, fence)}`);
  await store.query(
    sql.unsafe`create unlogged table ${stagingTable(job_id, fence)} (${sql.join(shape, sql.fragment`, `)})`,
  );
  const options = `format csv, delimiter ${delimiter === '\t' ? "e'\\t'" : `'${delimiter}'`}`;
  return store.copyFrom(`copy staging.${name} (${columns.join(', ')}) from stdin with (${options})`);
}

/**
 * The tables of this run and earlier ones of the job, and those of jobs that ended while no process could remove them.
 * A later run keeps its table.
 */
export async function dropStaging(store: Store, job_id: string, fence: number): Promise<void> {
  const names = await withScope(store, { dealers: 'every' }, (tx) =>
    tx.anyFirst(sql.type(row<{ name: string }>())`
      select tablename as name from pg_tables where schemaname = 'staging' and tablename ~ '^job_[0-9a-f]{32}_[0-9]+$'
        and not exists (
          select from upload_jobs j
          where j.finished_at is null and starts_with(tablename, 'job_' || replace(j.job_id::text, '-', '') || '_')
            and (j.job_id <> ${job_id} or substring(tablename from '[0-9]+$')::bigint > ${fence}))`),
  );
  for (const name of names) await store.query(sql.unsafe`drop table if exists ${sql.identifier(['staging', name])}`);
}
