// Selling calendars of the installation, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { Calendars, PublishedCalendar } from './port.ts';

export const storedCalendars = (store: Store): Calendars => ({
  calendars: () => withScope(store, { dealers: [] }, newestCalendars),

  publishCalendar: ({ calendar_id, country, weekdays, closed_on }, after, by) =>
    withScope(store, { dealers: 'every' }, async (tx) => {
      // Two versions at once would both be the next one.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('selling_calendars'))`);
      const published = await tx.one(sql.type(row<PublishedCalendar>())`
        insert into selling_calendars (calendar_id, version, country, weekdays, holidays)
        select ${calendar_id}, greatest(max(version), ${after}) + 1, ${country}, ${sql.array([...weekdays], 'int2')}, ${sql.array([...closed_on], 'date')}
        from selling_calendars where calendar_id = ${calendar_id}
        returning ${calendarColumns}`);
      await audit(tx, 'calendar.published', null, calendar_id, by, { version: published.version });
      return published;
    }),
});

const newestCalendars = (tx: Tx): Promise<readonly PublishedCalendar[]> =>
  tx.any(sql.type(row<PublishedCalendar>())`
    select distinct on (calendar_id) ${calendarColumns} from selling_calendars order by calendar_id, version desc`);

const calendarColumns = sql.fragment`calendar_id, version, country, weekdays, holidays as closed_on, published_at`;
