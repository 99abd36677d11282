// Dealers and grants as administrators see and change them (decision 126). Each change leaves an audit event.
import type { SubscriptionChanged } from '../../../generated/analytics/payloads.ts';
import type { Alias, Calendar, Dealer, Grant } from '../../../generated/analytics/types.ts';
import type { Plain } from '../../../generated/runtime/brand.ts';
import type { Dated, Tx } from '../port.ts';

/** `version`: another one with each change. */
export type DealerRow = Dated<Dealer, 'created_at'> & { readonly version: number };

/**
 * `sells_by`: the calendar that counts in regions without their own. `edition`: how names of regions are read (decision
 * 586).
 */
export type DealerTerms = Plain<Omit<Dealer, 'created_at'>> & { readonly sells_by: string; readonly edition: 1 | 2 };

/** The subscription that a new dealer starts with. */
export type Terms = Dated<Pick<SubscriptionChanged, 'dealer_id' | 'plan' | 'status' | 'expires_at'>, 'expires_at'>;

export type NewDealer = { readonly dealer: DealerRow; readonly terms: Terms };

export type GrantTerms = Plain<Omit<Grant, 'created_at'>>;

/** `version`: another one with each change, also when a grant is withdrawn and created again. */
export type FullGrant = Dated<Grant, 'created_at'> & { readonly version: number };

/** Who changes something, for the audit trail. */
export type By = { readonly principal: string; readonly requestId: string };

export type Page = {
  /** The key of the last item before; '' for the first page. */
  readonly after: string;
  readonly limit: number;
};

export interface Dealers {
  /** Sorted by id. */
  dealers(page: Page): Promise<readonly DealerRow[]>;
  dealer(dealer_id: string): Promise<DealerRow | null>;
  transaction<T>(dealer_id: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Creates the dealer with a trial of so many days. Null: the id is taken. */
  createDealer(tx: Tx, dealer: DealerTerms, trialDays: number, by: By): Promise<NewDealer | null>;
  /** Only what has still this version is changed. */
  replaceDealer(dealer: DealerTerms, version: number, by: By): Promise<DealerRow | 'changed'>;
}

export type CalendarTerms = Plain<Omit<Calendar, 'version' | 'published_at' | 'subdivision'>> & {
  readonly subdivision: string | null;
  /** The edition of the data that the holidays come from (decision 586). */
  readonly edition: 1 | 2;
};
export type PublishedCalendar = Dated<Calendar, 'published_at'> & Pick<CalendarTerms, 'subdivision' | 'edition'>;

/** A region by its name, of dealers in a country. */
export type NamedRegion = { readonly region_id: string; readonly country: string | null };

export type Publication = { readonly calendar: PublishedCalendar; readonly isNew: boolean };

export interface Calendars {
  /** The newest version of each, sorted by id. */
  calendars(): Promise<readonly PublishedCalendar[]>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * As the next version, later than `after`, or the newest one where that is the same. Calendars are published one at a
   * time.
   */
  create(tx: Tx, calendar: CalendarTerms, after: number, by: By): Promise<Publication>;
  /** The regions of all dealers, by the names that they have or had. */
  listRegions(tx: Tx): Promise<readonly NamedRegion[]>;
  /**
   * Restates every dealer that can use the calendar: by its assignment, by the name of one of its regions, if it is one
   * of these, or with an upload in progress, which may bring such a region. What makes another dealer use it later
   * raises the revision by itself.
   */
  recordRestated(tx: Tx, calendar: PublishedCalendar, regions: readonly NamedRegion[]): Promise<void>;
}

/** The days of a dealer's own calendar (decision 587). */
export type OwnCalendarTerms = Omit<CalendarTerms, 'calendar_id'>;
export type OwnCalendar = OwnCalendarTerms & Pick<PublishedCalendar, 'version' | 'published_at'>;

export type DealerCalendarRow = {
  /** The version of the dealer, which rises with each change of its calendar. */
  readonly version: number;
  /** The calendar of the installation that counts where the dealer has no own one. */
  readonly calendar_id: string;
  readonly own: OwnCalendar | null;
};

export interface DealerCalendars {
  calendar(dealer_id: string): Promise<DealerCalendarRow | null>;
  /** Only what has still this version is changed. Null ends the dealer's own calendar. */
  replaceCalendar(
    dealer_id: string,
    terms: OwnCalendarTerms | null,
    version: number,
    by: By,
  ): Promise<DealerCalendarRow | 'changed'>;
}

export type AliasTerms = Plain<Omit<Alias, 'created_at'>> & { readonly kind: 'brand' | 'region' | 'model_family' };
/** `version`: another one with each alias, also when one is deleted and created again. */
export type AliasRow = Dated<Alias, 'created_at'> & { readonly version: number };

export interface Aliases {
  /** Sorted by kind and alias; the key of an item is both, with a slash between them. */
  aliases(dealer_id: string, page: Page): Promise<readonly AliasRow[]>;
  alias(dealer_id: string, kind: string, alias: string): Promise<AliasRow | null>;
  /** Refused when the alias exists, or a chain would, or the catalogue never had the name that it is to stand for. */
  createAlias(
    terms: AliasTerms,
    by: By,
  ): Promise<AliasRow | 'no dealer' | 'taken' | 'no name' | 'alias of an alias' | 'has aliases'>;
  deleteAlias(alias: AliasRow, by: By): Promise<'deleted' | 'changed'>;
}

export interface Grants {
  /** Sorted by principal. */
  grants(dealer_id: string, page: Page): Promise<readonly FullGrant[]>;
  grant(dealer_id: string, principal: string): Promise<FullGrant | null>;
  createGrant(terms: GrantTerms, by: By): Promise<FullGrant | 'taken' | 'no dealer'>;
  /** Only what has still this version is changed. */
  replaceGrant(terms: GrantTerms, version: number, by: By): Promise<FullGrant | 'changed'>;
  withdrawGrant(
    grant: Pick<FullGrant, 'dealer_id' | 'principal' | 'version'>,
    by: By,
  ): Promise<'withdrawn' | 'changed'>;
}
