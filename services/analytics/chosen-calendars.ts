// Which selling calendar counts for a dealer and region. What a calendar is: indices/selling-days.ts; who chooses: dealers.ts and calendars.ts. Decision 162.
import type { SalesFigures } from '../../adapters/store/analytics/port.ts';
import type { CalendarId, IndexMeta } from '../../generated/analytics/types.ts';
import type { CalendarOf } from './indices/points.ts';
import {
  builtInCalendars,
  type Calendar,
  calendar,
  calendarOfRegion,
  defaultCalendar,
  rulesOf,
} from './indices/selling-days.ts';

type Chosen = Pick<SalesFigures, 'calendars' | 'assigned'>;

/** The one that the dealer has for the region, else one of the region's own name, else its country's, else the dealer's. */
export function calendarsOf({ calendars, assigned }: Chosen): CalendarOf {
  const published = calendars.map(({ calendarId, version, country, weekdays, holidays }) =>
    calendar(rulesOf({ id: calendarId, version, country, weekdays, dates: holidays })),
  );
  const byId = new Map(
    [...builtInCalendars.map((choice) => calendar(rulesOf(choice))), ...published].map((each) => [each.id, each]),
  );
  const named = new Set(published.map(({ id }) => id));
  const ofDealer = new Map(assigned.map((each) => [each.dealerId as string, each]));
  const idOf = (dealer: string, region: string): string => {
    const own = ofDealer.get(dealer);
    return (
      own?.regionCalendars[region] ??
      (named.has(region) && region !== defaultCalendar ? region : undefined) ??
      calendarOfRegion(region) ??
      own?.calendarId ??
      defaultCalendar
    );
  };
  const known = new Map<string, Calendar>();
  return (dealer, region) => {
    const key = `${dealer}\n${region}`;
    const found = known.get(key) ?? byId.get(idOf(dealer, region)) ?? (byId.get(defaultCalendar) as Calendar);
    known.set(key, found);
    return found;
  };
}

/** Those that the figures were made with, for the answer. */
export function calendarsUsed(figures: SalesFigures): IndexMeta['calendars'] {
  const calendarOf = calendarsOf(figures);
  const used = new Map(
    figures.leaves
      .map(({ dealerId, regionId }) => calendarOf(dealerId, regionId))
      .map(({ id, version }) => [id, version]),
  );
  return [...used]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([calendar_id, version]) => ({ calendar_id: calendar_id as CalendarId, version }));
}
