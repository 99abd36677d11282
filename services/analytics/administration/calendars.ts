// Selling calendars, for administrators (decision 162).
import { isDeepStrictEqual } from 'node:util';
import type { Calendars } from '../../../adapters/store/administration/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Calendar } from '../../../generated/analytics/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';
import { builtInCalendars, type CalendarChoice, calendarOfRegion } from '../indices/calendars/selling-days.ts';

type Deps = { readonly calendarStore: Calendars };

export const calendars = ({ calendarStore }: Deps) =>
  ({
    async listCalendars({ page: { after = '' } }) {
      const rows = (await allCalendars(calendarStore)).filter(({ calendar_id }) => calendar_id > after);
      return { status: 200, rows, key: ({ calendar_id }) => calendar_id };
    },

    async createCalendar({ caller, body, requestId }) {
      const { calendar_id, country, weekdays, closed_on } = body;
      const terms = {
        calendar_id,
        country,
        weekdays: [...new Set(weekdays)].sort(),
        closed_on: [...new Set(closed_on)].sort(),
      };
      const headers = { Location: `/admin/calendars/${calendar_id}` };
      const newest = (await allCalendars(calendarStore)).find((each) => each.calendar_id === calendar_id);
      if (newest !== undefined && isDeepStrictEqual(termsOf(newest), terms))
        return { status: 201, body: newest, headers };
      const after = builtInCalendars.find(({ id }) => id === calendar_id)?.version ?? 0;
      const countsFor = (region: string) => region === calendar_id || calendarOfRegion(region) === calendar_id;
      const published = await calendarStore.publishCalendar(terms, { after, countsFor }, by(caller, requestId));
      return { status: 201, body: serializeDates(published), headers };
    },

    async getCalendar({ path: { calendar_id } }) {
      const body = (await allCalendars(calendarStore)).find((each) => each.calendar_id === calendar_id);
      if (body === undefined) return problems.notFound({ detail: 'The calendar does not exist.' });
      return { status: 200, body, revision: String(body.version) };
    },
  }) satisfies Pick<Handlers, 'listCalendars' | 'createCalendar' | 'getCalendar'>;

const termsOf = ({ version: _, published_at: __, ...terms }: Calendar) => terms;

/** The newest version of each, sorted by id. */
export async function allCalendars(calendars: Pick<Calendars, 'calendars'>): Promise<readonly Calendar[]> {
  const byId = new Map(builtInCalendars.map((choice) => [choice.id, shownBuiltIn(choice)]));
  for (const published of await calendars.calendars()) byId.set(published.calendar_id, serializeDates(published));
  return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const shownBuiltIn = ({ id, version, country, weekdays, dates }: CalendarChoice): Calendar => ({
  calendar_id: id,
  version,
  country,
  weekdays: [...weekdays],
  closed_on: [...dates],
  published_at: null,
});
