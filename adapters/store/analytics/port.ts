// Uploads, the jobs that load them, and the sales they leave, as services see them. Decisions 4 to 7 and 9.
import type { SalesColumn } from '../../../generated/analytics/sales-file.ts';
import type {
  Brand,
  BrandId,
  CalendarId,
  DealerId,
  Grant,
  IndexChange,
  Job,
  JobId,
  JobStatus,
  ModelFamily,
  ModelFamilyId,
  PeriodType,
  ReadAs,
  Region,
  RegionId,
  Replacement,
} from '../../../generated/analytics/types.ts';
import type { VehiclesColumn } from '../../../generated/analytics/vehicle-file.ts';
import type { ProblemBody } from '../../../generated/runtime/problem.ts';
import type { By } from '../administration/port.ts';
import type { Lease, Tx } from '../port.ts';

export type { BrandId, DealerId, JobId, JobStatus, PeriodType, RegionId, SalesColumn };

/** What a row of a file is. */
export type FileForm = 'sales' | 'vehicles';

/** A column of either form of a file. */
export type StagedColumn = SalesColumn | VehiclesColumn;

/** What COPY needs to know of a file: its columns in their order. */
export type Copy = { readonly columns: readonly StagedColumn[]; readonly delimiter: string };

/** Brands and regions that are null: not narrowed; an empty list: none. */
export type GrantRow = Pick<Grant, 'dealer_id' | 'brand_ids' | 'region_ids' | 'roles'>;

export interface Grants {
  /** One statement, and while nothing of it has changed one read of an index. */
  callerState(subject: string): Promise<CallerState>;
}

/** What counted for a caller at one instant. Of dealers without a grant nothing is known. */
export interface CallerState {
  /** Oldest first; none for somebody unknown. */
  readonly grants: readonly GrantRow[];
  revision(dealers: readonly DealerId[]): DataRevision;
  /** By dealer; those without a subscription are absent. */
  subscriptions(dealers: readonly DealerId[]): readonly SubscriptionTerms[];
}

/** The dates that a file replaces; both days inside. */
export type SliceDates = {
  readonly dealer_id: DealerId;
  readonly period: string;
  readonly period_type: PeriodType;
  readonly from: string;
  readonly to: string;
};

export type NewUpload = SliceDates & {
  readonly job_id: JobId;
  readonly principal: string;
  /** False: of equal uploads only the principal's own are known to it. */
  readonly readsDealer: boolean;
  readonly filename: string;
  readonly object_key: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly on_error: 'refuse' | 'skip';
  /** What a row is; null: the columns show it. */
  readonly form: FileForm | null;
  /** Of a workbook; null: the first one. */
  readonly sheet: string | null;
  readonly dry_run: boolean;
  /** The revision whose loss is accepted. */
  readonly confirm: number | null;
  readonly requestId: string;
  readonly traceparent: string | undefined;
};

/** What a job does: load a file, delete a period, or revert a revision. */
export type JobKind = 'upload' | 'deletion' | 'reversal';

type NewCorrection = {
  readonly job_id: JobId;
  readonly dealer_id: DealerId;
  readonly principal: string;
  readonly dry_run: boolean;
  readonly requestId: string;
  readonly traceparent: string | undefined;
};
export type NewDeletion = NewCorrection & SliceDates & { readonly confirm: number | null };
export type NewReversal = NewCorrection & { readonly revision: number };

type CorrectionAdmission =
  | { readonly kind: 'queued'; readonly job: JobRef }
  | { readonly kind: 'full'; readonly used: number }
  /** Nothing is stored there, or there is no such revision. */
  | { readonly kind: 'nothing' }
  /** A job for some of the dates has not ended. */
  | { readonly kind: 'busy'; readonly job_id: JobId }
  /** Another revision is current on some of the dates. */
  | { readonly kind: 'superseded'; readonly current: number };
export type ReversalAdmission = CorrectionAdmission;
export type DeletionAdmission =
  | CorrectionAdmission
  /** The period begins or ends inside of a stored one. */
  | { readonly kind: 'cut'; readonly stored: StoredSlice }
  | { readonly kind: 'unconfirmed'; readonly current: number };

export interface Corrections {
  /** The job row and its audit event, or why not. */
  admitDeletion(deletion: NewDeletion, quota: Quota | null): Promise<DeletionAdmission>;
  admitReversal(reversal: NewReversal, quota: Quota | null): Promise<ReversalAdmission>;
}

export type StoredSlice = { readonly period: string; readonly period_type: PeriodType };
export type JobRef = { readonly job_id: JobId; readonly status: JobStatus };
export type Admission =
  | { readonly kind: 'queued'; readonly job: JobRef }
  /** The newest upload of these dates is this very file with these options. */
  | { readonly kind: 'same'; readonly job: JobRef }
  | { readonly kind: 'conflict'; readonly stored: StoredSlice }
  /** The quota has no room for one more. */
  | { readonly kind: 'full'; readonly used: number };

/** How many uploads of a dealer count since then, dry runs apart. */
export type Quota = { readonly limit: number; readonly since: Date };

export type JobRow = {
  readonly job_id: JobId;
  readonly kind: JobKind;
  /** Of a reversal: the revision that it reverts. */
  readonly reverts: number | null;
  readonly dealer_id: DealerId;
  /** Who uploaded the file. */
  readonly principal: string;
  readonly status: JobStatus;
  readonly phase: Job['phase'];
  readonly progress: number;
  readonly rows_read: number;
  readonly rows_accepted: number;
  readonly rows_rejected: number;
  readonly bytes_done: number;
  readonly bytes_total: number;
  readonly errors: Job['errors'];
  readonly error_count: number;
  readonly problem: ProblemBody | null;
  readonly period: string;
  readonly period_type: PeriodType;
  readonly from: string;
  readonly to: string;
  /** Null: it has no file. */
  readonly object_key: string | null;
  readonly on_error: 'refuse' | 'skip';
  /** The form of the file that was asked for. */
  readonly form: FileForm | null;
  /** The sheet of a workbook that was asked for. */
  readonly sheet: string | null;
  readonly dry_run: boolean;
  readonly confirm: number | null;
  /** Null: not known yet, or the file was refused before. */
  readonly replacement: StoredReplacement | null;
  /** How the file was read; null until it was, for corrections, and in jobs of releases before. */
  readonly read_as: ReadAs | null;
  /** Of a file of vehicles, once it was read. */
  readonly vehicles: NonNullable<Job['vehicles']> | null;
  /** Whether the file has been judged, so that `replaces` is known. */
  readonly previewed: boolean;
  /** The revision that was current on its dates before. */
  readonly replaces: number | null;
  readonly revision: number | null;
  readonly attempts: number;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

/** What a slice holds, and what would take its place. Lists are cut at a hundred. */
export type StoredReplacement = Omit<Replacement, 'lost_share' | 'needs_confirm'> & {
  /** How many periods of `before` were compared, in the coarsest grain of both. */
  readonly compared_periods: number;
  /** The first of the brands and periods that have rows before and none after. */
  readonly emptied: { readonly brand_id: BrandId; readonly period: string } | null;
  readonly emptied_count: number;
};

/** Decides in the transaction of a merge, under the lock of the dealer. */
export type Permits = (replacement: StoredReplacement, replaces: number | null) => boolean;

/** All jobs of the dealers that are read, and the principal's own of those that it uploads for. */
export type JobScope = {
  readonly dealers: readonly DealerId[];
  readonly uploads: readonly DealerId[];
  readonly principal: string;
};

export type JobQuery = {
  readonly dealer_id: DealerId | undefined;
  readonly status: JobStatus | undefined;
  readonly before: string | undefined;
  readonly limit: number;
};

export interface Uploads {
  /** Those of the jobs that have not ended. */
  unfinished(job_ids: readonly JobId[]): Promise<readonly JobId[]>;
  /** A known upload of the same file, or a stored slice in its way; null: it may be admitted. Changes nothing. */
  checkUpload(upload: NewUpload, quota: Quota | null): Promise<Exclude<Admission, { kind: 'queued' }> | null>;
  /** The job row and its audit event, or what `checkUpload` would say by now. One upload of a dealer at a time, so that no quota is passed. */
  admit(upload: NewUpload, quota: Quota | null): Promise<Admission>;
  /** The newest first, those that came before `before`. */
  jobs(scope: JobScope, query: JobQuery): Promise<readonly JobRef[]>;
  /** Null when there is none in the scope. */
  job(job_id: JobId, scope: JobScope): Promise<JobRow | null>;
  /** Ends the job, its audit event and the announcement with it; a merge that is not committed is undone. A job that has ended stays as it is. */
  cancel(job: JobRef & { readonly dealer_id: DealerId }, by: By, announce: AnnounceCancelled): Promise<JobStatus>;
}

export type AnnounceCancelled = (tx: Tx, job: JobRow & { readonly finished_at: Date }) => Promise<void>;

export type Progress = {
  readonly status: 'validating' | 'loading' | 'merging';
  readonly progress: number;
  readonly bytes_done: number;
  readonly rows: Counts;
};
export type Counts = { readonly read: number; readonly accepted: number; readonly rejected: number };

export type Spellings = {
  readonly column: StagedColumn;
  readonly spellings: readonly string[];
  /** What each stands for; of a period, its first day. Empty: blank. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
};

export type Findings = {
  readonly rows: Counts;
  readonly bytes_done: number;
  readonly errors: Job['errors'];
  readonly error_count: number;
  readonly read_as?: Job['read_as'];
  /** Of a file of vehicles. */
  readonly vehicles?: Job['vehicles'];
};

/** Told in the transaction that ends the job. */
export type Announce = (
  tx: Tx,
  ended: { readonly revision: number | null; readonly finished_at: Date },
) => Promise<void>;

/** Current rows of a dealer: what its plan includes, what there is, and what there would be. */
export type BeyondPlan = { readonly limit: number; readonly used: number; readonly needed: number };

export type Merged =
  | { readonly kind: 'merged'; readonly revision: number }
  | { readonly kind: 'conflict'; readonly stored: StoredSlice }
  | { readonly kind: 'unconfirmed'; readonly replaces: number | null; readonly replacement: StoredReplacement }
  | ({ readonly kind: 'full' } & BeyondPlan);

export interface IngestWork {
  /** Dealers with unfinished jobs, the one that was served longest ago first; `due_in_ms` is 0 or less when nobody serves it now. */
  waiting(): Promise<readonly { readonly dealer_id: DealerId; readonly due_in_ms: number }[]>;
  /** The dealer's oldest unfinished job if it is due, one more attempt counted: uploads of a dealer take effect in the order in which they arrived. */
  next(dealer_id: DealerId, lease: Lease): Promise<JobRow | null>;
  /** Not due before `retryMs`. An attempt that is not counted ended by no fault of the job. */
  postpone(job: JobRow, lease: Lease, how: { readonly retryMs: number; readonly isCounted: boolean }): Promise<void>;
  /** What rows without a region belong to, and the dealer's other spellings: [kind, normalised alias, id]. */
  dealer(
    job: Pick<JobRow, 'dealer_id' | 'job_id'>,
  ): Promise<{ readonly region_id: RegionId; readonly aliases: readonly (readonly [string, string, string])[] }>;
  /** Status and progress never go back, also not when a job is begun anew. Rejects with `JobEnded` when it was cancelled, as whatever ends it. */
  advance(job: JobRow, lease: Lease, progress: Progress): Promise<void>;
  /**
   * Replaces the slice by the rows of the staging table, in one transaction with the end of the job and its announcement.
   * `refusalOf` judges the uploader's grant as it is by then; its brands and regions confine the transaction.
   */
  merge<Refusal>(
    job: JobRow,
    lease: Lease,
    staged: Staged,
    merging: Merging<Refusal>,
  ): Promise<Merged | { readonly kind: 'forbidden'; readonly refusal: Refusal }>;
  /** Deletes the period, or brings back what a revision replaced, as `merge` does for a file. */
  correct<Refusal>(
    job: JobRow,
    lease: Lease,
    merging: Merging<Refusal>,
  ): Promise<Merged | { readonly kind: 'forbidden'; readonly refusal: Refusal }>;
  /** What the slice holds now, and what the rows of the staging table, or the correction, would make of it. */
  compare(job: JobRow, staged: Staged | null): Promise<StoredReplacement>;
  /** Ends the job without a change of data: refused, or a dry run that is fine. */
  end(job: JobRow, lease: Lease, ended: Ended, announce: Announce): Promise<void>;
  /** Whether so many rows in the job's slice would be more than the plan includes. */
  room(job: JobRow, rows: number): Promise<BeyondPlan | null>;
  /** Whether another period type is in the way of this job, and the revision that it would replace. */
  previewMerge(job: JobRow): Promise<{ readonly stored: StoredSlice | null; readonly replaces: number | null }>;
}

export type Merging<Refusal> = {
  readonly findings: Findings;
  readonly refusalOf: (grant: GrantRow | undefined) => Refusal | null;
  readonly permits: Permits;
  readonly announce: Announce;
};

export type Staged = {
  readonly fence: number;
  readonly form: FileForm;
  readonly columns: readonly StagedColumn[];
  readonly spellings: readonly Spellings[];
  readonly region_id: RegionId;
};

export type Ended = Findings & {
  readonly status: 'succeeded' | 'failed';
  readonly problem: ProblemBody | null;
  readonly replaces: number | null;
  readonly replacement: StoredReplacement | null;
};

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
  /** Sums of each of them, else over all. Of dealers and regions there are sums anyway. */
  readonly by?: 'brand' | 'model_family';
};

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
  /** In hundredths, as text, since it may be more than a double holds; null: not reported by all rows, or in several currencies. */
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
  /** The day in UTC on which its upload ended. */
  readonly loaded_on: string;
};
export type CalendarRow = {
  readonly calendar_id: CalendarId;
  readonly version: number;
  /** Whose public holidays are closed beside the dates. */
  readonly country: string | null;
  readonly weekdays: readonly number[];
  readonly holidays: readonly string[];
};

/** Which calendars count for a dealer: one for all regions, and others for some. */
export type AssignedCalendars = {
  readonly dealer_id: DealerId;
  readonly calendar_id: CalendarId;
  readonly region_calendars: Readonly<Record<string, CalendarId>>;
};

/** Of everything in a scope, at one time. */
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

export type SubscriptionTerms = {
  readonly dealer_id: DealerId;
  readonly status: string;
  readonly expires_at: Date | null;
  readonly changed_at: Date;
  /** How far the plan lets forecasts reach. */
  readonly forecast_days: number;
};

export interface Sales {
  /** As of an instant, or the current one. */
  revision(dealers: readonly DealerId[], asOf: Date | undefined): Promise<DataRevision>;
  figures(scope: readonly ReadScope[], filter: SalesFilter): Promise<SalesFigures>;
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
  since(scope: readonly ReadScope[], query: ChangesQuery): Promise<readonly IndexChangeRow[]>;
}

export type CatalogKind = keyof CatalogRow;

/** `aliases`: other spellings, at most a thousand. */
export type CatalogRow = { readonly brand: Brand; readonly region: Region; readonly model_family: ModelFamily };

export type CatalogQuery = {
  readonly brand_ids?: readonly BrandId[] | undefined;
  /** The last one of the page before, with its brand (of a brand its own id, of a region ''); both '' for the first page. */
  readonly after: { readonly brand_id: string; readonly id: string };
  readonly limit: number;
};

export interface Catalog {
  /** Sorted by brand and id. */
  names<Kind extends CatalogKind>(
    kind: Kind,
    scope: readonly ReadScope[],
    query: CatalogQuery,
  ): Promise<readonly CatalogRow[Kind][]>;
}
