// Current sales, their names and their revisions, as services read them.
import type {
  Brand,
  BrandId,
  CalendarId,
  DealerId,
  IndexChange,
  ModelFamily,
  ModelFamilyId,
  PeriodType,
  Region,
  RegionId,
} from '../../../../generated/analytics/types.ts';
import type { JobKind, JobRow } from '../port.ts';

/** One dealer's part of what a caller may read, and what is selected of it. */
export type ReadScope = {
  readonly dealer_id: DealerId;
  readonly brands: readonly BrandId[] | null;
  readonly regions: readonly RegionId[] | null;
};

export type Condition = 'new' | 'used';

export type Channel = 'retail' | 'fleet';

export type SalesFilter = {
  /** Any of them; so it is with regions and families. */
  readonly brand_id?: readonly string[];
  readonly region_id?: readonly string[];
  readonly model_family_id?: readonly string[];
  readonly condition?: Condition;
  readonly channel?: Channel;
  /** As it was known then. */
  readonly as_of?: Date;
  /** Sums of each of them, else over all. Of dealers there are sums anyway. */
  readonly by?: 'brand' | 'region' | 'model_family';
};

/** What the selling days of a dealer's region come from: regions with the same have the same days. */
export type DaysOf = (
  chosen: Pick<SalesFigures, 'calendars' | 'assigned'>,
) => (dealer: DealerId, region: string) => unknown;

export type LeafRow = {
  readonly dealer_id: DealerId;
  readonly region_id: string;
  readonly brand_id: BrandId | null;
  readonly model_family_id: ModelFamilyId | null;
  readonly period_type: PeriodType;
  readonly start: string;
  readonly units: number;
  readonly stock: number | null;
  readonly receipts: number | null;
  readonly selling_days: number | null;
  readonly orders: number | null;
  /**
   * In hundredths, as text, since it may be more than a double holds; null: not reported by all rows, or in several
   * currencies.
   */
  readonly revenue: string | null;
  /** Where all rows report revenue: the first and the last by name, which are one where there is only one. */
  readonly currencies: readonly string[] | null;
  /** Null: new ones alone, as where a file does not say. */
  readonly conditions: readonly Condition[] | null;
  /** Null: retail alone. */
  readonly channels: readonly Channel[] | null;
};

export type SliceRow = {
  readonly dealer_id: DealerId;
  readonly revision: number;
  readonly kind: JobKind;
  readonly reverts: number | null;
  readonly period_type: PeriodType;
  readonly from: string;
  readonly to: string;
  /** The first day of the last stored period with a row of any brand; null: the upload reports its whole period. */
  readonly last_row: string | null;
  /** The day in UTC on which its upload ended. */
  readonly loaded_on: string;
};

export type CalendarRow = {
  readonly calendar_id: CalendarId;
  readonly version: number;
  /** Whose public holidays are closed beside the dates. */
  readonly country: string | null;
  readonly subdivision: string | null;
  /** Which data the holidays come from (decision 586). */
  readonly edition: 1 | 2;
  readonly weekdays: readonly number[];
  readonly holidays: readonly string[];
};

/** Which calendars count for a dealer: one for all regions, and others for some. */
export type AssignedCalendars = {
  readonly dealer_id: DealerId;
  readonly calendar_id: CalendarId;
  readonly region_calendars: Readonly<Record<string, CalendarId>>;
  /** The dealer's country when they were chosen. */
  readonly country: string | null;
  /** 1: names of regions are read as before decision 586. */
  readonly edition: 1 | 2;
  /** The calendar that a user of the dealer has set; null: those of the installation count (decision 587). */
  readonly own_calendar: OwnCalendarRow | null;
};

export type OwnCalendarRow = Omit<CalendarRow, 'calendar_id' | 'holidays'> & { readonly closed_on: readonly string[] };

/** The revision of everything in a scope, at one time. */
export type DataRevision = {
  /** Rises with each upload and each new calendar; 0 without data. Decision 120. */
  readonly revision: number;
  /** When the newest upload ended. */
  readonly data_as_of: Date | null;
  /** How many rows a read of it goes through at most. */
  readonly rows: number;
  /** The time of the store when it was read: what `as_of` is before or after. */
  readonly read_at: Date;
};

/** All from one instant: sums and revision belong together. */
export type SalesFigures = {
  readonly dataRevision: DataRevision;
  readonly leaves: readonly LeafRow[];
  readonly slices: readonly SliceRow[];
  readonly calendars: readonly CalendarRow[];
  /** Dealers whose calendars were never chosen are absent. */
  readonly assigned: readonly AssignedCalendars[];
};

/** Both from one instant. */
export type FiguresPreview = { readonly before: SalesFigures; readonly after: SalesFigures };

/** The sums of a dry run know no model families. */
export type PreviewFilter = Omit<SalesFilter, 'as_of' | 'model_family_id' | 'by'> & { readonly by?: 'brand' };

/** More sums than a process has memory for, whenever it is asked. */
export interface TooManySums extends Error {
  readonly kind: 'too-many-sums';
  readonly limit: number;
}

/** `figures` and `preview` reject with TooManySums. When a signal is aborted, its read ends in the database. */
export interface Sales {
  /** As of an instant, or the current one. */
  revision(dealers: readonly DealerId[], asOf: Date | undefined): Promise<DataRevision>;
  /** With `daysOf`, regions that no figure distinguishes are one leaf, under the name of one of them. */
  figures(
    scope: readonly ReadScope[],
    filter: SalesFilter,
    daysOf?: DaysOf,
    signal?: AbortSignal,
  ): Promise<SalesFigures>;
  /**
   * Figures as they are, and as they would be after the job of a dry run; `outdated` when another job has replaced
   * dates of its slice since.
   */
  preview(
    scope: readonly ReadScope[],
    filter: PreviewFilter,
    job: Pick<JobRow, 'dealer_id' | 'job_id'>,
    signal?: AbortSignal,
  ): Promise<FiguresPreview | 'forgotten' | 'outdated'>;
  /** How the files write the names of brands; of several spellings the first by dealer. */
  brandNames(dealers: readonly DealerId[], brands: readonly BrandId[]): Promise<ReadonlyMap<BrandId, string>>;
}

export type IndexChangeRow = IndexChange;

export type ChangesQuery = {
  readonly since: number;
  /** The revision of the last change of the page before; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
};

export interface IndexChanges {
  /** The oldest first. */
  since(scope: readonly ReadScope[], query: ChangesQuery, signal?: AbortSignal): Promise<readonly IndexChangeRow[]>;
}

export type CatalogKind = keyof CatalogRow;

/** `aliases`: other spellings, at most a thousand. */
export type CatalogRow = { readonly brand: Brand; readonly region: Region; readonly model_family: ModelFamily };

export type CatalogQuery = {
  readonly brand_ids?: readonly BrandId[] | undefined;
  /**
   * The last one of the page before, with its brand (of a brand its own id, of a region ''); both '' for the first
   * page.
   */
  readonly after: { readonly brand_id: string; readonly id: string };
  readonly limit: number;
};

export interface Catalog {
  /** Sorted by brand and id. */
  names<Kind extends CatalogKind>(
    kind: Kind,
    scope: readonly ReadScope[],
    query: CatalogQuery,
    signal?: AbortSignal,
  ): Promise<readonly CatalogRow[Kind][]>;
}
