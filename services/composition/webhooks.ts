// Delivers events to webhooks: part of the relay role, beside what carries the same messages to the broker.
import { webhookAttempts } from '../../adapters/store/webhooks/attempts.ts';
import { webhookQueue } from '../../adapters/store/webhooks/queue.ts';
import { type DeliverDeps, runWebhooks } from '../analytics/webhooks/deliver.ts';
import { failpoints } from '../lib/failpoints.ts';
import type { Adapters } from './adapters.ts';
import { runUntilStopped } from './run-until-stopped.ts';

export async function startWebhooks(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const deps: DeliverDeps = {
    queue: webhookQueue(parts.store('analytics')),
    attempts: webhookAttempts(parts.store('analytics')),
    receivers: parts.receivers(),
    keys: parts.keys(),
    enqueue: parts.enqueue('analytics'),
    listen: parts.listen('analytics', 'webhooks'),
    clock: parts.clock,
    report: parts.report,
    failpoints: failpoints(parts.config.FAILPOINT),
    holder: `webhooks-${process.pid}-${parts.ids.uuid()}`,
    leaseMs: parts.config.LEASE_MS,
  };
  runUntilStopped((signal) => runWebhooks(deps, signal), parts, stack);
}
