// Selling calendars of the installation, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { Calendars, CalendarVersion } from './port.ts';

export const storedCalendars = (store: Store): Calendars => ({
  calendars: () => withScope(store, { dealers: [] }, newestCalendars),

  publishCalendar: ({ calendarId, country, weekdays, closedOn }, after, by) =>
    withScope(store, { dealers: 'every' }, async (tx) => {
      // Two versions at once would both be the next one.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('selling_calendars'))`);
      const published = await tx.one(sql.type(row<CalendarVersion>())`
        insert into selling_calendars (calendar_id, version, country, weekdays, holidays)
        select ${calendarId}, greatest(max(version), ${after}) + 1, ${country}, ${sql.array([...weekdays], 'int2')}, ${sql.array([...closedOn], 'date')}
        from selling_calendars where calendar_id = ${calendarId}
        returning ${calendarColumns}`);
      await audit(tx, 'calendar.published', null, calendarId, by, { version: published.version });
      return published;
    }),
});

const newestCalendars = (tx: Tx): Promise<readonly CalendarVersion[]> =>
  tx.any(sql.type(row<CalendarVersion>())`
    select distinct on (calendar_id) ${calendarColumns} from selling_calendars order by calendar_id, version desc`);

const calendarColumns = sql.fragment`calendar_id as "calendarId", version, country, weekdays, holidays as "closedOn", published_at as "publishedAt"`;
