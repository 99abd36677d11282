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
export type WebhookDisabled = {
  /** The webhook. */
  readonly webhook_id: Brand<'WebhookId'>;
  /** The owner of the webhook. */
  readonly principal: string;
  /** Why: `failing`: an event failed for a whole day, and no other one succeeded in that time; `gone`: the receiver answered 410. */
  readonly reason: 'failing' | 'gone';
  /** When the webhook was disabled. */
  readonly disabled_at: string;
};
export type IndicesRevised = {
  /** The dealer. */
  readonly dealer_id: Brand<'DealerId'>;
  /** The new revision, as in `meta.revision` of the indices. */
  readonly revision: number;
  /** What created it. */
  readonly cause: 'upload' | 'deletion' | 'reversal';
  /** The job that created it. */
  readonly job_id: Brand<'JobId'>;
  /** The first day of the period whose sales were replaced. */
  readonly from: string;
  /** The last day of that period. */
  readonly to: string;
  /** When the revision was created. */
  readonly revised_at: string;
};
export type ForecastPublished = {
  /** The dealer. */
  readonly dealer_id: Brand<'DealerId'>;
  /** The revision of the data, as in the message `indices.revised`. */
  readonly revision: number;
  /** How far they reach. */
  readonly horizon_days: number;
  /** How many were computed: of all sales of the dealer, of its brands and regions, and of brands in a region. */
  readonly forecasts: number;
  /** False: others are computed when they are requested, because the dealer has more than 200 such series, or they took too long. */
  readonly complete: boolean;
  /** When the last one was computed. */
  readonly published_at: string;
};
export type SessionRevoked = {
  /** The id of the login. */
  readonly family_id: string;
  /** The principal of the login. */
  readonly principal: string;
  /** Why: `ended_by_provider`: the identity provider no longer accepts the session, for example after a change of the password; this is noticed at the next refresh. */
  readonly reason: 'logout' | 'refresh_token_reused' | 'ended_by_provider';
  /** When the login was ended. */
  readonly revoked_at: string;
};
