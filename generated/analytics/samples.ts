// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import { check, type Sample } from '../runtime/messages/message.ts';
import type { SharedPayloads } from './shared-messages.ts';
import * as validate from './validate-messages.js';

/** The examples of the contract. */
export const samples: { readonly [Name in keyof SharedPayloads]: readonly [Sample<SharedPayloads[Name]>, ...Sample<SharedPayloads[Name]>[]] } = {
  'ingest.job.finished': [
    { title: 'succeeded', id: '0193497e-84c1-7a20-8c8e-1b1a7c9d0e52', occurredAt: '2026-11-21T07:41:14Z', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', payload: check(validate.IngestJobFinished, {"job_id":"0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11","kind":"upload","dealer_id":"fjordbil-oslo","period":"2007-01/2017-01","period_type":"month","status":"succeeded","dry_run":false,"revision":2,"rows_accepted":4366,"rows_rejected":0,"error_count":0,"problem_type":null,"finished_at":"2026-11-21T07:41:14Z"}, 'IngestJobFinished') },
    { title: 'failed', id: '0193497f-1d30-7e11-9a4b-6d5c4b3a2918', occurredAt: '2026-11-21T07:43:03Z', payload: check(validate.IngestJobFinished, {"job_id":"0193497f-10aa-7b1c-8f3e-2c9d4e5f6a70","kind":"upload","dealer_id":"fjordbil-oslo","period":"2007-01/2017-01","period_type":"month","status":"failed","dry_run":false,"revision":null,"rows_accepted":4375,"rows_rejected":2,"error_count":2,"problem_type":"https://covenant.example/problems/bad-file","finished_at":"2026-11-21T07:43:03Z"}, 'IngestJobFinished') },
  ],
  'subscription.changed': [
    { title: 'past-due', id: '01934a00-2b6c-7d15-8e90-3f4a5b6c7d8e', occurredAt: '2026-11-21T10:02:00Z', payload: check(validate.SubscriptionChanged, {"dealer_id":"fjordbil-oslo","plan":"standard","status":"past_due","previous_status":"active","expires_at":"2027-11-21T00:00:00Z","cause":"administrator"}, 'SubscriptionChanged') },
  ],
  'auth.refresh_token.reused': [
    { title: 'reused', id: '01934a01-5e4d-7b3c-9f80-7a6b5c4d3e2f', occurredAt: '2026-11-21T10:05:31Z', payload: check(validate.AuthRefreshTokenReused, {"family_id":"01934800-9a8b-7c6d-8e5f-4a3b2c1d0e9f","principal":"5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9","generation":7,"address":"203.0.113.24","reused_at":"2026-11-21T10:05:31Z"}, 'AuthRefreshTokenReused') },
  ],
  'webhook.disabled': [
    { title: 'failing', id: '01934a20-5e4d-7b3c-9f80-7a6b5c4d3e2f', occurredAt: '2026-11-22T07:41:14Z', payload: check(validate.WebhookDisabled, {"webhook_id":"01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11","principal":"5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9","reason":"failing","disabled_at":"2026-11-22T07:41:14Z"}, 'WebhookDisabled') },
  ],
  'indices.revised': [
    { title: 'upload', id: '0193497e-84c1-7a20-8c8e-1b1a7c9d0e53', occurredAt: '2026-11-21T07:41:14Z', payload: check(validate.IndicesRevised, {"dealer_id":"fjordbil-oslo","revision":2,"cause":"upload","job_id":"0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11","from":"2007-01-01","to":"2017-01-31","revised_at":"2026-11-21T07:41:14Z"}, 'IndicesRevised') },
  ],
  'forecast.published': [
    { title: 'after-upload', id: '0193497e-9d5c-7b31-8c8e-1b1a7c9d0e54', occurredAt: '2026-11-21T07:41:17Z', payload: check(validate.ForecastPublished, {"dealer_id":"fjordbil-oslo","revision":2,"horizon_days":90,"forecasts":41,"complete":true,"published_at":"2026-11-21T07:41:17Z"}, 'ForecastPublished') },
  ],
  'session.revoked': [
    { title: 'logout', id: '01934a02-5e4d-7b3c-9f80-7a6b5c4d3e30', occurredAt: '2026-11-21T10:05:31Z', payload: check(validate.SessionRevoked, {"family_id":"01934800-9a8b-7c6d-8e5f-4a3b2c1d0e9f","principal":"5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9","reason":"logout","revoked_at":"2026-11-21T10:05:31Z"}, 'SessionRevoked') },
  ],
};
