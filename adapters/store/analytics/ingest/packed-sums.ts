// The sums of a revision's sales at each level, packed as the sales are. Decisions 360 and 570.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { type EntryColumn, type Level, unnested } from '../packed-entries.ts';
import { ifAll } from './measures.ts';
import { ofShare } from './packed-shares.ts';
import type { CommonValues, Share } from './port.ts';

type Fragment = ReturnType<typeof sql.fragment>;
type Revision = { readonly dealer_id: string; readonly revision: number };

const texts = ['period_type', 'channel', 'condition', 'currency'] as const;
const measures = ['stock_units', 'receipts', 'orders', 'revenue'] as const;
type Text = (typeof texts)[number];

export async function commonOf(tx: Tx, { dealer_id, revision }: Revision): Promise<CommonValues> {
  const shared = texts.map((text) => {
    const name = sql.identifier([text]);
    const [only, isOne] =
      text === 'period_type'
        ? [name, sql.fragment`true`]
        : [sql.fragment`coalesce(${name}[1], '')`, sql.fragment`bool_and(coalesce(cardinality(${name}), 1) = 1)`];
    return sql.fragment`case when ${isOne} and min(${only}) = max(${only}) then min(${only}) end as ${name}`;
  });
  const present = [...measures, 'selling_days' as const].map((column) => {
    const name = sql.identifier([column]);
    return sql.fragment`coalesce(bool_or(${name} is not null), false) as ${name}`;
  });
  const found = await tx.one(sql.type(row<Readonly<Record<string, string | boolean | null>>>())`
    select ${sql.join([...shared, ...present], sql.fragment`, `)}
    from packed_sales where dealer_id = ${dealer_id} and revision = ${revision} and level = 'row'`);
  return {
    texts: new Map(texts.flatMap((text) => (typeof found[text] === 'string' ? [[text, found[text]] as const] : []))),
    columns: new Set([...measures, 'selling_days' as const].filter((column) => found[column] === true)),
  };
}

type Sum = {
  readonly from: Level;
  readonly keys: readonly ('brand_id' | 'region_id')[];
  /** Entries that differ in one of them are not added up, beside those of another date. */
  readonly apart: readonly EntryColumn[];
};

const apart = ['channel', 'condition', 'selling_days', 'currency'] as const;

/** Selling days are reported of a region, so where there are any, regions are never read as one. */
const sums = {
  brand_region: { from: 'row', keys: ['brand_id', 'region_id'], apart },
  brand: { from: 'brand_region', keys: ['brand_id'], apart },
  family: { from: 'row', keys: ['brand_id'], apart: ['model_family_id', 'channel', 'condition', 'currency'] },
  region: { from: 'brand_region', keys: ['region_id'], apart },
} as const satisfies Partial<Record<Level, Sum>>;

/** Null: of all brands. */
export async function packBrandSums(
  tx: Tx,
  revision: Revision,
  common: CommonValues,
  share: Share | null,
): Promise<void> {
  for (const level of ['brand_region', 'brand', 'family'] as const) await packLevel(tx, revision, common, level, share);
}

/** Once the sums of all brands are stored. */
export const packRegionSums = (tx: Tx, revision: Revision, common: CommonValues): Promise<void> =>
  packLevel(tx, revision, common, 'region', null);

/** All groups at once: an execution for each of them costs more than a group of a few entries does. */
async function packLevel(
  tx: Tx,
  { dealer_id, revision }: Revision,
  common: CommonValues,
  level: keyof typeof sums,
  share: Share | null,
): Promise<void> {
  const { from, keys, apart: distinguished }: Sum = sums[level];
  const varied = distinguished.filter((column) =>
    column === 'selling_days' ? common.columns.has(column) : !isShared(common, column),
  );
  const added = measures.filter((column) => common.columns.has(column));
  const ofEach = names([...keys, ...(isShared(common, 'period_type') ? [] : ['period_type'])]);
  const counted = from === 'row' ? [] : (['row_count'] as const);
  const packed = (source: string) => sql.fragment`${sql.identifier([source])}.dealer_id = ${dealer_id}
    and ${sql.identifier([source])}.revision = ${revision} and ${sql.identifier([source])}.level = ${from}`;
  const withoutDays =
    level === 'family' && common.columns.has('selling_days')
      ? sql.fragment`and not exists (select from packed_sales d where ${packed('d')} and d.selling_days is not null
          and d.brand_id = c.brand_id and d.period_type = c.period_type and d.year = c.year)`
      : sql.fragment``;
  const arrays = [
    ...texts.filter((text) => text !== 'period_type').map((text) => [text, sharedArray(common, text)] as const),
    ...distinguished.flatMap((column) =>
      column === 'model_family_id' ? [[column, sql.fragment`shared(array_agg(model_family_id))`] as const] : [],
    ),
    ['units_sold', sql.fragment`array_agg(units_sold)`] as const,
    ...[...added, ...varied.filter((column) => column === 'selling_days')].map(
      (column) => [column, sql.fragment`filled(array_agg(${sql.identifier([column])}))`] as const,
    ),
    ['row_count', sql.fragment`array_agg(row_count)`] as const,
  ];
  // Only an index leads to the rows of a revision that no statistics know.
  await tx.query(sql.unsafe`set local enable_seqscan = off`);
  await tx.query(sql.unsafe`
    insert into packed_sales (dealer_id, revision, level, ${names(keys)}, period_type, year, period_start, ${names(arrays.map(([name]) => name))})
    select ${dealer_id}, ${revision}, ${level}, ${names(keys)}, ${textOf(common, 'period_type')}, year, array_agg(period_start),
      ${list(arrays.map(([, array]) => array))}
    from (
      select *, part_of(row_number() over ()) as part from (
        select ${ofEach}, min(year) as year, ${names(['period_start', ...varied])}, sum(units_sold)::bigint as units_sold,
          ${list([...added.map(sumOf), from === 'row' ? sql.fragment`count(*) as row_count` : sql.fragment`sum(row_count)::bigint as row_count`])}
        from (
          select ${list(keys.map((key) => sql.fragment`c.${sql.identifier([key])}`))}, c.period_type, c.year,
            ${unnested(['units_sold', ...varied, ...added, ...counted])}
          from packed_sales c where ${packed('c')} and ${ofShare(share)} ${withoutDays}) entries
        group by ${ofEach}, ${names(['period_start', ...varied])}) summed) parts
    group by ${ofEach}, year, part`);
  await tx.query(sql.unsafe`set local enable_seqscan = on`);
}

const sumOf = (column: (typeof measures)[number]) =>
  sql.fragment`(${ifAll(column)})${column === 'revenue' ? sql.fragment`` : sql.fragment`::bigint`} as ${sql.identifier([column])}`;

const list = (fragments: readonly Fragment[]) => sql.fragment`${sql.join(fragments, sql.fragment`, `)}`;

const names = (columns: readonly string[]) => list(columns.map((column) => sql.fragment`${sql.identifier([column])}`));

const isText = (column: string): column is Text => texts.some((text) => text === column);

const isShared = ({ texts: shared }: CommonValues, column: string): boolean => isText(column) && shared.has(column);

const textOf = ({ texts: shared }: CommonValues, text: Text) =>
  shared.has(text) ? sql.fragment`${shared.get(text) ?? ''}::text` : sql.fragment`${sql.identifier([text])}`;

function sharedArray(common: CommonValues, text: Text) {
  if (!isShared(common, text)) return sql.fragment`shared(array_agg(${sql.identifier([text])}))`;
  return text === 'currency' && common.texts.get(text) === ''
    ? sql.fragment`null::text[]`
    : sql.fragment`array[${textOf(common, text)}]`;
}
