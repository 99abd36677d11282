// The subscription of a dealer: its state now, its limits and what is used of them (decisions 10, 122).
import type { PlanLimit, SubscriptionRow, Subscriptions } from '../../../adapters/store/subscriptions/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId, Subscription, SubscriptionLimit } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Handlers } from '../caller.ts';
import { cannotRead, notReader, notReaderOf } from '../reading.ts';

type Deps = { readonly subscriptions: Subscriptions; readonly clock: Clock };

export const subscription = ({ subscriptions, clock }: Deps) =>
  ({
    async getCurrentSubscription({ caller, query }) {
      const dealers = caller.scope.dealers;
      if (cannotRead(caller)) return notReader;
      const dealer_id = query.dealer_id ?? [...dealers.keys()][0];
      if (dealer_id === undefined) return problems.notFound({ detail: 'You have no grant for any dealer.' });
      if (caller.scope.uploads.has(dealer_id) && !dealers.has(dealer_id)) return notReaderOf(dealer_id);
      if (!dealers.has(dealer_id))
        return problems.outOfScope({
          detail: `Your grants do not include ${dealer_id}.`,
          policy: 'read-own-dealer',
          attribute: 'dealer_id',
        });
      return await subscriptionOf(subscriptions, dealer_id, clock.now());
    },

    getSubscription: ({ path }) => subscriptionOf(subscriptions, path.dealer_id, clock.now()),
  }) satisfies Pick<Handlers, 'getCurrentSubscription' | 'getSubscription'>;

async function subscriptionOf(subscriptions: Subscriptions, dealer_id: DealerId, now: Date) {
  const row = await subscriptions.read(dealer_id, monthStart(now));
  if (row === null) return problems.notFound({ detail: `${dealer_id} has no subscription.` });
  const body: Subscription = {
    dealer_id,
    plan: row.plan,
    status: statusAt(row, now),
    limits: [...row.limits.map((limit) => withUse(limit, row, now)), horizonOf(row)],
    expires_at: row.expires_at?.toISOString() ?? null,
  };
  return { status: 200 as const, body, revision: JSON.stringify(body) };
}

/** A subscription whose end has passed is expired at that moment, whenever the row itself is moved. */
export const statusAt = ({ status, expires_at }: Pick<SubscriptionRow, 'status' | 'expires_at'>, now: Date) =>
  status !== 'cancelled' && expires_at !== null && expires_at <= now ? 'expired' : status;

function withUse({ name, unit, limit, window }: PlanLimit, row: SubscriptionRow, now: Date): SubscriptionLimit {
  const used = { uploads_per_month: row.uploads_this_month, rows_stored: row.rows_stored }[name] ?? null;
  return { name, unit, limit, used, resets_at: window === 'month' ? nextMonth(now).toISOString() : null };
}

const horizonOf = ({ forecast_days: limit }: SubscriptionRow): SubscriptionLimit => ({
  name: 'horizon_days',
  unit: 'days',
  limit,
  used: null,
  resets_at: null,
});

export const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
