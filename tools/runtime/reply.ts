// From a handler's reply to the wire: headers that the contract implies, the check of tests, one write.
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { discardRest, isUnread } from './call.ts';
import { etagAfter, etagOf, has } from './conditional.ts';
import {
  type Answer,
  type Call,
  type Exchange,
  type Headers,
  type HeaderValue,
  problemAnswer,
  type Reply,
  type SuccessReply,
} from './exchange.ts';
import { isProblemReply } from './problem.ts';

export function answerOf(x: Exchange, reply: Reply): Answer {
  if (isProblemReply(reply)) return problemAnswer(x, reply);
  const { operation } = x;
  const { revision, scope, status } = reply;
  const tag = operation.conditional === 'read' ? etagOf : etagAfter;
  const etag = revision === undefined ? undefined : tag(x, revision, scope);
  const known =
    operation.conditional === 'read' && etag !== undefined && (status === 304 || status === 200) && has(x, etag);
  const body = known ? undefined : reply.body;
  const media = reply.mediaType ?? operation.replies[status]?.media[0];
  const headers: Record<string, HeaderValue> =
    body === undefined || media === undefined ? {} : { 'Content-Type': media };
  Object.assign(headers, impliedHeaders(x, reply, etag), reply.headers, createdAt(x, reply));
  return { status: known ? 304 : status, headers, body };
}

const noStore: Headers = { 'Cache-Control': 'no-store' };

function impliedHeaders(x: Exchange, { status, body }: SuccessReply, etag: string | undefined): Headers {
  const { schemes, job } = x.operation;
  if (etag !== undefined) {
    return {
      ETag: etag,
      'Cache-Control': 'private, no-cache',
      Vary: schemes.includes('session') ? 'Authorization, Cookie, Accept' : 'Authorization, Accept',
    };
  }
  if (job === undefined || status !== 202) return noStore;
  return { ...noStore, Location: jobLocation(x, body), 'Retry-After': String(job.retryAfterS) };
}

/** A handler says where in the contract it created something; in front of that stands what the caller's addresses begin with. */
function createdAt({ client, kit }: Exchange, { status, headers }: SuccessReply): Headers {
  return status === 201 && headers?.Location !== undefined
    ? { Location: `${client.prefix ?? ''}${kit.basePath}${headers.Location}` }
    : {};
}

function jobLocation({ operation: { job }, kit, client, input }: Exchange, body: unknown): string {
  const values: Record<string, unknown> = { ...input.path, ...(body as object) };
  const path = job?.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? values[job.id])),
  );
  return `${client.prefix ?? ''}${kit.basePath}${path}`;
}

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

/** Writes the answer at once; a stream is piped, and cut when it fails half-way, since the status has gone out by then. */
export function send(call: Call, answer: Answer): Promise<void> | undefined {
  const { body } = answer;
  const stream = body instanceof Readable ? body : undefined;
  if (call.res.destroyed || call.res.writableEnded) return void stream?.destroy();
  // The next request could only be told from the rest of this one by reading all of that.
  const unread = isUnread(call.req);
  if (unread) call.headers.Connection = 'close';
  return stream === undefined ? sendWhole(call, answer, unread) : sendStream(call, answer, stream);
}

function sendWhole(call: Call, answer: Answer, unread: boolean): undefined {
  const { req, res, headers } = call;
  const payload = payloadOf(answer);
  const all: Record<string, HeaderValue | number> = { ...headers, ...answer.headers };
  const size = payload === undefined ? 0 : Buffer.byteLength(payload);
  if (payload !== undefined) all['Content-Length'] = size;
  res.writeHead(answer.status, all as OutgoingHttpHeaders);
  const shown = req.method === 'HEAD' ? undefined : payload;
  // All ASCII: as latin1, the text needs no second encoding and goes out in one write with its head.
  const encoding = size === shown?.length ? 'latin1' : 'utf8';
  if (unread) endLater(call, shown, encoding);
  else if (shown === undefined) res.end();
  else res.end(shown, encoding);
}

/** Ending the answer closes the connection, and a client that still sends would see a reset before it sees the answer. */
function endLater(call: Call, payload: string | Uint8Array | undefined, encoding: BufferEncoding): void {
  const { req, res } = call;
  const told = () => {
    call.told = true;
  };
  if (payload === undefined) res.flushHeaders();
  else res.write(payload, encoding, told);
  discardRest(req, () => {
    if (!res.destroyed && !res.writableEnded) res.end();
  });
}

function sendStream({ req, res, headers }: Call, answer: Answer, stream: Readable): Promise<void> | undefined {
  res.writeHead(answer.status, { ...headers, ...answer.headers } as OutgoingHttpHeaders);
  if (req.method !== 'HEAD') return pipeline(stream, res).catch(() => void res.destroy());
  stream.destroy();
  res.end();
}

function payloadOf({ body, headers }: Answer): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  const isText = typeof body === 'string' && !/[/+]json$/.test(String(headers['Content-Type']));
  return isText ? body : JSON.stringify(body);
}
