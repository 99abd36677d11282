// Ends subscriptions whose time is over: a cleanup task.
import type { SubscriptionExpiry } from '../../../adapters/store/subscriptions/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import { canMove, subscriptionStatusTable } from '../../../generated/analytics/states.ts';
import type { SubscriptionStatus } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';

type Deps = { readonly subscriptions: SubscriptionExpiry; readonly enqueue: Enqueue; readonly clock: Clock };

const statuses = Object.keys(subscriptionStatusTable.moves) as SubscriptionStatus[];
const endable = statuses.filter((status) => canMove(subscriptionStatusTable, status, 'expired'));

/** One batch; returns how many, 0 when none is left. */
export const expireSubscriptions = ({ subscriptions, enqueue, clock }: Deps, batch = 100): Promise<number> =>
  subscriptions.transaction(async (tx) => {
    const ended = await subscriptions.expire(tx, clock.now(), endable, batch);
    for (const each of ended) {
      const payload = { ...serializeDates(each), status: 'expired' as const, cause: 'time' as const };
      const source = { aggregate: `subscription:${each.dealer_id}` };
      await enqueue(tx, (meta) => messages.subscriptionChanged(payload, meta), source);
    }
    return ended.length;
  });
