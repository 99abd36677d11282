// Which calendar counts where several might (decisions 162 and 587): the order from the most to the least particular.
import test from 'ava';
import type { SalesFigures } from '../../../../adapters/store/analytics/sales/port.ts';
import { calendarId } from '../../../../generated/analytics/ids.ts';
import type { CalendarId, DealerId } from '../../../../generated/analytics/types.ts';
import { calendarsOf } from './chosen-calendars.ts';

type Chosen = Pick<SalesFigures, 'calendars' | 'assigned'>;

const published = (id: string): Chosen['calendars'][number] => ({
  calendar_id: calendarId(id),
  version: 1,
  country: null,
  subdivision: null,
  edition: 2,
  weekdays: [1, 2, 3, 4, 5],
  holidays: [],
});

const assigned = (
  id: string,
  region_calendars: Readonly<Record<string, CalendarId>> = {},
  more: Partial<Pick<Chosen['assigned'][number], 'country' | 'edition' | 'own_calendar'>> = {},
): Chosen['assigned'] => [
  {
    dealer_id: 'fjord' as DealerId,
    calendar_id: calendarId(id),
    region_calendars,
    ...{ country: null, edition: 2, own_calendar: null },
    ...more,
  },
];

const idOf = (chosen: Chosen, region: string, dealer = 'fjord'): string => calendarsOf(chosen)(dealer, region).id;

test('calendarsOf prefers the calendar that a dealer has for a region to every other', (t) => {
  const chosen = {
    calendars: [published('norway'), published('shops')],
    assigned: assigned('de', { norway: calendarId('shops') }),
  };
  t.is(idOf(chosen, 'norway'), 'shops');
});

test('calendarsOf prefers the calendar that a dealer has set to all but those that it has for a region', (t) => {
  const own_calendar = {
    version: 3,
    country: null,
    subdivision: null,
    edition: 2,
    weekdays: [1],
    closed_on: [],
  } as const;
  const chosen = {
    calendars: [published('norway'), published('shops')],
    assigned: assigned('de', { bergen: calendarId('shops') }, { own_calendar }),
  };
  t.deepEqual(
    ['norway', 'sweden', 'oslo', 'bergen'].map((region) => idOf(chosen, region)),
    ['own', 'own', 'own', 'shops'],
  );
  t.is(idOf(chosen, 'norway', 'another'), 'norway');
});

test('calendarsOf prefers a calendar with the id of the region to the country that the region names', (t) => {
  t.is(idOf({ calendars: [published('norway')], assigned: assigned('de') }, 'norway'), 'norway');
});

test('calendarsOf prefers the country that a region names to the calendar of the dealer', (t) => {
  t.is(idOf({ calendars: [], assigned: assigned('de') }, 'norway'), 'no');
});

test('calendarsOf prefers the calendar of the dealer to that of the installation', (t) => {
  const chosen = { calendars: [published('default')], assigned: assigned('de') };
  t.is(idOf(chosen, 'oslo'), 'de');
  t.is(idOf({ ...chosen, assigned: [] }, 'oslo'), 'default');
  t.is(idOf(chosen, 'oslo', 'another'), 'default');
});

test('calendarsOf finds no calendar named after a region called default', (t) => {
  t.is(idOf({ calendars: [published('default')], assigned: assigned('de') }, 'default'), 'de');
});

test('calendarsOf reads the name of a region in the country of the dealer', (t) => {
  const inCountry = (country: string, region: string) =>
    idOf({ calendars: [], assigned: assigned('none', {}, { country }) }, region);
  t.deepEqual(
    {
      delaware: inCountry('US', 'de'),
      'Delaware by name': inCountry('US', 'delaware'),
      Newfoundland: inCountry('CA', 'nl'),
      'Nuevo León, which is in no data': inCountry('MX', 'nl'),
      'Georgia of the US': inCountry('US', 'georgia'),
      Germany: inCountry('DE', 'de'),
      Bavaria: inCountry('DE', 'bayern'),
      'Bavaria by code': [inCountry('DE', 'by'), inCountry('DE', 'de-by')],
      'a city': inCountry('DE', 'münchen'),
      'the name of another country': inCountry('NO', 'sverige'),
      'the code of another country': inCountry('NO', 'se'),
      'the code of a part of another country': inCountry('NO', 'de-by'),
    },
    {
      delaware: 'us-de',
      'Delaware by name': 'us-de',
      Newfoundland: 'ca-nl',
      'Nuevo León, which is in no data': 'none',
      'Georgia of the US': 'us-ga',
      Germany: 'de',
      Bavaria: 'de-by',
      'Bavaria by code': ['de-by', 'de-by'],
      'a city': 'none',
      'the name of another country': 'se',
      'the code of another country': 'none',
      'the code of a part of another country': 'none',
    },
  );
});

test('calendarsOf reads the name of a region in any country for a dealer without one', (t) => {
  const anywhere = (region: string) => idOf({ calendars: [], assigned: assigned('none') }, region);
  t.deepEqual(
    ['de', 'deutschland', 'de-by', 'no-03', 'sweden', 'georgia', 'bayern', 'by', 'kongo', 'xx'].map(anywhere),
    ['de', 'de', 'de-by', 'no', 'se', 'ge', 'none', 'by', 'none', 'none'],
  );
});

test('calendarsOf does not take a new version of a built-in calendar for the calendar of a region with its id', (t) => {
  const chosen = { calendars: [published('de')], assigned: assigned('none', {}, { country: 'US' }) };
  t.is(idOf(chosen, 'de'), 'us-de');
});

test('calendarsOf reads assignments from before the data of all countries as they were read then', (t) => {
  const chosen = { calendars: [], assigned: assigned('none', {}, { edition: 1 }) };
  t.deepEqual(
    ['de', 'de-by', 'delaware', 'sweden'].map((region) => idOf(chosen, region)),
    ['de', 'de', 'none', 'none'],
  );
});
