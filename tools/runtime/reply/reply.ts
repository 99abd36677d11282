// From a handler's reply to an answer: the headers that the contract implies, and the check of tests.

import { Readable } from 'node:stream';
import {
  type Answer,
  type Exchange,
  type Headers,
  type HeaderValue,
  problemAnswer,
  type Reply,
  type SuccessReply,
} from '../exchange.ts';
import { isProblemReply } from '../problem.ts';
import { inOwnMemory } from './compress.ts';
import { etagAfter, etagOf, heldForm } from './conditional.ts';

export function answerOf(x: Exchange, reply: Reply): Answer {
  if (isProblemReply(reply)) return problemAnswer(x, reply);
  const { operation } = x;
  const { revision, scope, status } = reply;
  const tag = operation.conditional === 'read' ? etagOf : etagAfter;
  const etag = revision === undefined ? undefined : tag(x, revision, scope);
  const isRead = operation.conditional === 'read' && (status === 304 || status === 200);
  const had = isRead && etag !== undefined ? heldForm(x.req, etag) : undefined;
  const body = had === undefined ? bodyOf(x, reply, isRead ? etag : undefined) : undefined;
  const media = reply.mediaType ?? mediaOf(x, status);
  const headers: Record<string, HeaderValue> =
    body === undefined || media === undefined ? {} : { 'Content-Type': withCharset(media) };
  Object.assign(headers, impliedHeaders(x, reply, had ?? etag), reply.headers, createdAt(x, reply));
  const isCached = had === undefined && status === 304 && body !== undefined;
  return { status: isCached ? 200 : had === undefined ? status : 304, headers, body };
}

/**
 * A client that sees no charset reads `text/...` as ISO-8859-1 (RFC 2616), as requests does. JSON and NDJSON are UTF-8
 * by definition.
 */
const withCharset = (media: string): string =>
  media.startsWith('text/') && !media.includes(';') ? `${media}; charset=utf-8` : media;

/** The form that a cached answer was requested in, which its ETag names. */
function mediaOf({ operation, input }: Exchange, status: number): string | undefined {
  const [first, ...others] = operation.replies[status === 304 ? 200 : status]?.media ?? [];
  return status === 304 ? (others.find((each) => each === input.accept) ?? first) : first;
}

/** As bytes, where the read asks before it computes: the same answer is ready for the next one who asks. */
function bodyOf({ ready, host }: Exchange, { status, body }: SuccessReply, etag: string | undefined): unknown {
  if (ready === undefined || etag === undefined) return body;
  if (status === 304) return etag === ready.etag ? ready.body : undefined;
  if (typeof body !== 'object' || body === null || body instanceof Readable) return body;
  const bytes = inOwnMemory(body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body)));
  host.replyCache?.set(etag, bytes);
  return bytes;
}

const noStore: Headers = { 'Cache-Control': 'no-store' };

function impliedHeaders(x: Exchange, { status, body }: SuccessReply, etag: string | undefined): Headers {
  const { schemes, job } = x.operation;
  if (etag !== undefined) {
    return {
      ETag: etag,
      'Cache-Control': 'private, no-cache',
      Vary: schemes.includes('session')
        ? 'Authorization, Cookie, Accept, Accept-Encoding'
        : 'Authorization, Accept, Accept-Encoding',
    };
  }
  if (job === undefined || status !== 202) return noStore;
  return { ...noStore, Location: jobLocation(x, body), 'Retry-After': String(job.retryAfterS) };
}

/**
 * A handler says where in the contract it created something; in front of that stands what the caller's addresses begin
 * with.
 */
function createdAt(x: Exchange, { status, headers }: SuccessReply): Headers {
  return status === 201 && headers?.Location !== undefined ? { Location: `${baseOf(x)}${headers.Location}` } : {};
}

function jobLocation(x: Exchange, body: unknown): string {
  const { job } = x.operation;
  const values: Record<string, unknown> = { ...x.input.path, ...(body as object) };
  const path = job?.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? values[job.id])),
  );
  return `${baseOf(x)}${path}`;
}

/**
 * Relative to the host, with what a proxy took off the front: resolved against the address of the request, it is
 * absolute.
 */
export const baseOf = ({ client, host }: Pick<Exchange, 'client' | 'host'>): string =>
  `${client.prefix ?? ''}${host.basePath}`;

/** Throws when the reply is not what the contract says; for tests. */
export async function checkReply({ contract, operation }: Exchange, reply: Reply): Promise<void> {
  const breach = (what: string) => new Error(`${operation.id} answered ${reply.status}: ${what}`);
  if (isProblemReply(reply)) {
    if (!operation.problems.includes(reply.problem.slug))
      throw breach(`the problem ${reply.problem.slug} is not declared`);
    return;
  }
  if (reply.status === 304 && operation.conditional === 'read') return;
  const declared = operation.replies[reply.status];
  if (declared === undefined) throw breach('the status is not declared');
  const stray = Object.keys(reply.headers ?? {}).find((name) => !declared.headers?.includes(name));
  if (stray !== undefined) throw breach(`the header ${stray} is not declared`);
  const validate = (await contract.replies())[`${operation.id}_${reply.status}`];
  if (validate === undefined || (reply.mediaType ?? declared.media[0]) !== declared.media[0]) return;
  if (!validate(reply.body)) {
    const { instancePath, keyword, params } = validate.errors?.[0] ?? { instancePath: '', keyword: '?', params: {} };
    throw breach(`the body at "${instancePath}" breaks ${keyword} ${JSON.stringify(params)}`);
  }
}
