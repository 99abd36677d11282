// Answers in gzip, for callers that take it. Each coding is a separate representation: strong ETags differ (RFC 9110,
// 8.8.3).
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Below it, the head and the time of packing outweigh what is saved. */
export const leastPackedBytes = 1_024;

/** In the thread pool, so that a large answer holds no one up. */
export const packed = promisify(gzip);

const packedForms = new WeakMap<Uint8Array, Promise<Buffer>>();

/** Bytes that are sent more than once are packed once. */
export function packedForm(payload: string | Uint8Array): Promise<Buffer> {
  if (typeof payload === 'string') return packed(payload);
  const known = packedForms.get(payload);
  if (known !== undefined) return known;
  const form = packed(payload).then(inOwnMemory);
  packedForms.set(payload, form);
  form.catch(() => packedForms.delete(payload));
  return form;
}

/** What is cached: small buffers share a slab with others, and each keeps all of it. */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

const textual = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|yaml|xml|x-ndjson)\b)/i;

export const isTextual = (contentType: unknown): boolean => textual.test(String(contentType));

type Asked = Pick<IncomingMessage, 'headers'>;

/** RFC 9110, 12.5.3: named with a weight above 0, or covered by `*` and not excluded by name. */
export function takesGzip({ headers }: Asked): boolean {
  const header = headers['accept-encoding'];
  if (header === undefined) return false;
  const weights = new Map(String(header).split(',').map(weighted));
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

function weighted(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
  return [coding, weight];
}

/** The tag of the packed form of a representation. */
export const packedTag = (etag: string): string => etag.replace(/"$/, '.gzip"');
