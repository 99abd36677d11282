// A staged file, or a correction, becomes the current revision of its slice, in one set-based statement per table.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { JobRow, StagedColumn, StoredReplacement } from '../port.ts';
import { replacementBy } from '../replacement.ts';
import { dates, granularityConflict, replacedRevision } from '../slices.ts';
import { emptyPreviews } from './keep-preview.ts';
import { keepSums } from './kept-sums.ts';
import { leaveCatalog, recordNames } from './names.ts';
import type { Findings, Merged, Permits, Spellings, Staged } from './port.ts';
import { stagedSales } from './staged-sales.ts';
import { beyondPlan } from './stored-rows.ts';

type Merging =
  | Exclude<Merged, { kind: 'merged' }>
  | {
      readonly kind: 'merged';
      readonly revision: number;
      readonly replaces: number | null;
      readonly replacement: StoredReplacement;
      readonly rows: number;
    };

/** Throws when not every accepted row arrived: then nothing of it stays. */
export async function mergeStaged(
  tx: Tx,
  job: JobRow,
  staged: Staged,
  { rows: { accepted }, vehicles = null }: Pick<Findings, 'rows' | 'vehicles'>,
  permits: Permits,
): Promise<Merging> {
  const revision = await nextRevision(tx, job.dealer_id);
  const stored = await granularityConflict(tx, job);
  if (stored !== null) return { kind: 'conflict', stored };
  const merged = await replaceSlice(tx, job, {
    revision,
    rows: stagedSales(job, staged),
    spellings: staged.spellings,
    permits,
  });
  if (merged.kind !== 'merged') return merged;
  const [arrived, sent] = vehicles === null ? [merged.rows, accepted] : [merged.replacement.after.units, vehicles.sold];
  if (arrived !== sent) throw new Error(`${arrived} of ${sent} rows were merged`);
  await keepOptionalColumns(tx, job.dealer_id, staged.columns);
  return merged;
}

const optionalColumns: readonly StagedColumn[] = ['channel', 'condition', 'orders', 'revenue'];

async function keepOptionalColumns(tx: Tx, dealer_id: string, columns: readonly StagedColumn[]): Promise<void> {
  const found = sql.array(
    optionalColumns.filter((column) => columns.includes(column)),
    'text',
  );
  await tx.query(sql.unsafe`
    update dealers set optional_columns = (select array_agg(distinct name order by name) from unnest(optional_columns || ${found}) as each (name))
    where dealer_id = ${dealer_id} and not optional_columns @> ${found}`);
}

/** Deletes a period, or brings back what a revision replaced. */
export async function mergeCorrection(tx: Tx, job: JobRow, permits: Permits): Promise<Merging> {
  const revision = await nextRevision(tx, job.dealer_id);
  const merged = await replaceSlice(tx, job, { revision, rows: correctedSales(job), spellings: [], permits });
  if (merged.kind === 'merged' && job.reverts !== null) await takeOutOfForce(tx, job.dealer_id, job.reverts);
  return merged;
}

/** What a correction puts in the place of its slice: nothing, or the rows that were closed by the revision that it reverts. */
export const correctedSales = ({ dealer_id, reverts, from, to }: JobRow) => sql.fragment`
  select period_type, period_start, brand_id, region_id, model_family_id, channel, condition, units_sold, stock_units, receipts, orders,
    selling_days, revenue, currency
  from sales where dealer_id = ${dealer_id} and period_start between ${from}::date and ${to}::date and to_revision = ${reverts}::bigint`;

type Rows = ReturnType<typeof sql.fragment>;
type Incoming = {
  readonly revision: number;
  readonly rows: Rows;
  readonly spellings: readonly Spellings[];
  readonly permits: Permits;
};

async function replaceSlice(tx: Tx, job: JobRow, { revision, rows, spellings, permits }: Incoming): Promise<Merging> {
  const replaces = await replacedRevision(tx, job);
  const replacement = await replacementBy(tx, job, rows);
  const beyond = await beyondPlan(tx, job, replacement.after.rows);
  if (beyond !== null) return { kind: 'full', ...beyond };
  if (!permits(replacement, replaces)) return { kind: 'unconfirmed', replaces, replacement };
  const closed = await closeReplaced(tx, job, revision);
  const inserted = await insertSales(tx, job.dealer_id, rows, revision);
  await keepSums(tx, job, revision);
  await emptyPreviews(tx, job);
  await recordNames(tx, job, spellings, revision);
  if (closed > 0) await leaveCatalog(tx, job, revision);
  await insertSlice(tx, job, revision, inserted);
  await tx.query(
    sql.unsafe`
      update dealers set revision = ${revision}, rows_stored = rows_stored - ${closed} + ${inserted}, updated_at = clock_timestamp()
      where dealer_id = ${job.dealer_id}`,
  );
  return { kind: 'merged', revision, replaces, replacement, rows: inserted };
}

/** A reversal that is reverted itself brings its target back. */
async function takeOutOfForce(tx: Tx, dealer_id: string, reverted: number): Promise<void> {
  await tx.query(sql.unsafe`
    update slices set in_force = revision <> ${reverted}
    where dealer_id = ${dealer_id}
      and (revision = ${reverted} or revision = (select reverts from slices where dealer_id = ${dealer_id} and revision = ${reverted}))`);
}

/** A revision counts from the end of its job, which is known last. */
export async function stampRevision(tx: Tx, { dealer_id, job_id }: JobRow, revision: number): Promise<void> {
  const at = sql.fragment`(select finished_at from upload_jobs where job_id = ${job_id})`;
  await tx.query(
    sql.unsafe`update slices set loaded_at = ${at} where dealer_id = ${dealer_id} and revision = ${revision}`,
  );
  await tx.query(sql.unsafe`update dealers set data_as_of = ${at} where dealer_id = ${dealer_id}`);
}

/**
 * The statistics know nothing of the rows that this transaction inserts. What is planned for one of them sorts a million on disk, so sums
 * and names are hashed: a fifth of the time of the merge or more. A sort that remains is priced out of all proportion, which would start the
 * JIT compiler where PostgreSQL has one.
 */
export async function planForManyRows(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`set local statement_timeout = '30min'`);
  await tx.query(sql.unsafe`set local work_mem = '64MB'`);
  await tx.query(sql.unsafe`set local enable_sort = off`);
  await tx.query(sql.unsafe`set local jit = off`);
}

/** Locks the dealer: revisions have no gaps and appear in their order. New jobs refer to the dealer meanwhile, hence no key. */
async function nextRevision(tx: Tx, dealer_id: string): Promise<number> {
  await planForManyRows(tx);
  const current = await tx.oneFirst(
    sql.type(
      row<{ revision: number }>(),
    )`select revision from dealers where dealer_id = ${dealer_id} for no key update`,
  );
  return current + 1;
}

/** What was current stays readable as of its revision. Returns how many rows were. */
async function closeReplaced(tx: Tx, { dealer_id, from, to }: JobRow, revision: number): Promise<number> {
  const { rowCount } = await tx.query(sql.unsafe`
    update sales set to_revision = ${revision}
    where dealer_id = ${dealer_id} and period_start between ${from}::date and ${to}::date and to_revision is null`);
  await tx.query(sql.unsafe`
    update slices set superseded_by = ${revision}, superseded_at = clock_timestamp()
    where dealer_id = ${dealer_id} and superseded_by is null and daterange(period_start, period_end, '[]') && ${dates(from, to)}`);
  return rowCount;
}

async function insertSales(tx: Tx, dealer_id: string, rows: Rows, revision: number): Promise<number> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into sales (dealer_id, period_start, brand_id, region_id, model_family_id, channel, condition, period_type, from_revision,
      units_sold, stock_units, receipts, orders, selling_days, revenue, currency)
    select ${dealer_id}, period_start, brand_id, region_id, model_family_id, channel, condition, period_type, ${revision},
      units_sold, stock_units, receipts, orders, selling_days, revenue, currency
    from (${rows}) incoming`);
  return rowCount;
}

async function insertSlice(tx: Tx, job: JobRow, revision: number, rows: number): Promise<void> {
  await tx.query(sql.unsafe`
    insert into slices (dealer_id, revision, job_id, period, period_type, period_start, period_end, content_sha256, options, rows, principal, loaded_at, kind, reverts)
    select dealer_id, ${revision}, job_id, period, period_type, period_start, period_end, content_sha256, options, ${rows}, principal, clock_timestamp(), kind, reverts
    from upload_jobs where dealer_id = ${job.dealer_id} and job_id = ${job.job_id}`);
}
