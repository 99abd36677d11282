// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import { makeProblem, type Problem as AnyProblem, ProblemError, type ProblemFacts, type ProblemReply as Reply, slugIn } from '../runtime/problem.ts';

export const registry = {
  'bad-file': { status: 422, title: 'The file has errors' },
  'body-too-large': { status: 413, title: 'Body too large' },
  'business-rule': { status: 422, title: 'Business rule violated' },
  'confirmation-required': { status: 422, title: 'Confirmation required' },
  conflict: { status: 409, title: 'Conflict' },
  'forbidden-role': { status: 403, title: 'Insufficient role' },
  'granularity-conflict': { status: 422, title: 'Overlaps stored data of another period type' },
  'headers-too-large': { status: 431, title: 'Header fields too large' },
  'idempotency-in-flight': { status: 409, title: 'Request with this key in progress' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency-Key already used' },
  internal: { status: 500, title: 'Internal error' },
  'invalid-credentials': { status: 401, title: 'Invalid credentials' },
  'invalid-encoding': { status: 400, title: 'Invalid encoding' },
  'invalid-refresh-token': { status: 401, title: 'Invalid refresh token' },
  'invalid-request': { status: 400, title: 'Invalid request' },
  'malformed-json': { status: 400, title: 'Malformed JSON' },
  'malformed-request': { status: 400, title: 'Malformed HTTP request' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  'not-found': { status: 404, title: 'Not found' },
  'not-implemented': { status: 501, title: 'Not implemented yet' },
  'out-of-scope': { status: 403, title: 'Outside your scope' },
  'plan-limit': { status: 403, title: 'Plan limit reached' },
  'precondition-failed': { status: 412, title: 'Resource has changed' },
  'precondition-required': { status: 428, title: 'If-Match is required' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'read-too-large': { status: 422, title: 'Read too large' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'subscription-expired': { status: 403, title: 'Subscription ended' },
  'totals-in-file': { status: 422, title: 'Rows are the sum of other rows' },
  unauthenticated: { status: 401, title: 'Not authenticated' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  'unknown-url': { status: 404, title: 'Unknown URL' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemSlug = keyof typeof registry;

/** What a problem says beside the members that all have. */
export interface ProblemFields {
  'bad-file': { readonly error_count: number };
  'body-too-large': { readonly limit_bytes: number };
  'confirmation-required': { readonly lost_share: number; readonly allowed_share: number; readonly confirm: number };
  'forbidden-role': { readonly required_role: string };
  'granularity-conflict': { readonly stored_period: string; readonly stored_period_type: string };
  'out-of-scope': { readonly policy: string; readonly attribute: string };
  'plan-limit': { readonly limit_name: string; readonly limit: number; readonly used: number };
  'rate-limited': { readonly policy: string; readonly retry_after_s: number };
  'read-too-large': { readonly limit: number };
  'subscription-expired': { readonly expired_at: string };
  'totals-in-file': { readonly units: number; readonly units_without: number };
}

type FieldsOf<Slug extends ProblemSlug> = Slug extends keyof ProblemFields ? ProblemFields[Slug] : unknown;

/** What a handler returns to refuse. */
export type ProblemReply<Slug extends ProblemSlug> = Slug extends ProblemSlug
  ? Reply<Slug, (typeof registry)[Slug]['status'], FieldsOf<Slug>>
  : never;

/** What a client receives. */
export type Problem<Slug extends ProblemSlug = ProblemSlug> = Slug extends ProblemSlug
  ? AnyProblem<Slug, (typeof registry)[Slug]['status'], FieldsOf<Slug>>
  : never;

export { ProblemError };

/** The slugs that a value can have: what is thrown any, a result and its problem those of their operation. */
type SlugIn<Value> = unknown extends Value
  ? ProblemSlug
  : Value extends { readonly ok: true }
    ? never
    : Value extends { readonly problem: { readonly slug: infer Slug extends ProblemSlug } } | { readonly slug: infer Slug extends ProblemSlug }
      ? Slug
      : ProblemSlug;

type WithSlug<Value, Slug extends ProblemSlug> = unknown extends Value
  ? ProblemError & { readonly problem: Problem<Slug> }
  : Value extends { readonly ok: boolean }
    ? { readonly ok: false; readonly status: Problem<Slug>['status']; readonly problem: Problem<Slug> }
    : Value extends { readonly type: string }
      ? Problem<Slug>
      : ProblemError & { readonly problem: Problem<Slug> };

/** Narrows a result, its problem, or what `unwrap` of the client throws to one problem. */
export const isProblem = <Value, Slug extends SlugIn<Value>>(value: Value, slug: Slug): value is Value & WithSlug<Value, Slug> =>
  slugIn(value) === slug;

const make = <Slug extends ProblemSlug>(slug: Slug) => makeProblem<ProblemReply<Slug>>(slug, registry[slug].status);

export const problems = {
  /** 422: The file cannot be parsed, or some of its rows are invalid. Nothing was stored. Correct the rows that `errors` lists, or upload with on_error=skip to skip them. */
  badFile: make('bad-file'),
  /** 413: The body, or a file in it, is larger than the operation allows. Nothing was stored. Send a smaller body, or split it into several requests. `limit_bytes` is the limit. */
  bodyTooLarge: make('body-too-large'),
  /** 422: The request is well-formed, but its values conflict with each other or with stored data. `errors` lists them. Correct the values that `errors` lists. */
  businessRule: make('business-rule'),
  /** 422: The request would remove a large share of the stored data, so you must confirm it. Nothing was changed. Check that you intend this. If so, send the request again with the value of `confirm`. The value stays valid until the stored data changes. */
  confirmationRequired: make('confirmation-required'),
  /** 409: The current state of the resource does not allow this operation. Fetch the resource and check its state before you try again. */
  conflict: make('conflict'),
  /** 403: You are authenticated, but you have none of the roles that the operation requires. Ask an administrator for the role in `required_role`, or use another account. */
  forbiddenRole: make('forbidden-role'),
  /** 422: The dates in the file overlap a stored slice of a finer or coarser period type without replacing all of it, so sales would be counted twice. Upload with the stored period type, or for a period that covers the whole stored slice. */
  granularityConflict: make('granularity-conflict'),
  /** 431: The request line and the header fields together exceed 16 KiB. The server closes the connection. Send fewer or smaller header fields (including cookies), or a shorter query. */
  headersTooLarge: make('headers-too-large'),
  /** 409: An earlier request with the same Idempotency-Key is still in progress. Wait for the number of seconds in Retry-After, then send the request again with the same key. */
  idempotencyInFlight: make('idempotency-in-flight'),
  /** 422: The key was used in the last 24 hours for a request with different content. Use a new key for each new request, and the same key only to retry. */
  idempotencyKeyReused: make('idempotency-key-reused'),
  /** 500: An unexpected error occurred. It is logged under the request id in `instance`. Try again. If the error persists, report it with the request id. */
  internal: make('internal'),
  /** 401: The e-mail and password, or the client id and secret, are incorrect. The response is the same for an unknown account. Check both and try again. Repeated failures are rate limited. */
  invalidCredentials: make('invalid-credentials'),
  /** 400: Text in the request is not valid UTF-8. Encode the text as UTF-8. */
  invalidEncoding: make('invalid-encoding'),
  /** 401: The refresh token is unknown, expired, revoked or already used. Log in again. If you have not logged out, the token may have been stolen. */
  invalidRefreshToken: make('invalid-refresh-token'),
  /** 400: A parameter, header, form field or body does not match the contract. `errors` lists each problem. Correct what `errors` lists before you send the request again. */
  invalidRequest: make('invalid-request'),
  /** 400: The body is not a single JSON value, or one of its objects repeats a name. `detail` gives the byte at which parsing stopped. Send one complete JSON value without repeated names. */
  malformedJson: make('malformed-json'),
  /** 400: The request is not valid HTTP, or its WebSocket handshake is invalid. The server closes the connection without processing the request. Send the request with a standard HTTP client. */
  malformedRequest: make('malformed-request'),
  /** 405: The resource does not support this method. The `Allow` header lists the methods that it supports. Use one of the methods in `Allow`. */
  methodNotAllowed: make('method-not-allowed'),
  /** 406: The operation cannot return any of the media types in `Accept`. Accept one of the media types that the contract lists for the operation. */
  notAcceptable: make('not-acceptable'),
  /** 404: The resource does not exist, or you do not have access to it. Check the id and that you are using the right account. */
  notFound: make('not-found'),
  /** 501: This operation or option is planned, but not available in this version. Follow the changelog. */
  notImplemented: make('not-implemented'),
  /** 403: The request names a resource that your grants do not include, whether or not it exists. Omit the filter to get everything you have access to, or ask an administrator for a wider grant. `policy` and `attribute` say which one. */
  outOfScope: make('out-of-scope'),
  /** 403: The request would exceed a limit of your subscription plan. Wait until the limit resets, or change the plan. */
  planLimit: make('plan-limit'),
  /** 412: The ETag in If-Match does not match the current state of the resource. Fetch the resource, apply your change to it, and send its new ETag as If-Match. */
  preconditionFailed: make('precondition-failed'),
  /** 428: Others may change this resource at the same time, so the request must name the version that it changes. Fetch the resource, then send its ETag as If-Match. */
  preconditionRequired: make('precondition-required'),
  /** 429: You have exceeded the rate limit that `policy` names, or have too many requests in progress at the same time. Wait for the number of seconds in Retry-After. The RateLimit headers of each response show how many requests you have left. If you do not wait, further 429 responses are delayed. */
  rateLimited: make('rate-limited'),
  /** 422: The read adds up more data than one request allows. The same request fails again until less data is stored. Send the request with one of the filters that `errors` lists, with fewer of their values, or without `group_by`. */
  readTooLarge: make('read-too-large'),
  /** 408: The body did not arrive within the time that the operation allows. Send the request again over a faster connection, or send a smaller body. */
  requestTimeout: make('request-timeout'),
  /** 403: The subscription has expired or was cancelled. You cannot upload or forecast, but you can still read your data for 30 days. Renew the subscription. */
  subscriptionExpired: make('subscription-expired'),
  /** 422: The file has rows whose units are the sum of other rows in it, such as a total below them. Their sales would be counted twice. Nothing was stored. Remove the rows that `errors` lists. If they are sales, send the file again with `confirm_units` set to the value of `units`. */
  totalsInFile: make('totals-in-file'),
  /** 401: The credential is missing, expired, malformed or from an issuer that this installation does not trust. Get a new access token (refresh it, log in, or use your client credentials), then send the request again. */
  unauthenticated: make('unauthenticated'),
  /** 503: A dependency of the service is not responding, the request took too long, or too many expensive requests are in progress. Nothing was changed. Wait for the number of seconds in Retry-After, then try again. If `detail` suggests filters that narrow the read, use them. If you sent an Idempotency-Key, use the same key. */
  unavailable: make('unavailable'),
  /** 404: The service has no operation at this URL. Check the path, its version prefix, and that the host is the one of this service. */
  unknownUrl: make('unknown-url'),
  /** 415: The operation does not support the Content-Type of the body, or the file format detected from its content. Use one of the media types that the contract lists for the operation. */
  unsupportedMediaType: make('unsupported-media-type'),
};
