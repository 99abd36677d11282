// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import type { SharedMessage } from '../runtime/messages/message.ts';
import { messages } from './messages.ts';
import type { AuthRefreshTokenReused, ForecastPublished, IndicesRevised, IngestJobFinished, SessionRevoked, SubscriptionChanged, WebhookDisabled } from './payloads.ts';
import * as validate from './validate-messages.js';

export interface SharedPayloads {
  readonly 'ingest.job.finished': IngestJobFinished;
  readonly 'subscription.changed': SubscriptionChanged;
  readonly 'auth.refresh_token.reused': AuthRefreshTokenReused;
  readonly 'webhook.disabled': WebhookDisabled;
  readonly 'indices.revised': IndicesRevised;
  readonly 'forecast.published': ForecastPublished;
  readonly 'session.revoked': SessionRevoked;
}

/** Receivers accept fields that they do not know yet, senders do not send them. */
export const sharedMessages: { readonly [Name in keyof SharedPayloads]: SharedMessage<SharedPayloads[Name]> } = {
  'ingest.job.finished': {
    exchange: 'analytics.events',
    candidate: { name: 'ingest.job.finished', type: 'IngestJobFinished', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.IngestJobFinishedOpen },
    compose: messages.ingestJobFinished,
  },
  'subscription.changed': {
    exchange: 'analytics.events',
    candidate: { name: 'subscription.changed', type: 'SubscriptionChanged', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.SubscriptionChangedOpen },
    compose: messages.subscriptionChanged,
  },
  'auth.refresh_token.reused': {
    exchange: 'analytics.events',
    candidate: { name: 'auth.refresh_token.reused', type: 'AuthRefreshTokenReused', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.AuthRefreshTokenReusedOpen },
    compose: messages.authRefreshTokenReused,
  },
  'webhook.disabled': {
    exchange: 'analytics.events',
    candidate: { name: 'webhook.disabled', type: 'WebhookDisabled', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.WebhookDisabledOpen },
    compose: messages.webhookDisabled,
  },
  'indices.revised': {
    exchange: 'analytics.events',
    candidate: { name: 'indices.revised', type: 'IndicesRevised', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.IndicesRevisedOpen },
    compose: messages.indicesRevised,
  },
  'forecast.published': {
    exchange: 'analytics.events',
    candidate: { name: 'forecast.published', type: 'ForecastPublished', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.ForecastPublishedOpen },
    compose: messages.forecastPublished,
  },
  'session.revoked': {
    exchange: 'analytics.events',
    candidate: { name: 'session.revoked', type: 'SessionRevoked', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.SessionRevokedOpen },
    compose: messages.sessionRevoked,
  },
};
