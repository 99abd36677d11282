// What an administrator may make of a subscription: another plan, another end, and the status changes of the state
// table (decisions 10, 123, 126).
import type {
  SubscriptionChanges,
  SubscriptionRow,
  Subscriptions,
  SubscriptionTerms,
} from '../../../adapters/store/subscriptions/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import { subscriptionStatusTable } from '../../../generated/analytics/states.ts';
import type { SubscriptionRequest } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';
import { statusAt } from './subscription-status.ts';
import { monthStart, noSubscription, shownSubscription, subscriptionOf } from './subscriptions.ts';

type Deps = {
  readonly subscriptions: Subscriptions;
  readonly subscriptionChanges: SubscriptionChanges;
  readonly enqueue: Enqueue;
  readonly clock: Clock;
};

type SubscriptionDecision =
  | { readonly kind: 'none' }
  /** `previous_status`: null where a new subscription begins. */
  | {
      readonly kind: 'change';
      readonly terms: SubscriptionTerms;
      readonly previous_status: SubscriptionRow['status'] | null;
    }
  | { readonly kind: 'refused'; readonly refusal: ReturnType<typeof problems.businessRule> };

export const changeSubscription = ({ subscriptions, subscriptionChanges, enqueue, clock }: Deps) =>
  ({
    async changeSubscription({ caller, path: { dealer_id }, body, ifMatch, requestId }) {
      const now = clock.now();
      const row = await subscriptions.read(dealer_id, monthStart(now));
      if (row === null) return noSubscription(dealer_id);
      const change = changeOf(row, body, now);
      if (change.kind === 'refused') return change.refusal;
      if (!ifMatch(shownSubscription(dealer_id, row, now).revision)) return changedMeanwhile();
      if (change.kind === 'none') return shownSubscription(dealer_id, row, now);
      const { terms, previous_status } = change;
      const payload = { dealer_id, ...serializeDates(terms), previous_status, cause: 'administrator' as const };
      const source = { aggregate: `subscription:${dealer_id}` };
      const done = await subscriptionChanges.transaction(dealer_id, async (tx) => {
        const result = await subscriptionChanges.change(tx, dealer_id, terms, row.version, by(caller, requestId));
        if (result === 'changed') await enqueue(tx, (meta) => messages.subscriptionChanged(payload, meta), source);
        return result;
      });
      if (done === 'no plan') return noSuchPlan(terms.plan);
      return done === 'outdated' ? changedMeanwhile() : await subscriptionOf(subscriptions, dealer_id, now);
    },
  }) satisfies Pick<Handlers, 'changeSubscription'>;

const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The subscription has changed. Fetch it again.' });

function changeOf(row: SubscriptionRow, body: SubscriptionRequest, now: Date): SubscriptionDecision {
  const expires_at = body.expires_at === null ? null : new Date(body.expires_at);
  const terms = { plan: body.plan, status: body.status, expires_at };
  // Until the cleanup task gets to it, the row of an ended subscription has the status from before.
  const present = statusAt(row, now);
  if (present === row.status && isSame(row, terms)) return { kind: 'none' };
  const refusal = refusedTransition(present, terms.status) ?? refusedEnd(terms, now);
  if (refusal !== null) return { kind: 'refused', refusal };
  const isNew = present === 'cancelled' && terms.status === subscriptionStatusTable.initial;
  return { kind: 'change', terms, previous_status: isNew ? null : present };
}

const isSame = (row: SubscriptionTerms, terms: SubscriptionTerms): boolean =>
  row.plan === terms.plan && row.status === terms.status && row.expires_at?.getTime() === terms.expires_at?.getTime();

/**
 * A cancelled one comes back as `active`, where it was cancelled by mistake, or a new one begins in its place with the
 * first status of the table.
 */
function refusedTransition(present: SubscriptionRow['status'], status: SubscriptionRow['status']) {
  const { initial, moves } = subscriptionStatusTable;
  const allowed: readonly (typeof status)[] =
    present === 'cancelled' ? [initial, ...moves[present]] : [present, ...moves[present]];
  if (allowed.includes(status)) return null;
  return problems.businessRule({
    detail: `A subscription that is ${present} cannot become ${status}.`,
    errors: [{ pointer: '/status', value: status, rule: 'transition', message: `must be ${allowed.join(' or ')}` }],
  });
}

function refusedEnd({ status, expires_at }: SubscriptionTerms, now: Date) {
  const hasEnded = expires_at !== null && expires_at <= now;
  if (status === 'cancelled' || (status === 'expired') === hasEnded) return null;
  const message = hasEnded
    ? `must be in the future for the status ${status}`
    : 'must be in the past for the status expired';
  return problems.businessRule({
    detail: hasEnded
      ? `A subscription that has ended is not ${status}.`
      : 'A subscription that has not ended is not expired.',
    errors: [
      { pointer: '/expires_at', ...(expires_at && { value: expires_at.toISOString() }), rule: 'order', message },
    ],
  });
}

const noSuchPlan = (value: string) =>
  problems.businessRule({
    detail: 'The plan does not exist.',
    errors: [{ pointer: '/plan', value, rule: 'exists', message: 'must be the name of an existing plan' }],
  });
