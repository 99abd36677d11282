// The calendar of a dealer, for its own users: kept with the calendars that administrators assign to the dealer.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { DealerCalendarRow, DealerCalendars } from './port.ts';

export const storedDealerCalendars = (store: Store): DealerCalendars => ({
  calendar: (dealer_id) => withScope(store, { dealers: [dealer_id] }, (tx) => calendarOf(tx, dealer_id)),

  replaceCalendar: (dealer_id, terms, version, by) =>
    withScope(store, { dealers: [dealer_id] }, async (tx) => {
      const changed = await tx.maybeOneFirst(sql.type(row<{ version: number }>())`
        update dealers set version = version + 1, updated_at = clock_timestamp()
        where dealer_id = ${dealer_id} and version = ${version} returning version`);
      if (changed === null) return 'changed';
      // A calendar that is published at the same time either comes before the assignment or finds it.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock_shared(hashtext('selling_calendars'))`);
      const own = terms === null ? null : JSON.stringify({ version: changed, ...terms });
      await tx.query(sql.unsafe`
        insert into dealer_calendars (dealer_id, version, calendar_id, region_calendars, country, edition, own_calendar)
        select d.dealer_id, ${changed}, coalesce(held.calendar_id, 'default'), coalesce(held.region_calendars, '{}'),
          held.country, coalesce(held.edition, 2), ${own}::jsonb
        from dealers d left join lateral (
          select * from dealer_calendars c where c.dealer_id = d.dealer_id order by c.version desc limit 1) held on true
        where d.dealer_id = ${dealer_id}`);
      const action = terms === null ? 'dealer_calendar.deleted' : 'dealer_calendar.replaced';
      await audit(tx, action, dealer_id, dealer_id, by, terms === null ? {} : { ...terms, version: changed });
      return (await calendarOf(tx, dealer_id)) as DealerCalendarRow;
    }),
});

/** The dealer's own calendar took effect with the assignment that has its version; a later one repeats it. */
const calendarOf = async (tx: Tx, dealer_id: string): Promise<DealerCalendarRow | null> => {
  const stored = await tx.maybeOne(sql.type(row<DealerCalendarRow & { readonly published_at: Date | null }>())`
    select d.version, coalesce(held.calendar_id, 'default') as calendar_id, held.own_calendar as own, first.published_at
    from dealers d
      left join lateral (
        select * from dealer_calendars c where c.dealer_id = d.dealer_id order by c.version desc limit 1) held on true
      left join dealer_calendars first on first.dealer_id = d.dealer_id and first.version = (held.own_calendar->>'version')::bigint
    where d.dealer_id = ${dealer_id}`);
  if (stored === null) return null;
  const { published_at, own, ...assigned } = stored;
  return { ...assigned, own: own === null || published_at === null ? null : { ...own, published_at } };
};
