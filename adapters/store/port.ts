// What services may know of a database. The queries themselves are the functions next door.
import type { Writable } from 'node:stream';
import type { StoredReply } from '../../generated/runtime/host.ts';

declare const transaction: unique symbol;

/** A transaction, or a store as one. Services pass it on; only the functions next door query with it (database.ts). */
export interface Tx {
  /** Never present: it lets the compiler accept nothing else as a transaction. */
  readonly [transaction]?: true;
}

export interface Store extends Tx, AsyncDisposable {
  /** Database name as in messages and metrics: analytics, platform, infrastructure. */
  readonly name: string;
  /**
   * Commits when `work` resolves, rolls back when it rejects. Deadlocks and serialization failures are run again, so
   * `work` must only have effects through `tx`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * A stream into `COPY ... FROM STDIN`, on a separate connection: committed when the stream finished, nothing stored
   * when it is destroyed before.
   */
  copyFrom(copy: string): Promise<Writable>;
  /** One round trip; rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Connections by state, for metrics. */
  connections(): { busy: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export type TransactionOptions = {
  /**
   * When it is aborted, the statement in progress is cancelled in the database, and the transaction rejects with the
   * reason.
   */
  readonly signal?: AbortSignal | undefined;
  /** It only reads, and all of its statements see the same state. */
  readonly isSnapshot?: true;
};

/** A row of the contract's type, with dates where the contract has the text of an instant. */
export type Dated<T, Instants extends keyof T> = {
  readonly [Name in keyof T]: Name extends Instants ? Date | Extract<T[Name], null> : T[Name];
};

/**
 * Every error of a store: `unavailable` passes by itself and is worth a retry later, `constraint` names what the data
 * would have broken.
 */
export interface StoreFault extends Error {
  readonly kind: 'unavailable' | 'timeout' | 'serialization' | 'constraint' | 'query';
  readonly dependency: string;
  /** SQLSTATE, where the database answered. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
}

/**
 * Ids that a transaction is confined to; row-level security enforces it. Brands or regions that are null or left out:
 * not narrowed; an empty list: none.
 */
export type Scope = {
  readonly dealers: readonly string[] | 'every';
  readonly brands?: readonly string[] | null;
  readonly regions?: readonly string[] | null;
  /** Dealers of which the principal sees its own upload jobs. */
  readonly uploads?: readonly string[];
  /** Sees the grants made to it, which is how its scope is found in the first place. */
  readonly principal?: string;
};

/**
 * What a claim took; or nothing was due, and the next row is in `dueInMs`, also when a lease ends then. Null: no row
 * waits.
 */
export type ClaimResult<Claimed> =
  | { readonly kind: 'claimed'; readonly claimed: Claimed }
  | { readonly kind: 'nothing_due'; readonly dueInMs: number | null };

export type Lease = { readonly name: string; readonly holder: string; readonly fence: number };

export interface Leases {
  /** Null: another holder has it. A holder that claims again gets a new fence. */
  claim(name: string, holder: string, ttlMs: number): Promise<Lease | null>;
  /** Also a lease that ran out, as long as no one has claimed it since. False: another holder has it, stop at once. */
  renew(lease: Lease, ttlMs: number): Promise<boolean>;
  release(lease: Lease): Promise<void>;
  /**
   * First statement of a fenced write. Rejects with `LeaseLost` when the lease has ended or passed on; else keeps it
   * from passing on until `tx` ends.
   */
  hold(tx: Tx, lease: Lease): Promise<void>;
}

export type Attempt = {
  readonly principal: string;
  readonly operation: string;
  readonly key: string;
  readonly bodyHash: string;
  /** Names this run: a run that was overtaken after its lease ended can no longer keep a reply. */
  readonly attempt: string;
  readonly leaseMs: number;
  readonly retentionMs: number;
};

export type Begun =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'replay'; readonly reply: StoredReply }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in-flight'; readonly retryAfterMs: number };

export interface IdempotencyRecords {
  begin(attempt: Attempt): Promise<Begun>;
  /** False: the lease had ended and another run has taken over. */
  store(attempt: Attempt, reply: StoredReply, tx?: Tx): Promise<boolean>;
  release(attempt: Attempt): Promise<void>;
  renew(attempt: Attempt): Promise<boolean>;
  /** Removes what has expired; returns how many. */
  sweep(limit: number): Promise<number>;
}

/** The user who changes something, and with which request, for the audit log. */
export type Actor = {
  readonly user_id: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
};

export type AuditEntry = {
  readonly actor: string;
  readonly actor_kind: 'user' | 'service' | 'system';
  /** Through which the actor asked, or which acts on its own. */
  readonly service: string;
  readonly action: string;
  readonly outcome?: 'done' | 'refused' | 'failed';
  readonly lab_id?: string | null;
  readonly instance_id?: string | null;
  readonly student_id?: string | null;
  readonly group_id?: string | null;
  readonly requestId?: string | null;
  readonly traceparent?: string | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
};

export interface Audit {
  /** In the transaction of the change, so that neither is there without the other (decision 235). */
  add(tx: Tx, entry: AuditEntry): Promise<void>;
}
