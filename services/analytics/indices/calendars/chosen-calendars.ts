// Which selling calendar counts for a dealer and region. Decision 162.
import type { SalesFigures } from '../../../../adapters/store/analytics/sales/port.ts';
import type { IndexMeta } from '../../../../generated/analytics/types.ts';
import { memoize, memoizeText } from '../../../lib/memoize.ts';
import { countryNamed } from '../../holidays/first-edition.ts';
import { calendarOfRegion } from '../../holidays/region-calendars.ts';
import type { CalendarOf } from '../points.ts';
import { builtInCalendar, type Calendar, calendar, defaultCalendar, rulesOf } from './selling-days.ts';

type Chosen = Pick<SalesFigures, 'calendars' | 'assigned'>;
type Assigned = Chosen['assigned'][number];

/** The one that the dealer has for the region, else one of the region's own name, else that of the place which it names, else the dealer's. */
export function calendarsOf({ calendars, assigned }: Chosen): CalendarOf {
  const published = new Map<string, Calendar>(
    calendars.map(({ calendar_id: id, holidays: dates, ...each }) => [id, calendar(rulesOf({ ...each, id, dates }))]),
  );
  const ofDealer = new Map(assigned.map((each) => [each.dealer_id as string, each]));
  const idOf = (dealer: string, region: string): string => {
    const own = ofDealer.get(dealer);
    const regions = new Map(Object.entries(own?.region_calendars ?? {}));
    return (
      regions.get(region) ??
      (published.has(region) ? namedAfter(region) : undefined) ??
      placeNamed(region, own) ??
      own?.calendar_id ??
      defaultCalendar
    );
  };
  // One object for each, so that regions with the same calendar are added up together.
  const byId = memoizeText((id) => {
    const choice = builtInCalendar(id);
    return published.get(id) ?? (choice && calendar(rulesOf(choice)));
  });
  // Asked for every row that is added up, so without a key to put together.
  const known = new Map<string, Map<string, Calendar>>();
  return (dealer, region) => {
    const regions = known.get(dealer) ?? new Map<string, Calendar>();
    known.set(dealer, regions);
    const found = regions.get(region) ?? byId(idOf(dealer, region)) ?? (byId(defaultCalendar) as Calendar);
    regions.set(region, found);
    return found;
  };
}

/** An administrator's calendar belongs to the region of its id. A newer version of a built-in one does not: `de` is a region of the US as well. */
const namedAfter = (region: string): string | undefined => (builtInCalendar(region) === undefined ? region : undefined);

/** Assignments from before decision 586 know no country of the dealer. */
const placeNamed = (region: string, own: Assigned | undefined): string | undefined =>
  own?.edition === 1 ? countryNamed(region) : calendarOfRegion(region, own?.country ?? null);

/** Those that the figures were made with, for the answer. */
export const calendarsUsed = memoize((figures: SalesFigures): IndexMeta['calendars'] => {
  const calendarOf = calendarsOf(figures);
  const used = new Set(figures.leaves.map(({ dealer_id, region_id }) => calendarOf(dealer_id, region_id)));
  return [...used]
    .map(({ id, version }) => ({ calendar_id: id, version }))
    .sort((a, b) => (a.calendar_id < b.calendar_id ? -1 : 1));
});
