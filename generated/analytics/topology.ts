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
    { name: 'webhook.disabled', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
    { name: 'webhook.disabled.dead', type: 'quorum', durable: true },
    { name: 'indices.revised', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
    { name: 'indices.revised.dead', type: 'quorum', durable: true },
    { name: 'forecast.published', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
    { name: 'forecast.published.dead', type: 'quorum', durable: true },
    { name: 'session.revoked', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
    { name: 'session.revoked.dead', type: 'quorum', durable: true },
  ],
  bindings: [
    { exchange: 'analytics.events', queue: 'ingest.job.finished', routingKey: 'ingest.job.finished' },
    { exchange: 'dead-letters', queue: 'ingest.job.finished.dead', routingKey: 'ingest.job.finished.dead' },
    { exchange: 'analytics.events', queue: 'subscription.changed', routingKey: 'subscription.changed' },
    { exchange: 'dead-letters', queue: 'subscription.changed.dead', routingKey: 'subscription.changed.dead' },
    { exchange: 'analytics.events', queue: 'auth.refresh_token.reused', routingKey: 'auth.refresh_token.reused' },
    { exchange: 'dead-letters', queue: 'auth.refresh_token.reused.dead', routingKey: 'auth.refresh_token.reused.dead' },
    { exchange: 'analytics.events', queue: 'webhook.disabled', routingKey: 'webhook.disabled' },
    { exchange: 'dead-letters', queue: 'webhook.disabled.dead', routingKey: 'webhook.disabled.dead' },
    { exchange: 'analytics.events', queue: 'indices.revised', routingKey: 'indices.revised' },
    { exchange: 'dead-letters', queue: 'indices.revised.dead', routingKey: 'indices.revised.dead' },
    { exchange: 'analytics.events', queue: 'forecast.published', routingKey: 'forecast.published' },
    { exchange: 'dead-letters', queue: 'forecast.published.dead', routingKey: 'forecast.published.dead' },
    { exchange: 'analytics.events', queue: 'session.revoked', routingKey: 'session.revoked' },
    { exchange: 'dead-letters', queue: 'session.revoked.dead', routingKey: 'session.revoked.dead' },
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
        { name: 'webhook.disabled', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
        { name: 'webhook.disabled.dead', type: 'quorum', durable: true },
        { name: 'indices.revised', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
        { name: 'indices.revised.dead', type: 'quorum', durable: true },
        { name: 'forecast.published', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
        { name: 'forecast.published.dead', type: 'quorum', durable: true },
        { name: 'session.revoked', type: 'quorum', durable: true, deliveryLimit: 20, maxLength: 10000 },
        { name: 'session.revoked.dead', type: 'quorum', durable: true },
      ],
      bindings: [
        { exchange: 'analytics.events', queue: 'ingest.job.finished', routingKey: 'ingest.job.finished' },
        { exchange: 'dead-letters', queue: 'ingest.job.finished.dead', routingKey: 'ingest.job.finished.dead' },
        { exchange: 'analytics.events', queue: 'subscription.changed', routingKey: 'subscription.changed' },
        { exchange: 'dead-letters', queue: 'subscription.changed.dead', routingKey: 'subscription.changed.dead' },
        { exchange: 'analytics.events', queue: 'auth.refresh_token.reused', routingKey: 'auth.refresh_token.reused' },
        { exchange: 'dead-letters', queue: 'auth.refresh_token.reused.dead', routingKey: 'auth.refresh_token.reused.dead' },
        { exchange: 'analytics.events', queue: 'webhook.disabled', routingKey: 'webhook.disabled' },
        { exchange: 'dead-letters', queue: 'webhook.disabled.dead', routingKey: 'webhook.disabled.dead' },
        { exchange: 'analytics.events', queue: 'indices.revised', routingKey: 'indices.revised' },
        { exchange: 'dead-letters', queue: 'indices.revised.dead', routingKey: 'indices.revised.dead' },
        { exchange: 'analytics.events', queue: 'forecast.published', routingKey: 'forecast.published' },
        { exchange: 'dead-letters', queue: 'forecast.published.dead', routingKey: 'forecast.published.dead' },
        { exchange: 'analytics.events', queue: 'session.revoked', routingKey: 'session.revoked' },
        { exchange: 'dead-letters', queue: 'session.revoked.dead', routingKey: 'session.revoked.dead' },
      ],
      others: [],
    },
    rights: {
      configure: ['analytics.events', 'auth.refresh_token.reused', 'auth.refresh_token.reused.dead', 'dead-letters', 'forecast.published', 'forecast.published.dead', 'indices.revised', 'indices.revised.dead', 'ingest.job.finished', 'ingest.job.finished.dead', 'session.revoked', 'session.revoked.dead', 'subscription.changed', 'subscription.changed.dead', 'webhook.disabled', 'webhook.disabled.dead'],
      write: ['analytics.events', 'auth.refresh_token.reused', 'auth.refresh_token.reused.dead', 'dead-letters', 'forecast.published', 'forecast.published.dead', 'indices.revised', 'indices.revised.dead', 'ingest.job.finished', 'ingest.job.finished.dead', 'session.revoked', 'session.revoked.dead', 'subscription.changed', 'subscription.changed.dead', 'webhook.disabled', 'webhook.disabled.dead'],
      read: ['analytics.events', 'auth.refresh_token.reused', 'dead-letters', 'forecast.published', 'indices.revised', 'ingest.job.finished', 'session.revoked', 'subscription.changed', 'webhook.disabled'],
    },
  },
} satisfies Readonly<Record<string, Account>>;
