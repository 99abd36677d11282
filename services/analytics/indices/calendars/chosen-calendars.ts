// Which selling calendar counts for a dealer and region. Decisions 162 and 587.
import type { SalesFigures } from '../../../../adapters/store/analytics/sales/port.ts';
import type { IndexMeta } from '../../../../generated/analytics/types.ts';
import { memoize, memoizeText } from '../../../lib/memoize.ts';
import { countryNamed } from '../../holidays/first-edition.ts';
import { calendarOfRegion } from '../../holidays/region-calendars.ts';
import type { CalendarOf } from '../points.ts';
import { builtInCalendar, type Calendar, calendar, defaultCalendar, ownCalendar, rulesOf } from './selling-days.ts';

type Chosen = Pick<SalesFigures, 'calendars' | 'assigned'>;
type Assigned = Chosen['assigned'][number];

/**
 * The one that the dealer has for the region, else the dealer's own, else one of the region's own name, else that of
 * the place which it names, else the dealer's.
 */
export function calendarsOf({ calendars, assigned }: Chosen): CalendarOf {
  const published = new Map<string, Calendar>(
    calendars.map(({ calendar_id: id, holidays: dates, ...each }) => [id, calendar(rulesOf({ ...each, id, dates }))]),
  );
  const ofDealer = new Map(assigned.map((each) => [each.dealer_id as string, each]));
  const ownOf = new Map(assigned.flatMap(ownCalendarOf));
  const ownFor = (dealer: string, region: string): Calendar | undefined =>
    Object.hasOwn(ofDealer.get(dealer)?.region_calendars ?? {}, region) ? undefined : ownOf.get(dealer);
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
    const chosen =
      regions.get(region) ??
      ownFor(dealer, region) ??
      byId(idOf(dealer, region)) ??
      (byId(defaultCalendar) as Calendar);
    regions.set(region, chosen);
    return chosen;
  };
}

const ownCalendarOf = ({ dealer_id, own_calendar }: Assigned): readonly (readonly [string, Calendar])[] => {
  if (own_calendar === null) return [];
  const { closed_on: dates, ...choice } = own_calendar;
  return [[dealer_id, calendar(rulesOf({ ...choice, dates, id: ownCalendar, dealer_id }))]];
};

/**
 * An administrator's calendar belongs to the region of its id. A newer version of a built-in one does not: `de` is a
 * region of the US as well.
 */
const namedAfter = (region: string): string | undefined => (builtInCalendar(region) === undefined ? region : undefined);

/** Assignments from before decision 586 know no country of the dealer. */
const placeNamed = (region: string, own: Assigned | undefined): string | undefined =>
  own?.edition === 1 ? countryNamed(region) : calendarOfRegion(region, own?.country ?? null);

/** Those that the figures were made with, for the answer. */
export const calendarsUsed = memoize((figures: SalesFigures): IndexMeta['calendars'] => {
  const calendarOf = calendarsOf(figures);
  return calendarVersions(figures.leaves.map(({ dealer_id, region_id }) => calendarOf(dealer_id, region_id)));
});

/** Each once, by its id and its dealer. */
export function calendarVersions(calendars: Iterable<Pick<Calendar, 'id' | 'dealer_id' | 'version'>>) {
  const byKey = new Map<string, IndexMeta['calendars'][number]>();
  for (const { id: calendar_id, dealer_id, version } of new Set(calendars))
    byKey.set(`${calendar_id} ${dealer_id ?? ''}`, { calendar_id, ...(dealer_id && { dealer_id }), version });
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}
