// Regions of a dealer that no figure distinguishes: the database adds them up, instead of the process that reads.
import type { DealerId, PeriodType } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { AliasOf } from './aliases.ts';
import type { DaysOf, ReadScope, SalesFigures, SliceRow } from './port.ts';

type Part = Pick<SalesFigures, 'calendars' | 'assigned'> & {
  readonly scope: readonly ReadScope[];
  readonly slices: readonly SliceRow[];
  readonly aliases: readonly AliasOf[];
};

/** Under which region the rows of another count; `joined`: all of them under this one. */
export type JoinedRegions = { readonly aliases: readonly AliasOf[]; readonly joined: string | null };

/**
 * With the aliases of regions, and all regions of one dealer under the first if their selling days are those of one
 * calendar. Any mean over them is then the same. They may differ with several dealers or calendars, with selling days
 * that rows report, with periods that are stored in several types, and with one that had not begun in UTC when it was
 * uploaded (decision 342).
 */
export async function joinedRegions(tx: Tx, part: Part, daysOf: DaysOf): Promise<JoinedRegions> {
  const ofRegions = apart(part.aliases);
  const [one, ...others] = part.scope;
  if (one === undefined || others.length > 0) return ofRegions;
  if (!haveOneType(part.slices) || part.slices.some(isAhead)) return ofRegions;
  const { dealer_id } = one;
  const targetOf = new Map(ofRegions.aliases.map(({ alias, target }) => [alias, target]));
  const regions = await withoutReportedDays(tx, dealer_id);
  const targets = regions.map((region) => targetOf.get(region) ?? region);
  const days = daysOf(part);
  const [first] = targets;
  if (first === undefined || new Set(targets.map((region) => days(dealer_id, region))).size > 1) return ofRegions;
  const all = new Set([...regions, ...targetOf.keys()]);
  return { aliases: [...all].map((alias) => ({ dealer_id, kind: 'region', alias, target: first })), joined: first };
}

/** Each region for itself. */
export const apart = (aliases: readonly AliasOf[]): JoinedRegions => ({
  aliases: aliases.filter(({ kind }) => kind === 'region'),
  joined: null,
});

/** None if any row reports selling days. Rows of a file that is being packed do not count yet. */
const withoutReportedDays = (tx: Tx, dealer_id: DealerId): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(row<{ region_id: string }>())`
    select region_id from catalog_regions
    where dealer_id = ${dealer_id} and not exists (
      select from packed_sales s where s.dealer_id = ${dealer_id} and s.selling_days is not null
        and s.revision <= (select d.revision from dealers d where d.dealer_id = ${dealer_id}))
    order by 1`);

/** Deletions and reversals bring no rows that an upload has not brought. */
const haveOneType = (slices: readonly SliceRow[]): boolean =>
  new Set(slices.flatMap(({ kind, period_type }) => (kind === 'upload' ? [period_type] : []))).size === 1;

/**
 * Such a period counts for the regions that report it alone: where days begin first it may be uploaded on the day
 * before in UTC (decision 161).
 */
const isAhead = ({ kind, period_type, to, loaded_on }: SliceRow): boolean =>
  kind === 'upload' && lastStart[period_type](new Date(to)) > new Date(loaded_on);

/** When the last period begins of a slice that ends on this day. */
const lastStart: Record<PeriodType, (to: Date) => Date> = {
  day: (to) => to,
  week: (to) => new Date(to.getTime() - 6 * 86_400_000),
  month: (to) => new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth(), 1)),
  quarter: (to) => new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - 2, 1)),
};
