// Receivers of webhooks: which addresses and ports they may have, and how an event is sent to one (decisions 189, 582).
import type { WebhookAnswer } from '../../generated/analytics/types.ts';

/** Why an attempt failed, as the contract names it. */
export type FailureReason =
  | 'status'
  | 'redirect'
  | 'timed_out'
  | 'connection_failed'
  | 'tls_failed'
  | 'name_not_found'
  | 'address_refused'
  | 'answer_too_large'
  | 'invalid_answer';

export type Sent = {
  /** Null: the receiver answered 2xx. */
  readonly reason: FailureReason | null;
  readonly response: WebhookAnswer | null;
};

export type SentRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What is wrong with a URL. */
export type UrlRefusal = 'not https' | 'credentials' | 'private address' | 'port';

export interface Receivers extends Disposable {
  /** That they may have. */
  readonly ports: readonly number[];
  /** Resolves the name of the host. Null: it may be a webhook's; also when the name does not resolve yet. */
  check(url: string): Promise<UrlRefusal | null>;
  /**
   * Never rejects. Bounded in time and memory, whatever the receiver does; connects only to addresses that it checked
   * itself, and follows no redirect.
   */
  send(request: SentRequest, signal: AbortSignal): Promise<Sent>;
}
