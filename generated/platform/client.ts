// Generated from spec/platform/openapi.yaml by tools/generate.ts; do not edit.
import { type CallOptions, type Client, call } from '../runtime/client.ts';
import type { Problem } from './problems.ts';
import type * as T from './types.ts';

export { type Client, connect, pages, unwrap } from '../runtime/client.ts';
export { isProblem, type Problem, ProblemError } from './problems.ts';

export type GetMeInput = {
  readonly headers?: Omit<NonNullable<T.operations['getMe']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetMeResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Me }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Read who one is and what one may do */
export const getMe = (client: Client, input?: GetMeInput, options?: CallOptions): Promise<GetMeResult> =>
  call(client, { method: 'GET', path: '/auth/me' }, input, options);

export type ListLabsInput = {
  readonly query?: NonNullable<T.operations['listLabs']['parameters']['query']>;
};

export type ListLabsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.LabList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List labs */
export const listLabs = (client: Client, input?: ListLabsInput, options?: CallOptions): Promise<ListLabsResult> =>
  call(client, { method: 'GET', path: '/labs' }, input, options);
