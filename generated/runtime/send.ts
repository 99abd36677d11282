// Generated from tools/runtime/send.ts by npm run generate; do not edit.
// From an answer to the wire: packed where the caller takes that, one write, or a stream.
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { discardRest, isUnread } from './call.ts';
import { isTextual, leastPackedBytes, packed, packedTag, takesGzip } from './compress.ts';
import type { Answer, Call, Headers, HeaderValue } from './exchange.ts';

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

function sendWhole(call: Call, answer: Answer, unread: boolean): Promise<void> | undefined {
  const payload = payloadOf(answer);
  if (payload === undefined) return writeWhole(call, answer, { payload, size: 0, unread });
  const size = Buffer.byteLength(payload);
  const { packs, headers } = codingOf(call, answer, size);
  if (!packs) return writeWhole(call, { ...answer, headers }, { payload, size, unread });
  return packed(payload).then((bytes) => {
    if (!call.res.destroyed && !call.res.writableEnded)
      writeWhole(call, { ...answer, headers }, { payload: bytes, size: bytes.length, unread });
  });
}

type Whole = { readonly payload: string | Uint8Array | undefined; readonly size: number; readonly unread: boolean };

function writeWhole(call: Call, answer: Answer, { payload, size, unread }: Whole): undefined {
  const { req, res } = call;
  const all = fieldsOf(call, answer);
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

function sendStream(call: Call, answer: Answer, stream: Readable): Promise<void> | undefined {
  const { req, res } = call;
  const size = Number(answer.headers['Content-Length'] ?? Number.POSITIVE_INFINITY);
  const { packs, headers } = codingOf(call, answer, size);
  res.writeHead(answer.status, fieldsOf(call, { ...answer, headers }) as OutgoingHttpHeaders);
  const piped = () => (packs ? pipeline(stream, createGzip(), res) : pipeline(stream, res));
  if (req.method !== 'HEAD') return piped().catch(() => void res.destroy());
  stream.destroy();
  res.end();
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
