// The sums of a dry run in place of those of its slice. Decision 336.
import type { DealerId, JobId, PeriodType } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { JobKind } from '../port.ts';
import type { SliceRow } from './port.ts';

/** A dry run whose sums are kept. */
export type Previewed = {
  readonly dealer_id: DealerId;
  readonly job_id: JobId;
  readonly kind: JobKind;
  readonly reverts: number | null;
  readonly period_type: PeriodType;
  readonly from: string;
  readonly to: string;
  /** The revision that was current on its dates. */
  readonly replaces: number | null;
  readonly last_row: string | null;
  /** Today in UTC: when it would be loaded. */
  readonly loaded_on: string;
};

export const previewedRun = (tx: Tx, dealer_id: DealerId, job_id: JobId): Promise<Previewed | null> =>
  tx.maybeOne(sql.type(row<Previewed>())`
    select dealer_id, job_id, kind, reverts, period_type, period_start as "from", period_end as "to", last_row,
      (result ->> 'replaces')::bigint as replaces, (now() at time zone 'UTC')::date as loaded_on
    from upload_jobs where dealer_id = ${dealer_id} and job_id = ${job_id} and sums_kept is not null`);

/** Whether another job has replaced some of its dates since. */
export const isOutdated = ({ dealer_id, from, to, replaces }: Previewed, slices: readonly SliceRow[]): boolean => {
  const meets = slices.filter((each) => each.dealer_id === dealer_id && each.from <= to && from <= each.to);
  return (meets.length === 0 ? null : Math.max(...meets.map(({ revision }) => revision))) !== replaces;
};

/** The slices as they would be. */
export function withSlice(slices: readonly SliceRow[], previewed: Previewed): readonly SliceRow[] {
  const { dealer_id, kind, reverts, period_type, from, to, last_row, loaded_on } = previewed;
  const own = slices.filter((each) => each.dealer_id === dealer_id);
  const revision = Math.max(0, ...own.map((each) => each.revision)) + 1;
  return [...slices, { dealer_id, revision, kind, reverts, period_type, from, to, last_row, loaded_on }];
}

const columns = sql.fragment`dealer_id, period_start, brand_id, region_id, channel, condition, period_type, selling_days, currency,
  units_sold, stock_units, receipts, orders, revenue`;

/** In place of `live`, the sums that count. */
export const sumsWith = (
  { dealer_id, job_id, from, to }: Previewed,
  live: ReturnType<typeof sql.fragment>,
) => sql.fragment`(
  select ${columns} from (${live}) live where not (dealer_id = ${dealer_id} and period_start between ${from}::date and ${to}::date)
  union all
  select ${columns} from previewed_sums where dealer_id = ${dealer_id} and job_id = ${job_id})`;

/** A file may be the first to have it. */
export const everyColumn: ReadonlySet<string> = new Set(['orders', 'revenue', 'condition', 'channel']);
