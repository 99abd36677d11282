// Counters, cache and the fast copy of sessions. Nothing here is the record of anything: every key may vanish at any
// time.

export type LimitCheck = {
  /** Policy and caller together, e.g. `ingest:user-7`. */
  readonly key: string;
  /** Units that may be spent within windowS, all at once or spread (GCRA). */
  readonly quota: number;
  readonly windowS: number;
  readonly cost: number;
};

export type LimitVerdict = {
  readonly allowed: boolean;
  /** Units left at this moment. */
  readonly remaining: number;
  /** Seconds until the whole quota is back. */
  readonly resetS: number;
  /** Seconds until this cost fits; 0 when allowed. */
  readonly retryAfterS: number;
};

export interface Counters {
  /** By the server's clock. Rejects soon when the server is unavailable. */
  spend(check: LimitCheck): Promise<LimitVerdict>;
}

export interface Cache {
  get(key: string): Promise<Buffer | null>;
  set(key: string, value: Buffer | string, ttlS: number): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface KeyValue extends AsyncDisposable {
  readonly counters: Counters;
  readonly cache: Cache;
  readonly sessions: Cache;
  ping(): Promise<void>;
  close(): Promise<void>;
}
