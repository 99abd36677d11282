// What a caller may read, and what counted for it at one instant.
import type { DealerId, Grant } from '../../../../generated/analytics/types.ts';
import type { DataRevision } from '../sales/port.ts';

/** Brands and regions that are null: not narrowed; an empty list: none. */
export type GrantRow = Pick<Grant, 'dealer_id' | 'brand_ids' | 'region_ids' | 'roles'>;

export interface Grants {
  /** One statement, and while nothing of it has changed one read of an index. */
  callerState(subject: string): Promise<CallerState>;
}

/** What counted for a caller at one instant. Of dealers without a grant nothing is known. */
export interface CallerState {
  /** Oldest first; empty for an unknown caller. */
  readonly grants: readonly GrantRow[];
  revision(dealers: readonly DealerId[]): DataRevision;
  /** By dealer; those without a subscription are absent. */
  subscriptions(dealers: readonly DealerId[]): readonly SubscriptionTerms[];
}

export type SubscriptionTerms = {
  readonly dealer_id: DealerId;
  readonly status: string;
  readonly expires_at: Date | null;
  readonly changed_at: Date;
  /** How far the plan lets forecasts reach. */
  readonly forecast_days: number;
};
