// Dealers, for administrators (decision 126). The role is checked before a handler is called.
import type { Calendars, DealerRow, Dealers, DealerTerms } from '../../../adapters/store/administration/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Dealer, DealerRequest } from '../../../generated/analytics/types.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';
import { currentEdition } from '../holidays/holidays.ts';
import { calendarOfCountry, defaultCalendar } from '../indices/calendars/selling-days.ts';
import { foldedId } from '../reads/filters.ts';
import { allCalendars } from './calendars.ts';

type Deps = {
  readonly dealerStore: Dealers;
  readonly calendarStore: Pick<Calendars, 'calendars'>;
  readonly enqueue: Enqueue;
};

const trialDays = 30;

export const dealers = ({ dealerStore, calendarStore, enqueue }: Deps) =>
  ({
    async listDealers({ page: { after = '', limit } }) {
      const found = await dealerStore.dealers({ after, limit });
      return { status: 200, rows: found.map(shownDealer), key: ({ dealer_id }) => dealer_id };
    },

    async createDealer({ caller, body, requestId }) {
      const missing = await missingCalendar(calendarStore, body);
      if (missing !== null) return missing;
      const { dealer_id } = body;
      const dealer = await dealerStore.transaction(dealer_id, async (tx) => {
        const created = await dealerStore.createDealer(tx, termsOf(body), trialDays, by(caller, requestId));
        if (created === null) return null;
        const payload = { ...serializeDates(created.terms), previous_status: null, cause: 'administrator' as const };
        const source = { aggregate: `subscription:${dealer_id}` };
        await enqueue(tx, (meta) => messages.subscriptionChanged(payload, meta), source);
        return created.dealer;
      });
      if (dealer === null) return problems.conflict({ detail: `The dealer ${dealer_id} already exists.` });
      return { status: 201, body: shownDealer(dealer), headers: { Location: `/admin/dealers/${dealer_id}` } };
    },

    async getDealer({ path: { dealer_id } }) {
      const found = await dealerStore.dealer(dealer_id);
      if (found === null) return noSuchDealer();
      return { status: 200, body: shownDealer(found), revision: String(found.version) };
    },

    async replaceDealer({ caller, path: { dealer_id }, body, ifMatch, requestId }) {
      const found = await dealerStore.dealer(dealer_id);
      if (found === null) return noSuchDealer();
      if (body.dealer_id !== dealer_id) return otherDealer(body.dealer_id);
      const missing = await missingCalendar(calendarStore, body);
      if (missing !== null) return missing;
      if (!ifMatch(String(found.version))) return changedMeanwhile();
      const changed = await dealerStore.replaceDealer(termsOf(body), found.version, by(caller, requestId));
      return changed === 'changed'
        ? changedMeanwhile()
        : { status: 200, body: shownDealer(changed), revision: String(changed.version) };
    },
  }) satisfies Pick<Handlers, 'listDealers' | 'createDealer' | 'getDealer' | 'replaceDealer'>;

export const noSuchDealer = () => problems.notFound({ detail: 'The dealer does not exist.' });

const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The dealer has changed. Fetch it again.' });

const otherDealer = (value: string) =>
  problems.businessRule({
    detail: 'The id of a dealer cannot be changed.',
    errors: [{ pointer: '/dealer_id', value, rule: 'same', message: 'must be the dealer_id in the path' }],
  });

/** Decision 162: the calendar that is named, else that of the country, else the one of the installation. */
const calendarFor = ({ country, calendar_id }: DealerRequest): string =>
  calendar_id ?? (country == null ? undefined : calendarOfCountry(country)) ?? defaultCalendar;

const termsOf = (body: DealerRequest): DealerTerms => ({
  dealer_id: body.dealer_id,
  name: body.name,
  region_id: foldedId(body.region_id),
  country: body.country ?? null,
  calendar_id: body.calendar_id ?? null,
  region_calendars: (body.region_calendars ?? []).map((each) => ({ ...each, region_id: foldedId(each.region_id) })),
  sells_by: calendarFor(body),
  edition: currentEdition,
});

async function missingCalendar(calendars: Pick<Calendars, 'calendars'>, body: DealerRequest) {
  const named = [
    ...(body.calendar_id == null ? [] : [{ pointer: '/calendar_id', value: body.calendar_id }]),
    ...(body.region_calendars ?? []).map(({ calendar_id: value }, i) => ({
      pointer: `/region_calendars/${i}/calendar_id`,
      value,
    })),
  ];
  const known = new Set(named.length === 0 ? [] : (await allCalendars(calendars)).map((each) => each.calendar_id));
  const missing = named.filter(({ value }) => !known.has(value));
  if (missing.length === 0) return null;
  return problems.businessRule({
    detail: 'The calendar does not exist.',
    errors: missing.map((each) => ({ ...each, rule: 'exists', message: 'must be the id of an existing calendar' })),
  });
}

const shownDealer = ({ version: _, ...dealer }: DealerRow): Dealer => serializeDates(dealer);
