// The entries of packed sales, one by one. Decision 360.
import { sql } from '../query.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/**
 * What the entries of a packed row are: sales, or their sums over families, over families and regions, over families
 * and brands, over regions.
 */
export type Level = 'row' | 'brand_region' | 'brand' | 'region' | 'family';

const texts = ['model_family_id', 'channel', 'condition', 'currency'] as const;
const measures = ['units_sold', 'stock_units', 'receipts', 'orders', 'selling_days', 'revenue', 'row_count'] as const;
export type EntryColumn = (typeof texts)[number] | (typeof measures)[number];

/** A sale without what names its revision. */
export const saleColumns: readonly EntryColumn[] = [...texts, ...measures.filter((each) => each !== 'row_count')];

const isText = (column: EntryColumn): boolean => texts.some((each) => each === column);

/** For the list of a select from packed_sales as `c`: set-returning functions of one list advance together. */
export const unnested = (columns: readonly EntryColumn[]): Fragment => {
  const each = columns.map((column) => {
    const name = sql.identifier([column]);
    return isText(column)
      ? sql.fragment`unnest(spread(c.${name}, cardinality(c.period_start))) as ${name}`
      : sql.fragment`unnest(c.${name}) as ${name}`;
  });
  return sql.fragment`${sql.join([sql.fragment`unnest(c.period_start) as period_start`, ...each], sql.fragment`, `)}`;
};

/**
 * The entries of the packed rows `c` that are chosen. As a view it would be joined after all entries of a dealer are
 * unpacked.
 */
export const entriesOf = (chosen: Fragment, columns: readonly EntryColumn[]): Fragment => sql.fragment`
  (select c.dealer_id, c.brand_id, c.region_id, c.period_type, c.year, ${unnested(columns)} from packed_sales c where ${chosen})`;
