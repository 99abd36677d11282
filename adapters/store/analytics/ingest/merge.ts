// A staged file, or a correction, becomes the current revision of its slice. What is stored already is not touched: its slices know which dates still count.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { FileForm, JobRow, StagedColumn, StoredReplacement } from '../port.ts';
import { replacementBy, storedContent } from '../replacement.ts';
import { dates, granularityConflict, replacedRevision } from '../slices.ts';
import { emptyPreviews } from './keep-preview.ts';
import { planForManyRows } from './many-rows.ts';
import { leaveCatalog, recordNames } from './names.ts';
import { packReverted, packStaged, revertedSales, rowsShare, storedSales } from './packed-sales.ts';
import { type Share, sharesOf } from './packed-shares.ts';
import { commonOf, packBrandSums, packRegionSums, type Revision } from './packed-sums.ts';
import type { Merging as Announced, Findings, Merged, Permits, Spellings, Staged } from './port.ts';
import { beyondPlan } from './stored-rows.ts';
import { endRevision } from './unpublished-revision.ts';

type Refused = Exclude<Merged, { kind: 'merged' }>;
type Merging = {
  readonly revision: number;
  readonly replaces: number | null;
  readonly replacement: StoredReplacement;
  readonly rows: number;
};

/** Whether a merge may become visible is known once it is stored: the transaction has to end without it. */
export class MergeRefused extends Error {
  override readonly name = 'MergeRefused';
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(`the merge is refused: ${refused.kind}`);
    this.refused = refused;
  }
}

type Accepted = Pick<Findings, 'rows' | 'vehicles'> &
  Pick<Announced<never>, 'permits' | 'merged'> & {
    /** How many rows are packed already. Null: the merge packs them. */
    readonly ahead: number | null;
  };

/** Throws when not every accepted row arrived: then nothing of it stays. */
export async function mergeStaged(
  tx: Tx,
  job: JobRow,
  staged: Staged,
  { rows: { accepted }, vehicles = null, permits, merged: progressed = async () => {}, ahead }: Accepted,
): Promise<Merging> {
  const revision = await nextRevision(tx, job.dealer_id);
  const conflict = await granularityConflict(tx, job);
  if (conflict !== null) throw new MergeRefused({ kind: 'conflict', stored: conflict });
  const pack = async () => {
    if (ahead !== null) {
      await endRevision(tx, job, staged, revision);
      return ahead;
    }
    const rows = await packStaged(tx, job, { staged, revision });
    await progressed(rowsShare);
    await packSums(tx, { dealer_id: job.dealer_id, revision }, [null]);
    await progressed(1);
    return rows;
  };
  const { form, spellings } = staged;
  const merged = await replaceSlice(tx, job, { revision, pack, form, spellings, permits });
  // What is stored counts: rows that were packed ahead are committed long before, and their sums are made of them.
  const { rows, units } = merged.replacement.after;
  const [arrived, sent] = vehicles === null ? [rows, accepted] : [units, vehicles.sold];
  if (arrived !== sent || merged.rows !== rows) throw new Error(`${arrived} of ${sent} rows were merged`);
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
export async function mergeCorrection(tx: Tx, job: JobRow, permits: Permits, rowsAtOnce: number): Promise<Merging> {
  const revision = await nextRevision(tx, job.dealer_id);
  const pack = async () => {
    if (job.reverts === null) return 0;
    const rows = await packReverted(tx, job, revision, rowsAtOnce);
    const packed = storedSales(job.dealer_id, revision);
    await packSums(tx, { dealer_id: job.dealer_id, revision }, await sharesOf(tx, packed, rowsAtOnce));
    return rows;
  };
  const merged = await replaceSlice(tx, job, { revision, pack, form: null, spellings: [], permits });
  if (job.reverts !== null) await takeOutOfForce(tx, job.dealer_id, job.reverts);
  return merged;
}

async function packSums(tx: Tx, revision: Revision, shares: readonly (Share | null)[]): Promise<void> {
  const common = await commonOf(tx, revision);
  for (const share of shares) await packBrandSums(tx, revision, common, share);
  await packRegionSums(tx, revision, common);
}

/** What a correction puts in the place of its slice: nothing, or the rows that were closed by the revision that it reverts. */
export const correctedSales = ({ dealer_id, reverts }: JobRow) => sql.fragment`
  select period_type, period_start, brand_id, region_id, model_family_id, channel, condition, units_sold, stock_units, receipts, orders,
    selling_days, revenue, currency
  from ${revertedSales(dealer_id, reverts)} reverted`;

type Incoming = {
  readonly revision: number;
  /** Stores the sales and their sums, and returns how many sales there are. */
  readonly pack: () => Promise<number>;
  /** Null: not a file. */
  readonly form: FileForm | null;
  readonly spellings: readonly Spellings[];
  readonly permits: Permits;
};

async function replaceSlice(
  tx: Tx,
  job: JobRow,
  { revision, pack, form, spellings, permits }: Incoming,
): Promise<Merging> {
  const replaces = await replacedRevision(tx, job);
  const rows = await pack();
  const replacement = await replacementBy(tx, job, storedContent(job, revision));
  const beyond = await beyondPlan(tx, job, rows);
  if (beyond !== null) throw new MergeRefused({ kind: 'full', ...beyond });
  if (!permits(replacement, replaces)) throw new MergeRefused({ kind: 'unconfirmed', replaces, replacement });
  const removed = replacement.before.rows;
  if (removed > 0) await leaveCatalog(tx, job, revision);
  await closeReplaced(tx, job, revision);
  await insertSlice(tx, job, { revision, rows, form });
  await emptyPreviews(tx, job);
  await recordNames(tx, job, spellings, revision);
  await tx.query(
    sql.unsafe`
      update dealers set revision = ${revision}, rows_stored = rows_stored - ${removed} + ${rows}, updated_at = clock_timestamp()
      where dealer_id = ${job.dealer_id}`,
  );
  return { revision, replaces, replacement, rows };
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

/** What was current stays readable as of its revision. */
async function closeReplaced(tx: Tx, { dealer_id, from, to }: JobRow, revision: number): Promise<void> {
  await tx.query(sql.unsafe`
    update slices set superseded_by = ${revision}, superseded_at = clock_timestamp()
    where dealer_id = ${dealer_id} and superseded_by is null and daterange(period_start, period_end, '[]') && ${dates(from, to)}`);
  await tx.query(sql.unsafe`
    update slices set live_dates = live_dates - datemultirange(${dates(from, to)})
    where dealer_id = ${dealer_id} and live_dates <> '{}' and live_dates && ${dates(from, to)}`);
}

type NewSlice = Pick<Incoming, 'revision' | 'form'> & { readonly rows: number };

async function insertSlice(tx: Tx, job: JobRow, { revision, rows, form }: NewSlice): Promise<void> {
  const lastRow = form === 'sales' ? lastRowOf({ dealer_id: job.dealer_id, revision }) : sql.fragment`null`;
  await tx.query(sql.unsafe`
    insert into slices (dealer_id, revision, job_id, period, period_type, period_start, period_end, content_sha256, options, rows, principal, loaded_at, kind, reverts, live_dates, last_row)
    select dealer_id, ${revision}, job_id, period, period_type, period_start, period_end, content_sha256, options, ${rows}, principal, clock_timestamp(), kind, reverts,
      datemultirange(daterange(period_start, period_end, '[]')), ${lastRow}::date
    from upload_jobs where dealer_id = ${job.dealer_id} and job_id = ${job.job_id}`);
}

/** Of the sums with the fewest entries. */
const lastRowOf = ({ dealer_id, revision }: Revision) => sql.fragment`(
  select max(each) from (
    select unnest(c.period_start) as each from packed_sales c
    where c.dealer_id = ${dealer_id} and c.revision = ${revision} and c.level = 'region') dates)`;
