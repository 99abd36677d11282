// Which calendar counts where several might (decision 162): the order from the most to the least particular.
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
  weekdays: [1, 2, 3, 4, 5],
  holidays: [],
});

const assigned = (id: string, region_calendars: Readonly<Record<string, CalendarId>> = {}) => [
  { dealer_id: 'fjord' as DealerId, calendar_id: calendarId(id), region_calendars },
];

const idOf = (chosen: Chosen, region: string, dealer = 'fjord'): string => calendarsOf(chosen)(dealer, region).id;

test('calendarsOf prefers the calendar that a dealer has for a region to every other', (t) => {
  const chosen = {
    calendars: [published('norway'), published('shops')],
    assigned: assigned('de', { norway: calendarId('shops') }),
  };
  t.is(idOf(chosen, 'norway'), 'shops');
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
