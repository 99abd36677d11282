// Which brands, regions and model families there are in what a scope permits, and how they are written.
import type { Store } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { withScope } from '../../scope.ts';
import { entriesOf } from '../packed-entries.ts';
import type { Catalog, CatalogKind, CatalogQuery, CatalogRow, ReadScope } from './port.ts';
import { boundRead, storeScope } from './sales.ts';

export const catalog = (store: Store): Catalog => ({
  names: <Kind extends CatalogKind>(
    kind: Kind,
    scope: readonly ReadScope[],
    query: CatalogQuery,
    signal?: AbortSignal,
  ) =>
    withScope(
      store,
      storeScope(scope),
      async (tx) => {
        await boundRead(tx);
        // The planner expects a row or two of the lists made here, and would go through one of them for each row of another.
        await tx.query(sql.unsafe`set local enable_nestloop = off`);
        return await tx.any(sql.type(row<CatalogRow[Kind]>())`${named(kind, scope, query)}`);
      },
      signal,
    ),
});

/** Table of each kind, the coarsest level that has its ids for each brand and region, where they stand in a sale, the ids that the contract shows, what of a narrowed grant the table decides by itself, and what needs the sales. */
const kinds = {
  brand: {
    table: sql.fragment`catalog_brands`,
    level: 'brand_region',
    id: sql.fragment`brand_id`,
    brand: sql.fragment`brand_id`,
    item: sql.fragment`brand_id`,
    own: sql.fragment`p.brands is null or brand_id = any(p.brands)`,
    others: sql.fragment`p.regions`,
  },
  region: {
    table: sql.fragment`catalog_regions`,
    level: 'brand_region',
    id: sql.fragment`region_id`,
    brand: sql.fragment`''`,
    item: sql.fragment`id as region_id`,
    own: sql.fragment`p.regions is null or region_id = any(p.regions)`,
    others: sql.fragment`p.brands`,
  },
  model_family: {
    table: sql.fragment`catalog_model_families`,
    level: 'row',
    id: sql.fragment`model_family_id`,
    brand: sql.fragment`brand_id`,
    item: sql.fragment`id as model_family_id, brand_id`,
    own: sql.fragment`p.brands is null or brand_id = any(p.brands)`,
    others: sql.fragment`p.regions`,
  },
} as const;

/** Of one name. */
const mostAliases = 1_000;

/** Of several dealers' spellings the first by dealer is the name, the others are aliases. A narrowed grant shows only names that its part of the sales has. */
const named = (kind: CatalogKind, scope: readonly ReadScope[], { brand_ids, after, limit }: CatalogQuery) => {
  const only = sql.fragment`${brand_ids === undefined ? null : sql.array([...brand_ids], 'text')}::text[]`;
  const { table, level, id, brand, item, own, others } = kinds[kind];
  return sql.fragment`
    with permitted as (
      select p.dealer_id collate "C" as dealer_id, p.brands, p.regions, ${others} is not null as narrowed
      from jsonb_to_recordset(${JSON.stringify(scope)}::jsonb) as p (dealer_id text, brands text[], regions text[])),
    sold as materialized (
      select distinct u.dealer_id, ${brand} as brand_id, ${id} as id
      from permitted p join slices l on l.dealer_id = p.dealer_id and l.live_dates <> '{}'
        cross join lateral ${entriesOf(
          sql.fragment`c.dealer_id = p.dealer_id and c.revision = l.revision and c.level = ${level}
            and (p.brands is null or c.brand_id = any(p.brands)) and (p.regions is null or c.region_id = any(p.regions))`,
          level === 'row' ? ['model_family_id'] : [],
        )} u
      where p.narrowed and l.live_dates @> u.period_start),
    aliases as materialized (
      select a.dealer_id, a.kind, a.alias, a.target_id from permitted p join catalog_aliases a on a.dealer_id = p.dealer_id where a.deleted_at is null),
    listed as (
      select c.dealer_id, ${brand} as stored_brand_id, ${id} as stored_id, c.name as stored_name
      from permitted p join ${table} c on c.dealer_id = p.dealer_id
      where c.is_current and (${own}) and (not p.narrowed or (c.dealer_id, ${brand}, ${id}) in (select dealer_id, brand_id, id from sold))),
    named as (
      select l.*, coalesce(b.target_id, stored_brand_id) as brand_id, coalesce(i.target_id, stored_id) as id
      from listed l left join aliases b on b.dealer_id = l.dealer_id and b.kind = 'brand' and b.alias = stored_brand_id
        left join aliases i on i.dealer_id = l.dealer_id and i.kind = ${kind} and i.alias = stored_id),
    matched as (
      select n.*, case when (n.brand_id, n.id) = (stored_brand_id, stored_id) then stored_name else coalesce(target.name, stored_name) end as name
      from named n left join (select dealer_id, ${brand} as brand_id, ${id} as id, name from ${table}) target using (dealer_id, brand_id, id)
      where (${only} is null or n.brand_id = any(${only}) or (n.dealer_id, n.brand_id) in (
          select dealer_id, target_id from aliases where kind = 'brand' and alias = any(${only})))
        and (n.brand_id, n.id) > (${after.brand_id} collate "C", ${after.id} collate "C")),
    spelled as (
      select brand_id, id, name, dealer_id, true as is_name from matched
      union all
      select brand_id, id, stored_name, dealer_id, false from matched
      union all
      select matched.brand_id, matched.id, k.spelling, matched.dealer_id, false from matched
        join catalog_spellings k on k.dealer_id = matched.dealer_id and k.kind = ${kind} and k.id = matched.stored_id
      union all
      select matched.brand_id, matched.id, a.alias, matched.dealer_id, false from matched
        join aliases a on a.dealer_id = matched.dealer_id and a.kind = ${kind} and a.target_id = matched.id)
    -- Grouped once: what a list of n names costs grows with n, however few rows the planner expects.
    select ${item}, names[1] as name, (array_remove(spellings, names[1]))[1:${mostAliases}] as aliases
    from (
      select brand_id, id, array_agg(name order by dealer_id, name) filter (where is_name) as names, array_agg(distinct name order by name) as spellings
      from spelled group by brand_id, id order by brand_id, id limit ${Number.isFinite(limit) ? limit : null}) grouped
    order by brand_id, id`;
};
