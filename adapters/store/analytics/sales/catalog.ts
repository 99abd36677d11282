// Which brands, regions and model families there are in what a scope permits, and how they are written.
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { enterScope } from '../../scope.ts';
import { entriesOf } from '../packed-entries.ts';
import { type AliasOf, aliasesOf } from './aliases.ts';
import { type StoredNames, storedNames } from './catalog-kinds.ts';
import type { Catalog, CatalogKind, CatalogQuery, CatalogRow, ReadScope } from './port.ts';
import { boundRead, storeScope } from './sales.ts';

type Fragment = ReturnType<typeof sql.fragment>;

export const catalog = (store: Store): Catalog => ({
  names: <Kind extends CatalogKind>(
    kind: Kind,
    scope: readonly ReadScope[],
    query: CatalogQuery,
    signal?: AbortSignal,
  ) =>
    store.transaction(
      async (tx) => {
        await boundRead(tx);
        await enterScope(tx, storeScope(scope));
        const dealers = scope.map(({ dealer_id }) => dealer_id);
        const kinds = storedNames[kind].aliased.map(({ of }) => of);
        const aliases = (await aliasesOf(tx, dealers, undefined)).filter((alias) => kinds.includes(alias.kind));
        await planForPages(tx);
        const statement = named(kind, { dealers: scope.map(permittedOf(kind, aliases, query)), aliases, query });
        return await tx.any(sql.type(row<CatalogRow[Kind]>())`${statement}`);
      },
      { signal, isSnapshot: true },
    ),
});

/**
 * The planner expects a row or two of the lists that a statement makes, and would go through one of them for each row
 * of another. Of an index it expects so few rows that it would read and sort all names of a dealer for the first
 * hundred. Each table is read by an index.
 */
const planForPages = (tx: Tx) =>
  tx.query(sql.unsafe`
    select set_config('enable_nestloop', 'off', true), set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_seqscan', 'off', true)`);

type Permitted = ReadScope & {
  /** What of the first column is permitted; null: everything. */
  readonly own: readonly string[] | null;
  /** Only names that its part of the sales has. */
  readonly is_narrowed: boolean;
  /** The brands of the query, with the names of those that are aliases; null: all. */
  readonly names: readonly string[] | null;
};

const permittedOf =
  (kind: CatalogKind, aliases: readonly AliasOf[], { brand_ids }: CatalogQuery) =>
  (scope: ReadScope): Permitted => {
    const { own, other } = storedNames[kind];
    const only: ReadonlySet<string> = new Set(brand_ids);
    const targets = aliases.flatMap(({ dealer_id, kind: of, alias, target }) =>
      dealer_id === scope.dealer_id && of === 'brand' && only.has(alias) ? [target] : [],
    );
    const names = brand_ids === undefined ? null : [...only, ...targets];
    return { ...scope, own: scope[own], is_narrowed: scope[other] !== null, names };
  };

type Listing = {
  readonly dealers: readonly Permitted[];
  /** Those that give a stored id another name. */
  readonly aliases: readonly AliasOf[];
  readonly query: CatalogQuery;
};

/** The limit of aliases of one name. */
const mostAliases = 1_000;

/**
 * Of several dealers' spellings the first by dealer is the name, the others are aliases. An index gives the first names
 * of each dealer, as many as a page has: those of the page are among them. What an alias gives another name has another
 * place, and is looked up by the alias.
 */
const named = (kind: CatalogKind, { dealers, aliases, query }: Listing) => {
  const kept = storedNames[kind];
  const most = sql.fragment`${Number.isFinite(query.limit) ? query.limit : null}::bigint`;
  const hasAliases = aliases.length > 0;
  return sql.fragment`
    with permitted as materialized (
      select p.dealer_id collate "C" as dealer_id, p.brands, p.regions, p.own, p.is_narrowed, p.names
      from jsonb_to_recordset(${JSON.stringify(dealers)}::jsonb)
        as p (dealer_id text, brands text[], regions text[], own text[], is_narrowed boolean, names text[])),
    sold as materialized (${sold(kept)}),
    aliases as materialized (${listOf(aliases)}),
    matched as materialized (
      ${firstNames(kept, { dealers, hasAliases, query, most })}
      ${hasAliases ? sql.fragment`union all ${renamed(kind, query)}` : sql.fragment``}),
    page as materialized (
      select * from matched where (brand_id, id) in (select distinct brand_id, id from matched order by brand_id, id limit ${most})),
    spelled as (
      select brand_id, id, name, dealer_id as named_by from page
      union all
      select brand_id, id, stored_name, null from page where stored_name <> name
      union all
      select page.brand_id, page.id, k.spelling, null
      from page join (
        select k.* from (select distinct stored_id from page offset 0) each
          cross join lateral (select dealer_id, id, spelling from catalog_spellings k where k.kind = ${kind} and k.id = each.stored_id offset 0) k
      ) k on k.dealer_id = page.dealer_id and k.id = page.stored_id
      union all
      select page.brand_id, page.id, a.alias, null
      from page join aliases a on a.dealer_id = page.dealer_id and a.kind = ${kind} and a.target_id = page.id),
    distinguished as (select brand_id, id, name, min(named_by) as named_by from spelled group by brand_id, id, name)
    -- Grouped once: what a list of n names costs grows with n, however few rows the planner expects.
    select ${kept.item}, names[1] as name, (array_remove(spellings, names[1]))[1:${mostAliases}] as aliases
    from (
      select brand_id, id, array_agg(name order by named_by, name) as names, array_agg(name order by name) as spellings
      from distinguished group by brand_id, id) grouped
    order by brand_id, id`;
};

const listOf = (aliases: readonly AliasOf[]) => {
  const texts = (of: (alias: AliasOf) => string) => sql.array(aliases.map(of), 'text');
  return sql.fragment`
      select dealer_id collate "C" as dealer_id, kind, alias collate "C" as alias, target_id collate "C" as target_id
      from unnest(${texts(({ dealer_id }) => dealer_id)}, ${texts(({ kind }) => kind)}, ${texts(({ alias }) => alias)}, ${texts(({ target }) => target)})
        as a (dealer_id, kind, alias, target_id)`;
};

/** What a narrowed grant has sales of. */
const sold = ({ brand, id, level }: StoredNames) => sql.fragment`
      select distinct u.dealer_id, ${brand} as brand_id, ${id} as id
      from permitted p join slices l on l.dealer_id = p.dealer_id and l.live_dates <> '{}'
        cross join lateral ${entriesOf(
          sql.fragment`c.dealer_id = p.dealer_id and c.revision = l.revision and c.level = ${level}
            and (p.brands is null or c.brand_id = any(p.brands)) and (p.regions is null or c.region_id = any(p.regions))`,
          level === 'row' ? ['model_family_id'] : [],
        )} u
      where p.is_narrowed and l.live_dates @> u.period_start`;

const isSold = ({ brand, id }: StoredNames) =>
  sql.fragment`(not p.is_narrowed or (c.dealer_id, ${brand}, ${id}) in (select dealer_id, brand_id, id from sold))`;

/** No id sorts after it. */
const lastId = '\u{10FFFF}';

type Page = Pick<Listing, 'dealers' | 'query'> & { readonly hasAliases: boolean; readonly most: Fragment };

/** The first names of each dealer after those of the page before, without those that an alias gives another name. */
const firstNames = (kept: StoredNames, { dealers, hasAliases, query: { after }, most }: Page) => {
  const { table, first, id, brand, aliased } = kept;
  const ranges = dealers.flatMap(({ dealer_id, own, is_narrowed, names }) => {
    const chosen = names === null || own === null ? (names ?? own) : names.filter((name) => own.includes(name));
    if (chosen === null) return [{ dealer_id, is_narrowed, low: '', high: lastId }];
    return [...new Set(chosen)].map((each) => ({ dealer_id, is_narrowed, low: each, high: each }));
  });
  const before = aliased.length === 1 ? after.id : after.brand_id;
  const isRenamed = aliased.map(
    ({ of, column }) =>
      sql.fragment`(c.dealer_id, c.${column}) in (select dealer_id, alias from aliases where kind = ${of})`,
  );
  return sql.fragment`
      select c.*, c.id as stored_id, c.name as stored_name
      from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as p (dealer_id text, is_narrowed boolean, low text, high text)
        cross join lateral (
          select c.dealer_id, ${brand} as brand_id, ${id} as id, c.name from ${table} c
          where c.dealer_id = p.dealer_id and c.is_current and ${isSold(kept)}
            and (c.${first}, c.${id}) > (greatest(p.low, ${before} collate "C"), case when p.low > ${before} collate "C" then '' else ${after.id} end)
            and c.${first} <= p.high ${hasAliases ? sql.fragment`and not (${sql.join(isRenamed, sql.fragment` or `)})` : sql.fragment``}
          order by c.${first}, c.${id} limit ${most}) c`;
};

/** What an alias gives another name, with the name that its dealer has for that. */
const renamed = (kind: CatalogKind, { after }: CatalogQuery) => {
  const { table, first, id, brand, aliased } = storedNames[kind];
  const byAlias = aliased.map(
    ({ of, column }) => sql.fragment`
          select c.dealer_id, ${brand} as brand_id, ${id} as id, c.name, p.names
          from aliases a join permitted p on p.dealer_id = a.dealer_id
            cross join lateral (select * from ${table} c where c.dealer_id = a.dealer_id and c.${column} = a.alias and c.is_current offset 0) c
          where a.kind = ${of} and (p.own is null or c.${first} = any(p.own)) and ${isSold(storedNames[kind])}`,
  );
  return sql.fragment`
      select n.dealer_id, n.brand_id, n.id, coalesce(target.name, n.stored_name) as name, n.stored_id, n.stored_name
      from (
        select c.dealer_id, c.names, c.id as stored_id, c.name as stored_name, coalesce(b.target_id, c.brand_id) as brand_id, coalesce(i.target_id, c.id) as id
        from (${sql.join(byAlias, sql.fragment` union `)}) c
          left join aliases b on b.dealer_id = c.dealer_id and b.kind = 'brand' and b.alias = c.brand_id
          left join aliases i on i.dealer_id = c.dealer_id and i.kind = ${kind} and i.alias = c.id offset 0) n
        left join lateral (
          select name from ${table} c
          where c.dealer_id = n.dealer_id and c.${first} = ${aliased.length === 1 ? sql.fragment`n.id` : sql.fragment`n.brand_id`} and c.${id} = n.id offset 0) target on true
      where (n.names is null or n.brand_id = any(n.names)) and (n.brand_id, n.id) > (${after.brand_id} collate "C", ${after.id} collate "C")`;
};
