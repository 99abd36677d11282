// What the worker of uploads needs of the database: the queue of jobs, the transactions of a job, and what is read and
// written in them. Methods that take a `tx` work in a transaction of `IngestTransactions`; whether it is committed is
// decided by their caller.
import type { DealerId, Job, RegionId } from '../../../../generated/analytics/types.ts';
import type { ProblemBody } from '../../../../generated/runtime/problem.ts';
import type { Lease, Tx } from '../../port.ts';
import type { GrantRow } from '../access/port.ts';
import type { FileForm, JobRow, StagedColumn, StoredReplacement, StoredSlice } from '../port.ts';

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
  /** Null or absent: the file is not one of vehicles. */
  readonly vehicles?: Job['vehicles'];
};

/** Current rows of a dealer: what its plan includes, what there is, and what there would be. */
export type BeyondPlan = { readonly limit: number; readonly used: number; readonly needed: number };

/** The rows of a file in the staging table of a run. */
export type Staged = {
  readonly fence: number;
  readonly form: FileForm;
  readonly columns: readonly StagedColumn[];
  readonly spellings: readonly Spellings[];
  readonly region_id: RegionId;
};

export type JobResult = Findings & {
  readonly status: 'succeeded' | 'failed';
  readonly problem: ProblemBody | null;
  readonly replaces: number | null;
  readonly replacement: StoredReplacement | null;
  /** Null: the job has changed no data. */
  readonly revision: number | null;
};

/** What rows without a region belong to, and the dealer's other spellings: [kind, normalised alias, id]. */
export type DealerNames = {
  readonly region_id: RegionId;
  readonly aliases: readonly (readonly [string, string, string])[];
};

type JobKey = Pick<JobRow, 'dealer_id' | 'job_id'>;
type OfDealer = Pick<JobRow, 'dealer_id'>;

/** Upload jobs as a queue of dealers: uploads of a dealer take effect in the order in which they arrived. */
export interface IngestQueue {
  /**
   * Dealers with unfinished jobs, the one that was served longest ago first; `due_in_ms` is 0 or less when no process
   * serves it now.
   */
  list(): Promise<readonly { readonly dealer_id: DealerId; readonly due_in_ms: number }[]>;
  /** The dealer's oldest unfinished job if it is due, one more attempt counted. */
  claim(dealer_id: DealerId, lease: Lease): Promise<JobRow | null>;
  /** The job is not due before `retryMs`. An attempt that is not counted ended by no fault of the job. */
  postpone(job: JobRow, lease: Lease, how: { readonly retryMs: number; readonly isCounted: boolean }): Promise<void>;
}

/** Transactions see and change the data of the job's dealer alone. */
export interface IngestTransactions {
  /** Holds the lease first, so that an overtaken worker changes nothing: it rejects with `LeaseLost`. */
  transaction<T>(job: OfDealer, lease: Lease, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for statements over many rows. Rejects with `JobEnded` soon after the job was cancelled, whatever
   * statement runs then.
   */
  longTransaction<T>(job: JobKey, lease: Lease, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Only reads, so it needs no lease. */
  read<T>(job: OfDealer, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Narrows the transaction to the brands and regions of the grant. Should a narrowed one ever be let through,
   * row-level security refuses what lies outside of it.
   */
  confine(tx: Tx, job: OfDealer, grant: GrantRow): Promise<void>;
}

export interface IngestJobs {
  getDealer(tx: Tx, job: JobKey): Promise<DealerNames>;
  /** The uploader's grant for the dealer as it is by now. */
  findGrant(tx: Tx, job: JobRow): Promise<GrantRow | undefined>;
  /**
   * Status and progress never go back, also not when a job is started again. Rejects with `JobEnded` when it was
   * cancelled.
   */
  advance(job: JobRow, lease: Lease, progress: Progress): Promise<void>;
  /** Keeps the sums of the rows of a dry run for `Sales.preview`: of the staging table, or of the correction. */
  recordPreview(tx: Tx, job: JobRow, staged: Staged | null): Promise<void>;
  /** Ends the job; a revision counts from then on. Rejects with `JobEnded` when it was cancelled. */
  finish(tx: Tx, job: JobRow, result: JobResult): Promise<Date>;
}

export type NewSlice = {
  readonly revision: number;
  /** How many sales are packed under the revision. */
  readonly rows: number;
  /** How many the slice holds before. */
  readonly replacedRows: number;
  /** Null: the job has no file. */
  readonly staged: Staged | null;
};

/** A dealer's data as revisions of slices. */
export interface Revisions {
  /**
   * The next revision. Locks the dealer until the transaction ends: revisions have no gaps and appear in their order.
   */
  next(tx: Tx, job: OfDealer): Promise<number>;
  /** A stored slice of another period type that the job would replace in part (decision 4). */
  findConflict(tx: Tx, job: JobRow): Promise<StoredSlice | null>;
  /** The newest revision that has any of the job's dates. */
  findReplaced(tx: Tx, job: JobRow): Promise<number | null>;
  /** What the slice holds now, and what the rows of the staging table, or the correction, would make of it. */
  compareComing(tx: Tx, job: JobRow, staged: Staged | null): Promise<StoredReplacement>;
  /** The same of rows that are packed under a revision. */
  comparePacked(tx: Tx, job: JobRow, revision: number): Promise<StoredReplacement>;
  /** Not null: so many rows in the job's slice would be more than the plan includes. */
  beyondPlan(tx: Tx, job: JobRow, rows: number): Promise<BeyondPlan | null>;
  /**
   * Makes what is packed under the revision the current content of the job's dates. What is stored already is not
   * touched: its slices know which dates still count.
   */
  replaceSlice(tx: Tx, job: JobRow, slice: NewSlice): Promise<void>;
}

/** Pages of the staging table, from the first to before the last; null: all of them. */
export type Pages = readonly [first: number, last: number] | null;

/** All years of some brands, or one year of a brand that alone has more rows than a share may have. */
export type Share = { readonly brands: readonly string[]; readonly year: number | null };

/** What each sale of a revision has in common with the others: it costs no comparison, and no array. */
export type CommonValues = {
  /** The texts that all sales share; an empty currency stands for a missing one. */
  readonly texts: ReadonlyMap<'period_type' | 'channel' | 'condition' | 'currency', string>;
  /** The columns that any sale has. */
  readonly columns: ReadonlySet<'stock_units' | 'receipts' | 'orders' | 'revenue' | 'selling_days'>;
};

type Revision = { readonly dealer_id: string; readonly revision: number };

/**
 * Sales and their sums, packed under a revision that no slice has yet, so no read finds them. Decisions 360 and 361.
 */
export interface Packing {
  /** Rows that one statement packs, so that the memory of the database does not grow with the file. */
  readonly mostRows: number;
  /**
   * The parts of the staging table, about `count`. Vehicles are counted over the whole file, which is then one part.
   */
  listPages(tx: Tx, job: JobRow, staged: Staged, count: number): Promise<readonly Pages[]>;
  /** Packs staged rows, and returns how many sales they are. */
  packStaged(tx: Tx, job: JobRow, revision: number, staged: Staged, pages: Pages): Promise<number>;
  /** Packs what the revision that the job reverts has replaced, and returns how many sales these are. */
  packReverted(tx: Tx, job: JobRow, revision: number): Promise<number>;
  /** The packed sales in shares, each small enough for one statement. */
  listShares(tx: Tx, revision: Revision): Promise<readonly Share[]>;
  getCommon(tx: Tx, revision: Revision): Promise<CommonValues>;
  /** Adds up the sales of a share; null: of all brands. */
  packBrandSums(tx: Tx, revision: Revision, common: CommonValues, share: Share | null): Promise<void>;
  /** Requires the sums of all brands. */
  packRegionSums(tx: Tx, revision: Revision, common: CommonValues): Promise<void>;
}

/**
 * The revision that a run packs rows under before their merge. Its row names the run, and guards the rows until the
 * merge (decision 564).
 */
export interface UnpublishedRevisions {
  /** The revision that the merge will publish. Requires that nothing of earlier runs is left. */
  create(tx: Tx, job: OfDealer, lease: Lease): Promise<number>;
  /**
   * Until the transaction ends, what it packs cannot be deleted. Rejects when a later run has deleted what was packed.
   */
  hold(tx: Tx, job: OfDealer, lease: Lease): Promise<void>;
  /** What is packed belongs to the revision from now on. Rejects as `hold` does, also for another revision. */
  publish(tx: Tx, job: OfDealer, lease: Lease, revision: number): Promise<void>;
  /**
   * Deletes some of what this run and earlier ones of the dealer have packed and not published. True: there is more.
   */
  delete(tx: Tx, job: OfDealer, lease: Lease): Promise<boolean>;
}
