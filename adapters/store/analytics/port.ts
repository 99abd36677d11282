// Uploads, corrections and their jobs, as services see them. Decisions 4 to 7 and 9.
import type { SalesColumn } from '../../../generated/analytics/sales-file.ts';
import type {
  BrandId,
  DealerId,
  Job,
  JobId,
  JobStatus,
  PeriodType,
  ReadAs,
  Replacement,
} from '../../../generated/analytics/types.ts';
import type { VehiclesColumn } from '../../../generated/analytics/vehicle-file.ts';
import type { ProblemBody } from '../../../generated/runtime/problem.ts';
import type { By } from '../administration/port.ts';
import type { Tx } from '../port.ts';

/** What a row of a file is. */
export type FileForm = 'sales' | 'vehicles';

/** A column of either form of a file. */
export type StagedColumn = SalesColumn | VehiclesColumn;

/** What COPY needs to know of a file: its columns in their order. */
export type Copy = { readonly columns: readonly StagedColumn[]; readonly delimiter: string };

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
  /** What happens to columns that are not known. */
  readonly unknown_columns: 'refuse' | 'ignore';
  /** What a row is; null: the columns show it. */
  readonly form: FileForm | null;
  /** The sheet of a workbook; null: the first one. */
  readonly sheet: string | null;
  readonly dry_run: boolean;
  /** The revision whose loss is accepted. */
  readonly confirm: number | null;
  /** The units of the file that are accepted although some of its rows are the sum of others. */
  readonly confirm_units: number | null;
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
  /** The revision that a reversal reverts. */
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
  /** What happens to columns that are not known. */
  readonly unknown_columns: 'refuse' | 'ignore';
  /** The form of the file that was asked for. */
  readonly form: FileForm | null;
  /** The sheet of a workbook that was asked for. */
  readonly sheet: string | null;
  readonly dry_run: boolean;
  readonly confirm: number | null;
  readonly confirm_units: number | null;
  /** Null: not known yet, or the file was refused before. */
  readonly replacement: StoredReplacement | null;
  /** How the file was read; null until it was, for corrections, and in jobs of releases before. */
  readonly read_as: ReadAs | null;
  /** The counts of a file of vehicles, once it was read. */
  readonly vehicles: NonNullable<Job['vehicles']> | null;
  /** How many sums are kept of a dry run, by which the indices can be read as it would make them; null: none. */
  readonly sums_kept: number | null;
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

/** The part of a job that a list needs: nothing whose size depends on the file. */
export type ListedJobRow = Pick<
  JobRow,
  | 'job_id'
  | 'kind'
  | 'reverts'
  | 'status'
  | 'progress'
  | 'phase'
  | 'rows_read'
  | 'rows_accepted'
  | 'rows_rejected'
  | 'error_count'
  | 'problem'
  | 'dealer_id'
  | 'period'
  | 'period_type'
  | 'dry_run'
  | 'revision'
  | 'created_at'
  | 'finished_at'
>;

/** What a slice holds, and what would take its place. Lists are cut at a hundred. */
export type StoredReplacement = Omit<Replacement, 'lost_share' | 'needs_confirm'> & {
  /** How many periods of `before` were compared, in the coarsest grain of both. */
  readonly compared_periods: number;
  /** The first of the brands and periods that have rows before and none after. */
  readonly emptied: { readonly brand_id: BrandId; readonly period: string } | null;
  readonly emptied_count: number;
};

/** All jobs of the dealers that are read, and the principal's own of those that it uploads for. */
export type JobScope = {
  readonly dealers: readonly DealerId[];
  readonly uploads: readonly DealerId[];
  readonly principal: string;
};

export type JobQuery = {
  readonly dealer_id: DealerId | undefined;
  readonly status: JobStatus | undefined;
  /** The first time inside, and the first one outside. */
  readonly created_from: Date | undefined;
  readonly created_before: Date | undefined;
  readonly before: string | undefined;
  readonly limit: number;
};

export interface Uploads {
  /** Those of the jobs that have not ended. */
  unfinished(job_ids: readonly JobId[]): Promise<readonly JobId[]>;
  /**
   * A known upload of the same file, or a stored slice that conflicts with it; null: it may be admitted. Changes
   * nothing.
   */
  checkUpload(upload: NewUpload, quota: Quota | null): Promise<Exclude<Admission, { kind: 'queued' }> | null>;
  /**
   * The job row and its audit event, or what `checkUpload` would say by now. One upload of a dealer at a time, so that
   * no quota is passed.
   */
  admit(upload: NewUpload, quota: Quota | null): Promise<Admission>;
  /** The newest first, those that came before `before`. */
  jobs(scope: JobScope, query: JobQuery): Promise<readonly ListedJobRow[]>;
  /** Null when there is none in the scope. */
  job(job_id: JobId, scope: JobScope): Promise<JobRow | null>;
  transaction<T>(dealer_id: DealerId, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Ends the job, its audit event with it; a merge that is not committed is undone. A job that has ended stays as it
   * is.
   */
  cancel(tx: Tx, job: JobRef & { readonly dealer_id: DealerId }, by: By): Promise<Cancellation>;
}

export type Cancellation =
  | { readonly kind: 'cancelled'; readonly job: JobRow & { readonly finished_at: Date } }
  | { readonly kind: 'ended'; readonly status: JobStatus };
