// The steps of a job, as the worker does them: progress, the comparison, the merge and the end.
import type { DealerId, Job, RegionId } from '../../../../generated/analytics/types.ts';
import type { ProblemBody } from '../../../../generated/runtime/problem.ts';
import type { Lease, Tx } from '../../port.ts';
import type { GrantRow } from '../access/port.ts';
import type { FileForm, JobRow, StagedColumn, StoredReplacement, StoredSlice } from '../port.ts';

/** Decides in the transaction of a merge, under the lock of the dealer. */
export type Permits = (replacement: StoredReplacement, replaces: number | null) => boolean;

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

/** Published in the transaction that ends the job. */
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
  /** Dealers with unfinished jobs, the one that was served longest ago first; `due_in_ms` is 0 or less when no process serves it now. */
  waiting(): Promise<readonly { readonly dealer_id: DealerId; readonly due_in_ms: number }[]>;
  /** The dealer's oldest unfinished job if it is due, one more attempt counted: uploads of a dealer take effect in the order in which they arrived. */
  next(dealer_id: DealerId, lease: Lease): Promise<JobRow | null>;
  /** Not due before `retryMs`. An attempt that is not counted ended by no fault of the job. */
  postpone(job: JobRow, lease: Lease, how: { readonly retryMs: number; readonly isCounted: boolean }): Promise<void>;
  /** What rows without a region belong to, and the dealer's other spellings: [kind, normalised alias, id]. */
  dealer(
    job: Pick<JobRow, 'dealer_id' | 'job_id'>,
  ): Promise<{ readonly region_id: RegionId; readonly aliases: readonly (readonly [string, string, string])[] }>;
  /** Status and progress never go back, also not when a job is started again. Rejects with `JobEnded` when it was cancelled, as does any call that ends it. */
  advance(job: JobRow, lease: Lease, progress: Progress): Promise<void>;
  /**
   * Replaces the slice by the rows of the staging table, in one transaction with the end of the job and its announcement. Those of a large file
   * are stored before, where no read finds them.
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
  /** Deletes what this run and earlier ones of the dealer have packed for merges that did not happen. `merge` and `correct` do so first. */
  clear(job: Pick<JobRow, 'dealer_id'>, lease: Lease): Promise<void>;
  /** What the slice holds now, and what the rows of the staging table, or the correction, would make of it. */
  compare(job: JobRow, staged: Staged | null): Promise<StoredReplacement>;
  /** Ends the job without a change of data: it was refused. */
  end(job: JobRow, lease: Lease, ended: Ended, announce: Announce): Promise<void>;
  /** Ends a dry run that is fine, and keeps the sums of its rows for `Sales.preview`. */
  endDryRun(job: JobRow, lease: Lease, staged: Staged | null, ended: Ended, announce: Announce): Promise<void>;
  /** Whether so many rows in the job's slice would be more than the plan includes. */
  room(job: JobRow, rows: number): Promise<BeyondPlan | null>;
  /** Whether another period type conflicts with this job, and the revision that it would replace. */
  previewMerge(job: JobRow): Promise<{ readonly stored: StoredSlice | null; readonly replaces: number | null }>;
}

export type Merging<Refusal> = {
  readonly findings: Findings;
  readonly refusalOf: (grant: GrantRow | undefined) => Refusal | null;
  readonly permits: Permits;
  readonly announce: Announce;
  /** Called while a file is merged, with the part of it that is. */
  readonly merged?: (part: number) => Promise<void>;
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
