// Sums of the sales that a scope permits, with all that the indices need beside them.

import type { BrandId, DealerId } from '../../../../generated/analytics/types.ts';
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { enterScope, withScope } from '../../scope.ts';
import { aliasesOf, assignedByName } from './aliases.ts';
import { calendarVersions, dataRevisionOf, publishedBy, type Revision, revisionsOf } from './data-revision.ts';
import { apart, joinedRegions } from './joined-regions.ts';
import { leafSums } from './leaf-sums.ts';
import type { AssignedCalendars, CalendarRow, ReadScope, Sales, SliceRow } from './port.ts';
import { everyColumn, isOutdated, previewedRun, withSlice } from './previewed-sums.ts';

export const sales = (store: Store): Sales => ({
  revision: (dealers, asOf) =>
    withScope(store, { dealers }, async (tx) =>
      dataRevisionOf(await revisionsOf(tx, dealers, asOf), await calendarVersions(tx, dealers, asOf)),
    ),

  figures: (scope, filter, daysOf, signal) =>
    store.transaction(
      async (tx) => {
        await beginRead(tx, scope);
        const { part, facts } = await factsOf(tx, scope, filter.as_of);
        const joins = daysOf !== undefined && filter.by !== 'region';
        const regions = joins ? await joinedRegions(tx, { ...part, ...facts }, daysOf) : part.regions;
        return { ...facts, leaves: await leafSums(tx, { ...part, regions }, filter) };
      },
      { signal, isSnapshot: true },
    ),

  preview: (scope, filter, { dealer_id, job_id }, signal) =>
    store.transaction(
      async (tx) => {
        await beginRead(tx, scope);
        await boundEach(tx);
        const previewed = await previewedRun(tx, dealer_id, job_id);
        if (previewed === null) return 'forgotten';
        const { part, facts } = await factsOf(tx, scope, undefined);
        if (isOutdated(previewed, facts.slices)) return 'outdated';
        const coming = { ...part, previewed, optional: everyColumn };
        const before = await leafSums(tx, part, filter);
        const after = await leafSums(tx, coming, filter, before);
        return {
          before: { ...facts, leaves: before },
          after: { ...facts, leaves: after, slices: withSlice(facts.slices, previewed) },
        };
      },
      { signal, isSnapshot: true },
    ),

  brandNames: (dealers, brands) =>
    withScope(store, { dealers }, async (tx) => {
      const rows = await tx.any(sql.type(row<{ brand_id: BrandId; name: string }>())`
        select distinct on (brand_id) brand_id, name from catalog_brands
        where dealer_id = any(${texts(dealers)}) and brand_id = any(${texts(brands)}) order by brand_id, dealer_id`);
      return new Map(rows.map(({ brand_id, name }) => [brand_id, name]));
    }),
});

/** In one snapshot, so that no statement reads half of a merge that commits in between. */
async function beginRead(tx: Tx, scope: readonly ReadScope[]): Promise<void> {
  await boundRead(tx);
  await enterScope(tx, storeScope(scope));
}

/** All but the sums, and what those are selected by. */
async function factsOf(tx: Tx, scope: readonly ReadScope[], asOf: Date | undefined) {
  const dealers = scope.map(({ dealer_id }) => dealer_id);
  const revisions = await revisionsOf(tx, dealers, asOf);
  const aliases = await aliasesOf(tx, dealers, asOf);
  const slices = await slicesUntil(tx, revisions);
  const facts = {
    dataRevision: dataRevisionOf(revisions, await calendarVersions(tx, dealers, asOf)),
    slices,
    calendars: await calendarsOf(tx, asOf),
    assigned: (await assignedTo(tx, dealers, asOf)).map(assignedByName(aliases)),
  };
  const optional = await optionalColumns(tx, dealers);
  return { part: { scope, slices, aliases, regions: apart(aliases), optional }, facts };
}

/** Shorter than any caller waits, so that a read that takes too long ends in the database before its answer. */
export const boundRead = async (tx: Tx): Promise<void> =>
  void (await tx.query(sql.unsafe`set local statement_timeout = '8s'`));

/** Half as long: a preview adds up twice, and its caller waits once. */
const boundEach = async (tx: Tx): Promise<void> =>
  void (await tx.query(sql.unsafe`set local statement_timeout = '4s'`));

/** What row-level security enforces beside the predicates: the dealers, and brands and regions over all of them. */
export const storeScope = (scope: readonly ReadScope[]) => ({
  dealers: scope.map(({ dealer_id }) => dealer_id),
  brands: union(scope.map(({ brands }) => brands)),
  regions: union(scope.map(({ regions }) => regions)),
});

const union = (lists: readonly (readonly string[] | null)[]): readonly string[] | null =>
  lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];

const texts = (values: readonly string[]) => sql.array([...values], 'text');

/** What uploads of the dealers have brought beside what all have. */
const optionalColumns = async (tx: Tx, dealers: readonly DealerId[]): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(row<{ name: string }>())`
      select distinct unnest(optional_columns) as name from dealers where dealer_id = any(${texts(dealers)})`),
  );

const slicesUntil = (tx: Tx, revisions: readonly Revision[]): Promise<readonly SliceRow[]> =>
  tx.any(sql.type(row<SliceRow>())`
    select s.dealer_id, s.revision, s.kind, s.reverts, s.period_type, s.period_start as "from", s.period_end as "to", s.last_row,
      (s.loaded_at at time zone 'UTC')::date as loaded_on
    from unnest(${texts(revisions.map(({ dealer_id }) => dealer_id))}, ${sql.array(
      revisions.map(({ revision }) => revision),
      'int8',
    )}) as d (dealer_id, revision)
      join slices s on s.dealer_id = d.dealer_id collate "C" and s.revision <= d.revision
    order by s.dealer_id, s.revision`);

/** The newest version of each calendar. */
const calendarsOf = (tx: Tx, asOf: Date | undefined): Promise<readonly CalendarRow[]> =>
  tx.any(sql.type(row<CalendarRow>())`
    select distinct on (calendar_id) calendar_id, version, country, subdivision, edition, weekdays, holidays from selling_calendars
    where ${publishedBy(asOf)} order by calendar_id, version desc`);

const assignedTo = (
  tx: Tx,
  dealers: readonly DealerId[],
  asOf: Date | undefined,
): Promise<readonly AssignedCalendars[]> =>
  tx.any(sql.type(row<AssignedCalendars>())`
    select distinct on (dealer_id) dealer_id, calendar_id, region_calendars, country, edition, own_calendar
    from dealer_calendars where dealer_id = any(${texts(dealers)}) and ${publishedBy(asOf)} order by dealer_id, version desc`);
