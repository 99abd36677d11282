// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import type { Brand } from '../runtime/brand.ts';

export type MessageHeaders = {
  /** The id of the message, the same in each delivery. Also the AMQP property message-id. */
  readonly message_id: string;
  /** When the event occurred. */
  readonly occurred_at: string;
  /** Increases when the meaning of a field changes, not when a field is added. */
  readonly schema_version: number;
  /** The W3C trace context of the event. */
  readonly traceparent?: string;
};
export type IngestJobFinished = {
  /** The job. */
  readonly job_id: Brand<'JobId'>;
  /** What the job did: load a file, delete a period, or revert a revision. */
  readonly kind?: 'upload' | 'deletion' | 'reversal';
  /** The dealer of the job. */
  readonly dealer_id: Brand<'DealerId'>;
  /** The period of the job. */
  readonly period: string;
  /** The length of the period of each row. */
  readonly period_type: 'day' | 'week' | 'month' | 'quarter';
  /** How the job ended. */
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  /** Whether the job was a dry run. */
  readonly dry_run: boolean;
  /** The revision that the job created. Null if it created none. */
  readonly revision: number | null;
  /** Rows without errors. */
  readonly rows_accepted: number;
  /** Rows with errors. */
  readonly rows_rejected: number;
  /** The total number of errors. */
  readonly error_count: number;
  /** The type of the problem that caused the job to fail. */
  readonly problem_type: string | null;
  /** When the job ended. */
  readonly finished_at: string;
};
export type SubscriptionChanged = {
  /** The dealer of the subscription. */
  readonly dealer_id: Brand<'DealerId'>;
  /** The current plan. */
  readonly plan: string;
  /** The current status. */
  readonly status: 'trialing' | 'active' | 'past_due' | 'expired' | 'cancelled';
  /** The previous status. Null for a new subscription. */
  readonly previous_status: 'trialing' | 'active' | 'past_due' | 'expired' | 'cancelled' | null;
  /** When the subscription ends unless it is renewed. */
  readonly expires_at: string | null;
  /** What caused the change. */
  readonly cause: 'administrator' | 'time';
};
export type AuthRefreshTokenReused = {
  /** The id of the login that was ended. */
  readonly family_id: string;
  /** The principal of the login. */
  readonly principal: string;
  /** The number of the reused token within the login. */
  readonly generation: number;
  /** The client address that sent the token. */
  readonly address: string;
  /** When the token was reused. */
  readonly reused_at: string;
};
