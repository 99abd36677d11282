// Regions of a dealer that no figure tells apart: the database adds them up, instead of the process that reads.
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { AliasOf } from './aliases.ts';
import type { SummedTable } from './leaf-sums.ts';
import type { DaysOf, ReadScope, SalesFigures, SliceRow } from './port.ts';

type Part = Pick<SalesFigures, 'calendars' | 'assigned'> & {
  readonly scope: readonly ReadScope[];
  readonly slices: readonly SliceRow[];
  readonly aliases: readonly AliasOf[];
  readonly table: SummedTable;
};

/**
 * Under which region the rows of another count: with its aliases, and all regions of one dealer under the first if their selling days are those of one
 * calendar. Any mean over them is then the same. They may differ with several dealers or calendars, with selling days that rows report, and with periods
 * that are stored in several types (decision 342).
 */
export async function joinedRegions(tx: Tx, part: Part, daysOf: DaysOf): Promise<readonly AliasOf[]> {
  const ofRegions = part.aliases.filter(({ kind }) => kind === 'region');
  const [one, ...others] = part.scope;
  if (one === undefined || others.length > 0 || !haveOneType(part.slices)) return ofRegions;
  const { dealer_id } = one;
  const targetOf = new Map(ofRegions.map(({ alias, target }) => [alias, target]));
  const regions = await withoutReportedDays(tx, dealer_id, part.table);
  const targets = regions.map((region) => targetOf.get(region) ?? region);
  const days = daysOf(part);
  const [first] = targets;
  if (first === undefined || new Set(targets.map((region) => days(dealer_id, region))).size > 1) return ofRegions;
  const all = new Set([...regions, ...targetOf.keys()]);
  return [...all].map((alias): AliasOf => ({ dealer_id, kind: 'region', alias, target: first }));
}

/** None if any row reports selling days: the sums of a family's brand show those, too. */
const withoutReportedDays = (tx: Tx, dealer_id: DealerId, table: SummedTable): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(row<{ region_id: string }>())`
    select region_id from catalog_regions
    where dealer_id = ${dealer_id} and not exists (
      select from ${sql.identifier([table === 'sales' ? 'sales_by_brand' : table])} s where s.dealer_id = ${dealer_id} and s.selling_days is not null)
    order by 1`);

/** Deletions and reversals bring no rows that an upload has not brought. */
const haveOneType = (slices: readonly SliceRow[]): boolean =>
  new Set(slices.flatMap(({ kind, period_type }) => (kind === 'upload' ? [period_type] : []))).size === 1;
