// adapters/store/subscriptions/port.ts: what a dealer has subscribed to and how much of it is used (decision 10).

export type PlanLimit = {
  readonly name: string;
  readonly unit: string;
  /** Null: none. */
  readonly limit: number | null;
  /** `month`: counted anew on the first of each month, UTC. */
  readonly window?: 'month';
};

export type SubscriptionRow = {
  readonly plan: string;
  readonly status: 'trialing' | 'active' | 'past_due' | 'expired' | 'cancelled';
  readonly expiresAt: Date | null;
  readonly limits: readonly PlanLimit[];
  /** Uploads since `monthStart` that were no dry runs. */
  readonly uploadsThisMonth: number;
  /** Rows of the current revision of every slice. */
  readonly rowsStored: number;
};

export interface Subscriptions {
  /** Null: the dealer has none. */
  read(dealerId: string, monthStart: Date): Promise<SubscriptionRow | null>;
}
