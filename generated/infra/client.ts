// Generated from spec/infra/openapi.yaml by tools/generate.ts; do not edit.
import { type CallOptions, type Client, call } from '../runtime/client.ts';
import type { Problem } from './problems.ts';
import type * as T from './types.ts';

export { type Client, connect, pages, unwrap } from '../runtime/client.ts';
export { isProblem, type Problem, ProblemError } from './problems.ts';

export type GetHealthInput = Record<never, never>;

export type GetHealthResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Health }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Tell whether the service can work */
export const getHealth = (client: Client, input?: GetHealthInput, options?: CallOptions): Promise<GetHealthResult> =>
  call(client, { method: 'GET', path: '/health', public: true }, input, options);
