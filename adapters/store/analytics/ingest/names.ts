// Keeps the catalogue in step with a merge: new names, spellings, and what has no current sales any more.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { entriesOf, type Level } from '../packed-entries.ts';
import type { SliceDates, StagedColumn } from '../port.ts';
import type { CatalogKind } from '../sales/port.ts';
import { currentSales } from '../slices.ts';
import type { Spellings } from './port.ts';

type Slice = Pick<SliceDates, 'dealer_id' | 'from' | 'to'>;
type Fragment = ReturnType<typeof sql.fragment>;

/** Of each name of a dealer. */
const mostSpellings = 100;

export async function recordNames(
  tx: Tx,
  slice: Slice,
  spellings: readonly Spellings[],
  revision: number,
): Promise<void> {
  await insertNames(tx, slice, spellings, revision);
  for (const kind of ['brand', 'region', 'model_family'] as const) await insertSpellings(tx, slice, kind, spellings);
}

/** Ids of the new rows with the name that the file used first; a known id keeps its name. */
async function insertNames(
  tx: Tx,
  { dealer_id }: Slice,
  spellings: readonly Spellings[],
  revision: number,
): Promise<void> {
  const merged = sql.fragment`packed_sales where dealer_id = ${dealer_id} and revision = ${revision}`;
  const packed = sql.fragment`${merged} and level = 'row'`;
  // Sums of families have each of them once a period, but there are none of regions with selling days (pack_brand_sums).
  const families = sql.fragment`${merged}
    and level = case when exists (select from ${merged} and selling_days is not null) then 'row' else 'family' end`;
  await tx.query(sql.unsafe`
    with brands as (
      insert into catalog_brands as c (dealer_id, brand_id, name)
      select distinct on (brand_id) ${dealer_id}, brand_id, coalesce(n.name, brand_id)
      from (select distinct brand_id from ${packed}) fresh left join ${firstNames(spellings, 'brand')} on n.id = brand_id
      on conflict (dealer_id, brand_id) do update set is_current = true where not c.is_current),
    regions as (
      insert into catalog_regions as c (dealer_id, region_id, name)
      select distinct on (region_id) ${dealer_id}, region_id, coalesce(n.name, region_id)
      from (select distinct region_id from ${packed}) fresh left join ${firstNames(spellings, 'region')} on n.id = region_id
      on conflict (dealer_id, region_id) do update set is_current = true where not c.is_current)
    insert into catalog_model_families as c (dealer_id, brand_id, model_family_id, name)
    select distinct on (brand_id, model_family_id) ${dealer_id}, brand_id, model_family_id, coalesce(n.name, model_family_id)
    from (select distinct brand_id, unnest(model_family_id) as model_family_id from ${families}) fresh
      left join ${firstNames(spellings, 'model_family')} on n.id = model_family_id
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
 * Those of ids that the catalogue has: a spelling of a row that was skipped may stand for none.
 * `is true` keeps the ids a hashed list. Joined instead, while the statistics know nothing of names that this transaction has
 * inserted, each of them would go through all spellings: minutes for a few thousand.
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
  await tx.query(sql.unsafe`
    insert into catalog_spellings (dealer_id, kind, id, spelling)
    select ${dealer_id}, ${kind}, n.id, n.spelling
    from (
      select id, spelling, row_number() over (partition by id order by spelling) as n
      from (select distinct id, spelling from unnest(${sql.array(
        pairs.map(([each]) => each),
        'text',
      )}, ${sql.array(
        pairs.map(([, name]) => name),
        'text',
      )}) as u (id, spelling)) u
      where not exists (
        select from catalog_spellings k where k.dealer_id = ${dealer_id} and k.kind = ${kind} and k.id = u.id and k.spelling = u.spelling)) n
    where (n.id in (select ${id} from ${table} where dealer_id = ${dealer_id})) is true
      and n.n <= ${mostSpellings} - (
        select count(*) from catalog_spellings k where k.dealer_id = ${dealer_id} and k.kind = ${kind} and k.id = n.id)`);
}

type Series = { readonly brand_id: string; readonly region_id: string; readonly model_family_id: string };

/**
 * Before the slices are closed. Searches all current sales only when something is in the rows that are replaced which the new ones,
 * those of the revision, lack.
 */
export async function leaveCatalog(tx: Tx, slice: Slice, revision: number): Promise<void> {
  const { dealer_id, from, to } = slice;
  const gone = await tx.any(sql.type(row<Series>())`
    select distinct u.brand_id, u.region_id, u.model_family_id ${currentSales(slice, 'row', ['model_family_id'])}
    except select brand_id, region_id, unnest(model_family_id) from packed_sales where dealer_id = ${dealer_id} and revision = ${revision} and level = 'row'`);
  if (gone.length === 0) return;
  const ids = (of: (each: Series) => string) => sql.array([...new Set(gone.map(of))], 'text');
  const [brands, regions] = [ids(({ brand_id }) => brand_id), ids(({ region_id }) => region_id)];
  /** Of the packed rows `c`: what counts on other dates, and the new ones. */
  const remaining = (columns: Fragment, level: Level, condition: Fragment) => {
    const ofRevision = (revision: Fragment) =>
      entriesOf(
        sql.fragment`c.dealer_id = ${dealer_id} and c.revision = ${revision} and c.level = ${level} and ${condition}`,
        level === 'row' ? ['model_family_id'] : [],
      );
    return sql.fragment`
      select ${columns} from slices l cross join lateral ${ofRevision(sql.fragment`l.revision`)} u
      where l.dealer_id = ${dealer_id} and l.live_dates <> '{}' and l.live_dates @> u.period_start and not u.period_start between ${from}::date and ${to}::date
      union select ${columns} from ${ofRevision(sql.fragment`${revision}`)} u`;
  };
  const ofBrands = sql.fragment`c.brand_id = any(${brands})`;
  const ofRegions = sql.fragment`c.region_id = any(${regions})`;
  await tx.query(sql.unsafe`
    update catalog_brands set is_current = false
    where dealer_id = ${dealer_id} and is_current and brand_id = any(${brands})
      and brand_id not in (${remaining(sql.fragment`u.brand_id`, 'brand_region', ofBrands)})`);
  await tx.query(sql.unsafe`
    update catalog_regions set is_current = false
    where dealer_id = ${dealer_id} and is_current and region_id = any(${regions})
      and region_id not in (${remaining(sql.fragment`u.region_id`, 'brand_region', ofRegions)})`);
  await tx.query(sql.unsafe`
    update catalog_model_families set is_current = false
    where dealer_id = ${dealer_id} and is_current and brand_id = any(${brands})
      and (brand_id, model_family_id) not in (${remaining(sql.fragment`u.brand_id, u.model_family_id`, 'row', ofBrands)})`);
}
