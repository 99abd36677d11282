// Selling calendars, for administrators (decisions 162 and 586).
import { isDeepStrictEqual } from 'node:util';
import type { Calendars, CalendarTerms, PublishedCalendar } from '../../../adapters/store/administration/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Calendar, DealerCalendarRequest } from '../../../generated/analytics/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';
import { currentEdition, placeOf } from '../holidays/holidays.ts';
import { calendarOfRegion } from '../holidays/region-calendars.ts';
import { builtInCalendar, builtInCalendars, type CalendarChoice } from '../indices/calendars/selling-days.ts';

type Deps = { readonly calendarStore: Calendars };

export const calendars = ({ calendarStore }: Deps) =>
  ({
    async listCalendars({ page: { after = '' } }) {
      const rows = (await allCalendars(calendarStore)).filter(({ calendar_id }) => calendar_id > after);
      return { status: 200, rows, key: ({ calendar_id }) => calendar_id };
    },

    async createCalendar({ caller, body, requestId }) {
      const { calendar_id } = body;
      const unknown = unknownPlace(body);
      if (unknown !== null) return unknown;
      const terms = { calendar_id, ...daysOf(body) };
      const headers = { Location: `/admin/calendars/${calendar_id}` };
      const builtIn = builtInCalendar(calendar_id);
      const newest = (await allCalendars(calendarStore)).find((each) => each.calendar_id === calendar_id);
      if (newest !== undefined && isDeepStrictEqual(termsOf(newest), terms))
        return { status: 201, body: newest, headers };
      const names = (region: string, ofDealer: string | null) =>
        calendarOfRegion(region, ofDealer) === calendar_id || (region === calendar_id && builtIn === undefined);
      const published = await calendarStore.transaction(async (tx) => {
        const next: CalendarTerms = { ...terms, edition: currentEdition };
        const { calendar, isNew } = await calendarStore.create(tx, next, builtIn?.version ?? 0, by(caller, requestId));
        if (!isNew) return calendar;
        const regions = await calendarStore.listRegions(tx);
        const named = regions.filter(({ region_id, country: ofDealer }) => names(region_id, ofDealer));
        await calendarStore.recordRestated(tx, calendar, named);
        return calendar;
      });
      return { status: 201, body: shownPublished(published), headers };
    },

    async getCalendar({ path: { calendar_id } }) {
      const body = (await allCalendars(calendarStore)).find((each) => each.calendar_id === calendar_id);
      if (body === undefined) return problems.notFound({ detail: 'The calendar does not exist.' });
      return { status: 200, body, revision: String(body.version) };
    },
  }) satisfies Pick<Handlers, 'listCalendars' | 'createCalendar' | 'getCalendar'>;

const termsOf = ({ version: _, published_at: __, ...terms }: Calendar) => terms;

/** The days of a calendar in the form that is stored and compared: in order, each once. */
export const daysOf = ({ country, subdivision, weekdays, closed_on }: DealerCalendarRequest) => ({
  country,
  subdivision: subdivision ?? null,
  weekdays: [...new Set(weekdays)].sort(),
  closed_on: [...new Set(closed_on)].sort(),
});

/** Null: the holidays are known, or none are wanted. */
export function unknownPlace({ country, subdivision = null }: DealerCalendarRequest) {
  if (country === null && subdivision === null) return null;
  if (country === null || placeOf(country, null) === undefined)
    return refused('country', country, country === null ? 'must be the country of the subdivision' : unknownHolidays);
  return placeOf(country, subdivision) === undefined ? refused('subdivision', subdivision, unknownHolidays) : null;
}

const unknownHolidays = 'must be a country or subdivision whose public holidays are known; listCalendars lists them';

const refused = (field: 'country' | 'subdivision', value: string | null, message: string) =>
  problems.businessRule({
    detail: `${field} ${message}. List closed days in closed_on instead.`,
    errors: [{ pointer: `/${field}`, value: value ?? '', rule: 'exists', message }],
  });

/** The newest version of each, sorted by id. */
export async function allCalendars(calendars: Pick<Calendars, 'calendars'>): Promise<readonly Calendar[]> {
  const byId = new Map<string, Calendar>(builtInCalendars().map((choice) => [choice.id, shownBuiltIn(choice)]));
  for (const published of await calendars.calendars()) byId.set(published.calendar_id, shownPublished(published));
  return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const shownPublished = ({ edition: _, ...calendar }: PublishedCalendar): Calendar => serializeDates(calendar);

const shownBuiltIn = ({ id, version, country, subdivision, weekdays, dates }: CalendarChoice): Calendar => ({
  calendar_id: id,
  version,
  country,
  subdivision,
  weekdays: [...weekdays],
  closed_on: [...dates],
  published_at: null,
});
