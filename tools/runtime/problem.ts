// Problem documents (RFC 9457): what a handler returns when it refuses, and the body that is made of it.

/**
 * One place that was wrong: of the body by `pointer`, of the rest of the request by `parameter`, of a file by `row` and
 * `column`.
 */
export interface FieldError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly row?: number;
  readonly column?: string;
  readonly value?: string;
  readonly rule: string;
  readonly message: string;
}

export interface ProblemDetails {
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
  /** Becomes the header Retry-After too. */
  readonly retry_after_s?: number | undefined;
}

/** A refusal, as data. */
export type ProblemReply<Slug extends string = string, Status extends number = number, Fields = unknown> = {
  readonly status: Status;
  readonly problem: { readonly slug: Slug } & ProblemDetails & Fields;
};

export interface ProblemFacts {
  readonly status: number;
  readonly title: string;
}

/** The body of every answer with status 400 or above. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly FieldError[];
}

export const problemBase = 'https://covenant.example/problems/';

/** What the stages of the runtime answer by themselves; generation fails when the registry lacks one. */
export const protocolStatus = {
  'invalid-request': 400,
  'malformed-request': 400,
  'malformed-json': 400,
  'invalid-encoding': 400,
  unauthenticated: 401,
  'forbidden-role': 403,
  'not-found': 404,
  'unknown-url': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  'idempotency-in-flight': 409,
  'precondition-failed': 412,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'idempotency-key-reused': 422,
  'precondition-required': 428,
  'rate-limited': 429,
  'headers-too-large': 431,
  internal: 500,
  'not-implemented': 501,
  unavailable: 503,
} as const;

export type ProtocolSlug = keyof typeof protocolStatus;

/** A refusal by the runtime itself. */
export const refuse = (
  slug: ProtocolSlug,
  details: ProblemDetails & Readonly<Record<string, unknown>>,
): ProblemReply => ({ status: protocolStatus[slug], problem: { slug, ...details } });

/** A mistake in our code; its error is only for the log. */
export const internalFault = (): ProblemReply =>
  refuse('internal', { detail: 'The error has been logged. Include the request id when you report it.' });

export const isProblemReply = (reply: object): reply is ProblemReply => 'problem' in reply;

export function problemBody(
  { status, problem }: ProblemReply,
  registry: Readonly<Record<string, ProblemFacts>>,
  requestId: string,
): ProblemBody {
  const { slug, detail, errors, ...fields } = problem;
  return {
    type: problemBase + slug,
    title: registry[slug]?.title ?? slug,
    status,
    detail,
    instance: `urn:request:${requestId}`,
    ...(errors === undefined ? {} : { errors }),
    ...fields,
  };
}

/** A problem as a client receives it. */
export type Problem<Slug extends string = string, Status extends number = number, Fields = unknown> = Omit<
  ProblemBody,
  'type' | 'status'
> & {
  readonly type: `https://covenant.example/problems/${Slug}`;
  /** The last part of `type`, which identifies the problem. */
  readonly slug: Slug;
  readonly status: Status;
} & Fields;

export const slugOf = (type: string): string => type.slice(type.lastIndexOf('/') + 1);

/** The slug of a problem, of a result with one, or of what `unwrap` throws. */
export function slugIn(value: unknown): string | undefined {
  const { problem = value } = Object(value) as { readonly problem?: unknown };
  const { type } = Object(problem) as { readonly type?: unknown };
  return typeof type === 'string' ? slugOf(type) : undefined;
}

/** How many places a message names; all are in `problem.errors`. */
const placesNamed = 3;

function inWords({ detail, title, errors = [] }: Problem): string {
  const text = detail ?? title;
  const places = errors
    .slice(0, placesNamed)
    .map(({ parameter, pointer, message }) => `${parameter ?? (pointer || 'the body')} ${message}`);
  if (errors.length > placesNamed) places.push('...');
  return places.length === 0 ? text : `${text.replace(/\.$/, '')}: ${places.join('; ')}`;
}

/** For callers that would rather catch than ask. */
export class ProblemError extends Error {
  readonly slug: string;
  readonly problem: Problem;
  /** The operation that a client called. */
  readonly operation: string | undefined;

  constructor(problem: Problem, operation?: string) {
    super(`${operation === undefined ? '' : `${operation} answered ${problem.status}: `}${inWords(problem)}`);
    this.name = 'ProblemError';
    this.slug = slugOf(problem.type);
    this.problem = problem;
    this.operation = operation;
  }
}

type Given<Reply extends ProblemReply> = Omit<Reply['problem'], 'slug'>;
export const makeProblem =
  <Reply extends ProblemReply>(slug: Reply['problem']['slug'], status: Reply['status']) =>
  (details: Given<Reply>): Reply =>
    ({ status, problem: { slug, ...details } }) as Reply;
