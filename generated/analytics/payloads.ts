// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import type { Brand } from '../runtime/brand.ts';

export type MessageHeaders = {
  /** The same in each delivery of the message. Also the AMQP property message-id. */
  readonly message_id: string;
  /** When the fact happened. */
  readonly occurred_at: string;
  /** Rises when a field changes its meaning, not when one is added. */
  readonly schema_version: number;
  /** The W3C trace that the fact belongs to. */
  readonly traceparent?: string;
};
export type IngestJobFinished = {
  /** The job. */
  readonly job_id: Brand<'JobId'>;
  /** What it did: load a file, delete a period, or revert a revision. */
  readonly kind?: 'upload' | 'deletion' | 'reversal';
  /** Whose file. */
  readonly dealer_id: Brand<'DealerId'>;
  /** As uploaded. */
  readonly period: string;
  /** The length of the period of each row. */
  readonly period_type: 'day' | 'week' | 'month' | 'quarter';
  /** How it ended. */
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  /** True when nothing was to change. */
  readonly dry_run: boolean;
  /** The revision that the job made. Null when it made none. */
  readonly revision: number | null;
  /** Rows without an error. */
  readonly rows_accepted: number;
  /** Rows with an error. */
  readonly rows_rejected: number;
  /** Errors in all. */
  readonly error_count: number;
  /** The type of the problem that ended a failed job. */
  readonly problem_type: string | null;
  /** When it ended. */
  readonly finished_at: string;
};
export type SubscriptionChanged = {
  /** Whose subscription. */
  readonly dealer_id: Brand<'DealerId'>;
  /** The plan in force. */
  readonly plan: string;
  /** The status now. */
  readonly status: 'trialing' | 'active' | 'past_due' | 'expired' | 'cancelled';
  /** The status before. Null for a new subscription. */
  readonly previous_status: 'trialing' | 'active' | 'past_due' | 'expired' | 'cancelled' | null;
  /** When it ends unless it is renewed. */
  readonly expires_at: string | null;
  /** Who or what changed it. */
  readonly cause: 'administrator' | 'time';
};
export type AuthRefreshTokenReused = {
  /** The login that was ended. */
  readonly family_id: string;
  /** Whose login. */
  readonly principal: string;
  /** Which token of the login was reused. */
  readonly generation: number;
  /** The client address that sent it. */
  readonly address: string;
  /** When it was sent. */
  readonly reused_at: string;
};
