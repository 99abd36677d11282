// The two tables of messages, as services use them. The outbox holds what will be published, the inbox what has been
// consumed.
import type { OutboxMessage } from '../../../generated/runtime/messages/message.ts';
import type { ClaimResult, Tx } from '../port.ts';

export type ClaimedMessage = OutboxMessage & {
  readonly row: number;
  /** Messages of one aggregate leave in the order in which they were written. */
  readonly aggregate: string;
  /** Publishes begun so far, this one included. */
  readonly attempts: number;
  readonly createdAt: Date;
};

export type Postponed = { readonly row: number; readonly error: string; readonly retryMs: number };

export interface Outbox {
  /** In the caller's transaction. Without an aggregate the message has no place in any order. */
  add(tx: Tx, message: OutboxMessage, aggregate?: string): Promise<void>;
  /**
   * Takes due messages for `leaseMs`, oldest first; never one whose aggregate has an earlier message waiting elsewhere.
   * When none is due: in how many milliseconds one will be, null if none waits.
   */
  claim(options: {
    readonly by: string;
    readonly limit: number;
    readonly leaseMs: number;
  }): Promise<ClaimResult<readonly ClaimedMessage[]>>;
  /** Renews the claim on rows that still wait. False: the claim has ended, or nothing of it is left. */
  renew(by: string, rows: readonly number[], leaseMs: number): Promise<boolean>;
  /** The broker has them, or no consumer needs them any more. */
  settle(rows: readonly number[]): Promise<void>;
  /** Gives messages back, to be due later; their aggregates wait with them. */
  postpone(by: string, postponed: readonly Postponed[]): Promise<void>;
  backlog(): Promise<{ readonly waiting: number; readonly oldest_ms: number }>;
  /** Forgets what was published longer ago than this; returns how many. */
  sweep(olderThanMs: number, limit: number): Promise<number>;
}

export interface Inbox {
  /**
   * First statement beside the effect: false means that it has happened before. A second one at the same time waits for
   * the first.
   */
  apply(tx: Tx, consumer: string, messageId: string): Promise<boolean>;
  /** Counts one more attempt, whatever becomes of it; `first` is the number of the first one counted. */
  count(
    consumer: string,
    messageId: string,
    first: number,
  ): Promise<{ readonly attempts: number; readonly done: boolean }>;
  /** Removes the attempts of a dead-lettered message, so that they are counted from zero when it is sent again. */
  forget(consumer: string, messageId: string): Promise<void>;
  /** Forgets what was done longer ago than this, or received and never done; returns how many. */
  sweep(olderThanMs: number, limit: number): Promise<number>;
}

/**
 * Calls `wake` soon after something was committed, with the payload of its notification.
 * With '' whenever a notification might have been missed. Only a hint: a listener also polls.
 */
export type Listen = (wake: (what: string) => void) => { close(): Promise<void> };

/**
 * What a database notifies of: its outbox has grown; an upload job has another status (its payload is the job), or was
 * added; a browser session was ended (its payload is its hash); the live feed has grown; a request to start or stop
 * labs was added, settled or given back; there is something to deliver to webhooks; forecasts of a dealer are to be
 * computed.
 */
export type Channel =
  | 'outbox'
  | 'upload_jobs'
  | 'upload_queue'
  | 'ended_sessions'
  | 'live'
  | 'lab_starts'
  | 'webhooks'
  | 'forecast_queue';
