// Keeps the catalogue in step with a merge: new names, spellings, and what has no current sales any more.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { type EntryColumn, entriesOf, type Level } from '../packed-entries.ts';
import type { SliceDates, StagedColumn } from '../port.ts';
import type { CatalogKind } from '../sales/port.ts';
import { currentSales } from '../slices.ts';
import type { Spellings } from './port.ts';

type Slice = Pick<SliceDates, 'dealer_id' | 'from' | 'to'>;
type Fragment = ReturnType<typeof sql.fragment>;

/** The limit of spellings of each name of a dealer. */
const mostSpellings = 100;

/**
 * No statement here joins rows that this transaction has written to names: the statistics know neither, and PostgreSQL
 * would go through all names for each row. What belongs together is grouped, or comes as an array, which it hashes or
 * looks up by an index.
 */
export async function recordNames(
  tx: Tx,
  slice: Slice,
  spellings: readonly Spellings[],
  revision: number,
): Promise<void> {
  const { dealer_id } = slice;
  const merged = sql.fragment`packed_sales where dealer_id = ${dealer_id} and revision = ${revision}`;
  const packed = sql.fragment`${merged} and level = 'row'`;
  // Sums of families have each of them once a period, but there are none of regions with selling days (packed-sums.ts).
  const families = sql.fragment`${merged}
    and level = case when exists (select from ${merged} and selling_days is not null) then 'row' else 'family' end`;
  await insertNames(tx, slice, 'brand', sql.fragment`select distinct brand_id from ${packed}`, spellings);
  await insertNames(tx, slice, 'region', sql.fragment`select distinct region_id from ${packed}`, spellings);
  await insertFamilies(
    tx,
    slice,
    sql.fragment`select distinct brand_id, unnest(model_family_id) from ${families}`,
    spellings,
  );
  for (const kind of ['brand', 'region', 'model_family'] as const) await insertSpellings(tx, slice, kind, spellings);
}

/** Ids of the new rows with the name that the file used first; a known id keeps its name. */
async function insertNames(
  tx: Tx,
  { dealer_id }: Slice,
  kind: 'brand' | 'region',
  packed: Fragment,
  spellings: readonly Spellings[],
): Promise<void> {
  const { table, id } = tables[kind];
  await tx.query(sql.unsafe`
    insert into ${table} as c (dealer_id, ${id}, name)
    select ${dealer_id}, id, coalesce(max(name), id)
    from (
      select id, null as name, true as is_stored from (${packed}) stored (id)
      union all select id, name, false from ${firstNames(spellings, kind)}) each
    group by id having bool_or(is_stored)
    on conflict (dealer_id, ${id}) do update set is_current = true where not c.is_current`);
}

/** A name of a family is that of all brands that have it. */
async function insertFamilies(
  tx: Tx,
  { dealer_id }: Slice,
  packed: Fragment,
  spellings: readonly Spellings[],
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into catalog_model_families as c (dealer_id, brand_id, model_family_id, name)
    select ${dealer_id}, unnest(brands), id, coalesce(name, id)
    from (
      select id, array_agg(brand_id) filter (where brand_id is not null) as brands, max(name) as name
      from (
        select brand_id, id, null as name from (${packed}) stored (brand_id, id)
        union all select null, id, name from ${firstNames(spellings, 'model_family')}) each
      group by id) families
    on conflict (dealer_id, brand_id, model_family_id) do update set is_current = true where not c.is_current`);
}

function firstNames(spellings: readonly Spellings[], column: StagedColumn) {
  const first = new Map<string, string>();
  for (const [id, name] of namesOf(spellings, column)) if (!first.has(id)) first.set(id, name);
  return sql.fragment`unnest(${sql.array([...first.keys()], 'text')}, ${sql.array([...first.values()], 'text')}) as n (id, name)`;
}

function namesOf(spellings: readonly Spellings[], column: StagedColumn): readonly (readonly [string, string])[] {
  const found = spellings.find((each) => each.column === column);
  return (found?.ids ?? []).flatMap((id, i) => (found?.names[i] ? [[id, found.names[i]] as const] : []));
}

const tables = {
  brand: { table: sql.fragment`catalog_brands`, id: sql.fragment`brand_id` },
  region: { table: sql.fragment`catalog_regions`, id: sql.fragment`region_id` },
  model_family: { table: sql.fragment`catalog_model_families`, id: sql.fragment`model_family_id` },
} as const;

/**
 * Those of ids that the catalogue has: a spelling of a row that was skipped may stand for none. Spellings that are
 * stored count first, and stay when there are too many.
 */
async function insertSpellings(
  tx: Tx,
  { dealer_id }: Slice,
  kind: CatalogKind,
  spellings: readonly Spellings[],
): Promise<void> {
  const pairs = namesOf(spellings, kind);
  if (pairs.length === 0) return;
  const { table, id } = tables[kind];
  const texts = (of: (pair: readonly [string, string]) => string) => sql.array(pairs.map(of), 'text');
  const ids = sql.array([...new Set(pairs.map(([each]) => each))], 'text');
  await tx.query(sql.unsafe`
    insert into catalog_spellings (dealer_id, kind, id, spelling)
    select ${dealer_id}, ${kind}, id, spelling
    from (
      select id, spelling, is_new, bool_or(spelling is null) over (partition by id) as is_named,
        count(spelling) over (partition by id order by is_new, spelling) as n
      from (
        select id, spelling, bool_and(is_new) as is_new
        from (
          select id, spelling, true as is_new from unnest(${texts(([each]) => each)}, ${texts(([, name]) => name)}) as u (id, spelling)
          union all select id, spelling, false from catalog_spellings
            where dealer_id = ${dealer_id} and kind = ${kind} and id = any(${ids})
          union all select ${id}, null, false from ${table} where dealer_id = ${dealer_id} and ${id} = any(${ids})) each
        group by id, spelling) distinguished) ordered
    where is_new and is_named and n <= ${mostSpellings}`);
}

type Left = { readonly id: string; readonly brand_id: string };

/**
 * Before the slices are closed. Searches all current sales only when something is in the rows that are replaced which
 * the new ones, those of the revision, lack.
 */
export async function leaveCatalog(tx: Tx, slice: Slice, revision: number): Promise<void> {
  const { dealer_id, from, to } = slice;
  for (const { kind, level, columns, named } of levels) {
    const packed = (revision: Fragment, condition: Fragment) =>
      entriesOf(
        sql.fragment`c.dealer_id = ${dealer_id} and c.revision = ${revision} and c.level = ${level} and ${condition}`,
        columns,
      );
    const gone = await tx.any(sql.type(row<Left>())`
      select ${named} ${currentSales(slice, level, columns)}
      except select ${named} from ${packed(sql.fragment`${revision}`, sql.fragment`true`)} u`);
    if (gone.length === 0) continue;
    const ids = (of: (each: Left) => string) => sql.array([...new Set(gone.map(of))], 'text');
    const met =
      kind === 'region'
        ? sql.fragment`c.region_id = any(${ids(({ id }) => id)})`
        : sql.fragment`c.brand_id = any(${ids(({ brand_id }) => brand_id)})`;
    const elsewhere = await tx.any(sql.type(row<Left>())`
      select distinct ${named} from slices l cross join lateral ${packed(sql.fragment`l.revision`, met)} u
      where l.dealer_id = ${dealer_id} and l.live_dates <> '{}' and l.live_dates @> u.period_start and not u.period_start between ${from}::date and ${to}::date`);
    const remaining = new Set(elsewhere.map(nameOf));
    await leave(
      tx,
      dealer_id,
      kind,
      gone.filter((each) => !remaining.has(nameOf(each))),
    );
  }
}

/** In which entries the names of a kind are found. */
const levels = [
  { kind: 'brand', level: 'brand_region', columns: [], named: sql.fragment`u.brand_id as id, u.brand_id` },
  { kind: 'region', level: 'brand_region', columns: [], named: sql.fragment`u.region_id as id, ''::text as brand_id` },
  {
    kind: 'model_family',
    level: 'row',
    columns: ['model_family_id'],
    named: sql.fragment`u.model_family_id as id, u.brand_id`,
  },
] as const satisfies readonly { kind: CatalogKind; level: Level; columns: readonly EntryColumn[]; named: Fragment }[];

const nameOf = ({ id, brand_id }: Left): string => JSON.stringify([id, brand_id]);

/** What was sold is in the catalogue, so that nothing is inserted: a conflict finds each name by the key. */
async function leave(tx: Tx, dealer_id: string, kind: CatalogKind, names: readonly Left[]): Promise<void> {
  if (names.length === 0) return;
  const { table, id } = tables[kind];
  const brands = kind === 'model_family' ? [sql.fragment`brand_id`] : [];
  const key = sql.join([sql.fragment`dealer_id`, ...brands, id], sql.fragment`, `);
  await tx.query(sql.unsafe`
    insert into ${table} as c (${key}, name, is_current)
    select ${sql.join([sql.fragment`${dealer_id}`, ...brands, sql.fragment`id`, sql.fragment`id`], sql.fragment`, `)}, false
    from unnest(${sql.array(
      names.map((each) => each.id),
      'text',
    )}, ${sql.array(
      names.map((each) => each.brand_id),
      'text',
    )}) as n (id, brand_id)
    on conflict (${key}) do update set is_current = false where c.is_current`);
}
