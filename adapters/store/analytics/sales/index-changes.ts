// What has changed in a scope since a revision: uploads, deletions and reversals with the dates, brands and regions
// that they touched, and what restates everything. Decision 195.
import type { Store } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { withScope } from '../../scope.ts';
import { entriesOf } from '../packed-entries.ts';
import type { ChangesQuery, IndexChangeRow, IndexChanges, ReadScope } from './port.ts';
import { boundRead, storeScope } from './sales.ts';

export const indexChanges = (store: Store): IndexChanges => ({
  since: (scope, query, signal) =>
    withScope(
      store,
      storeScope(scope),
      async (tx) => {
        await boundRead(tx);
        return await tx.any(sql.type(row<IndexChangeRow>())`${changes(scope, query)}`);
      },
      signal,
    ),
});

type Fragment = ReturnType<typeof sql.fragment>;

/**
 * A brand or region without a row on the dates of a step may change with it: it sold none on dates that an upload
 * covers, for a year after its last row, and a month that is deleted or added makes the quarter around it incomplete or
 * complete. Packed sales have a year, so those of whole years are named: of the quarters and weeks around the dates,
 * and of the year before.
 */
const firstYear = (from: Fragment): Fragment =>
  sql.fragment`extract(year from date_trunc('quarter', ${from}) - interval '1 year 6 days')`;
const lastYear = (to: Fragment): Fragment => sql.fragment`extract(year from ${to} + interval '6 days')`;

/**
 * The steps of the revision in order of time, as `dataRevisionOf` adds them up. Two uploads that end together may
 * become visible in the other order, so what ended shortly before `since` is given again where anything is newer.
 */
const changes = (scope: readonly ReadScope[], { since, after, limit }: ChangesQuery) => sql.fragment`
  with permitted as (
    select p.dealer_id collate "C" as dealer_id, p.brands, p.regions
    from jsonb_to_recordset(${JSON.stringify(scope)}::jsonb) as p (dealer_id text, brands text[], regions text[])),
  steps as (
    select loaded_at as changed_at, s.kind, s.dealer_id, s.revision as own, s.period_type, s.period_start as date_from, s.period_end as date_to, 1 as step
    from permitted join slices s using (dealer_id)
    union all
    select published_at, 'calendar', null, version, null, null, null, 1 from (
      select *, row_number() over (order by published_at, calendar_id, version) as n from selling_calendars where restates_all) each where n > 1
    union all
    select published_at, 'calendar', dealer_id, version, null, null, null, 1 from permitted join restated_dealers using (dealer_id)
    union all
    select published_at, 'calendar', dealer_id, version, null, null, null, version - before from (
      select c.*, lag(version, 1, 1) over (partition by dealer_id order by version) as before from permitted join dealer_calendars c using (dealer_id)) each
    where version > before
    union all
    select changed_at, 'alias', a.dealer_id, 0, null, null, null, 1 from permitted join catalog_aliases a using (dealer_id),
      unnest(array[a.created_at, a.deleted_at]) as changed_at where changed_at is not null),
  numbered as (
    select *, sum(step) over (order by changed_at, kind, dealer_id, own rows unbounded preceding)::bigint as revision from steps),
  newer as (
    select * from numbered where exists (select from numbered where revision > ${since})
      and changed_at >= coalesce((select changed_at - interval '5 seconds' from numbered where revision <= ${since} order by revision desc limit 1), '-infinity')
      and revision > ${after}),
  bounds as (
    select dealer_id, ${firstYear(sql.fragment`min(date_from)`)} as first_year, ${lastYear(sql.fragment`max(date_to)`)} as last_year
    from newer where date_from is not null group by dealer_id),
  beside as materialized (
    select distinct c.dealer_id, c.brand_id, c.region_id, c.year
    from bounds b join slices l on l.dealer_id = b.dealer_id and l.live_dates <> '{}'
      join packed_sales c on c.dealer_id = l.dealer_id and c.revision = l.revision and c.level = 'brand_region' and c.year between b.first_year and b.last_year)
  select n.revision, n.kind, n.dealer_id, n.period_type, n.date_from, n.date_to, touched.brand_ids, touched.region_ids,
    to_char(n.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as changed_at
  from newer n left join permitted p on p.dealer_id = n.dealer_id
    left join lateral (
      select array_agg(distinct coalesce(b.target_id, s.brand_id) collate "C") as brand_ids, array_agg(distinct coalesce(r.target_id, s.region_id) collate "C") as region_ids
      from (
          select c.dealer_id, c.brand_id, c.region_id from packed_sales c where c.dealer_id = n.dealer_id and c.revision = n.own and c.level = 'brand_region'
          union
          select u.dealer_id, u.brand_id, u.region_id from replaced_dates(n.dealer_id, n.own) r
            cross join lateral ${entriesOf(sql.fragment`c.dealer_id = n.dealer_id and c.revision = r.revision and c.level = 'brand_region'`, [])} u
          where r.dates @> u.period_start
          union
          select d.dealer_id, d.brand_id, d.region_id from beside d
          where d.dealer_id = n.dealer_id and d.year between ${firstYear(sql.fragment`n.date_from`)} and ${lastYear(sql.fragment`n.date_to`)}) s
        left join catalog_aliases b on b.dealer_id = s.dealer_id and b.kind = 'brand' and b.alias = s.brand_id and b.deleted_at is null
        left join catalog_aliases r on r.dealer_id = s.dealer_id and r.kind = 'region' and r.alias = s.region_id and r.deleted_at is null
      where (p.brands is null or s.brand_id = any(p.brands)) and (p.regions is null or s.region_id = any(p.regions))) touched on n.date_from is not null
  where n.date_from is null or touched.brand_ids is not null
  order by n.revision limit ${limit}`;
