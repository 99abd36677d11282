// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import { compose, standardHeaders, type MessageMeta, type OutboxMessage } from '../runtime/messages/message.ts';
import type { AuthRefreshTokenReused, ForecastPublished, IndicesRevised, IngestJobFinished, SessionRevoked, SubscriptionChanged, WebhookDisabled } from './payloads.ts';
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
  /** Webhook disabled. A webhook was disabled.. */
  webhookDisabled: (payload: WebhookDisabled, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'WebhookDisabled', exchange: 'analytics.events', routingKey: 'webhook.disabled', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.WebhookDisabled },
    ),
  /** Indices revised. The stored sales of a dealer have changed.. */
  indicesRevised: (payload: IndicesRevised, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'IndicesRevised', exchange: 'analytics.events', routingKey: 'indices.revised', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.IndicesRevised },
    ),
  /** Forecasts published. The forecasts of a dealer were computed from its newest sales.. */
  forecastPublished: (payload: ForecastPublished, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'ForecastPublished', exchange: 'analytics.events', routingKey: 'forecast.published', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.ForecastPublished },
    ),
  /** Session revoked. A login was ended.. */
  sessionRevoked: (payload: SessionRevoked, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'SessionRevoked', exchange: 'analytics.events', routingKey: 'session.revoked', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.SessionRevoked },
    ),
};
