// The status that a subscription has at a moment.
import type { SubscriptionRow } from '../../../adapters/store/subscriptions/port.ts';

/** A subscription whose end has passed is expired at that moment, whenever the row itself is moved. */
export const statusAt = ({ status, expires_at }: Pick<SubscriptionRow, 'status' | 'expires_at'>, now: Date) =>
  status !== 'cancelled' && expires_at !== null && expires_at <= now ? 'expired' : status;
