// Whether the owner of a webhook may see an event now: decided like the operation that shows the same (decision 188).
import type { ClaimedDelivery, Target } from '../../../adapters/store/webhooks/port.ts';
import { decide, policyGrant } from '../access/policies/decide.ts';

/** What shows the same as the event; the others belong to no dealer. */
const shownBy: Readonly<Record<string, 'getJob' | 'listIndices' | 'listForecasts' | 'getCurrentSubscription'>> = {
  'ingest.job.finished': 'getJob',
  'indices.revised': 'listIndices',
  'forecast.published': 'listForecasts',
  'subscription.changed': 'getCurrentSubscription',
};

type Event = Pick<ClaimedDelivery, 'event' | 'data' | 'job_principal'>;

export function permits({ principal, grants }: Pick<Target, 'principal' | 'grants'>, event: Event): boolean {
  const { dealer_id } = event.data as { readonly dealer_id?: string };
  // Without a grant nothing but tests is sent: an account alone makes no one's server our receiver (decision 581).
  if (dealer_id === undefined) return event.event === 'webhook.test' || grants.length > 0;
  const operation = shownBy[event.event];
  if (operation === undefined) return false;
  const decision = decide(operation, grants.map(policyGrant), { dealer_id });
  if (decision.kind === 'refused') return false;
  // An uploader follows its own jobs (decision 150).
  return decision.grants.some(({ roles }) => roles.includes('reader')) || event.job_principal === principal;
}
