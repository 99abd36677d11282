// Forecasts that are computed after a merge, and the jobs that compute them (decision 305).
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { ClaimResult, Tx } from '../port.ts';

/** All sales of a dealer, or those of a brand, a region, or a brand in a region. Null: all of them. */
export type Leaf = {
  readonly dealer_id: DealerId;
  readonly brand_id: string | null;
  readonly region_id: string | null;
};

export type StoredForecast = {
  /** The revision of the answer, as `GET /forecasts` states it. */
  readonly revision: number;
  /** Days since 1970. */
  readonly computed_on: number;
  /** The version of the method that computed it. Null: a release that stored none has computed it. */
  readonly method_version: string | null;
  readonly answer: object;
};

export interface StoredForecasts {
  /** The forecast of this revision; null when none is stored. */
  find(leaf: Leaf, revision: number): Promise<StoredForecast | null>;
}

export interface ForecastRequests {
  /** In the transaction that makes the revision: a worker that computes forecasts of the one before loses its claim. */
  create(tx: Tx, dealer_id: DealerId, revision: number): Promise<void>;
}

export type ForecastJob = {
  readonly dealer_id: DealerId;
  /** The revision of the dealer's data that the forecasts are computed from. */
  readonly revision: number;
  readonly attempts: number;
  readonly claimed_by: string;
};

export type OpenLeaves = {
  /** Those that are not stored yet, the largest first. */
  readonly leaves: readonly Leaf[];
  /** How many series the dealer has, stored ones and those beyond the limit included. */
  readonly total: number;
};

export type Finished = { readonly forecasts: number; readonly published_at: Date };

/**
 * What is done to a job has an effect only while it is claimed by the same claim, and the dealer's data have no newer
 * revision.
 */
export interface ForecastWork {
  /** A job whose claim ran out is behind all that waited then; the lost claim counts as an attempt. */
  claim(by: string, leaseMs: number): Promise<ClaimResult<ForecastJob>>;
  /** False: another claim, or a newer revision, has taken the job. */
  renew(job: ForecastJob, leaseMs: number): Promise<boolean>;
  /** `isCounted`: it was an attempt, and the job goes after all that wait. */
  postpone(job: ForecastJob, by: { readonly retryMs: number; readonly isCounted: boolean }): Promise<void>;
  /** The open ones among the `most` largest series. What another version has stored is open. */
  leaves(job: ForecastJob, most: number, methodVersion: string): Promise<OpenLeaves>;
  /** False: another worker or revision took the job. */
  store(job: ForecastJob, leaf: Leaf, forecast: StoredForecast): Promise<boolean>;
  transaction<T>(job: ForecastJob, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Drops forecasts of earlier revisions. Null: another worker or revision took the job. */
  finish(tx: Tx, job: ForecastJob): Promise<Finished | null>;
}
