// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import { compose, standardHeaders, type MessageMeta, type OutboxMessage } from '../runtime/messages/message.ts';
import type { AuthRefreshTokenReused, IngestJobFinished, SubscriptionChanged } from './payloads.ts';
import * as validate from './validate-messages.js';

export type * from './payloads.ts';

export const messages = {
  /** Upload job finished. An upload job has ended, successfully or not.. */
  ingestJobFinished: (payload: IngestJobFinished, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'IngestJobFinished', exchange: 'analytics.events', routingKey: 'ingest.job.finished', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.IngestJobFinished },
    ),
  /** Subscription changed. The plan, status or end of a subscription has changed.. */
  subscriptionChanged: (payload: SubscriptionChanged, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'SubscriptionChanged', exchange: 'analytics.events', routingKey: 'subscription.changed', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.SubscriptionChanged },
    ),
  /** Refresh token reused. A refresh token was reused after its successor.. */
  authRefreshTokenReused: (payload: AuthRefreshTokenReused, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'AuthRefreshTokenReused', exchange: 'analytics.events', routingKey: 'auth.refresh_token.reused', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.AuthRefreshTokenReused },
    ),
};
