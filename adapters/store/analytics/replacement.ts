// What a slice holds, beside the rows that would take its place.
import type { Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { entriesOf } from './packed-entries.ts';
import type { SliceDates, StoredReplacement } from './port.ts';
import { currentSales } from './slices.ts';

const shown = 100;

type Fragment = ReturnType<typeof sql.fragment>;

/** How many rows each period and brand has, and their units. */
const contentOfRows = (rows: Fragment, count: Fragment) => sql.fragment`
  select period_type, period_start, brand_id, ${count} as rows, sum(units_sold) as units from (${rows}) s group by 1, 2, 3`;

/** The content of rows that are not stored. */
export const comingContent = (rows: Fragment) => contentOfRows(rows, sql.fragment`count(*)`);

/** The content of a stored revision, whether or not it counts yet. */
export const storedContent = ({ dealer_id }: Pick<SliceDates, 'dealer_id'>, revision: number) =>
  contentOfRows(
    sql.fragment`select * from ${entriesOf(sql.fragment`c.dealer_id = ${dealer_id} and c.revision = ${revision} and c.level = 'brand_region'`, ['units_sold', 'row_count'])} e`,
    sql.fragment`sum(row_count)`,
  );

/** What counts on these dates now. */
const currentContent = (slice: Pick<SliceDates, 'dealer_id' | 'from' | 'to'>) =>
  contentOfRows(
    sql.fragment`select u.* ${currentSales(slice, 'brand_region', ['units_sold', 'row_count'])}`,
    sql.fragment`sum(row_count)`,
  );

/** `coming`: the content that would be stored. Periods of different grain are compared by the coarsest. */
export const replacementBy = (
  tx: Tx,
  slice: Pick<SliceDates, 'dealer_id' | 'from' | 'to'>,
  coming: Fragment,
): Promise<StoredReplacement> => {
  const aliasOfBrand = sql.fragment`left join catalog_aliases a
    on a.dealer_id = ${slice.dealer_id} and a.kind = 'brand' and a.deleted_at is null and a.alias = s.brand_id`;
  return tx.oneFirst(sql.type(row<{ replacement: StoredReplacement }>())`
    with stored as materialized (
      select period_type, period_start, coalesce(a.target_id, brand_id) as brand_id, sum(rows) as rows, sum(units) as units
      from (${currentContent(slice)}) s ${aliasOfBrand} group by 1, 2, 3),
    coming as materialized (
      select period_type, period_start, coalesce(a.target_id, brand_id) as brand_id, sum(rows) as rows, sum(units) as units
      from (${coming}) s ${aliasOfBrand} group by 1, 2, 3),
    grain as (
      select type from unnest(array['day', 'week', 'month', 'quarter']) with ordinality as g (type, n)
      where type in (select period_type from stored union all select period_type from coming) order by n desc limit 1),
    had as materialized (
      select distinct date_trunc((select type from grain), period_start)::date as period, brand_id from stored),
    has as materialized (
      select distinct date_trunc((select type from grain), period_start)::date as period, brand_id from coming),
    removed_periods as (select period from had except select period from has),
    removed_brands as (select brand_id from had except select brand_id from has),
    emptied as (select period, brand_id from had except select period, brand_id from has),
    new_brands as (
      select brand_id from has except select brand_id from catalog_brands where dealer_id = ${slice.dealer_id} and is_current)
    select json_build_object(
      'before', (select ${contentOf} from stored),
      'after', (select ${contentOf} from coming),
      'compared_periods', (select count(distinct period) from had),
      'removed_periods', array(select period from removed_periods order by 1 limit ${shown}),
      'removed_period_count', (select count(*) from removed_periods),
      'removed_brand_ids', array(select brand_id from removed_brands order by 1 limit ${shown}),
      'removed_brand_count', (select count(*) from removed_brands),
      'new_brand_ids', array(select brand_id from new_brands order by 1 limit ${shown}),
      'new_brand_count', (select count(*) from new_brands),
      'emptied', (select json_build_object('brand_id', brand_id, 'period', period) from emptied order by period, brand_id limit 1),
      'emptied_count', (select count(*) from emptied)) as replacement`);
};

const contentOf = sql.fragment`json_build_object('rows', coalesce(sum(rows), 0)::bigint, 'units', coalesce(sum(units), 0)::bigint,
  'periods', count(distinct period_start), 'brands', count(distinct brand_id))`;
