// From an answer to the wire: packed where the caller takes that, one write, or a stream.
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { discardRest, faultOf, isUnread } from '../call.ts';
import { type Answer, type Call, type Headers, type HeaderValue, problemAnswer } from '../exchange.ts';
import { isTextual, leastPackedBytes, packedForm, packedTag, takesGzip } from './compress.ts';

/**
 * Gives the answer to Koa, which writes it; a stream is cut when it fails half-way, since the status has gone out by
 * then.
 */
export async function respond(call: Call): Promise<void> {
  // What came in one piece with the head is taken in first: of that, nothing is unread.
  if (isUnread(call.req)) await new Promise(setImmediate);
  try {
    await hand(call);
  } catch (error) {
    await handFault(call, error);
  }
}

async function hand(call: Call): Promise<void> {
  const { ctx, res, answer } = call;
  if (answer === undefined) throw new Error(`${call.operation?.id} has no answer`);
  const stream = answer.body instanceof Readable ? answer.body : undefined;
  if (res.destroyed || res.writableEnded) {
    ctx.respond = false;
    stream?.destroy();
  } else if (stream === undefined) await handWhole(call, answer);
  else handStream(call, answer, stream);
}

/** What cannot be written, such as a header with a line break in it, has not begun to be. */
async function handFault(call: Call, error: unknown): Promise<void> {
  const { res } = call;
  const fault = problemAnswer(call, faultOf(call, error));
  call.problem = fault.problem;
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  await handWhole(call, fault).catch(() => void res.destroy());
}

async function handWhole(call: Call, answer: Answer): Promise<void> {
  const payload = payloadOf(answer);
  const size = payload === undefined ? 0 : Buffer.byteLength(payload);
  const { packs, headers } = codingOf(call, answer, size);
  const body = packs && payload !== undefined ? await packedForm(payload) : payload;
  // The next request could only be distinguished from the rest of this one by reading all of that.
  const unread = isUnread(call.req);
  if (unread) call.headers.Connection = 'close';
  setHead(call, { ...answer, headers });
  setBody(call, answer.status, body);
  if (unread) endLater(call, body);
}

function setBody({ ctx }: Call, status: number, body: string | Uint8Array | undefined): void {
  if (body !== undefined) ctx.body = body instanceof Uint8Array && !Buffer.isBuffer(body) ? Buffer.from(body) : body;
  else {
    ctx.body = null;
    // Koa takes a missing body for 204.
    ctx.status = status;
  }
}

function setHead(call: Call, answer: Answer): void {
  const { ctx } = call;
  ctx.status = answer.status;
  for (const [name, value] of Object.entries(fieldsOf(call, answer))) ctx.set(name, value as string | string[]);
}

/**
 * Ending the answer closes the connection, and a client that still sends would see a reset before it sees the answer.
 */
function endLater(call: Call, payload: string | Uint8Array | undefined): void {
  const { ctx, req, res } = call;
  ctx.respond = false;
  const report = () => {
    call.isReported = true;
  };
  if (payload === undefined || req.method === 'HEAD') res.flushHeaders();
  else res.write(payload, report);
  discardRest(req, () => {
    if (!res.destroyed && !res.writableEnded) res.end();
  });
}

function handStream(call: Call, answer: Answer, stream: Readable): void {
  const { ctx, req } = call;
  const size = Number(answer.headers['Content-Length'] ?? Number.POSITIVE_INFINITY);
  const { packs, headers } = codingOf(call, answer, size);
  if (isUnread(req)) call.headers.Connection = 'close';
  setHead(call, { ...answer, headers });
  // Koa would answer itself for a stream that fails before its first byte.
  ctx.flushHeaders();
  ctx.body = packs ? pipeline(stream, createGzip(), () => {}) : stream;
  if (req.method === 'HEAD') stream.destroy();
}

function payloadOf({ body, headers }: Answer): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  const isText = typeof body === 'string' && !/[/+]json$/.test(String(headers['Content-Type']));
  return isText ? body : JSON.stringify(body);
}

/** Those of every answer and its own; what the answer depends on is said in one field. */
function fieldsOf({ headers }: Call, answer: Answer): Record<string, HeaderValue | number> {
  const all: Record<string, HeaderValue | number> = { ...headers, ...answer.headers };
  if (headers.Vary !== undefined && answer.headers.Vary !== undefined)
    all.Vary = `${headers.Vary}, ${answer.headers.Vary}`;
  return all;
}

type Coding = { readonly packs: boolean; readonly headers: Headers };

/** Whether the body goes out packed, and the fields that say so. What a handler has packed itself stays as it is. */
function codingOf({ req, operation }: Call, { headers }: Answer, size: number): Coding {
  const isLarge = size >= leastPackedBytes && isTextual(headers['Content-Type']);
  if (!isLarge || headers['Content-Encoding'] !== undefined) return { packs: false, headers };
  const { 'Content-Length': _, ...others } = headers;
  const { ETag: etag, Vary: vary = 'Accept-Encoding' } = headers;
  // A cache must not give the packed form to callers that cannot read it.
  const Vary = /\baccept-encoding\b/i.test(String(vary)) ? vary : `${vary}, Accept-Encoding`;
  if (!takesGzip(req)) return { packs: false, headers: { ...headers, Vary } };
  // After a write the tag names the state, and no form of it.
  const isRead = operation?.conditional === 'read' && typeof etag === 'string';
  const tag: Headers = isRead ? { ETag: packedTag(etag) } : {};
  return { packs: true, headers: { ...others, ...tag, Vary, 'Content-Encoding': 'gzip' } };
}
