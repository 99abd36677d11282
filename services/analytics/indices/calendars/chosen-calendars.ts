// Which selling calendar counts for a dealer and region. Decision 162.
import type { SalesFigures } from '../../../../adapters/store/analytics/sales/port.ts';
import type { IndexMeta } from '../../../../generated/analytics/types.ts';
import { memoize } from '../../../lib/memoize.ts';
import type { CalendarOf } from '../points.ts';
import {
  builtInCalendars,
  type Calendar,
  calendar,
  calendarOfRegion,
  defaultCalendar,
  rulesOf,
} from './selling-days.ts';

type Chosen = Pick<SalesFigures, 'calendars' | 'assigned'>;

/** The one that the dealer has for the region, else one of the region's own name, else its country's, else the dealer's. */
export function calendarsOf({ calendars, assigned }: Chosen): CalendarOf {
  const published = calendars.map(({ calendar_id, version, country, weekdays, holidays }) =>
    calendar(rulesOf({ id: calendar_id, version, country, weekdays, dates: holidays })),
  );
  const byId = new Map<string, Calendar>(
    [...builtInCalendars.map((choice) => calendar(rulesOf(choice))), ...published].map((each) => [each.id, each]),
  );
  const named = new Set<string>(published.map(({ id }) => id));
  const ofDealer = new Map(assigned.map((each) => [each.dealer_id as string, each]));
  const idOf = (dealer: string, region: string): string => {
    const own = ofDealer.get(dealer);
    const regions = new Map(Object.entries(own?.region_calendars ?? {}));
    return (
      regions.get(region) ??
      (named.has(region) && region !== defaultCalendar ? region : undefined) ??
      calendarOfRegion(region) ??
      own?.calendar_id ??
      defaultCalendar
    );
  };
  // Asked for every row that is added up, so without a key to put together.
  const known = new Map<string, Map<string, Calendar>>();
  return (dealer, region) => {
    const regions = known.get(dealer) ?? new Map<string, Calendar>();
    known.set(dealer, regions);
    const found = regions.get(region) ?? byId.get(idOf(dealer, region)) ?? (byId.get(defaultCalendar) as Calendar);
    regions.set(region, found);
    return found;
  };
}

/** Those that the figures were made with, for the answer. */
export const calendarsUsed = memoize((figures: SalesFigures): IndexMeta['calendars'] => {
  const calendarOf = calendarsOf(figures);
  const used = new Set(figures.leaves.map(({ dealer_id, region_id }) => calendarOf(dealer_id, region_id)));
  return [...used]
    .map(({ id, version }) => ({ calendar_id: id, version }))
    .sort((a, b) => (a.calendar_id < b.calendar_id ? -1 : 1));
});
