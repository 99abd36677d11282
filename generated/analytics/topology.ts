// Generated from spec/analytics/asyncapi.yaml by tools/generate.ts; do not edit.
import type { Topology } from '../runtime/amqp.ts';

export const topology: Topology = {
  exchanges: [
    { name: 'analytics.events', type: 'direct', durable: true },
    { name: 'dead-letters', type: 'direct', durable: true },
  ],
  queues: [
    { name: 'ingest.job.finished', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'ingest.job.finished.dead' }, deliveryLimit: 20 },
    { name: 'ingest.job.finished.dead', type: 'quorum', durable: true },
    { name: 'subscription.changed', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'subscription.changed.dead' }, deliveryLimit: 20 },
    { name: 'subscription.changed.dead', type: 'quorum', durable: true },
    { name: 'auth.refresh_token.reused', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'auth.refresh_token.reused.dead' }, deliveryLimit: 20 },
    { name: 'auth.refresh_token.reused.dead', type: 'quorum', durable: true },
  ],
  bindings: [
    { exchange: 'analytics.events', queue: 'ingest.job.finished', routingKey: 'ingest.job.finished' },
    { exchange: 'dead-letters', queue: 'ingest.job.finished.dead', routingKey: 'ingest.job.finished.dead' },
    { exchange: 'analytics.events', queue: 'subscription.changed', routingKey: 'subscription.changed' },
    { exchange: 'dead-letters', queue: 'subscription.changed.dead', routingKey: 'subscription.changed.dead' },
    { exchange: 'analytics.events', queue: 'auth.refresh_token.reused', routingKey: 'auth.refresh_token.reused' },
    { exchange: 'dead-letters', queue: 'auth.refresh_token.reused.dead', routingKey: 'auth.refresh_token.reused.dead' },
  ],
};
