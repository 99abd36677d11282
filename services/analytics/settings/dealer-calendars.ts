// The calendar of a dealer, set by its own users (decision 587).
import { isDeepStrictEqual } from 'node:util';
import type { Calendars, DealerCalendarRow, DealerCalendars } from '../../../adapters/store/administration/port.ts';
import type { Grants } from '../../../adapters/store/analytics/access/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { DealerCalendar, DealerId } from '../../../generated/analytics/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { allCalendars, daysOf, unknownPlace } from '../administration/calendars.ts';
import { by, type Handlers } from '../caller.ts';
import { currentEdition } from '../holidays/holidays.ts';
import { defaultCalendar, ownCalendar } from '../indices/calendars/selling-days.ts';
import { noSuchDealer, refusedSetting } from './setting-right.ts';

type Deps = {
  readonly grants: Grants;
  readonly dealerCalendars: DealerCalendars;
  readonly calendarStore: Pick<Calendars, 'calendars'>;
};

export const dealerCalendars = (deps: Deps) =>
  ({
    async getDealerCalendar({ caller, path: { dealer_id } }) {
      // Each grant permits this, so only a policy that an installation adds can refuse a caller who has one.
      if ((await refusedSetting(deps, caller, dealer_id, 'getDealerCalendar')) !== null) return noSuchDealer();
      const row = await deps.dealerCalendars.calendar(dealer_id);
      if (row === null) return noSuchDealer();
      const body = await bodyOf(deps, dealer_id, row);
      return { status: 200, body, revision: revisionOf(row, body) };
    },

    async replaceDealerCalendar({ caller, path: { dealer_id }, body: request, ifMatch, requestId }) {
      const refused = await refusedSetting(deps, caller, dealer_id, 'replaceDealerCalendar');
      if (refused !== null) return refused;
      const row = await deps.dealerCalendars.calendar(dealer_id);
      if (row === null) return noSuchDealer();
      const unknown = unknownPlace(request);
      if (unknown !== null) return unknown;
      if (!ifMatch(revisionOf(row, await bodyOf(deps, dealer_id, row)))) return changedMeanwhile();
      const terms = { ...daysOf(request), edition: currentEdition } as const;
      const changed = isDeepStrictEqual(termsOf(row), terms)
        ? row
        : await deps.dealerCalendars.replaceCalendar(dealer_id, terms, row.version, by(caller, requestId));
      if (changed === 'changed') return changedMeanwhile();
      const body = await bodyOf(deps, dealer_id, changed);
      return { status: 200, body, revision: revisionOf(changed, body) };
    },

    async deleteDealerCalendar({ caller, path: { dealer_id }, ifMatch, requestId }) {
      const refused = await refusedSetting(deps, caller, dealer_id, 'deleteDealerCalendar');
      if (refused !== null) return refused;
      const row = await deps.dealerCalendars.calendar(dealer_id);
      if (row === null) return noSuchDealer();
      if (row.own === null) return problems.notFound({ detail: 'No user of the dealer has set a calendar.' });
      if (!ifMatch(revisionOf(row, await bodyOf(deps, dealer_id, row)))) return changedMeanwhile();
      const deleted = await deps.dealerCalendars.replaceCalendar(dealer_id, null, row.version, by(caller, requestId));
      return deleted === 'changed' ? changedMeanwhile() : { status: 204 };
    },
  }) satisfies Pick<Handlers, 'getDealerCalendar' | 'replaceDealerCalendar' | 'deleteDealerCalendar'>;

async function bodyOf(
  { calendarStore }: Deps,
  dealer_id: DealerId,
  { calendar_id, own }: DealerCalendarRow,
): Promise<DealerCalendar> {
  if (own !== null) {
    const { edition: _, ...days } = own;
    return { dealer_id, own: true, calendar_id: ownCalendar, ...serializeDates(days) };
  }
  const all = new Map((await allCalendars(calendarStore)).map((each) => [each.calendar_id as string, each]));
  const { subdivision = null, ...calendar } = all.get(calendar_id) ?? (all.get(defaultCalendar) as NonNullable<Listed>);
  return { dealer_id, own: false, ...calendar, subdivision };
}

type Listed = Awaited<ReturnType<typeof allCalendars>>[number];

/** A calendar of the installation changes without its dealer. */
const revisionOf = ({ version }: DealerCalendarRow, { calendar_id, version: ofCalendar }: DealerCalendar): string =>
  `${version} ${calendar_id} ${ofCalendar}`;

const termsOf = ({ own }: DealerCalendarRow) => {
  if (own === null) return null;
  const { version: _, published_at: __, ...terms } = own;
  return terms;
};

const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The calendar has changed. Fetch it again.' });
