// The relay role: carries what the outbox of each database holds to the broker.
import { once } from 'node:events';
import { accounts as analyticsAccounts } from '../../generated/analytics/topology.ts';
import { accounts as labAccounts } from '../../generated/lab/topology.ts';
import type { Topology } from '../../generated/runtime/messages/amqp.ts';
import { fillStudentNotification } from '../labs/notification.ts';
import { errorOf } from '../lib/errors.ts';
import { type RelayEvent, startRelay } from '../lib/messages/relay.ts';
import { declareTopology } from '../lib/messages/topology.ts';
import type { Report } from '../lib/report.ts';
import type { Adapters, Database, ServiceAccount } from './adapters.ts';
import { runUntilStopped } from './run-until-stopped.ts';

const outboxes: readonly (readonly [Database, ServiceAccount, Topology])[] = [
  ['analytics', 'analytics', analyticsAccounts.analytics.topology],
  ['infrastructure', 'infra', labAccounts.infra.topology],
];

/** Returns at once: requests are served while the broker is unavailable, and what they say waits in the outbox. */
export async function startRelays(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  for (const [database, account, topology] of outboxes)
    runUntilStopped((signal) => relayUntil(signal, parts, { database, account, topology }), parts, stack);
}

type OutboxOf = { readonly database: Database; readonly account: ServiceAccount; readonly topology: Topology };

async function relayUntil(signal: AbortSignal, parts: Adapters, { database, account, topology }: OutboxOf) {
  const broker = parts.broker(account);
  const failed = (error: unknown) => parts.log.error('relay', { dependency: `broker-${account}`, error });
  try {
    await declareTopology({ broker, clock: parts.clock, failed }, topology, signal);
    const relay = startRelay({
      name: `relay-${parts.ids.uuid()}`,
      outbox: parts.outbox(database),
      broker,
      leaseMs: parts.config.LEASE_MS,
      listen: parts.listen(database),
      fill: { StudentNotification: fillStudentNotification(parts.keys()) },
      clock: parts.clock,
      observe: reportTo(parts.report, database),
    });
    if (!signal.aborted) await once(signal, 'abort');
    await relay.close();
  } catch (error) {
    if (!signal.aborted) failed(error);
  }
}

const reportTo =
  (report: Report, database: Database) =>
  (event: RelayEvent): void => {
    if (event.kind === 'unroutable')
      report.messageUnroutable({
        exchange: event.message.exchange,
        routing_key: event.message.routingKey,
        message_id: event.message.id,
      });
    if (event.kind === 'published')
      report.messagePublished({ exchange: event.exchange, count: event.count, lag_ms: event.oldestMs });
    if (event.kind === 'failed') report.dependencyFailed({ dependency: 'broker', count: event.count });
    if (event.kind === 'unavailable')
      report.dependencyFailed({ dependency: `store-${database}`, ...errorOf(event.error) });
    if (event.kind === 'unfilled')
      report.messageRejected({
        consumer: `relay-${database}`,
        message_id: event.message.id,
        reason: 'unfilled',
        ...errorOf(event.error),
      });
  };
