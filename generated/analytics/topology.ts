// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import type { Account, Topology } from '../runtime/messages/amqp.ts';

export const topology: Topology = {
  exchanges: [
    { name: 'analytics.events', type: 'direct', durable: true },
    { name: 'dead-letters', type: 'direct', durable: true },
  ],
  queues: [
    { name: 'ingest.job.finished', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
    { name: 'ingest.job.finished.dead', type: 'quorum', durable: true },
    { name: 'subscription.changed', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
    { name: 'subscription.changed.dead', type: 'quorum', durable: true },
    { name: 'auth.refresh_token.reused', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
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

/** By account of the broker: what it declares or needs, and what it may do. */
export const accounts = {
  analytics: {
    topology: {
      exchanges: [
        { name: 'analytics.events', type: 'direct', durable: true },
        { name: 'dead-letters', type: 'direct', durable: true },
      ],
      queues: [
        { name: 'ingest.job.finished', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
        { name: 'ingest.job.finished.dead', type: 'quorum', durable: true },
        { name: 'subscription.changed', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
        { name: 'subscription.changed.dead', type: 'quorum', durable: true },
        { name: 'auth.refresh_token.reused', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
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
    },
    rights: {
      configure: ['analytics.events', 'auth.refresh_token.reused', 'auth.refresh_token.reused.dead', 'dead-letters', 'ingest.job.finished', 'ingest.job.finished.dead', 'subscription.changed', 'subscription.changed.dead'],
      write: ['analytics.events', 'auth.refresh_token.reused', 'auth.refresh_token.reused.dead', 'dead-letters', 'ingest.job.finished', 'ingest.job.finished.dead', 'subscription.changed', 'subscription.changed.dead'],
      read: ['analytics.events', 'auth.refresh_token.reused', 'dead-letters', 'ingest.job.finished', 'subscription.changed'],
    },
  },
} satisfies Readonly<Record<string, Account>>;
