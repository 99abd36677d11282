// From a handler's reply to the wire: headers that the contract implies, the check of tests, one write.
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { etagOf, unchanged } from './conditional.ts';
import {
  type Answer,
  type Call,
  type Exchange,
  type HeaderValue,
  problemAnswer,
  type Reply,
  type SuccessReply,
} from './exchange.ts';
import { isProblemReply } from './problem.ts';

export async function answerOf(x: Exchange, reply: Reply): Promise<Answer> {
  if (x.kit.checkReplies) await checkReply(x, reply);
  if (isProblemReply(reply)) return problemAnswer(x, reply);
  const { status, body } = reply;
  const headers = { ...impliedHeaders(x, reply), ...reply.headers };
  if (x.operation.conditional === 'read' && reply.revision !== undefined && (status === 304 || status === 200)) {
    if (unchanged(x)(reply.revision, reply.scope)) return { status: 304, headers, body: undefined };
  }
  const media = reply.mediaType ?? x.operation.replies[status]?.media[0];
  return {
    status,
    headers: body === undefined || media === undefined ? headers : { 'Content-Type': media, ...headers },
    body,
  };
}

function impliedHeaders(x: Exchange, { status, body, revision, scope }: SuccessReply): Record<string, HeaderValue> {
  const { operation } = x;
  if (operation.conditional === 'read' && revision !== undefined) {
    return {
      ETag: etagOf(x, operation, x.input.query, revision, scope),
      'Cache-Control': 'private, no-cache',
      Vary: operation.schemes.includes('session') ? 'Authorization, Cookie, Accept' : 'Authorization, Accept',
    };
  }
  if (operation.job && status === 202) {
    return {
      'Cache-Control': 'no-store',
      Location: jobLocation(x, body),
      'Retry-After': String(operation.job.retryAfterS),
    };
  }
  return { 'Cache-Control': 'no-store' };
}

function jobLocation({ operation: { job }, kit, client, input }: Exchange, body: unknown): string {
  const values: Record<string, unknown> = { ...input.path, ...(body as object) };
  const path = job?.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? values[job.id])),
  );
  return `${client.prefix ?? ''}${kit.basePath}${path}`;
}

async function checkReply({ contract, operation }: Exchange, reply: Reply): Promise<void> {
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
export async function send({ req, res, headers: added }: Call, answer: Answer): Promise<void> {
  const payload = answer.body instanceof Readable ? answer.body : payloadOf(answer);
  if (res.destroyed || res.writableEnded) return void (payload instanceof Readable && payload.destroy());
  const headers: Record<string, HeaderValue | number> = { ...added, ...answer.headers };
  if (payload !== undefined && !(payload instanceof Readable)) headers['Content-Length'] = Buffer.byteLength(payload);
  res.writeHead(answer.status, headers as OutgoingHttpHeaders);
  if (req.method !== 'HEAD' && payload instanceof Readable)
    return pipeline(payload, res).catch(() => void res.destroy());
  if (payload instanceof Readable) payload.destroy();
  res.end(req.method === 'HEAD' ? undefined : payload);
}

function payloadOf({ body, headers }: Answer): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  const isText = typeof body === 'string' && !/[/+]json$/.test(String(headers['Content-Type']));
  return isText ? body : JSON.stringify(body);
}
