// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import type { Plain, PlainQuery } from '../runtime/brand.ts';
import { call } from '../runtime/client/client.ts';
import { poll, type PollOptions } from '../runtime/client/lists.ts';
import type { CallOptions, Client } from '../runtime/client/options.ts';
import type { Problem } from './problems.ts';
import type * as T from './types.ts';

export { connect, UnexpectedAnswer, unwrap } from '../runtime/client/client.ts';
export type { Attempt, CallOptions, Client, ClientOptions, UploadProgress } from '../runtime/client/options.ts';
export { items, pages, WaitTimeout } from '../runtime/client/lists.ts';
export { type StreamOptions, streamOf } from '../runtime/client/streams.ts';
export { type VerifyOptions, verifyWebhook, type WebhookMessage, WebhookRefused } from '../runtime/client/webhook.ts';
export { isProblem, type Problem, ProblemError } from './problems.ts';

export type LoginUserInput = {
  readonly body: Plain<T.LoginRequest>;
};

export type LoginUserResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.TokenPair }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'invalid-credentials'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Log in with e-mail and password */
export const loginUser = (client: Client, input: LoginUserInput, options?: CallOptions): Promise<LoginUserResult> =>
  call(client, {
  operation: 'loginUser',
  method: 'POST',
  path: '/auth/login',
  public: true,
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { access_token: 0, refresh_token: 0, expires_in: 0, token_type: 0 } },
}, input, options);

export type RefreshTokenInput = {
  readonly body: Plain<T.RefreshRequest>;
};

export type RefreshTokenResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.TokenPair }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'invalid-refresh-token'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Refresh an access token */
export const refreshToken = (client: Client, input: RefreshTokenInput, options?: CallOptions): Promise<RefreshTokenResult> =>
  call(client, {
  operation: 'refreshToken',
  method: 'POST',
  path: '/auth/refresh',
  public: true,
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { access_token: 0, refresh_token: 0, expires_in: 0, token_type: 0 } },
}, input, options);

export type LogoutUserInput = {
  readonly body: Plain<T.LogoutRequest>;
};

export type LogoutUserResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** End a login */
export const logoutUser = (client: Client, input: LogoutUserInput, options?: CallOptions): Promise<LogoutUserResult> =>
  call(client, {
  operation: 'logoutUser',
  method: 'POST',
  path: '/auth/logout',
  public: true,
  body: 'application/json',
  replies: { 204: 'nothing' },
}, input, options);

export type IssueTokenInput = {
  readonly body: Plain<T.ClientCredentialsRequest>;
};

export type IssueTokenResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.ClientToken }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'invalid-credentials'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get an access token for a service */
export const issueToken = (client: Client, input: IssueTokenInput, options?: CallOptions): Promise<IssueTokenResult> =>
  call(client, {
  operation: 'issueToken',
  method: 'POST',
  path: '/auth/token',
  public: true,
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { access_token: 0, expires_in: 0, token_type: 0 } },
}, input, options);

export type UploadFileInput = {
  readonly form: Plain<T.UploadForm>;
};

export type UploadFileResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.JobAccepted }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'plan-limit' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'granularity-conflict' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Upload a sales file for one dealer and period */
export const uploadFile = (client: Client, input: UploadFileInput, options?: CallOptions): Promise<UploadFileResult> =>
  call(client, {
  operation: 'uploadFile',
  method: 'POST',
  path: '/ingest/files',
  idempotent: true,
  body: 'multipart/form-data',
  replies: { 202: 'json' },
  members: { 202: { job_id: 0, status: 0 } },
}, input, options);

export type GetTemplateInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['getTemplate']['parameters']['query']>>;
};

export type GetTemplateResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: Blob }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 406; readonly headers: Headers; readonly problem: Problem<'not-acceptable'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Download a template of a sales file */
export const getTemplate = (client: Client, input?: GetTemplateInput, options?: CallOptions): Promise<GetTemplateResult> =>
  call(client, { operation: 'getTemplate', method: 'GET', path: '/ingest/template', replies: { 200: 'bytes' } }, input, options);

export type DeletePeriodInput = {
  readonly body: Plain<T.DeletionRequest>;
};

export type DeletePeriodResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.JobAccepted }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'plan-limit' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'confirmation-required' | 'granularity-conflict' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete the sales of one dealer and period */
export const deletePeriod = (client: Client, input: DeletePeriodInput, options?: CallOptions): Promise<DeletePeriodResult> =>
  call(client, {
  operation: 'deletePeriod',
  method: 'POST',
  path: '/ingest/deletions',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: { 202: { job_id: 0, status: 0 } },
}, input, options);

export type RevertRevisionInput = {
  readonly body: Plain<T.ReversalRequest>;
};

export type RevertRevisionResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.JobAccepted }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'plan-limit' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Revert a revision */
export const revertRevision = (client: Client, input: RevertRevisionInput, options?: CallOptions): Promise<RevertRevisionResult> =>
  call(client, {
  operation: 'revertRevision',
  method: 'POST',
  path: '/ingest/reversals',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: { 202: { job_id: 0, status: 0 } },
}, input, options);

export type ListJobsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listJobs']['parameters']['query']>>;
};

export type ListJobsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.JobList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List upload jobs */
export const listJobs = (client: Client, input?: ListJobsInput, options?: CallOptions): Promise<ListJobsResult> =>
  call(client, {
  operation: 'listJobs',
  method: 'GET',
  path: '/ingest/jobs',
  replies: { 200: 'json' },
  members: { 200: { items: [{ job_id: 0, status: 0 }], next_cursor: 0 } },
}, input, options);

export type GetJobInput = {
  readonly path: Plain<NonNullable<T.operations['getJob']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['getJob']['parameters']['query']>>;
};

export type GetJobResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Job }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get an upload job */
export const getJob = (client: Client, input: GetJobInput, options?: CallOptions): Promise<GetJobResult> =>
  call(client, {
  operation: 'getJob',
  method: 'GET',
  path: '/ingest/jobs/{id}',
  replies: { 200: 'json' },
  members: {
    200: {
      job_id: 0,
      kind: 0,
      reverts_revision: 0,
      status: 0,
      progress: 0,
      phase: 0,
      rows: { read: 0, accepted: 0, rejected: 0 },
      bytes: { read: 0, total: 0 },
      errors: [{ row: 0, column: 0, value: 0, rule: 0, message: 0, related_row: 0 }],
      error_count: 0,
      errors_csv: 0,
      problem: 0,
      dealer_id: 0,
      period: 0,
      period_type: 0,
      on_error: 0,
      dry_run: 0,
      slice: 0,
      replacement: 0,
      revision: 0,
      created_at: 0,
      finished_at: 0,
    },
  },
}, input, options);

export type ListJobChangesInput = {
  readonly path: Plain<NonNullable<T.operations['listJobChanges']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listJobChanges']['parameters']['query']>>;
};

export type ListJobChangesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.JobChangeList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'read-too-large'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the index values that a dry run would change */
export const listJobChanges = (client: Client, input: ListJobChangesInput, options?: CallOptions): Promise<ListJobChangesResult> =>
  call(client, {
  operation: 'listJobChanges',
  method: 'GET',
  path: '/ingest/jobs/{id}/changes',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [{ date: 0, before: 0, after: 0 }],
      next_cursor: 0,
      meta: {
        scope: {
          dealer_ids: [0],
          brand_ids: [0],
          region_ids: [0],
          dealers: [{ dealer_id: 0, brand_ids: [0], region_ids: [0] }],
        },
        period_type: 0,
        revision: 0,
      },
    },
  },
}, input, options);

export type CancelJobInput = {
  readonly path: Plain<NonNullable<T.operations['cancelJob']['parameters']['path']>>;
};

export type CancelJobResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.JobAccepted }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Cancel an upload job */
export const cancelJob = (client: Client, input: CancelJobInput, options?: CallOptions): Promise<CancelJobResult> =>
  call(client, {
  operation: 'cancelJob',
  method: 'POST',
  path: '/ingest/jobs/{id}/cancel',
  replies: { 200: 'json' },
  members: { 200: { job_id: 0, status: 0 } },
}, input, options);

export type GetJobErrorsInput = {
  readonly path: Plain<NonNullable<T.operations['getJobErrors']['parameters']['path']>>;
};

export type GetJobErrorsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: Blob }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Download all errors of an upload job */
export const getJobErrors = (client: Client, input: GetJobErrorsInput, options?: CallOptions): Promise<GetJobErrorsResult> =>
  call(client, { operation: 'getJobErrors', method: 'GET', path: '/ingest/jobs/{id}/errors.csv', replies: { 200: 'bytes' } }, input, options);

export type GetRejectedRowsInput = {
  readonly path: Plain<NonNullable<T.operations['getRejectedRows']['parameters']['path']>>;
};

export type GetRejectedRowsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: Blob }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 406; readonly headers: Headers; readonly problem: Problem<'not-acceptable'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Download the rejected rows of an upload job */
export const getRejectedRows = (client: Client, input: GetRejectedRowsInput, options?: CallOptions): Promise<GetRejectedRowsResult> =>
  call(client, {
  operation: 'getRejectedRows',
  method: 'GET',
  path: '/ingest/jobs/{id}/rejected.csv',
  replies: { 200: 'bytes' },
}, input, options);

export type ListIndicesInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listIndices']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['listIndices']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListIndicesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.IndexList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 406; readonly headers: Headers; readonly problem: Problem<'not-acceptable'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'read-too-large'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List index values */
export const listIndices = (client: Client, input?: ListIndicesInput, options?: CallOptions<'text/csv' | 'application/x-ndjson'>): Promise<ListIndicesResult> =>
  call(client, {
  operation: 'listIndices',
  method: 'GET',
  path: '/indices',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      items: [0],
      next_cursor: 0,
      meta: {
        scope: {
          dealer_ids: [0],
          brand_ids: [0],
          region_ids: [0],
          dealers: [{ dealer_id: 0, brand_ids: [0], region_ids: [0] }],
        },
        period_type: 0,
        finest_period_type: 0,
        revision: 0,
        data_as_of: 0,
        calendars: [{ calendar_id: 0, version: 0 }],
        conditions: [0],
        channels: [0],
        definitions_version: 0,
      },
    },
  },
}, input, options);

export type ListIndexChangesInput = {
  readonly query: PlainQuery<NonNullable<T.operations['listIndexChanges']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['listIndexChanges']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListIndexChangesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.IndexChangeList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List changes since a revision */
export const listIndexChanges = (client: Client, input: ListIndexChangesInput, options?: CallOptions): Promise<ListIndexChangesResult> =>
  call(client, {
  operation: 'listIndexChanges',
  method: 'GET',
  path: '/indices/changes',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      items: [
        {
          revision: 0,
          kind: 0,
          dealer_id: 0,
          period_type: 0,
          date_from: 0,
          date_to: 0,
          brand_ids: [0],
          region_ids: [0],
          changed_at: 0,
        },
      ],
      next_cursor: 0,
      meta: {
        scope: {
          dealer_ids: [0],
          brand_ids: [0],
          region_ids: [0],
          dealers: [{ dealer_id: 0, brand_ids: [0], region_ids: [0] }],
        },
        revision: 0,
      },
    },
  },
}, input, options);

export type ListDefinitionsInput = {
  readonly headers?: Omit<NonNullable<T.operations['listDefinitions']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListDefinitionsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.DefinitionList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List index definitions */
export const listDefinitions = (client: Client, input?: ListDefinitionsInput, options?: CallOptions): Promise<ListDefinitionsResult> =>
  call(client, {
  operation: 'listDefinitions',
  method: 'GET',
  path: '/definitions',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      version: 0,
      items: [{ name: 0, title: 0, unit: 0, decimals: 0, formula: 0, window: 0, null_reasons: [0] }],
    },
  },
}, input, options);

export type ListForecastsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listForecasts']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['listForecasts']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListForecastsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.ForecastList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'plan-limit' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 406; readonly headers: Headers; readonly problem: Problem<'not-acceptable'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'read-too-large'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List forecasts of units sold */
export const listForecasts = (client: Client, input?: ListForecastsInput, options?: CallOptions<'text/csv' | 'application/x-ndjson'>): Promise<ListForecastsResult> =>
  call(client, {
  operation: 'listForecasts',
  method: 'GET',
  path: '/forecasts',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      items: [0],
      meta: {
        scope: {
          dealer_ids: [0],
          brand_ids: [0],
          region_ids: [0],
          dealers: [{ dealer_id: 0, brand_ids: [0], region_ids: [0] }],
        },
        period_type: 0,
        finest_period_type: 0,
        horizon_days: 0,
        steps: 0,
        method: 0,
        level: 0,
        trained_from: 0,
        trained_until: 0,
        gaps: 0,
        backtest: 0,
        null_reasons: 0,
        revision: 0,
        data_as_of: 0,
        calendars: [{ calendar_id: 0, version: 0 }],
        conditions: [0],
        channels: [0],
        definitions_version: 0,
      },
    },
  },
}, input, options);

export type GetDashboardSummaryInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['getDashboardSummary']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['getDashboardSummary']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetDashboardSummaryResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.DashboardSummary }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'read-too-large'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the dashboard */
export const getDashboardSummary = (client: Client, input?: GetDashboardSummaryInput, options?: CallOptions): Promise<GetDashboardSummaryResult> =>
  call(client, {
  operation: 'getDashboardSummary',
  method: 'GET',
  path: '/dashboard/summary',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      kpi: [{ name: 0, unit: 0, date: 0, period_type: 0, value: 0, previous: 0, null_reason: 0 }],
      alerts: [{ kind: 0, severity: 0, message: 0, date: 0, brand_id: 0, value: 0, threshold: 0 }],
      updated_at: 0,
      meta: {
        scope: {
          dealer_ids: [0],
          brand_ids: [0],
          region_ids: [0],
          dealers: [{ dealer_id: 0, brand_ids: [0], region_ids: [0] }],
        },
        revision: 0,
        calendars: [{ calendar_id: 0, version: 0 }],
        conditions: [0],
        channels: [0],
      },
    },
  },
}, input, options);

export type GetCurrentSubscriptionInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['getCurrentSubscription']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['getCurrentSubscription']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetCurrentSubscriptionResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Subscription }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the current subscription */
export const getCurrentSubscription = (client: Client, input?: GetCurrentSubscriptionInput, options?: CallOptions): Promise<GetCurrentSubscriptionResult> =>
  call(client, {
  operation: 'getCurrentSubscription',
  method: 'GET',
  path: '/subscription/current',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      dealer_id: 0,
      plan: 0,
      status: 0,
      limits: [{ name: 0, unit: 0, limit: 0, used: 0, resets_at: 0 }],
      expires_at: 0,
    },
  },
}, input, options);

export type ListBrandsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listBrands']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['listBrands']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListBrandsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.BrandList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 406; readonly headers: Headers; readonly problem: Problem<'not-acceptable'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List brands */
export const listBrands = (client: Client, input?: ListBrandsInput, options?: CallOptions<'text/csv' | 'application/x-ndjson'>): Promise<ListBrandsResult> =>
  call(client, {
  operation: 'listBrands',
  method: 'GET',
  path: '/catalog/brands',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { items: [{ brand_id: 0, name: 0, aliases: [0] }], next_cursor: 0 } },
}, input, options);

export type ListRegionsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listRegions']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['listRegions']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListRegionsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.RegionList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 406; readonly headers: Headers; readonly problem: Problem<'not-acceptable'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List regions */
export const listRegions = (client: Client, input?: ListRegionsInput, options?: CallOptions<'text/csv' | 'application/x-ndjson'>): Promise<ListRegionsResult> =>
  call(client, {
  operation: 'listRegions',
  method: 'GET',
  path: '/catalog/regions',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { items: [{ region_id: 0, name: 0, aliases: [0] }], next_cursor: 0 } },
}, input, options);

export type ListModelFamiliesInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listModelFamilies']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['listModelFamilies']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListModelFamiliesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.ModelFamilyList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope' | 'subscription-expired'> }
  | { readonly ok: false; readonly status: 406; readonly headers: Headers; readonly problem: Problem<'not-acceptable'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List model families */
export const listModelFamilies = (client: Client, input?: ListModelFamiliesInput, options?: CallOptions<'text/csv' | 'application/x-ndjson'>): Promise<ListModelFamiliesResult> =>
  call(client, {
  operation: 'listModelFamilies',
  method: 'GET',
  path: '/catalog/model-families',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { items: [{ model_family_id: 0, brand_id: 0, name: 0, aliases: [0] }], next_cursor: 0 } },
}, input, options);

export type GetDealerCalendarInput = {
  readonly path: Plain<NonNullable<T.operations['getDealerCalendar']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getDealerCalendar']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetDealerCalendarResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.DealerCalendar }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the calendar of a dealer */
export const getDealerCalendar = (client: Client, input: GetDealerCalendarInput, options?: CallOptions): Promise<GetDealerCalendarResult> =>
  call(client, {
  operation: 'getDealerCalendar',
  method: 'GET',
  path: '/dealers/{dealer_id}/calendar',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      dealer_id: 0,
      own: 0,
      calendar_id: 0,
      version: 0,
      country: 0,
      subdivision: 0,
      weekdays: [0],
      closed_on: [0],
      published_at: 0,
    },
  },
}, input, options);

export type ReplaceDealerCalendarInput = {
  readonly path: Plain<NonNullable<T.operations['replaceDealerCalendar']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceDealerCalendar']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.DealerCalendarRequest>;
};

export type ReplaceDealerCalendarResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.DealerCalendar }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Set the calendar of a dealer */
export const replaceDealerCalendar = (client: Client, input: ReplaceDealerCalendarInput, options?: CallOptions): Promise<ReplaceDealerCalendarResult> =>
  call(client, {
  operation: 'replaceDealerCalendar',
  method: 'PUT',
  path: '/dealers/{dealer_id}/calendar',
  body: 'application/json',
  replies: { 200: 'json' },
  members: {
    200: {
      dealer_id: 0,
      own: 0,
      calendar_id: 0,
      version: 0,
      country: 0,
      subdivision: 0,
      weekdays: [0],
      closed_on: [0],
      published_at: 0,
    },
  },
}, input, options);

export type DeleteDealerCalendarInput = {
  readonly path: Plain<NonNullable<T.operations['deleteDealerCalendar']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['deleteDealerCalendar']['parameters']['header']>, 'Idempotency-Key'>;
};

export type DeleteDealerCalendarResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete a dealer's calendar */
export const deleteDealerCalendar = (client: Client, input: DeleteDealerCalendarInput, options?: CallOptions): Promise<DeleteDealerCalendarResult> =>
  call(client, {
  operation: 'deleteDealerCalendar',
  method: 'DELETE',
  path: '/dealers/{dealer_id}/calendar',
  replies: { 204: 'nothing' },
}, input, options);

export type ListDealerAliasesInput = {
  readonly path: Plain<NonNullable<T.operations['listDealerAliases']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listDealerAliases']['parameters']['query']>>;
};

export type ListDealerAliasesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.AliasList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the aliases of your dealer */
export const listDealerAliases = (client: Client, input: ListDealerAliasesInput, options?: CallOptions): Promise<ListDealerAliasesResult> =>
  call(client, {
  operation: 'listDealerAliases',
  method: 'GET',
  path: '/dealers/{dealer_id}/aliases',
  replies: { 200: 'json' },
  members: { 200: { items: [{ dealer_id: 0, kind: 0, alias: 0, stands_for: 0, created_at: 0 }], next_cursor: 0 } },
}, input, options);

export type CreateDealerAliasInput = {
  readonly path: Plain<NonNullable<T.operations['createDealerAlias']['parameters']['path']>>;
  readonly body: Plain<T.AliasRequest>;
};

export type CreateDealerAliasResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Alias }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create an alias for your dealer */
export const createDealerAlias = (client: Client, input: CreateDealerAliasInput, options?: CallOptions): Promise<CreateDealerAliasResult> =>
  call(client, {
  operation: 'createDealerAlias',
  method: 'POST',
  path: '/dealers/{dealer_id}/aliases',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: { 201: { dealer_id: 0, kind: 0, alias: 0, stands_for: 0, created_at: 0 } },
}, input, options);

export type GetDealerAliasInput = {
  readonly path: Plain<NonNullable<T.operations['getDealerAlias']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getDealerAlias']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetDealerAliasResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Alias }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get an alias of your dealer */
export const getDealerAlias = (client: Client, input: GetDealerAliasInput, options?: CallOptions): Promise<GetDealerAliasResult> =>
  call(client, {
  operation: 'getDealerAlias',
  method: 'GET',
  path: '/dealers/{dealer_id}/aliases/{kind}/{alias}',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { dealer_id: 0, kind: 0, alias: 0, stands_for: 0, created_at: 0 } },
}, input, options);

export type DeleteDealerAliasInput = {
  readonly path: Plain<NonNullable<T.operations['deleteDealerAlias']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['deleteDealerAlias']['parameters']['header']>, 'Idempotency-Key'>;
};

export type DeleteDealerAliasResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'out-of-scope'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete an alias of your dealer */
export const deleteDealerAlias = (client: Client, input: DeleteDealerAliasInput, options?: CallOptions): Promise<DeleteDealerAliasResult> =>
  call(client, {
  operation: 'deleteDealerAlias',
  method: 'DELETE',
  path: '/dealers/{dealer_id}/aliases/{kind}/{alias}',
  replies: { 204: 'nothing' },
}, input, options);

export type GetScopeInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['getScope']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['getScope']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetScopeResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.CallerScope }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the caller's scope */
export const getScope = (client: Client, input?: GetScopeInput, options?: CallOptions): Promise<GetScopeResult> =>
  call(client, {
  operation: 'getScope',
  method: 'GET',
  path: '/scope',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      scope: {
        dealer_ids: [0],
        brand_ids: [0],
        region_ids: [0],
        dealers: [{ dealer_id: 0, brand_ids: [0], region_ids: [0] }],
      },
      upload_dealer_ids: [0],
    },
  },
}, input, options);

export type ListPoliciesInput = {
  readonly headers?: Omit<NonNullable<T.operations['listPolicies']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListPoliciesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.PolicyList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List access policies */
export const listPolicies = (client: Client, input?: ListPoliciesInput, options?: CallOptions): Promise<ListPoliciesResult> =>
  call(client, {
  operation: 'listPolicies',
  method: 'GET',
  path: '/policies',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { items: [{ policy: 0, meaning: 0, text: 0 }] } },
}, input, options);

export type ListWebhooksInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listWebhooks']['parameters']['query']>>;
};

export type ListWebhooksResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.WebhookList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List webhooks */
export const listWebhooks = (client: Client, input?: ListWebhooksInput, options?: CallOptions): Promise<ListWebhooksResult> =>
  call(client, {
  operation: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          webhook_id: 0,
          url: 0,
          events: [0],
          description: 0,
          enabled: 0,
          disabled_reason: 0,
          disabled_at: 0,
          previous_secret_until: 0,
          created_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type CreateWebhookInput = {
  readonly body: Plain<T.WebhookRequest>;
};

export type CreateWebhookResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Webhook }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create a webhook */
export const createWebhook = (client: Client, input: CreateWebhookInput, options?: CallOptions): Promise<CreateWebhookResult> =>
  call(client, {
  operation: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: {
    201: {
      webhook_id: 0,
      url: 0,
      events: [0],
      description: 0,
      enabled: 0,
      disabled_reason: 0,
      disabled_at: 0,
      previous_secret_until: 0,
      created_at: 0,
    },
  },
}, input, options);

export type GetWebhookInput = {
  readonly path: Plain<NonNullable<T.operations['getWebhook']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getWebhook']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetWebhookResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Webhook }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a webhook */
export const getWebhook = (client: Client, input: GetWebhookInput, options?: CallOptions): Promise<GetWebhookResult> =>
  call(client, {
  operation: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{webhook_id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      webhook_id: 0,
      url: 0,
      events: [0],
      description: 0,
      enabled: 0,
      disabled_reason: 0,
      disabled_at: 0,
      previous_secret_until: 0,
      created_at: 0,
    },
  },
}, input, options);

export type ReplaceWebhookInput = {
  readonly path: Plain<NonNullable<T.operations['replaceWebhook']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceWebhook']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.WebhookTerms>;
};

export type ReplaceWebhookResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Webhook }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Update a webhook */
export const replaceWebhook = (client: Client, input: ReplaceWebhookInput, options?: CallOptions): Promise<ReplaceWebhookResult> =>
  call(client, {
  operation: 'replaceWebhook',
  method: 'PUT',
  path: '/webhooks/{webhook_id}',
  body: 'application/json',
  replies: { 200: 'json' },
  members: {
    200: {
      webhook_id: 0,
      url: 0,
      events: [0],
      description: 0,
      enabled: 0,
      disabled_reason: 0,
      disabled_at: 0,
      previous_secret_until: 0,
      created_at: 0,
    },
  },
}, input, options);

export type DeleteWebhookInput = {
  readonly path: Plain<NonNullable<T.operations['deleteWebhook']['parameters']['path']>>;
};

export type DeleteWebhookResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete a webhook */
export const deleteWebhook = (client: Client, input: DeleteWebhookInput, options?: CallOptions): Promise<DeleteWebhookResult> =>
  call(client, { operation: 'deleteWebhook', method: 'DELETE', path: '/webhooks/{webhook_id}', replies: { 204: 'nothing' } }, input, options);

export type RotateWebhookSecretInput = {
  readonly path: Plain<NonNullable<T.operations['rotateWebhookSecret']['parameters']['path']>>;
  readonly body: Plain<T.WebhookSecretRequest>;
};

export type RotateWebhookSecretResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Webhook }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Replace the secret of a webhook */
export const rotateWebhookSecret = (client: Client, input: RotateWebhookSecretInput, options?: CallOptions): Promise<RotateWebhookSecretResult> =>
  call(client, {
  operation: 'rotateWebhookSecret',
  method: 'PUT',
  path: '/webhooks/{webhook_id}/secret',
  body: 'application/json',
  replies: { 200: 'json' },
  members: {
    200: {
      webhook_id: 0,
      url: 0,
      events: [0],
      description: 0,
      enabled: 0,
      disabled_reason: 0,
      disabled_at: 0,
      previous_secret_until: 0,
      created_at: 0,
    },
  },
}, input, options);

export type SendTestEventInput = {
  readonly path: Plain<NonNullable<T.operations['sendTestEvent']['parameters']['path']>>;
};

export type SendTestEventResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.WebhookDelivery }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Send a test event */
export const sendTestEvent = (client: Client, input: SendTestEventInput, options?: CallOptions): Promise<SendTestEventResult> =>
  call(client, {
  operation: 'sendTestEvent',
  method: 'POST',
  path: '/webhooks/{webhook_id}/tests',
  idempotent: true,
  replies: { 201: 'json' },
  members: {
    201: {
      delivery_id: 0,
      webhook_id: 0,
      message_id: 0,
      event: 0,
      status: 0,
      reason: 0,
      attempt_count: 0,
      next_attempt_at: 0,
      occurred_at: 0,
      finished_at: 0,
    },
  },
}, input, options);

export type ListWebhookDeliveriesInput = {
  readonly path: Plain<NonNullable<T.operations['listWebhookDeliveries']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listWebhookDeliveries']['parameters']['query']>>;
};

export type ListWebhookDeliveriesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.WebhookDeliveryList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the deliveries of a webhook */
export const listWebhookDeliveries = (client: Client, input: ListWebhookDeliveriesInput, options?: CallOptions): Promise<ListWebhookDeliveriesResult> =>
  call(client, {
  operation: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          delivery_id: 0,
          webhook_id: 0,
          message_id: 0,
          event: 0,
          status: 0,
          reason: 0,
          attempt_count: 0,
          next_attempt_at: 0,
          occurred_at: 0,
          finished_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type GetWebhookDeliveryInput = {
  readonly path: Plain<NonNullable<T.operations['getWebhookDelivery']['parameters']['path']>>;
};

export type GetWebhookDeliveryResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.WebhookDeliveryDetails }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a delivery */
export const getWebhookDelivery = (client: Client, input: GetWebhookDeliveryInput, options?: CallOptions): Promise<GetWebhookDeliveryResult> =>
  call(client, {
  operation: 'getWebhookDelivery',
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
  replies: { 200: 'json' },
  members: {
    200: {
      delivery_id: 0,
      webhook_id: 0,
      message_id: 0,
      event: 0,
      status: 0,
      reason: 0,
      attempt_count: 0,
      next_attempt_at: 0,
      occurred_at: 0,
      finished_at: 0,
      request_body: 0,
      attempts: [{ attempted_at: 0, duration_ms: 0, reason: 0, response: 0 }],
    },
  },
}, input, options);

export type ReplayWebhookDeliveryInput = {
  readonly path: Plain<NonNullable<T.operations['replayWebhookDelivery']['parameters']['path']>>;
};

export type ReplayWebhookDeliveryResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.WebhookDelivery }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Send a delivery again */
export const replayWebhookDelivery = (client: Client, input: ReplayWebhookDeliveryInput, options?: CallOptions): Promise<ReplayWebhookDeliveryResult> =>
  call(client, {
  operation: 'replayWebhookDelivery',
  method: 'POST',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  replies: { 200: 'json' },
  members: {
    200: {
      delivery_id: 0,
      webhook_id: 0,
      message_id: 0,
      event: 0,
      status: 0,
      reason: 0,
      attempt_count: 0,
      next_attempt_at: 0,
      occurred_at: 0,
      finished_at: 0,
    },
  },
}, input, options);

export type ReplayWebhookDeliveriesInput = {
  readonly path: Plain<NonNullable<T.operations['replayWebhookDeliveries']['parameters']['path']>>;
  readonly body: Plain<T.WebhookReplayRequest>;
};

export type ReplayWebhookDeliveriesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.WebhookReplay }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Send deliveries again */
export const replayWebhookDeliveries = (client: Client, input: ReplayWebhookDeliveriesInput, options?: CallOptions): Promise<ReplayWebhookDeliveriesResult> =>
  call(client, {
  operation: 'replayWebhookDeliveries',
  method: 'POST',
  path: '/webhooks/{webhook_id}/replays',
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { replayed: 0 } },
}, input, options);

export type ListCalendarsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listCalendars']['parameters']['query']>>;
};

export type ListCalendarsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.CalendarList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List selling calendars */
export const listCalendars = (client: Client, input?: ListCalendarsInput, options?: CallOptions): Promise<ListCalendarsResult> =>
  call(client, {
  operation: 'listCalendars',
  method: 'GET',
  path: '/admin/calendars',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [{ calendar_id: 0, version: 0, country: 0, weekdays: [0], closed_on: [0], published_at: 0 }],
      next_cursor: 0,
    },
  },
}, input, options);

export type CreateCalendarInput = {
  readonly body: Plain<T.CalendarRequest>;
};

export type CreateCalendarResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Calendar }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create or update a selling calendar */
export const createCalendar = (client: Client, input: CreateCalendarInput, options?: CallOptions): Promise<CreateCalendarResult> =>
  call(client, {
  operation: 'createCalendar',
  method: 'POST',
  path: '/admin/calendars',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: { 201: { calendar_id: 0, version: 0, country: 0, weekdays: [0], closed_on: [0], published_at: 0 } },
}, input, options);

export type GetCalendarInput = {
  readonly path: Plain<NonNullable<T.operations['getCalendar']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getCalendar']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetCalendarResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Calendar }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a selling calendar */
export const getCalendar = (client: Client, input: GetCalendarInput, options?: CallOptions): Promise<GetCalendarResult> =>
  call(client, {
  operation: 'getCalendar',
  method: 'GET',
  path: '/admin/calendars/{calendar_id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { calendar_id: 0, version: 0, country: 0, weekdays: [0], closed_on: [0], published_at: 0 } },
}, input, options);

export type ListDealersInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listDealers']['parameters']['query']>>;
};

export type ListDealersResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.DealerList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List dealers */
export const listDealers = (client: Client, input?: ListDealersInput, options?: CallOptions): Promise<ListDealersResult> =>
  call(client, {
  operation: 'listDealers',
  method: 'GET',
  path: '/admin/dealers',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          dealer_id: 0,
          name: 0,
          region_id: 0,
          country: 0,
          calendar_id: 0,
          region_calendars: [{ region_id: 0, calendar_id: 0 }],
          created_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type CreateDealerInput = {
  readonly body: Plain<T.DealerRequest>;
};

export type CreateDealerResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Dealer }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create a dealer */
export const createDealer = (client: Client, input: CreateDealerInput, options?: CallOptions): Promise<CreateDealerResult> =>
  call(client, {
  operation: 'createDealer',
  method: 'POST',
  path: '/admin/dealers',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: {
    201: {
      dealer_id: 0,
      name: 0,
      region_id: 0,
      country: 0,
      calendar_id: 0,
      region_calendars: [{ region_id: 0, calendar_id: 0 }],
      created_at: 0,
    },
  },
}, input, options);

export type GetDealerInput = {
  readonly path: Plain<NonNullable<T.operations['getDealer']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getDealer']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetDealerResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Dealer }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a dealer */
export const getDealer = (client: Client, input: GetDealerInput, options?: CallOptions): Promise<GetDealerResult> =>
  call(client, {
  operation: 'getDealer',
  method: 'GET',
  path: '/admin/dealers/{dealer_id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      dealer_id: 0,
      name: 0,
      region_id: 0,
      country: 0,
      calendar_id: 0,
      region_calendars: [{ region_id: 0, calendar_id: 0 }],
      created_at: 0,
    },
  },
}, input, options);

export type ReplaceDealerInput = {
  readonly path: Plain<NonNullable<T.operations['replaceDealer']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceDealer']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.DealerRequest>;
};

export type ReplaceDealerResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Dealer }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Update a dealer */
export const replaceDealer = (client: Client, input: ReplaceDealerInput, options?: CallOptions): Promise<ReplaceDealerResult> =>
  call(client, {
  operation: 'replaceDealer',
  method: 'PUT',
  path: '/admin/dealers/{dealer_id}',
  body: 'application/json',
  replies: { 200: 'json' },
  members: {
    200: {
      dealer_id: 0,
      name: 0,
      region_id: 0,
      country: 0,
      calendar_id: 0,
      region_calendars: [{ region_id: 0, calendar_id: 0 }],
      created_at: 0,
    },
  },
}, input, options);

export type ListGrantsInput = {
  readonly path: Plain<NonNullable<T.operations['listGrants']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listGrants']['parameters']['query']>>;
};

export type ListGrantsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.GrantList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the grants of a dealer */
export const listGrants = (client: Client, input: ListGrantsInput, options?: CallOptions): Promise<ListGrantsResult> =>
  call(client, {
  operation: 'listGrants',
  method: 'GET',
  path: '/admin/dealers/{dealer_id}/grants',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [{ dealer_id: 0, principal: 0, roles: [0], brand_ids: [0], region_ids: [0], created_at: 0 }],
      next_cursor: 0,
    },
  },
}, input, options);

export type CreateGrantInput = {
  readonly path: Plain<NonNullable<T.operations['createGrant']['parameters']['path']>>;
  readonly body: Plain<T.GrantRequest>;
};

export type CreateGrantResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Grant }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create a grant */
export const createGrant = (client: Client, input: CreateGrantInput, options?: CallOptions): Promise<CreateGrantResult> =>
  call(client, {
  operation: 'createGrant',
  method: 'POST',
  path: '/admin/dealers/{dealer_id}/grants',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: { 201: { dealer_id: 0, principal: 0, roles: [0], brand_ids: [0], region_ids: [0], created_at: 0 } },
}, input, options);

export type GetGrantInput = {
  readonly path: Plain<NonNullable<T.operations['getGrant']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getGrant']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetGrantResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Grant }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a grant */
export const getGrant = (client: Client, input: GetGrantInput, options?: CallOptions): Promise<GetGrantResult> =>
  call(client, {
  operation: 'getGrant',
  method: 'GET',
  path: '/admin/dealers/{dealer_id}/grants/{principal}',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { dealer_id: 0, principal: 0, roles: [0], brand_ids: [0], region_ids: [0], created_at: 0 } },
}, input, options);

export type ReplaceGrantInput = {
  readonly path: Plain<NonNullable<T.operations['replaceGrant']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceGrant']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.GrantRequest>;
};

export type ReplaceGrantResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Grant }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Update a grant */
export const replaceGrant = (client: Client, input: ReplaceGrantInput, options?: CallOptions): Promise<ReplaceGrantResult> =>
  call(client, {
  operation: 'replaceGrant',
  method: 'PUT',
  path: '/admin/dealers/{dealer_id}/grants/{principal}',
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { dealer_id: 0, principal: 0, roles: [0], brand_ids: [0], region_ids: [0], created_at: 0 } },
}, input, options);

export type DeleteGrantInput = {
  readonly path: Plain<NonNullable<T.operations['deleteGrant']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['deleteGrant']['parameters']['header']>, 'Idempotency-Key'>;
};

export type DeleteGrantResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete a grant */
export const deleteGrant = (client: Client, input: DeleteGrantInput, options?: CallOptions): Promise<DeleteGrantResult> =>
  call(client, {
  operation: 'deleteGrant',
  method: 'DELETE',
  path: '/admin/dealers/{dealer_id}/grants/{principal}',
  replies: { 204: 'nothing' },
}, input, options);

export type ListAliasesInput = {
  readonly path: Plain<NonNullable<T.operations['listAliases']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listAliases']['parameters']['query']>>;
};

export type ListAliasesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.AliasList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the aliases of a dealer */
export const listAliases = (client: Client, input: ListAliasesInput, options?: CallOptions): Promise<ListAliasesResult> =>
  call(client, {
  operation: 'listAliases',
  method: 'GET',
  path: '/admin/dealers/{dealer_id}/aliases',
  replies: { 200: 'json' },
  members: { 200: { items: [{ dealer_id: 0, kind: 0, alias: 0, stands_for: 0, created_at: 0 }], next_cursor: 0 } },
}, input, options);

export type CreateAliasInput = {
  readonly path: Plain<NonNullable<T.operations['createAlias']['parameters']['path']>>;
  readonly body: Plain<T.AliasRequest>;
};

export type CreateAliasResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Alias }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create an alias */
export const createAlias = (client: Client, input: CreateAliasInput, options?: CallOptions): Promise<CreateAliasResult> =>
  call(client, {
  operation: 'createAlias',
  method: 'POST',
  path: '/admin/dealers/{dealer_id}/aliases',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: { 201: { dealer_id: 0, kind: 0, alias: 0, stands_for: 0, created_at: 0 } },
}, input, options);

export type GetAliasInput = {
  readonly path: Plain<NonNullable<T.operations['getAlias']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getAlias']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetAliasResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Alias }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get an alias */
export const getAlias = (client: Client, input: GetAliasInput, options?: CallOptions): Promise<GetAliasResult> =>
  call(client, {
  operation: 'getAlias',
  method: 'GET',
  path: '/admin/dealers/{dealer_id}/aliases/{kind}/{alias}',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { dealer_id: 0, kind: 0, alias: 0, stands_for: 0, created_at: 0 } },
}, input, options);

export type DeleteAliasInput = {
  readonly path: Plain<NonNullable<T.operations['deleteAlias']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['deleteAlias']['parameters']['header']>, 'Idempotency-Key'>;
};

export type DeleteAliasResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete an alias */
export const deleteAlias = (client: Client, input: DeleteAliasInput, options?: CallOptions): Promise<DeleteAliasResult> =>
  call(client, {
  operation: 'deleteAlias',
  method: 'DELETE',
  path: '/admin/dealers/{dealer_id}/aliases/{kind}/{alias}',
  replies: { 204: 'nothing' },
}, input, options);

export type ListInstallationWebhooksInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listInstallationWebhooks']['parameters']['query']>>;
};

export type ListInstallationWebhooksResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.InstallationWebhookList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the webhooks of all users */
export const listInstallationWebhooks = (client: Client, input?: ListInstallationWebhooksInput, options?: CallOptions): Promise<ListInstallationWebhooksResult> =>
  call(client, {
  operation: 'listInstallationWebhooks',
  method: 'GET',
  path: '/admin/webhooks',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          webhook_id: 0,
          principal: 0,
          url: 0,
          events: [0],
          description: 0,
          enabled: 0,
          disabled_reason: 0,
          disabled_at: 0,
          previous_secret_until: 0,
          created_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type DeleteInstallationWebhookInput = {
  readonly path: Plain<NonNullable<T.operations['deleteInstallationWebhook']['parameters']['path']>>;
};

export type DeleteInstallationWebhookResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete a webhook of any user */
export const deleteInstallationWebhook = (client: Client, input: DeleteInstallationWebhookInput, options?: CallOptions): Promise<DeleteInstallationWebhookResult> =>
  call(client, {
  operation: 'deleteInstallationWebhook',
  method: 'DELETE',
  path: '/admin/webhooks/{webhook_id}',
  replies: { 204: 'nothing' },
}, input, options);

export type GetSubscriptionInput = {
  readonly path: Plain<NonNullable<T.operations['getSubscription']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getSubscription']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetSubscriptionResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Subscription }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the subscription of a dealer */
export const getSubscription = (client: Client, input: GetSubscriptionInput, options?: CallOptions): Promise<GetSubscriptionResult> =>
  call(client, {
  operation: 'getSubscription',
  method: 'GET',
  path: '/admin/dealers/{dealer_id}/subscription',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      dealer_id: 0,
      plan: 0,
      status: 0,
      limits: [{ name: 0, unit: 0, limit: 0, used: 0, resets_at: 0 }],
      expires_at: 0,
    },
  },
}, input, options);

export type ChangeSubscriptionInput = {
  readonly path: Plain<NonNullable<T.operations['changeSubscription']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['changeSubscription']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.SubscriptionRequest>;
};

export type ChangeSubscriptionResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Subscription }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Update the subscription of a dealer */
export const changeSubscription = (client: Client, input: ChangeSubscriptionInput, options?: CallOptions): Promise<ChangeSubscriptionResult> =>
  call(client, {
  operation: 'changeSubscription',
  method: 'PUT',
  path: '/admin/dealers/{dealer_id}/subscription',
  body: 'application/json',
  replies: { 200: 'json' },
  members: {
    200: {
      dealer_id: 0,
      plan: 0,
      status: 0,
      limits: [{ name: 0, unit: 0, limit: 0, used: 0, resets_at: 0 }],
      expires_at: 0,
    },
  },
}, input, options);

/** Asks until the job has ended, waiting as the service says. */
export const waitForJob = (client: Client, input: GetJobInput, options?: PollOptions<T.Job>): Promise<T.Job> =>
  poll((call) => getJob(client, input, call), {
  states: ['queued', 'validating', 'loading', 'merging', 'succeeded', 'failed', 'cancelled'],
  final: ['succeeded', 'failed', 'cancelled'],
}, options);
