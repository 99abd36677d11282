// A request taken apart: bucket, key, query and headers as the protocol means them.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refusal } from './errors.ts';

export type Call = {
  readonly method: string;
  /** Decoded, with its leading slash; dots and double slashes are part of the key, so nothing is normalised. */
  readonly path: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: readonly (readonly [string, string])[];
  /** Names in lower case, values as the bytes that came (latin1); repeated ones joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly requestId: string;
};

/** Limit of the protocol, in UTF-8 bytes. */
const MAX_KEY_BYTES = 1024;

export const param = (call: Call, name: string): string | undefined => call.query.find(([n]) => n === name)?.[1];
export const header = (call: Call, name: string): string | undefined => call.headers.get(name);

export function readCall(request: IncomingMessage): Call {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = decode(mark < 0 ? url : url.slice(0, mark));
  if (!path.startsWith('/')) throw refusal('InvalidURI');
  const slash = path.indexOf('/', 1);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw refusal('KeyTooLongError');
  return {
    method: request.method ?? 'GET',
    path,
    bucket: slash < 0 ? path.slice(1) : path.slice(1, slash),
    key,
    query: mark < 0 ? [] : readQuery(url.slice(mark + 1)),
    headers: readHeaders(request.rawHeaders),
    requestId: newRequestId(),
  };
}

export const newRequestId = (): string => randomBytes(8).toString('hex').toUpperCase();

function readQuery(text: string): (readonly [string, string])[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decode(name.replaceAll('+', ' ')), decode(value.replaceAll('+', ' '))] as const;
    });
}

function readHeaders(raw: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return headers;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal('InvalidURI');
  }
}

/** A whole number between the limits from a query parameter, or the fallback when it is absent. */
export function numberParam(call: Call, name: string, limits: { min: number; max: number; fallback: number }): number {
  const text = param(call, name);
  if (text === undefined || text === '') return limits.fallback;
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < limits.min)
    throw refusal('InvalidArgument', { message: `The value of ${name} is not valid.`, detail: argument(name, text) });
  return Math.min(value, limits.max);
}

const argument = (name: string, value: string) => ({ ArgumentName: name, ArgumentValue: value });
