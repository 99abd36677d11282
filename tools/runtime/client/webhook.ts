// Checks that a request to a webhook is genuine (Standard Webhooks 1.0), with WebCrypto alone: for Node, Bun, Deno,
// browsers and workers.

import { parsed } from './client.ts';

export type WebhookMessage = {
  /** The name of the event, such as `ingest.job.finished`. */
  readonly type: string;
  /** When it occurred, RFC 3339. */
  readonly timestamp: string;
  readonly data: unknown;
};

export type WebhookRequest = {
  /** Exactly as it was received: a body that was parsed and written again has another signature. */
  readonly body: string | Uint8Array;
  /** The headers of a `Request`, or of Node's `IncomingMessage`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; several while one is being replaced. */
  readonly secret: string | readonly string[];
};

export type VerifyOptions = {
  /** How far the time of the attempt may be from now; 300 by default. */
  readonly toleranceS?: number;
  readonly now?: () => Date;
};

/** The request was not made by the service, or long ago. Answer 400. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

/** The event and its id, the same in each attempt. Rejects with `WebhookRefused`. */
export async function verifyWebhook(
  { body, headers, secret }: WebhookRequest,
  { toleranceS = 300, now = () => new Date() }: VerifyOptions = {},
): Promise<WebhookMessage & { readonly id: string }> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookRefused('A header of the signature is missing.');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now().getTime() / 1000 - seconds) <= toleranceS))
    throw new WebhookRefused('The time of the request is not within the tolerance.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, typeof secret === 'string' ? [secret] : secret)))
    throw new WebhookRefused('No signature of the request is valid.');
  return { id, ...eventOf(new TextDecoder().decode(bytes)) };
}

function eventOf(text: string): WebhookMessage {
  const { type, timestamp, data } = (parsed(text) ?? {}) as { readonly [Name in keyof WebhookMessage]?: unknown };
  if (typeof type === 'string' && typeof timestamp === 'string' && data !== undefined) return { type, timestamp, data };
  throw new WebhookRefused('The body is no event.');
}

/** `verify` compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? bytesOf(each.slice(3)) : []));
  for (const secret of secrets) {
    const [raw] = secret.startsWith('whsec_') ? bytesOf(secret.slice(6)) : [];
    if (raw === undefined || raw.length === 0) throw new TypeError('A secret is whsec_ followed by base64.');
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given.slice(0, 10))
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

/** None for what is not base64. */
function bytesOf(base64: string): readonly Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))];
  } catch {
    return [];
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function header(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(' ');
}
