// The messages that other teams can receive, by routing key: those of the exchanges that nothing secret goes over.
import {
  type AuthRefreshTokenReused,
  messages as analytics,
  type IndicesRevised,
  type IngestJobFinished,
  type SessionRevoked,
  type SubscriptionChanged,
  type WebhookDisabled,
} from '../../../../generated/analytics/messages.ts';
import * as analyticsValidators from '../../../../generated/analytics/validate-messages.js';
import { type LabStatus, messages as lab } from '../../../../generated/lab/messages.ts';
import * as labValidators from '../../../../generated/lab/validate-messages.js';
import type { Candidate, MessageMeta, OutboxMessage } from '../../../../generated/runtime/messages/message.ts';

export interface Payloads {
  readonly 'ingest.job.finished': IngestJobFinished;
  readonly 'subscription.changed': SubscriptionChanged;
  readonly 'auth.refresh_token.reused': AuthRefreshTokenReused;
  readonly 'webhook.disabled': WebhookDisabled;
  readonly 'indices.revised': IndicesRevised;
  readonly 'session.revoked': SessionRevoked;
  readonly 'lab.status': LabStatus;
}

export type MessageName = keyof Payloads;

interface Definition<Payload> {
  readonly exchange: string;
  readonly candidate: Candidate;
  readonly compose: (payload: Payload, meta: MessageMeta) => OutboxMessage;
}

const own = { idHeader: 'message_id' } as const;

/** Receivers accept fields that are not known yet, senders do not send them. */
export const definitions: { readonly [Name in MessageName]: Definition<Payloads[Name]> } = {
  'ingest.job.finished': {
    exchange: 'analytics.events',
    candidate: {
      ...own,
      name: 'ingest.job.finished',
      type: 'IngestJobFinished',
      headers: analyticsValidators.MessageHeadersOpen,
      payload: analyticsValidators.IngestJobFinishedOpen,
    },
    compose: analytics.ingestJobFinished,
  },
  'subscription.changed': {
    exchange: 'analytics.events',
    candidate: {
      ...own,
      name: 'subscription.changed',
      type: 'SubscriptionChanged',
      headers: analyticsValidators.MessageHeadersOpen,
      payload: analyticsValidators.SubscriptionChangedOpen,
    },
    compose: analytics.subscriptionChanged,
  },
  'auth.refresh_token.reused': {
    exchange: 'analytics.events',
    candidate: {
      ...own,
      name: 'auth.refresh_token.reused',
      type: 'AuthRefreshTokenReused',
      headers: analyticsValidators.MessageHeadersOpen,
      payload: analyticsValidators.AuthRefreshTokenReusedOpen,
    },
    compose: analytics.authRefreshTokenReused,
  },
  'webhook.disabled': {
    exchange: 'analytics.events',
    candidate: {
      ...own,
      name: 'webhook.disabled',
      type: 'WebhookDisabled',
      headers: analyticsValidators.MessageHeadersOpen,
      payload: analyticsValidators.WebhookDisabledOpen,
    },
    compose: analytics.webhookDisabled,
  },
  'indices.revised': {
    exchange: 'analytics.events',
    candidate: {
      ...own,
      name: 'indices.revised',
      type: 'IndicesRevised',
      headers: analyticsValidators.MessageHeadersOpen,
      payload: analyticsValidators.IndicesRevisedOpen,
    },
    compose: analytics.indicesRevised,
  },
  'session.revoked': {
    exchange: 'analytics.events',
    candidate: {
      ...own,
      name: 'session.revoked',
      type: 'SessionRevoked',
      headers: analyticsValidators.MessageHeadersOpen,
      payload: analyticsValidators.SessionRevokedOpen,
    },
    compose: analytics.sessionRevoked,
  },
  'lab.status': {
    exchange: 'lab.events',
    candidate: {
      ...own,
      name: 'lab.status',
      type: 'LabStatus',
      headers: labValidators.MessageHeadersOpen,
      payload: labValidators.LabStatusOpen,
    },
    compose: lab.labStatus,
  },
};
