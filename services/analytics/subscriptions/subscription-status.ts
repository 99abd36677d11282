// The status that a subscription has at a moment, and since when it has ended.
import type { SubscriptionTerms } from '../../../adapters/store/analytics/access/port.ts';
import type { SubscriptionRow } from '../../../adapters/store/subscriptions/port.ts';

/** A subscription whose end has passed is expired at that moment, whenever the row itself is moved. */
export const statusAt = ({ status, expires_at }: Pick<SubscriptionRow, 'status' | 'expires_at'>, now: Date) =>
  status !== 'cancelled' && expires_at !== null && expires_at <= now ? 'expired' : status;

/** Null: it has not ended. */
export function endAt(terms: Pick<SubscriptionTerms, 'expires_at' | 'changed_at' | 'status'>, now: Date): Date | null {
  const { status, expires_at, changed_at } = terms;
  if (status === 'cancelled') return expires_at !== null && expires_at < changed_at ? expires_at : changed_at;
  if (status === 'expired') return expires_at ?? changed_at;
  return expires_at !== null && expires_at <= now ? expires_at : null;
}
