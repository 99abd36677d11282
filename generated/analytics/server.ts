// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import type { Middleware } from 'koa';
import type { Contract, OperationFacts } from '../runtime/contract.ts';
import type { Bytes } from '../runtime/exchange.ts';
import type { Called, ConditionalRead, ConditionalWrite, Filled, FormOf, Received, WithBasic } from '../runtime/handler.ts';
import { type Handlers, mount } from '../runtime/http.ts';
import type { CallerBase, ContractHost } from '../runtime/host.ts';
import { type Rows, type WithPage, withPages } from '../runtime/reply/page.ts';
import { registry } from './problems.ts';
import type { ProblemReply } from './problems.ts';
import { route } from './routes.ts';
import type * as T from './types.ts';
import * as validators from './validate.js';

export { problems, type ProblemReply } from './problems.ts';

export type LoginUserRequest = Received &
  { readonly body: T.LoginRequest };

export type LoginUserReply =
  | { readonly status: 200; readonly body: T.TokenPair; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'invalid-credentials' | 'request-timeout' | 'body-too-large' | 'unsupported-media-type' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RefreshTokenRequest = Received &
  { readonly body: T.RefreshRequest };

export type RefreshTokenReply =
  | { readonly status: 200; readonly body: T.TokenPair; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'invalid-refresh-token' | 'request-timeout' | 'body-too-large' | 'unsupported-media-type' | 'rate-limited' | 'internal' | 'unavailable'>;

export type LogoutUserRequest = Received &
  { readonly body: T.LogoutRequest };

export type LogoutUserReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'request-timeout' | 'body-too-large' | 'unsupported-media-type' | 'rate-limited' | 'internal' | 'unavailable'>;

export type IssueTokenRequest = Received &
  WithBasic &
  ({ readonly mediaType: 'application/json'; readonly body: T.ClientCredentialsRequest } | { readonly mediaType: 'application/x-www-form-urlencoded'; readonly body: T.ClientCredentialsForm });

export type IssueTokenReply =
  | { readonly status: 200; readonly body: T.ClientToken; readonly headers: { readonly Pragma: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'invalid-credentials' | 'request-timeout' | 'body-too-large' | 'unsupported-media-type' | 'rate-limited' | 'internal' | 'unavailable'>;

export type UploadFileRequest = Received &
  { readonly form: FormOf<Filled<T.UploadForm, 'on_error' | 'unknown_columns' | 'dry_run'>> };

export type UploadFileReply =
  | { readonly status: 202; readonly body: T.JobAccepted; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'invalid-encoding' | 'unauthenticated' | 'out-of-scope' | 'plan-limit' | 'subscription-expired' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'granularity-conflict' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetTemplateRequest = Received &
  { readonly query: Filled<NonNullable<T.operations['getTemplate']['parameters']['query']>, 'form'> } &
  { readonly accept: 'text/csv' | 'application/x-ndjson' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

export type GetTemplateReply =
  | { readonly status: 200; readonly body: Bytes; readonly mediaType: 'text/csv'; readonly headers: { readonly 'Content-Disposition': string } }
  | { readonly status: 200; readonly body: Bytes; readonly mediaType: 'application/x-ndjson'; readonly headers: { readonly 'Content-Disposition': string } }
  | { readonly status: 200; readonly body: Bytes; readonly mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'; readonly headers: { readonly 'Content-Disposition': string } }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-acceptable' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeletePeriodRequest = Received &
  { readonly body: Filled<T.DeletionRequest, 'dry_run'> };

export type DeletePeriodReply =
  | { readonly status: 202; readonly body: T.JobAccepted; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'out-of-scope' | 'plan-limit' | 'subscription-expired' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'confirmation-required' | 'granularity-conflict' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RevertRevisionRequest = Received &
  { readonly body: Filled<T.ReversalRequest, 'dry_run'> };

export type RevertRevisionReply =
  | { readonly status: 202; readonly body: T.JobAccepted; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'out-of-scope' | 'plan-limit' | 'subscription-expired' | 'not-found' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListJobsRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listJobs']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListJobsReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.JobList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'business-rule' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetJobRequest = Received &
  { readonly path: NonNullable<T.operations['getJob']['parameters']['path']> } &
  { readonly query: Filled<NonNullable<T.operations['getJob']['parameters']['query']>, 'wait'> };

export type GetJobReply =
  | { readonly status: 200; readonly body: T.Job; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListJobChangesRequest = Received &
  { readonly path: NonNullable<T.operations['listJobChanges']['parameters']['path']> } &
  { readonly query: Filled<Omit<NonNullable<T.operations['listJobChanges']['parameters']['query']>, 'limit' | 'cursor'>, 'period_type'> } &
  WithPage;

export type ListJobChangesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.JobChangeList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'subscription-expired' | 'not-found' | 'conflict' | 'business-rule' | 'read-too-large' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CancelJobRequest = Received &
  { readonly path: NonNullable<T.operations['cancelJob']['parameters']['path']> };

export type CancelJobReply =
  | { readonly status: 200; readonly body: T.JobAccepted; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'conflict' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetJobErrorsRequest = Received &
  { readonly path: NonNullable<T.operations['getJobErrors']['parameters']['path']> };

export type GetJobErrorsReply =
  | { readonly status: 200; readonly body: Bytes; readonly headers: { readonly 'Content-Disposition': string } }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetRejectedRowsRequest = Received &
  { readonly path: NonNullable<T.operations['getRejectedRows']['parameters']['path']> } &
  { readonly accept: 'text/csv' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

export type GetRejectedRowsReply =
  | { readonly status: 200; readonly body: Bytes; readonly mediaType: 'text/csv'; readonly headers: { readonly 'Content-Disposition': string } }
  | { readonly status: 200; readonly body: Bytes; readonly mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'; readonly headers: { readonly 'Content-Disposition': string } }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'not-acceptable' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListIndicesRequest = Received &
  { readonly query: Filled<Omit<NonNullable<T.operations['listIndices']['parameters']['query']>, 'limit' | 'cursor'>, 'period_type'> } &
  WithPage &
  ConditionalRead;

export type ListIndicesReply =
  | ({ readonly status: 200; readonly headers?: never; readonly revision: string; readonly scope?: string } & Rows<T.IndexList>)
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'subscription-expired' | 'not-acceptable' | 'business-rule' | 'read-too-large' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListIndexChangesRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listIndexChanges']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage &
  ConditionalRead;

export type ListIndexChangesReply =
  | ({ readonly status: 200; readonly headers?: never; readonly revision: string; readonly scope?: string } & Rows<T.IndexChangeList>)
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'subscription-expired' | 'business-rule' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListDefinitionsRequest = Received &
  ConditionalRead;

export type ListDefinitionsReply =
  | { readonly status: 200; readonly body: T.DefinitionList; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListForecastsRequest = Received &
  { readonly query: Filled<NonNullable<T.operations['listForecasts']['parameters']['query']>, 'horizon_days'> } &
  ConditionalRead;

export type ListForecastsReply =
  | { readonly status: 200; readonly body: T.ForecastList; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'plan-limit' | 'subscription-expired' | 'not-acceptable' | 'business-rule' | 'read-too-large' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetDashboardSummaryRequest = Received &
  { readonly query: NonNullable<T.operations['getDashboardSummary']['parameters']['query']> } &
  ConditionalRead;

export type GetDashboardSummaryReply =
  | { readonly status: 200; readonly body: T.DashboardSummary; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'subscription-expired' | 'read-too-large' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetCurrentSubscriptionRequest = Received &
  { readonly query: NonNullable<T.operations['getCurrentSubscription']['parameters']['query']> } &
  ConditionalRead;

export type GetCurrentSubscriptionReply =
  | { readonly status: 200; readonly body: T.Subscription; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListBrandsRequest = Received &
  WithPage &
  ConditionalRead;

export type ListBrandsReply =
  | ({ readonly status: 200; readonly headers?: never; readonly revision: string; readonly scope?: string } & Rows<T.BrandList>)
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'subscription-expired' | 'not-acceptable' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListRegionsRequest = Received &
  WithPage &
  ConditionalRead;

export type ListRegionsReply =
  | ({ readonly status: 200; readonly headers?: never; readonly revision: string; readonly scope?: string } & Rows<T.RegionList>)
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'subscription-expired' | 'not-acceptable' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListModelFamiliesRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listModelFamilies']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage &
  ConditionalRead;

export type ListModelFamiliesReply =
  | ({ readonly status: 200; readonly headers?: never; readonly revision: string; readonly scope?: string } & Rows<T.ModelFamilyList>)
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'subscription-expired' | 'not-acceptable' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetDealerCalendarRequest = Received &
  { readonly path: NonNullable<T.operations['getDealerCalendar']['parameters']['path']> } &
  ConditionalRead;

export type GetDealerCalendarReply =
  | { readonly status: 200; readonly body: T.DealerCalendar; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceDealerCalendarRequest = Received &
  { readonly path: NonNullable<T.operations['replaceDealerCalendar']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: T.DealerCalendarRequest };

export type ReplaceDealerCalendarReply =
  | { readonly status: 200; readonly body: T.DealerCalendar; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'request-timeout' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteDealerCalendarRequest = Received &
  { readonly path: NonNullable<T.operations['deleteDealerCalendar']['parameters']['path']> } &
  ConditionalWrite;

export type DeleteDealerCalendarReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'precondition-failed' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListDealerAliasesRequest = Received &
  { readonly path: NonNullable<T.operations['listDealerAliases']['parameters']['path']> } &
  WithPage;

export type ListDealerAliasesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.AliasList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateDealerAliasRequest = Received &
  { readonly path: NonNullable<T.operations['createDealerAlias']['parameters']['path']> } &
  { readonly body: T.AliasRequest };

export type CreateDealerAliasReply =
  | { readonly status: 201; readonly body: T.Alias; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetDealerAliasRequest = Received &
  { readonly path: NonNullable<T.operations['getDealerAlias']['parameters']['path']> } &
  ConditionalRead;

export type GetDealerAliasReply =
  | { readonly status: 200; readonly body: T.Alias; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteDealerAliasRequest = Received &
  { readonly path: NonNullable<T.operations['deleteDealerAlias']['parameters']['path']> } &
  ConditionalWrite;

export type DeleteDealerAliasReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'out-of-scope' | 'not-found' | 'precondition-failed' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetScopeRequest = Received &
  { readonly query: NonNullable<T.operations['getScope']['parameters']['query']> } &
  ConditionalRead;

export type GetScopeReply =
  | { readonly status: 200; readonly body: T.CallerScope; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'business-rule' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListPoliciesRequest = Received &
  ConditionalRead;

export type ListPoliciesReply =
  | { readonly status: 200; readonly body: T.PolicyList; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListWebhooksRequest = Received &
  WithPage;

export type ListWebhooksReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.WebhookList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateWebhookRequest = Received &
  { readonly body: Filled<T.WebhookRequest, 'description' | 'enabled'> };

export type CreateWebhookReply =
  | { readonly status: 201; readonly body: T.Webhook; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetWebhookRequest = Received &
  { readonly path: NonNullable<T.operations['getWebhook']['parameters']['path']> } &
  ConditionalRead;

export type GetWebhookReply =
  | { readonly status: 200; readonly body: T.Webhook; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceWebhookRequest = Received &
  { readonly path: NonNullable<T.operations['replaceWebhook']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: T.WebhookTerms };

export type ReplaceWebhookReply =
  | { readonly status: 200; readonly body: T.Webhook; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteWebhookRequest = Received &
  { readonly path: NonNullable<T.operations['deleteWebhook']['parameters']['path']> };

export type DeleteWebhookReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RotateWebhookSecretRequest = Received &
  { readonly path: NonNullable<T.operations['rotateWebhookSecret']['parameters']['path']> } &
  { readonly body: Filled<T.WebhookSecretRequest, 'keep_previous_s'> };

export type RotateWebhookSecretReply =
  | { readonly status: 200; readonly body: T.Webhook; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'body-too-large' | 'unsupported-media-type' | 'rate-limited' | 'internal' | 'unavailable'>;

export type SendTestEventRequest = Received &
  { readonly path: NonNullable<T.operations['sendTestEvent']['parameters']['path']> };

export type SendTestEventReply =
  | { readonly status: 201; readonly body: T.WebhookDelivery; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'conflict' | 'idempotency-in-flight' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListWebhookDeliveriesRequest = Received &
  { readonly path: NonNullable<T.operations['listWebhookDeliveries']['parameters']['path']> } &
  { readonly query: Omit<NonNullable<T.operations['listWebhookDeliveries']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListWebhookDeliveriesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.WebhookDeliveryList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetWebhookDeliveryRequest = Received &
  { readonly path: NonNullable<T.operations['getWebhookDelivery']['parameters']['path']> };

export type GetWebhookDeliveryReply =
  | { readonly status: 200; readonly body: T.WebhookDeliveryDetails; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplayWebhookDeliveryRequest = Received &
  { readonly path: NonNullable<T.operations['replayWebhookDelivery']['parameters']['path']> };

export type ReplayWebhookDeliveryReply =
  | { readonly status: 200; readonly body: T.WebhookDelivery; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'conflict' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplayWebhookDeliveriesRequest = Received &
  { readonly path: NonNullable<T.operations['replayWebhookDeliveries']['parameters']['path']> } &
  { readonly body: Filled<T.WebhookReplayRequest, 'status'> };

export type ReplayWebhookDeliveriesReply =
  | { readonly status: 200; readonly body: T.WebhookReplay; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'conflict' | 'body-too-large' | 'unsupported-media-type' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListCalendarsRequest = Received &
  WithPage;

export type ListCalendarsReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.CalendarList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateCalendarRequest = Received &
  { readonly body: T.CalendarRequest };

export type CreateCalendarReply =
  | { readonly status: 201; readonly body: T.Calendar; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetCalendarRequest = Received &
  { readonly path: NonNullable<T.operations['getCalendar']['parameters']['path']> } &
  ConditionalRead;

export type GetCalendarReply =
  | { readonly status: 200; readonly body: T.Calendar; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListDealersRequest = Received &
  WithPage;

export type ListDealersReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.DealerList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateDealerRequest = Received &
  { readonly body: T.DealerRequest };

export type CreateDealerReply =
  | { readonly status: 201; readonly body: T.Dealer; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetDealerRequest = Received &
  { readonly path: NonNullable<T.operations['getDealer']['parameters']['path']> } &
  ConditionalRead;

export type GetDealerReply =
  | { readonly status: 200; readonly body: T.Dealer; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceDealerRequest = Received &
  { readonly path: NonNullable<T.operations['replaceDealer']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: T.DealerRequest };

export type ReplaceDealerReply =
  | { readonly status: 200; readonly body: T.Dealer; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'request-timeout' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListGrantsRequest = Received &
  { readonly path: NonNullable<T.operations['listGrants']['parameters']['path']> } &
  WithPage;

export type ListGrantsReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.GrantList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateGrantRequest = Received &
  { readonly path: NonNullable<T.operations['createGrant']['parameters']['path']> } &
  { readonly body: T.GrantRequest };

export type CreateGrantReply =
  | { readonly status: 201; readonly body: T.Grant; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetGrantRequest = Received &
  { readonly path: NonNullable<T.operations['getGrant']['parameters']['path']> } &
  ConditionalRead;

export type GetGrantReply =
  | { readonly status: 200; readonly body: T.Grant; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceGrantRequest = Received &
  { readonly path: NonNullable<T.operations['replaceGrant']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: T.GrantRequest };

export type ReplaceGrantReply =
  | { readonly status: 200; readonly body: T.Grant; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'request-timeout' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteGrantRequest = Received &
  { readonly path: NonNullable<T.operations['deleteGrant']['parameters']['path']> } &
  ConditionalWrite;

export type DeleteGrantReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'precondition-failed' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListAliasesRequest = Received &
  { readonly path: NonNullable<T.operations['listAliases']['parameters']['path']> } &
  WithPage;

export type ListAliasesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.AliasList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateAliasRequest = Received &
  { readonly path: NonNullable<T.operations['createAlias']['parameters']['path']> } &
  { readonly body: T.AliasRequest };

export type CreateAliasReply =
  | { readonly status: 201; readonly body: T.Alias; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetAliasRequest = Received &
  { readonly path: NonNullable<T.operations['getAlias']['parameters']['path']> } &
  ConditionalRead;

export type GetAliasReply =
  | { readonly status: 200; readonly body: T.Alias; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteAliasRequest = Received &
  { readonly path: NonNullable<T.operations['deleteAlias']['parameters']['path']> } &
  ConditionalWrite;

export type DeleteAliasReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'precondition-failed' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListInstallationWebhooksRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listInstallationWebhooks']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListInstallationWebhooksReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.InstallationWebhookList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteInstallationWebhookRequest = Received &
  { readonly path: NonNullable<T.operations['deleteInstallationWebhook']['parameters']['path']> };

export type DeleteInstallationWebhookReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetSubscriptionRequest = Received &
  { readonly path: NonNullable<T.operations['getSubscription']['parameters']['path']> } &
  ConditionalRead;

export type GetSubscriptionReply =
  | { readonly status: 200; readonly body: T.Subscription; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ChangeSubscriptionRequest = Received &
  { readonly path: NonNullable<T.operations['changeSubscription']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: T.SubscriptionRequest };

export type ChangeSubscriptionReply =
  | { readonly status: 200; readonly body: T.Subscription; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'request-timeout' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

/** Every operation that is not planned only. A handler returns data; the runtime does the protocol. */
export type AnalyticsHandlers<Caller> = {
  /** Log in with e-mail and password */
  loginUser(request: LoginUserRequest): Promise<LoginUserReply>;
  /** Refresh an access token */
  refreshToken(request: RefreshTokenRequest): Promise<RefreshTokenReply>;
  /** End a login */
  logoutUser(request: LogoutUserRequest): Promise<LogoutUserReply>;
  /** Get an access token for a service */
  issueToken(request: IssueTokenRequest): Promise<IssueTokenReply>;
  /** Upload a sales file for one dealer and period */
  uploadFile(request: UploadFileRequest & Called<Caller>): Promise<UploadFileReply>;
  /** Download a template of a sales file */
  getTemplate(request: GetTemplateRequest & Called<Caller>): Promise<GetTemplateReply>;
  /** Delete the sales of one dealer and period */
  deletePeriod(request: DeletePeriodRequest & Called<Caller>): Promise<DeletePeriodReply>;
  /** Revert a revision */
  revertRevision(request: RevertRevisionRequest & Called<Caller>): Promise<RevertRevisionReply>;
  /** List upload jobs */
  listJobs(request: ListJobsRequest & Called<Caller>): Promise<ListJobsReply>;
  /** Get an upload job */
  getJob(request: GetJobRequest & Called<Caller>): Promise<GetJobReply>;
  /** List the index values that a dry run would change */
  listJobChanges(request: ListJobChangesRequest & Called<Caller>): Promise<ListJobChangesReply>;
  /** Cancel an upload job */
  cancelJob(request: CancelJobRequest & Called<Caller>): Promise<CancelJobReply>;
  /** Download all errors of an upload job */
  getJobErrors(request: GetJobErrorsRequest & Called<Caller>): Promise<GetJobErrorsReply>;
  /** Download the rejected rows of an upload job */
  getRejectedRows(request: GetRejectedRowsRequest & Called<Caller>): Promise<GetRejectedRowsReply>;
  /** List index values */
  listIndices(request: ListIndicesRequest & Called<Caller>): Promise<ListIndicesReply>;
  /** List changes since a revision */
  listIndexChanges(request: ListIndexChangesRequest & Called<Caller>): Promise<ListIndexChangesReply>;
  /** List index definitions */
  listDefinitions(request: ListDefinitionsRequest & Called<Caller>): Promise<ListDefinitionsReply>;
  /** List forecasts of units sold */
  listForecasts(request: ListForecastsRequest & Called<Caller>): Promise<ListForecastsReply>;
  /** Get the dashboard */
  getDashboardSummary(request: GetDashboardSummaryRequest & Called<Caller>): Promise<GetDashboardSummaryReply>;
  /** Get the current subscription */
  getCurrentSubscription(request: GetCurrentSubscriptionRequest & Called<Caller>): Promise<GetCurrentSubscriptionReply>;
  /** List brands */
  listBrands(request: ListBrandsRequest & Called<Caller>): Promise<ListBrandsReply>;
  /** List regions */
  listRegions(request: ListRegionsRequest & Called<Caller>): Promise<ListRegionsReply>;
  /** List model families */
  listModelFamilies(request: ListModelFamiliesRequest & Called<Caller>): Promise<ListModelFamiliesReply>;
  /** Get the calendar of a dealer */
  getDealerCalendar(request: GetDealerCalendarRequest & Called<Caller>): Promise<GetDealerCalendarReply>;
  /** Set the calendar of a dealer */
  replaceDealerCalendar(request: ReplaceDealerCalendarRequest & Called<Caller>): Promise<ReplaceDealerCalendarReply>;
  /** Delete a dealer's calendar */
  deleteDealerCalendar(request: DeleteDealerCalendarRequest & Called<Caller>): Promise<DeleteDealerCalendarReply>;
  /** List the aliases of your dealer */
  listDealerAliases(request: ListDealerAliasesRequest & Called<Caller>): Promise<ListDealerAliasesReply>;
  /** Create an alias for your dealer */
  createDealerAlias(request: CreateDealerAliasRequest & Called<Caller>): Promise<CreateDealerAliasReply>;
  /** Get an alias of your dealer */
  getDealerAlias(request: GetDealerAliasRequest & Called<Caller>): Promise<GetDealerAliasReply>;
  /** Delete an alias of your dealer */
  deleteDealerAlias(request: DeleteDealerAliasRequest & Called<Caller>): Promise<DeleteDealerAliasReply>;
  /** Get the caller's scope */
  getScope(request: GetScopeRequest & Called<Caller>): Promise<GetScopeReply>;
  /** List access policies */
  listPolicies(request: ListPoliciesRequest & Called<Caller>): Promise<ListPoliciesReply>;
  /** List webhooks */
  listWebhooks(request: ListWebhooksRequest & Called<Caller>): Promise<ListWebhooksReply>;
  /** Create a webhook */
  createWebhook(request: CreateWebhookRequest & Called<Caller>): Promise<CreateWebhookReply>;
  /** Get a webhook */
  getWebhook(request: GetWebhookRequest & Called<Caller>): Promise<GetWebhookReply>;
  /** Update a webhook */
  replaceWebhook(request: ReplaceWebhookRequest & Called<Caller>): Promise<ReplaceWebhookReply>;
  /** Delete a webhook */
  deleteWebhook(request: DeleteWebhookRequest & Called<Caller>): Promise<DeleteWebhookReply>;
  /** Replace the secret of a webhook */
  rotateWebhookSecret(request: RotateWebhookSecretRequest & Called<Caller>): Promise<RotateWebhookSecretReply>;
  /** Send a test event */
  sendTestEvent(request: SendTestEventRequest & Called<Caller>): Promise<SendTestEventReply>;
  /** List the deliveries of a webhook */
  listWebhookDeliveries(request: ListWebhookDeliveriesRequest & Called<Caller>): Promise<ListWebhookDeliveriesReply>;
  /** Get a delivery */
  getWebhookDelivery(request: GetWebhookDeliveryRequest & Called<Caller>): Promise<GetWebhookDeliveryReply>;
  /** Send a delivery again */
  replayWebhookDelivery(request: ReplayWebhookDeliveryRequest & Called<Caller>): Promise<ReplayWebhookDeliveryReply>;
  /** Send deliveries again */
  replayWebhookDeliveries(request: ReplayWebhookDeliveriesRequest & Called<Caller>): Promise<ReplayWebhookDeliveriesReply>;
  /** List selling calendars */
  listCalendars(request: ListCalendarsRequest & Called<Caller>): Promise<ListCalendarsReply>;
  /** Create or update a selling calendar */
  createCalendar(request: CreateCalendarRequest & Called<Caller>): Promise<CreateCalendarReply>;
  /** Get a selling calendar */
  getCalendar(request: GetCalendarRequest & Called<Caller>): Promise<GetCalendarReply>;
  /** List dealers */
  listDealers(request: ListDealersRequest & Called<Caller>): Promise<ListDealersReply>;
  /** Create a dealer */
  createDealer(request: CreateDealerRequest & Called<Caller>): Promise<CreateDealerReply>;
  /** Get a dealer */
  getDealer(request: GetDealerRequest & Called<Caller>): Promise<GetDealerReply>;
  /** Update a dealer */
  replaceDealer(request: ReplaceDealerRequest & Called<Caller>): Promise<ReplaceDealerReply>;
  /** List the grants of a dealer */
  listGrants(request: ListGrantsRequest & Called<Caller>): Promise<ListGrantsReply>;
  /** Create a grant */
  createGrant(request: CreateGrantRequest & Called<Caller>): Promise<CreateGrantReply>;
  /** Get a grant */
  getGrant(request: GetGrantRequest & Called<Caller>): Promise<GetGrantReply>;
  /** Update a grant */
  replaceGrant(request: ReplaceGrantRequest & Called<Caller>): Promise<ReplaceGrantReply>;
  /** Delete a grant */
  deleteGrant(request: DeleteGrantRequest & Called<Caller>): Promise<DeleteGrantReply>;
  /** List the aliases of a dealer */
  listAliases(request: ListAliasesRequest & Called<Caller>): Promise<ListAliasesReply>;
  /** Create an alias */
  createAlias(request: CreateAliasRequest & Called<Caller>): Promise<CreateAliasReply>;
  /** Get an alias */
  getAlias(request: GetAliasRequest & Called<Caller>): Promise<GetAliasReply>;
  /** Delete an alias */
  deleteAlias(request: DeleteAliasRequest & Called<Caller>): Promise<DeleteAliasReply>;
  /** List the webhooks of all users */
  listInstallationWebhooks(request: ListInstallationWebhooksRequest & Called<Caller>): Promise<ListInstallationWebhooksReply>;
  /** Delete a webhook of any user */
  deleteInstallationWebhook(request: DeleteInstallationWebhookRequest & Called<Caller>): Promise<DeleteInstallationWebhookReply>;
  /** Get the subscription of a dealer */
  getSubscription(request: GetSubscriptionRequest & Called<Caller>): Promise<GetSubscriptionReply>;
  /** Update the subscription of a dealer */
  changeSubscription(request: ChangeSubscriptionRequest & Called<Caller>): Promise<ChangeSubscriptionReply>;
};

export const analyticsOperations = {
  loginUser: {
    id: 'loginUser',
    method: 'POST',
    path: '/auth/login',
    tags: ['Authentication'],
    schemes: [],
    limits: [{ policy: 'login', quota: 600, windowS: 60, cost: 1, per: 'address' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'invalid-credentials',
      'request-timeout',
      'body-too-large',
      'unsupported-media-type',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  refreshToken: {
    id: 'refreshToken',
    method: 'POST',
    path: '/auth/refresh',
    tags: ['Authentication'],
    schemes: [],
    limits: [{ policy: 'refresh', quota: 3000, windowS: 60, cost: 1, per: 'address' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'invalid-refresh-token',
      'request-timeout',
      'body-too-large',
      'unsupported-media-type',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  logoutUser: {
    id: 'logoutUser',
    method: 'POST',
    path: '/auth/logout',
    tags: ['Authentication'],
    schemes: [],
    limits: [{ policy: 'refresh', quota: 3000, windowS: 60, cost: 1, per: 'address' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'request-timeout',
      'body-too-large',
      'unsupported-media-type',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  issueToken: {
    id: 'issueToken',
    method: 'POST',
    path: '/auth/token',
    tags: ['Authentication'],
    schemes: [],
    basic: true,
    errorCodes: {
      'invalid-request': 'invalid_request',
      'invalid-request /grant_type': 'unsupported_grant_type',
      'invalid-request /scope': 'invalid_scope',
      'malformed-json': 'invalid_request',
      'invalid-encoding': 'invalid_request',
      'invalid-credentials': 'invalid_client',
      'request-timeout': 'invalid_request',
      'body-too-large': 'invalid_request',
      'unsupported-media-type': 'invalid_request',
      'rate-limited': 'temporarily_unavailable',
      internal: 'server_error',
      unavailable: 'temporarily_unavailable',
    },
    limits: [{ policy: 'token', quota: 1200, windowS: 60, cost: 1, per: 'address' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    body: {
      required: true,
      media: { 'application/json': 'json', 'application/x-www-form-urlencoded': 'form' },
      fields: { grant_type: 'string', client_id: 'string', client_secret: 'string', scope: 'string' },
      open: true,
      files: [],
    },
    replies: { 200: { media: ['application/json'], headers: ['Pragma'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'invalid-credentials',
      'request-timeout',
      'body-too-large',
      'unsupported-media-type',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  uploadFile: {
    id: 'uploadFile',
    method: 'POST',
    path: '/ingest/files',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'ingest', quota: 1200, windowS: 3600, cost: 10, per: 'principal' }],
    bodyBytes: 1074790400,
    fileBytes: 1073741824,
    timeoutMs: 3600000,
    idleMs: 20000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: {
      required: true,
      media: { 'multipart/form-data': 'multipart' },
      fields: {
        dealer_id: 'string',
        period: 'string',
        period_type: 'string',
        on_error: 'string',
        unknown_columns: 'string',
        form: 'string',
        sheet: 'string',
        dry_run: 'boolean',
        confirm: 'integer',
        confirm_units: 'integer',
      },
      files: ['file'],
    },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'invalid-encoding',
      'unauthenticated',
      'out-of-scope',
      'plan-limit',
      'subscription-expired',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'granularity-conflict',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/ingest/jobs/{id}', id: 'job_id', retryAfterS: 1 },
  },
  getTemplate: {
    id: 'getTemplate',
    method: 'GET',
    path: '/ingest/template',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { form: 'string' }, headers: {}, cookies: {} },
    replies: {
      200: {
        media: [
          'text/csv',
          'application/x-ndjson',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        ],
        headers: ['Content-Disposition'],
      },
    },
    problems: ['invalid-request', 'unauthenticated', 'not-acceptable', 'rate-limited', 'internal', 'unavailable'],
  },
  deletePeriod: {
    id: 'deletePeriod',
    method: 'POST',
    path: '/ingest/deletions',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'corrections', quota: 1200, windowS: 3600, cost: 5, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'out-of-scope',
      'plan-limit',
      'subscription-expired',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'confirmation-required',
      'granularity-conflict',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/ingest/jobs/{id}', id: 'job_id', retryAfterS: 1 },
  },
  revertRevision: {
    id: 'revertRevision',
    method: 'POST',
    path: '/ingest/reversals',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'corrections', quota: 1200, windowS: 3600, cost: 5, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'out-of-scope',
      'plan-limit',
      'subscription-expired',
      'not-found',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/ingest/jobs/{id}', id: 'job_id', retryAfterS: 1 },
  },
  listJobs: {
    id: 'listJobs',
    method: 'GET',
    path: '/ingest/jobs',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: {
        dealer_id: 'string',
        status: 'string',
        created_from: 'string',
        created_before: 'string',
        limit: 'integer',
        cursor: 'string',
      },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'business-rule',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getJob: {
    id: 'getJob',
    method: 'GET',
    path: '/ingest/jobs/{id}',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 40000,
    parameters: { path: { id: 'string' }, query: { wait: 'integer' }, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  listJobChanges: {
    id: 'listJobChanges',
    method: 'GET',
    path: '/ingest/jobs/{id}/changes',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { id: 'string' },
      query: {
        dealer_id: 'string[]',
        brand_id: 'string[]',
        region_id: 'string[]',
        condition: 'string',
        channel: 'string',
        period_type: 'string',
        group_by: 'string',
        limit: 'integer',
        cursor: 'string',
      },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'subscription-expired',
      'not-found',
      'conflict',
      'business-rule',
      'read-too-large',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  cancelJob: {
    id: 'cancelJob',
    method: 'POST',
    path: '/ingest/jobs/{id}/cancel',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'ingest', quota: 1200, windowS: 3600, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'conflict',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getJobErrors: {
    id: 'getJobErrors',
    method: 'GET',
    path: '/ingest/jobs/{id}/errors.csv',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['text/csv'], headers: ['Content-Disposition'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  getRejectedRows: {
    id: 'getRejectedRows',
    method: 'GET',
    path: '/ingest/jobs/{id}/rejected.csv',
    tags: ['Ingest'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 600000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: {
      200: {
        media: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        headers: ['Content-Disposition'],
      },
    },
    problems: [
      'invalid-request',
      'unauthenticated',
      'not-found',
      'not-acceptable',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listIndices: {
    id: 'listIndices',
    method: 'GET',
    path: '/indices',
    tags: ['Indices'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: {
        dealer_id: 'string[]',
        brand_id: 'string[]',
        region_id: 'string[]',
        condition: 'string',
        channel: 'string',
        model_family_id: 'string[]',
        date_from: 'string',
        date_to: 'string',
        period_type: 'string',
        group_by: 'string',
        fields: 'string[]',
        as_of: 'string',
        limit: 'integer',
        cursor: 'string',
      },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    paged: true,
    columns: [
      'brand_id',
      'region_id',
      'model_family_id',
      'dealer_id',
      'date',
      'period_type',
      'complete',
      'units',
      'selling_days',
      'dsr',
      'demand_growth',
      'coverage',
      'z_t',
      'inventory',
      'days_supply',
      'demand_supply_ratio',
      'orders',
      'revenue',
      'currency',
      'null_reasons',
    ],
    conditional: 'read',
    replies: { 200: { media: ['application/json', 'text/csv', 'application/x-ndjson'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'subscription-expired',
      'not-acceptable',
      'business-rule',
      'read-too-large',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listIndexChanges: {
    id: 'listIndexChanges',
    method: 'GET',
    path: '/indices/changes',
    tags: ['Indices'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { since: 'integer', dealer_id: 'string[]', limit: 'integer', cursor: 'string' },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    paged: true,
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'subscription-expired',
      'business-rule',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listDefinitions: {
    id: 'listDefinitions',
    method: 'GET',
    path: '/definitions',
    tags: ['Indices'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  listForecasts: {
    id: 'listForecasts',
    method: 'GET',
    path: '/forecasts',
    tags: ['Forecasts'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 5, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: {
        dealer_id: 'string[]',
        brand_id: 'string[]',
        region_id: 'string[]',
        condition: 'string',
        channel: 'string',
        model_family_id: 'string[]',
        period_type: 'string',
        horizon_days: 'integer',
        as_of: 'string',
        include: 'string',
        fields: 'string[]',
      },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    columns: [
      'date',
      'period_type',
      'selling_days',
      'value',
      'confidence_low',
      'confidence_high',
      'confidence_low_80',
      'confidence_high_80',
    ],
    conditional: 'read',
    replies: { 200: { media: ['application/json', 'text/csv', 'application/x-ndjson'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'plan-limit',
      'subscription-expired',
      'not-acceptable',
      'business-rule',
      'read-too-large',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getDashboardSummary: {
    id: 'getDashboardSummary',
    method: 'GET',
    path: '/dashboard/summary',
    tags: ['Dashboard'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: {
        dealer_id: 'string[]',
        brand_id: 'string[]',
        region_id: 'string[]',
        condition: 'string',
        channel: 'string',
      },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'subscription-expired',
      'read-too-large',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getCurrentSubscription: {
    id: 'getCurrentSubscription',
    method: 'GET',
    path: '/subscription/current',
    tags: ['Subscription'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { dealer_id: 'string' }, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listBrands: {
    id: 'listBrands',
    method: 'GET',
    path: '/catalog/brands',
    tags: ['Catalogue'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { limit: 'integer', cursor: 'string' },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    paged: true,
    columns: ['brand_id', 'name', 'aliases'],
    conditional: 'read',
    replies: { 200: { media: ['application/json', 'text/csv', 'application/x-ndjson'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'subscription-expired',
      'not-acceptable',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listRegions: {
    id: 'listRegions',
    method: 'GET',
    path: '/catalog/regions',
    tags: ['Catalogue'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { limit: 'integer', cursor: 'string' },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    paged: true,
    columns: ['region_id', 'name', 'aliases'],
    conditional: 'read',
    replies: { 200: { media: ['application/json', 'text/csv', 'application/x-ndjson'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'subscription-expired',
      'not-acceptable',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listModelFamilies: {
    id: 'listModelFamilies',
    method: 'GET',
    path: '/catalog/model-families',
    tags: ['Catalogue'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { brand_id: 'string[]', limit: 'integer', cursor: 'string' },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    paged: true,
    columns: ['model_family_id', 'brand_id', 'name', 'aliases'],
    conditional: 'read',
    replies: { 200: { media: ['application/json', 'text/csv', 'application/x-ndjson'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'subscription-expired',
      'not-acceptable',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getDealerCalendar: {
    id: 'getDealerCalendar',
    method: 'GET',
    path: '/dealers/{dealer_id}/calendar',
    tags: ['Settings'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  replaceDealerCalendar: {
    id: 'replaceDealerCalendar',
    method: 'PUT',
    path: '/dealers/{dealer_id}/calendar',
    tags: ['Settings'],
    schemes: ['bearer'],
    limits: [{ policy: 'corrections', quota: 1200, windowS: 3600, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'request-timeout',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getDealerCalendar',
  },
  deleteDealerCalendar: {
    id: 'deleteDealerCalendar',
    method: 'DELETE',
    path: '/dealers/{dealer_id}/calendar',
    tags: ['Settings'],
    schemes: ['bearer'],
    limits: [{ policy: 'corrections', quota: 1200, windowS: 3600, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    conditional: 'write',
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'precondition-failed',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getDealerCalendar',
  },
  listDealerAliases: {
    id: 'listDealerAliases',
    method: 'GET',
    path: '/dealers/{dealer_id}/aliases',
    tags: ['Settings'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: { limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  createDealerAlias: {
    id: 'createDealerAlias',
    method: 'POST',
    path: '/dealers/{dealer_id}/aliases',
    tags: ['Settings'],
    schemes: ['bearer'],
    limits: [{ policy: 'corrections', quota: 1200, windowS: 3600, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getDealerAlias: {
    id: 'getDealerAlias',
    method: 'GET',
    path: '/dealers/{dealer_id}/aliases/{kind}/{alias}',
    tags: ['Settings'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { dealer_id: 'string', kind: 'string', alias: 'string' },
      query: {},
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  deleteDealerAlias: {
    id: 'deleteDealerAlias',
    method: 'DELETE',
    path: '/dealers/{dealer_id}/aliases/{kind}/{alias}',
    tags: ['Settings'],
    schemes: ['bearer'],
    limits: [{ policy: 'corrections', quota: 1200, windowS: 3600, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { dealer_id: 'string', kind: 'string', alias: 'string' },
      query: {},
      headers: { 'If-Match': 'string' },
      cookies: {},
    },
    conditional: 'write',
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'out-of-scope',
      'not-found',
      'precondition-failed',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getDealerAlias',
  },
  getScope: {
    id: 'getScope',
    method: 'GET',
    path: '/scope',
    tags: ['Access'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { explain: 'string' }, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'business-rule', 'rate-limited', 'internal', 'unavailable'],
  },
  listPolicies: {
    id: 'listPolicies',
    method: 'GET',
    path: '/policies',
    tags: ['Access'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  listWebhooks: {
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  createWebhook: {
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getWebhook: {
    id: 'getWebhook',
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  replaceWebhook: {
    id: 'replaceWebhook',
    method: 'PUT',
    path: '/webhooks/{webhook_id}',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getWebhook',
  },
  deleteWebhook: {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 204: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  rotateWebhookSecret: {
    id: 'rotateWebhookSecret',
    method: 'PUT',
    path: '/webhooks/{webhook_id}/secret',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string' }, query: {}, headers: {}, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'body-too-large',
      'unsupported-media-type',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  sendTestEvent: {
    id: 'sendTestEvent',
    method: 'POST',
    path: '/webhooks/{webhook_id}/tests',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'not-found',
      'conflict',
      'idempotency-in-flight',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listWebhookDeliveries: {
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { webhook_id: 'string' },
      query: { status: 'string', limit: 'integer', cursor: 'string' },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  getWebhookDelivery: {
    id: 'getWebhookDelivery',
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string', delivery_id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  replayWebhookDelivery: {
    id: 'replayWebhookDelivery',
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string', delivery_id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'conflict', 'rate-limited', 'internal', 'unavailable'],
  },
  replayWebhookDeliveries: {
    id: 'replayWebhookDeliveries',
    method: 'POST',
    path: '/webhooks/{webhook_id}/replays',
    tags: ['Webhooks'],
    schemes: ['bearer'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string' }, query: {}, headers: {}, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'conflict',
      'body-too-large',
      'unsupported-media-type',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listCalendars: {
    id: 'listCalendars',
    method: 'GET',
    path: '/admin/calendars',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'forbidden-role', 'rate-limited', 'internal', 'unavailable'],
  },
  createCalendar: {
    id: 'createCalendar',
    method: 'POST',
    path: '/admin/calendars',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getCalendar: {
    id: 'getCalendar',
    method: 'GET',
    path: '/admin/calendars/{calendar_id}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { calendar_id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listDealers: {
    id: 'listDealers',
    method: 'GET',
    path: '/admin/dealers',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'forbidden-role', 'rate-limited', 'internal', 'unavailable'],
  },
  createDealer: {
    id: 'createDealer',
    method: 'POST',
    path: '/admin/dealers',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getDealer: {
    id: 'getDealer',
    method: 'GET',
    path: '/admin/dealers/{dealer_id}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  replaceDealer: {
    id: 'replaceDealer',
    method: 'PUT',
    path: '/admin/dealers/{dealer_id}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'request-timeout',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getDealer',
  },
  listGrants: {
    id: 'listGrants',
    method: 'GET',
    path: '/admin/dealers/{dealer_id}/grants',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: { limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  createGrant: {
    id: 'createGrant',
    method: 'POST',
    path: '/admin/dealers/{dealer_id}/grants',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getGrant: {
    id: 'getGrant',
    method: 'GET',
    path: '/admin/dealers/{dealer_id}/grants/{principal}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { dealer_id: 'string', principal: 'string' },
      query: {},
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  replaceGrant: {
    id: 'replaceGrant',
    method: 'PUT',
    path: '/admin/dealers/{dealer_id}/grants/{principal}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { dealer_id: 'string', principal: 'string' },
      query: {},
      headers: { 'If-Match': 'string' },
      cookies: {},
    },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'request-timeout',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getGrant',
  },
  deleteGrant: {
    id: 'deleteGrant',
    method: 'DELETE',
    path: '/admin/dealers/{dealer_id}/grants/{principal}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { dealer_id: 'string', principal: 'string' },
      query: {},
      headers: { 'If-Match': 'string' },
      cookies: {},
    },
    conditional: 'write',
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'precondition-failed',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getGrant',
  },
  listAliases: {
    id: 'listAliases',
    method: 'GET',
    path: '/admin/dealers/{dealer_id}/aliases',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: { limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  createAlias: {
    id: 'createAlias',
    method: 'POST',
    path: '/admin/dealers/{dealer_id}/aliases',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getAlias: {
    id: 'getAlias',
    method: 'GET',
    path: '/admin/dealers/{dealer_id}/aliases/{kind}/{alias}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { dealer_id: 'string', kind: 'string', alias: 'string' },
      query: {},
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  deleteAlias: {
    id: 'deleteAlias',
    method: 'DELETE',
    path: '/admin/dealers/{dealer_id}/aliases/{kind}/{alias}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { dealer_id: 'string', kind: 'string', alias: 'string' },
      query: {},
      headers: { 'If-Match': 'string' },
      cookies: {},
    },
    conditional: 'write',
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'precondition-failed',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getAlias',
  },
  listInstallationWebhooks: {
    id: 'listInstallationWebhooks',
    method: 'GET',
    path: '/admin/webhooks',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { principal: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'forbidden-role', 'rate-limited', 'internal', 'unavailable'],
  },
  deleteInstallationWebhook: {
    id: 'deleteInstallationWebhook',
    method: 'DELETE',
    path: '/admin/webhooks/{webhook_id}',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { webhook_id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getSubscription: {
    id: 'getSubscription',
    method: 'GET',
    path: '/admin/dealers/{dealer_id}/subscription',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  changeSubscription: {
    id: 'changeSubscription',
    method: 'PUT',
    path: '/admin/dealers/{dealer_id}/subscription',
    tags: ['Administration'],
    schemes: ['bearer'],
    roles: ['admin'],
    limits: [{ policy: 'admin', quota: 300, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { dealer_id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'request-timeout',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getSubscription',
  },
} as const satisfies Record<string, OperationFacts>;

let replies: ReturnType<Contract['replies']> | undefined;

const contract: Contract = {
  operations: analyticsOperations,
  problems: registry,
  validators,
  replies: () => {
    replies ??= import('./validate-replies.js');
    return replies;
  },
  route,
};

/** Serves the operations under `host.basePath`; other paths go to the next middleware. */
export const mountAnalytics = <Caller extends CallerBase>(handlers: AnalyticsHandlers<Caller>, host: ContractHost<Caller>): Middleware =>
  mount(contract, withPages(analyticsOperations, handlers) as Handlers, host);
