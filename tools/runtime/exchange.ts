// One request on its way through the stages, and the two shapes of what leaves them: a reply of a handler, an answer
// for the wire.
import { createHash, hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { basicChallenge, type ClientCredentials, errorMembers } from './access/oauth.ts';
import type { Contract, OperationFacts } from './contract.ts';
import type { CallerBase, ClientFacts, ContractHost, UploadedFile } from './host.ts';
import { isProblemReply, type ProblemReply, problemBody } from './problem.ts';
import { mediaTypeOf } from './request/body.ts';
import type { Values } from './request/parameters.ts';
import type { SharedWork } from './shared-work.ts';

export type HeaderValue = string | readonly string[];
export type Headers = Readonly<Record<string, HeaderValue>>;

/** What handlers return, loosely; server.ts of each document types it for each operation. */
export type Reply = SuccessReply | ProblemReply;

export interface SuccessReply {
  readonly status: number;
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly headers?: Headers;
  readonly revision?: string;
  readonly scope?: string;
}

/** A body that is not JSON. */
export type Bytes = string | Uint8Array | Readable;

export type Handler = (request: never) => Promise<Reply>;

export interface Input {
  path: Values;
  query: Values;
  headers: Values;
  cookies: Values;
  body?: unknown;
  form?: Values & Readonly<Record<string, unknown | UploadedFile>>;
  /** The media type of the body as it was sent. */
  mediaType?: string;
  /** What came by HTTP Basic, where the operation takes that. */
  basic?: ClientCredentials;
  /** The media type that the answer should have. */
  accept?: string;
}

/** A request before it is known what it asks for. */
export interface Call {
  /** Reads in progress, by the ETag of their answer. */
  readonly reads: SharedWork<Shared>;
  readonly contract: Contract;
  readonly host: ContractHost<CallerBase>;
  readonly ctx: Context;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  requestId: string;
  readonly traceparent: string | undefined;
  client: ClientFacts;
  /** Aborted when the client is gone or the time is over. */
  readonly abort: AbortController;
  /** Header fields of the answer, whatever it will be. */
  readonly headers: Record<string, HeaderValue>;
  operation: OperationFacts | undefined;
  caller: CallerBase | undefined;
  /** The first one that was settled; a later one is dropped. */
  answer: Answer | undefined;
  /** All of the answer has left the process, though the connection is kept for a moment. */
  isReported: boolean;
  /** The slug that it was refused with, for the log. */
  problem: string | undefined;
}

/** What a read has become, for others who ask the same: undefined where it is of its caller alone, such as a stream. */
export type Shared = Answer | ProblemReply | undefined;

export interface Share {
  /** Aborted when no one waits for the answer any more. */
  readonly work: AbortController;
  /** Takes what others wait for, while this request makes it. */
  lead: PromiseWithResolvers<Shared> | undefined;
  /** What another request has made. */
  shared: Shared;
}

/** What a request asks for. */
export interface Target {
  readonly operation: OperationFacts;
  readonly segments: Readonly<Record<string, string>>;
}

/** A request for an operation. */
export interface Exchange extends Call {
  readonly operation: OperationFacts;
  readonly handler: Handler | undefined;
  readonly segments: Readonly<Record<string, string>>;
  readonly input: Input;
  /** The stage that has it now; none: the handler. */
  stage: Stage | undefined;
  /** Digest of the body, for an Idempotency-Key. */
  bodyHash: string;
  /** The cached answer for the state of the data, for a read that asked whether it must be computed. */
  ready: { readonly etag: string; readonly body: Uint8Array | undefined } | undefined;
  /** The share of a conditional read in the answer that all equal reads wait for. */
  share: Share | undefined;
  /** The folder of its files, once there are any. */
  folder: string | undefined;
}

export function open(
  call: Call,
  { operation, segments }: Target,
  handlers: Readonly<Record<string, Handler>>,
): Exchange {
  const { since, sunset } = operation.deprecation ?? {};
  if (since !== undefined) call.headers.Deprecation = `@${since}`; // RFC 9745
  if (sunset !== undefined) call.headers.Sunset = sunset; // RFC 8594
  // The same object goes on, so that the log sees what the stages have found out.
  const x = call as { -readonly [Name in keyof Exchange]: Exchange[Name] };
  x.operation = operation;
  x.handler = handlers[operation.id];
  x.segments = segments;
  x.input = { path: {}, query: {}, headers: {}, cookies: {} };
  x.stage = undefined;
  x.bodyHash = '';
  x.ready = undefined;
  x.share = undefined;
  x.folder = undefined;
  return x;
}

/** What goes over the wire; a JSON value unless `body` is bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly problem?: string;
}

/** The first answer counts. */
export function settle(call: Call, answer: Answer): void {
  if (call.answer === undefined) {
    call.answer = answer;
    call.problem = answer.problem;
  } else if (answer.body instanceof Readable) answer.body.destroy();
}

/** A stage lets the exchange pass, or answers it. */
export type Stage = (exchange: Exchange) => ProblemReply | undefined | Promise<ProblemReply | undefined>;

type Asked = Partial<Pick<Call, 'req' | 'operation'>>;

/** Anyone who asks in the form of RFC 6749 is answered in its media type, as some libraries take no other. */
const asJson = { 'Content-Type': 'application/json' };
const isForm = (req: Asked['req']): boolean =>
  mediaTypeOf(req?.headers['content-type'])?.type === 'application/x-www-form-urlencoded';

const problemHeaders = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' };

export function problemAnswer(
  { contract, requestId, ...asked }: Pick<Call, 'contract' | 'requestId'> & Asked,
  reply: ProblemReply,
): Answer {
  const body = problemBody(reply, contract.problems, requestId);
  const members = errorMembers(asked.operation, reply, body);
  const wait = reply.problem.retry_after_s ?? (reply.status === 503 || reply.status === 429 ? 1 : undefined);
  return {
    status: reply.status,
    headers: {
      ...problemHeaders,
      ...(members !== undefined && isForm(asked.req) ? asJson : {}),
      ...(wait === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(wait))) }),
      ...(reply.status === 401 ? { 'WWW-Authenticate': challenge(reply, asked) } : {}),
    },
    body: { ...body, ...members },
    problem: reply.problem.slug,
  };
}

/** RFC 6750: `invalid_token` only when there was one. */
function challenge({ problem }: ProblemReply, { req, operation }: Asked): string {
  if (operation?.basic) return basicChallenge;
  const challenged = problem.slug === 'unauthenticated' && operation?.schemes.some((scheme) => scheme !== 'session');
  return challenged && /^bearer /i.test(req?.headers.authorization ?? '')
    ? 'Bearer realm="covenant", error="invalid_token"'
    : 'Bearer realm="covenant"';
}

export const isRefusal = (value: unknown): value is ProblemReply =>
  typeof value === 'object' && value !== null && 'status' in value && isProblemReply(value);

/** Each part with its length before it, so that no two lists of parts read the same. */
export function digest(...parts: readonly (string | Uint8Array)[]): string {
  if (parts.every((part) => typeof part === 'string')) {
    // In one piece: a tenth of the time of sixteen updates.
    return hash('sha256', parts.map((part) => `${part.length}:${part}`).join(''), 'base64url');
  }
  const running = createHash('sha256');
  for (const part of parts) running.update(`${part.length}:`).update(part);
  return running.digest('base64url');
}
