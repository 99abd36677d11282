// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
import { makeProblem, type Problem as AnyProblem, ProblemError, type ProblemFacts, type ProblemReply as Reply } from '../runtime/problem.ts';

export const registry = {
  'bad-file': { status: 422, title: 'The file has errors' },
  'body-too-large': { status: 413, title: 'Body too large' },
  'business-rule': { status: 422, title: 'Business rule broken' },
  conflict: { status: 409, title: 'Conflict' },
  'forbidden-origin': { status: 403, title: 'Request from another site' },
  'forbidden-role': { status: 403, title: 'Role not sufficient' },
  'headers-too-large': { status: 431, title: 'Header fields too large' },
  'idempotency-in-flight': { status: 409, title: 'The first request with this key is still running' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency-Key used for another request' },
  internal: { status: 500, title: 'Internal error' },
  'invalid-encoding': { status: 400, title: 'Invalid encoding' },
  'invalid-request': { status: 400, title: 'Invalid request' },
  'malformed-json': { status: 400, title: 'Malformed JSON' },
  'malformed-request': { status: 400, title: 'Not well-formed HTTP' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  'not-found': { status: 404, title: 'Not found' },
  'not-implemented': { status: 501, title: 'Not implemented yet' },
  'precondition-failed': { status: 412, title: 'Changed in the meantime' },
  'precondition-required': { status: 428, title: 'If-Match is required' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'request-timeout': { status: 408, title: 'Request took too long to arrive' },
  unauthenticated: { status: 401, title: 'Not authenticated' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemSlug = keyof typeof registry;

/** What a problem says beside the members that all have. */
export interface ProblemFields {
  'bad-file': { readonly error_count: number };
  'body-too-large': { readonly limit_bytes: number };
  'forbidden-origin': { readonly origin: string };
  'forbidden-role': { readonly required_role: string };
  'rate-limited': { readonly policy: string; readonly retry_after_s: number };
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

/** Narrows what `unwrap` of the client throws to one problem. */
export const isProblem = <Slug extends ProblemSlug>(error: unknown, slug: Slug): error is ProblemError & { readonly problem: Problem<Slug> } =>
  error instanceof ProblemError && error.slug === slug;

const make = <Slug extends ProblemSlug>(slug: Slug) => makeProblem<ProblemReply<Slug>>(slug, registry[slug].status);

export const problems = {
  /** 422: The file can not be read as what it should be, or rows of it break rules. Nothing of it was stored. Correct the rows that `errors` names, or upload with on_error=skip to leave them out. */
  badFile: make('bad-file'),
  /** 413: The body, or one file in it, is larger than the operation allows. It was refused while it arrived; nothing was kept. Send less, or split it. */
  bodyTooLarge: make('body-too-large'),
  /** 422: The request has the right form, but its values contradict each other or what is stored. `errors` names them. Correct the values that `errors` names. */
  businessRule: make('business-rule'),
  /** 409: The thing is in a state that does not allow this. Read its state, then decide anew. */
  conflict: make('conflict'),
  /** 403: A session cookie came with a request that a page of another site has made. Call from a page of this installation, or with a bearer token and without the cookie. */
  forbiddenOrigin: make('forbidden-origin'),
  /** 403: The caller is known but has none of the roles that the operation asks for. Ask an administrator for the role, or use another account. */
  forbiddenRole: make('forbidden-role'),
  /** 431: The request line and the header fields together are larger than 16 KiB. The connection is closed. Send fewer or smaller header fields, cookies among them, or a shorter query. */
  headersTooLarge: make('headers-too-large'),
  /** 409: Another request with the same Idempotency-Key has not been answered yet. Wait as long as Retry-After says, then send it again with the same key. */
  idempotencyInFlight: make('idempotency-in-flight'),
  /** 422: The key was used within 24 hours for a request with other content. Use a new key for each new thing. */
  idempotencyKeyReused: make('idempotency-key-reused'),
  /** 500: The service failed. The fault has been logged under the id in `instance`. Try again; if it stays, report the id. */
  internal: make('internal'),
  /** 400: Text in the request is not valid UTF-8. Encode the text as UTF-8. */
  invalidEncoding: make('invalid-encoding'),
  /** 400: A parameter, header, form field or body does not have the form that the contract gives it. `errors` names each place. Correct the places that `errors` names; sending the same again fails again. */
  invalidRequest: make('invalid-request'),
  /** 400: The body is not one JSON value, or one of its objects has a name twice. `detail` says at which byte reading stopped. Send one complete JSON value. */
  malformedJson: make('malformed-json'),
  /** 400: What arrived can not be read as an HTTP request, or its handshake for a WebSocket is broken. The connection is closed. Use a library for HTTP; nothing of the request was looked at. */
  malformedRequest: make('malformed-request'),
  /** 405: The address exists but not with this method. The header `Allow` lists those that it has. Use one of the methods in `Allow`. */
  methodNotAllowed: make('method-not-allowed'),
  /** 406: None of the media types in `Accept` can be given. Accept one of the media types that the contract lists for the operation. */
  notAcceptable: make('not-acceptable'),
  /** 404: There is nothing at this address, or it belongs to somebody else. Check the id and whose it is. */
  notFound: make('not-found'),
  /** 501: The contract plans this operation or this choice; this version does not offer it. Watch the change log. */
  notImplemented: make('not-implemented'),
  /** 412: If-Match does not name the current state. Read the current state, apply the change to it, and send the new ETag. */
  preconditionFailed: make('precondition-failed'),
  /** 428: The operation changes something that others may change too, so it must name the state it was based on. Read the thing, then send its ETag as If-Match. */
  preconditionRequired: make('precondition-required'),
  /** 429: A rate limit is used up. `policy` names it. Wait as long as Retry-After says. The RateLimit fields of each answer help to stay below. */
  rateLimited: make('rate-limited'),
  /** 408: The body was not complete within the time that the operation allows. Send it again over a faster connection, or send less. */
  requestTimeout: make('request-timeout'),
  /** 401: The credential is missing, expired, malformed or not from an issuer that is trusted here. Get a new access token (refresh, log in, or ask for one as a client), then send the request again. */
  unauthenticated: make('unauthenticated'),
  /** 503: Something that the service depends on does not answer at the moment, the answer took too long, or too many costly requests are in progress. Nothing was changed. Try again after Retry-After, with the same Idempotency-Key if there was one. */
  unavailable: make('unavailable'),
  /** 415: The Content-Type of the body, or the kind of file that its content shows, is not one that the operation reads. Use one of the media types that the contract lists for the operation. */
  unsupportedMediaType: make('unsupported-media-type'),
};
