// Selling calendars of the installation, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { Calendars, NamedRegion, PublishedCalendar } from './port.ts';

export const storedCalendars = (store: Store): Calendars => ({
  calendars: () => withScope(store, { dealers: [] }, newestCalendars),

  transaction: (work) => withScope(store, { dealers: 'every' }, work),

  async create(tx: Tx, { calendar_id, country, subdivision, edition, weekdays, closed_on }, after, by) {
    // Two versions at once would both be the next one, and a dealer that begins to use the calendar meanwhile would
    // miss this one.
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('selling_calendars'))`);
    const days = sql.array([...weekdays], 'int2');
    const dates = sql.array([...closed_on], 'date');
    const same = await tx.maybeOne(sql.type(row<PublishedCalendar>())`
      select * from (select ${calendarColumns} from selling_calendars where calendar_id = ${calendar_id} order by version desc limit 1) newest
      where country is not distinct from ${country} and subdivision is not distinct from ${subdivision}
        and weekdays = ${days} and closed_on = ${dates}`);
    if (same !== null) return { calendar: same, isNew: false };
    const calendar = await tx.one(sql.type(row<PublishedCalendar>())`
      insert into selling_calendars (calendar_id, version, country, subdivision, edition, weekdays, holidays, restates_all)
      select ${calendar_id}, greatest(max(version), ${after}) + 1, ${country}, ${subdivision}, ${edition}, ${days}, ${dates}, false
      from selling_calendars where calendar_id = ${calendar_id}
      returning ${calendarColumns}`);
    await audit(tx, 'calendar.published', null, calendar_id, by, { version: calendar.version });
    return { calendar, isNew: true };
  },

  listRegions: (tx: Tx) =>
    tx.any(sql.type(row<NamedRegion>())`
      select r.region_id, d.country from catalog_regions r join dealers d using (dealer_id)
      union select a.target_id, d.country from catalog_aliases a join dealers d using (dealer_id) where a.kind = 'region'`),

  recordRestated: (tx: Tx, calendar, regions) => recordRestated(tx, calendar, regions),
});

/**
 * A dealer that has set its calendar uses others for the regions that they are assigned to, and no more (decision 587).
 */
async function recordRestated(
  tx: Tx,
  { calendar_id, version }: PublishedCalendar,
  regions: readonly NamedRegion[],
): Promise<void> {
  const names = sql.array(
    regions.map(({ region_id }) => region_id),
    'text',
  );
  const countries = sql.array(
    regions.map(({ country }) => country ?? ''),
    'text',
  );
  await tx.query(sql.unsafe`
    insert into restated_dealers (dealer_id, calendar_id, version, published_at)
    select d.dealer_id, c.calendar_id, c.version, c.published_at
    from selling_calendars c cross join dealers d
      left join lateral (
        select a.calendar_id, a.region_calendars, a.own_calendar from dealer_calendars a where a.dealer_id = d.dealer_id order by a.version desc limit 1) assigned on true
    where c.calendar_id = ${calendar_id} and c.version = ${version} and (
      exists (select from jsonb_each_text(assigned.region_calendars) each where each.value = c.calendar_id)
      or (assigned.own_calendar is null and (
        coalesce(assigned.calendar_id, 'default') = c.calendar_id
        or exists (
          select from unnest(${names}, ${countries}) as named (region_id, country)
          where named.country = coalesce(d.country, '') and (
            exists (select from catalog_regions r where r.dealer_id = d.dealer_id and r.region_id = named.region_id)
            or exists (select from catalog_aliases a where a.dealer_id = d.dealer_id and a.kind = 'region' and a.target_id = named.region_id)))
        or exists (select from upload_jobs j where j.dealer_id = d.dealer_id and j.finished_at is null))))`);
}

const newestCalendars = (tx: Tx): Promise<readonly PublishedCalendar[]> =>
  tx.any(sql.type(row<PublishedCalendar>())`
    select distinct on (calendar_id) ${calendarColumns} from selling_calendars order by calendar_id, version desc`);

const calendarColumns = sql.fragment`calendar_id, version, country, subdivision, edition, weekdays, holidays as closed_on, published_at`;
