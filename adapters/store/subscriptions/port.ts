// What a dealer has subscribed to and how much of it is used (decision 10).

import type { Tx } from '../port.ts';

export type PlanLimit = {
  readonly name: string;
  readonly unit: string;
  /** Null: none. */
  readonly limit: number | null;
  /** `month`: counted anew on the first of each month, UTC. */
  readonly window?: 'month';
};

export type Status = 'trialing' | 'active' | 'past_due' | 'expired' | 'cancelled';

export type SubscriptionRow = {
  readonly plan: string;
  readonly status: Status;
  readonly expiresAt: Date | null;
  readonly limits: readonly PlanLimit[];
  /** How far its forecasts reach. */
  readonly forecastDays: number;
  /** Uploads since `monthStart` that were no dry runs. */
  readonly uploads_this_month: number;
  /** Rows that are current: what `/indices` reads without `as_of`. */
  readonly rowsStored: number;
};

export interface Subscriptions {
  /** Null: the dealer has none. */
  read(dealer_id: string, monthStart: Date): Promise<SubscriptionRow | null>;
}

export type EndedSubscription = {
  readonly dealer_id: string;
  readonly plan: string;
  readonly previous: Status;
  readonly expiresAt: Date;
};

export interface SubscriptionExpiry {
  /** Moves those whose end is not after `now` from one of these statuses to `expired`; `tell` is part of the transaction. Returns how many. */
  expire(
    now: Date,
    from: readonly Status[],
    limit: number,
    announce: (tx: Tx, ended: EndedSubscription) => Promise<void>,
  ): Promise<number>;
}
