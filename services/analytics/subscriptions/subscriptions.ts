// The subscription of a dealer: its state now, its limits and what is used of them (decisions 10, 122).
import type { PlanLimit, SubscriptionRow, Subscriptions } from '../../../adapters/store/subscriptions/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId, Subscription, SubscriptionLimit } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { decide, grantsIn, type Refused } from '../access/policies/decide.ts';
import type { Handlers } from '../caller.ts';
import { statusAt } from './subscription-status.ts';

type Deps = {
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
};

export const subscription = ({ subscriptions, clock }: Deps) =>
  ({
    async getCurrentSubscription({ caller, query }) {
      const grants = grantsIn(caller.scope);
      const any = decide('getCurrentSubscription', grants, {});
      if (any.kind === 'refused') return refusalBy(any, 'None of your grants has the role reader.');
      const dealer_id = query.dealer_id ?? any.grants[0]?.dealer;
      if (dealer_id === undefined) return problems.notFound({ detail: 'You have no grant for any dealer.' });
      const one = decide('getCurrentSubscription', grants, { dealer_id });
      if (one.kind === 'refused')
        return refusalBy(one, `Your grant for ${dealer_id} does not have the role reader.`, dealer_id);
      return await subscriptionOf(subscriptions, dealer_id, clock.now());
    },

    getSubscription: ({ path }) => subscriptionOf(subscriptions, path.dealer_id, clock.now()),
  }) satisfies Pick<Handlers, 'getCurrentSubscription' | 'getSubscription'>;

const refusalBy = ({ policy, attribute }: Refused, withoutRole: string, dealer_id = '') =>
  problems.outOfScope({
    policy,
    attribute,
    detail: attribute === 'roles' ? withoutRole : `Your grants do not include ${dealer_id}.`,
  });

export const noSubscription = (dealer_id: string) => problems.notFound({ detail: `${dealer_id} has no subscription.` });

export async function subscriptionOf(subscriptions: Subscriptions, dealer_id: DealerId, now: Date) {
  const row = await subscriptions.read(dealer_id, monthStart(now));
  return row === null ? noSubscription(dealer_id) : shownSubscription(dealer_id, row, now);
}

export function shownSubscription(dealer_id: DealerId, row: SubscriptionRow, now: Date) {
  const body: Subscription = {
    dealer_id,
    plan: row.plan,
    status: statusAt(row, now),
    limits: [...row.limits.map((limit) => withUse(limit, row, now)), horizonOf(row)],
    expires_at: row.expires_at?.toISOString() ?? null,
  };
  return { status: 200 as const, body, revision: JSON.stringify(body) };
}

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
