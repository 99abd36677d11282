// What a dealer has subscribed to and how much of it is used (decision 10).

import type { SubscriptionChanged } from '../../../generated/analytics/payloads.ts';
import type { Subscription, SubscriptionLimit, SubscriptionStatus } from '../../../generated/analytics/types.ts';
import type { By } from '../administration/port.ts';
import type { Dated, Tx } from '../port.ts';

export type PlanLimit = Pick<SubscriptionLimit, 'name' | 'unit' | 'limit'> & {
  /** `month`: counted from zero on the first of each month, UTC. */
  readonly window?: 'month';
};

export type SubscriptionRow = Dated<Pick<Subscription, 'plan' | 'status' | 'expires_at'>, 'expires_at'> & {
  readonly limits: readonly PlanLimit[];
  /** Another one with each change. */
  readonly version: number;
  /** How far its forecasts reach. */
  readonly forecast_days: number;
  /** Uploads since `monthStart` that were no dry runs. */
  readonly uploads_this_month: number;
  /** Rows that are current: what `/indices` reads without `as_of`. */
  readonly rows_stored: number;
};

export interface Subscriptions {
  /** Null: the dealer has none. */
  read(dealer_id: string, monthStart: Date): Promise<SubscriptionRow | null>;
}

export type SubscriptionTerms = Pick<SubscriptionRow, 'plan' | 'status' | 'expires_at'>;

export interface SubscriptionChanges {
  transaction<T>(dealer_id: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Only what has still this version is changed, its audit event with it. */
  change(
    tx: Tx,
    dealer_id: string,
    terms: SubscriptionTerms,
    version: number,
    by: By,
  ): Promise<'changed' | 'outdated' | 'no plan'>;
}

export type EndedSubscription = Dated<
  Pick<SubscriptionChanged, 'dealer_id' | 'plan' | 'previous_status' | 'expires_at'>,
  'expires_at'
>;

export interface SubscriptionExpiry {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Moves those whose end is not after `now` from one of these statuses to `expired`, and returns them. */
  expire(tx: Tx, now: Date, from: readonly SubscriptionStatus[], limit: number): Promise<readonly EndedSubscription[]>;
}
