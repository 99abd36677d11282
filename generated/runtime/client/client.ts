// Generated from tools/runtime/client/client.ts by npm run generate; do not edit.
// What generated clients share: one request with its token, one refresh for many 401s, and its answer. No dependency;
// Node and browsers.

import { type Problem, ProblemError, slugOf } from '../problem.ts';
import type { CallOptions, Client, ClientOptions, Members, RequestShape } from './options.ts';
import { AttemptTimeout, discard, endAttempt, sendWithRetries } from './send.ts';

type Input = Readonly<Partial<Record<'path' | 'query' | 'headers' | 'form', object>>> & { readonly body?: unknown };

/** Characters of a foreign answer in a message. */
const shown = 200;

/** The answer was none of the service's: a proxy's page, or half a body. */
export class UnexpectedAnswer extends Error {
  readonly status: number;

  constructor(operation: string, status: number, text: string, options?: ErrorOptions) {
    super(`${operation}: unexpected answer with status ${status}: ${text.slice(0, shown)}`, options);
    this.name = 'UnexpectedAnswer';
    this.status = status;
  }
}

const state = { refreshed: undefined, refreshes: 0, given: undefined, stale: undefined, refreshing: undefined };
const optionNames = 'baseUrl token refresh headers fetch retries timeoutMs onRequest onResponse wait random';
const callNames = 'signal headers idempotencyKey timeoutMs onProgress';

export function connect(options: ClientOptions): Client {
  // A client may be the options of another one.
  refuseOthers('connect', options, `${optionNames} ${Object.keys(state).join(' ')}`);
  return { ...options, baseUrl: options.baseUrl.replace(/\/$/, ''), ...state };
}

/** A misspelt name would be passed over, and the request would be another one. */
function refuseOthers(operation: string, values: object, names: string): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && !names.split(' ').includes(name))
      throw new TypeError(`${operation}: ${name} is unknown; use ${names}`);
}

/**
 * Sends one request, again where that is safe, and reads its answer. What the contract declares is returned, all else
 * thrown.
 */
export async function call<Result>(
  client: Client,
  shape: RequestShape,
  input: Input = {},
  { stream, ...options }: CallOptions<string> = {},
): Promise<Result> {
  refuseOthers(shape.operation, input, `path query headers${shape.body === undefined ? '' : ' form body'}`);
  refuseOthers(shape.operation, options, callNames);
  const answer = await exchange(client, shape, input, options);
  return (stream?.read ?? read)(shape, answer) as Promise<Result>;
}

async function exchange(client: Client, shape: RequestShape, input: Input, options: CallOptions): Promise<Response> {
  const url = client.baseUrl + pathOf(shape, input) + queryOf(shape, input);
  const init = await requestInit(client, shape, input, options);
  const { refreshes } = client;
  const token = shape.public ? undefined : await tokenOf(client);
  const first = await sendWithRetries(client, shape, { url, init, token }, options);
  if (first.status !== 401 || shape.public || client.refresh === undefined) return first;
  // A refresh may show a login: the time of the attempt is over.
  endAttempt(first);
  // Another request may have got a new token since this one began.
  const renewed = client.refreshes === refreshes ? await refresh(client) : client.refreshed;
  if (renewed === undefined) return first;
  await discard(first);
  return sendWithRetries(client, shape, { url, init, token: renewed }, options);
}

/** What each result contains beside what its type shows, for the messages of what is thrown. */
type Refused = { readonly operation: string; readonly problem: Problem };

/** What `unwrap` gives; 304 comes only to those who asked with If-None-Match, and they look at the status. */
export type BodyOf<Result> =
  Exclude<Extract<Result, { ok: true }>, { status: 304 }> extends { body: infer Body } ? Body : undefined;

/** The body of a success; a problem is thrown. */
export function unwrap<Result extends { ok: boolean; status: number }>(result: Result): BodyOf<Result> {
  const { operation, problem } = result as unknown as Refused;
  if (!result.ok) throw new ProblemError(problem, operation);
  if (result.status === 304) throw new UnexpectedAnswer(operation, 304, 'not modified, so there is no body');
  return (result as unknown as { body: BodyOf<Result> }).body;
}

/** Text, a truth value or a number as text. All else has no text: `undefined` or NaN would be another request. */
function textOf({ operation }: RequestShape, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new TypeError(`${operation}: ${name} must not be ${value}`);
}

/** A value of dots, or none, would ask another address: `fetch` normalises dots, encoded ones as well. */
function pathOf(shape: RequestShape, input: Input): string {
  return shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(shape, name, (input.path as Record<string, unknown> | undefined)?.[name]);
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${shape.operation}: ${name} must not be '${value}'`);
    return encodeURIComponent(value);
  });
}

/** An empty list would be left out, and the request would ask for everything. */
function valuesOf({ operation }: RequestShape, name: string, value: unknown): unknown[] {
  const values = [value].flat();
  if (values.length > 0) return values;
  throw new TypeError(`${operation}: ${name} is an empty list; leave it out, or give at least one value`);
}

/** Parameters of a query, or fields of a form: a list is repeated unless it is written with commas. */
const encoded = (shape: RequestShape, values: object, lists: readonly string[] = []): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => {
      const texts = valuesOf(shape, name, value).map((each) => textOf(shape, name, each));
      return (lists.includes(name) ? [texts.join(',')] : texts).map((text) => [name, text]);
    }),
  ).toString();

/**
 * What is undefined is left out of a query, but refused in a body: a read shows that it was not filtered, a write is
 * done.
 */
function queryOf(shape: RequestShape, { query = {} }: Input): string {
  const values = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = encoded(shape, Object.fromEntries(values), shape.lists);
  return text && `?${text}`;
}

async function requestInit(
  client: Client,
  shape: RequestShape,
  input: Input,
  options: CallOptions,
): Promise<RequestInit & { headers: Headers }> {
  const { method, body: type, idempotent } = shape;
  const headers = new Headers({ Accept: 'application/json, */*;q=0.5' });
  for (const more of [client.headers, input.headers, options.headers])
    for (const [name, value] of Object.entries(more ?? {}))
      if (value !== undefined) headers.set(name, textOf(shape, name, value));
  const key = options.idempotencyKey ?? (idempotent ? crypto.randomUUID() : undefined);
  if (key !== undefined) headers.set('Idempotency-Key', key);
  const init = { method, headers };
  if ('form' in input) return { ...init, body: await formData(shape, input.form ?? textOf(shape, 'form', input.form)) };
  if (!('body' in input) || type === undefined) return init;
  headers.set('Content-Type', type);
  return { ...init, body: bodyText(shape, type, input.body) };
}

function bodyText(shape: RequestShape, type: string, body: unknown): string {
  if (type === 'application/x-www-form-urlencoded')
    return encoded(shape, (body as object) ?? textOf(shape, 'body', body));
  if (!/[/+]json$/.test(type)) return textOf(shape, 'body', body);
  // JSON would write NaN as null, which may be a value, and leave out what is undefined, which may stand for all.
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value !== 'object') textOf(shape, name || 'body', value);
    return value;
  });
}

const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

/**
 * A stream is read to its end first: it can be sent again then, and browsers send none over HTTP/1.1. Files come last,
 * so that they can be refused by the fields before them.
 */
async function formData(shape: RequestShape, fields: object): Promise<FormData> {
  const form = new FormData();
  const entries = Object.entries(fields).sort(([, a], [, b]) => Number(isObject(a)) - Number(isObject(b)));
  for (const [name, value] of entries)
    for (const each of valuesOf(shape, name, value)) {
      if (each instanceof Blob) form.append(name, each);
      else if (each instanceof ReadableStream || ArrayBuffer.isView(each))
        form.append(name, await new Response(each as BodyInit).blob());
      else if (typeof each === 'object') throw new TypeError(`${shape.operation}: ${name} is no file`);
      else form.append(name, textOf(shape, name, each));
    }
  return form;
}

export async function tokenOf(client: Client): Promise<string | undefined> {
  const { token, refreshed, stale } = client;
  client.given = typeof token === 'function' ? await token() : token;
  return refreshed !== undefined && client.given === stale ? refreshed : client.given;
}

/** One refresh for all that wait for it. */
export function refresh(client: Client): Promise<string | undefined> {
  client.refreshing ??= (client.refresh?.() ?? Promise.resolve(undefined))
    .then((token) => {
      client.refreshed = token;
      client.stale = client.given;
      return token;
    })
    .finally(() => {
      client.refreshing = undefined;
      client.refreshes++;
    });
  return client.refreshing;
}

export async function read(shape: RequestShape, answer: Response): Promise<unknown> {
  const { operation } = shape;
  const { status, headers } = answer;
  const type = mediaTypeOf(answer);
  if (status >= 400) {
    if (type !== 'application/problem+json') throw await unexpected(shape, answer);
    return { ok: false, operation, status, headers, problem: await problemOf(shape, answer) };
  }
  return { ok: true, operation, status, headers, body: await bodyOf(shape, answer, type) };
}

/** All but type, title and detail is optional in problems of others, and may be of another form (RFC 9457). */
async function problemOf(shape: RequestShape, answer: Response): Promise<Problem> {
  const { status } = answer;
  const { errors, ...problem } = (await jsonOf(shape, answer)) as Partial<Problem>;
  if ([problem.type, problem.title, problem.detail].some((each) => typeof each !== 'string'))
    throw new UnexpectedAnswer(shape.operation, status, 'the body is no problem document');
  const places = [errors ?? []].flat().filter((each) => typeof each?.message === 'string');
  const found = {
    instance: '',
    ...problem,
    slug: slugOf(`${problem.type}`),
    status,
    ...(places.length > 0 ? { errors: places } : {}),
  };
  return found as Problem;
}

export const mediaTypeOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? '').replace(/;.*/, '').trim().toLowerCase();

/** A proxy that answers with its own page is no success of the service. */
async function bodyOf(shape: RequestShape, answer: Response, type: string): Promise<unknown> {
  const declared = shape.replies[answer.status];
  if (declared === 'nothing') return discard(answer);
  if (declared === 'json' && /[/+]json$/.test(type)) return completeOf(shape, answer);
  if (declared === 'bytes' && type !== '' && type !== 'text/html') {
    // A file may take its time, which the caller's own signal bounds.
    endAttempt(answer);
    return received(shape, answer, () => answer.blob());
  }
  throw await unexpected(shape, answer);
}

async function completeOf(shape: RequestShape, answer: Response): Promise<object> {
  const value = await jsonOf(shape, answer);
  const absent = absentFrom(value, shape.members?.[answer.status] ?? 0, '');
  if (absent === undefined) return value;
  throw new UnexpectedAnswer(shape.operation, answer.status, `the body has no ${absent}`);
}

/** The first member or list that is promised and not there, by its JSON Pointer. */
export function absentFrom(value: unknown, members: Members, at: string): string | undefined {
  if (members === 0 || value === null) return undefined;
  const isList = (each: typeof members): each is readonly [Members] => Array.isArray(each);
  if (isList(members) && !Array.isArray(value)) return `list at ${at}`;
  const inner = isList(members)
    ? (value as unknown[]).map((_, i) => [String(i), members[0]] as const)
    : Object.entries(members);
  for (const [name, theirs] of inner) {
    const found = (value as Record<string, unknown>)[name];
    const absent = found === undefined ? `${at}/${name}` : absentFrom(found, theirs, `${at}/${name}`);
    if (absent !== undefined) return absent;
  }
  return undefined;
}

async function jsonOf(shape: RequestShape, answer: Response): Promise<object> {
  const text = await received(shape, answer, () => answer.text());
  const value = parsed(text);
  if (typeof value === 'object' && value !== null) return value;
  throw new UnexpectedAnswer(shape.operation, answer.status, `${text.length} characters of ${mediaTypeOf(answer)}`);
}

/** A proxy's page says whose it is; JSON is the service's, and its beginning may be a token or a password. */
export async function unexpected(shape: RequestShape, answer: Response): Promise<UnexpectedAnswer> {
  const type = mediaTypeOf(answer);
  const text = await received(shape, answer, () => beginningOf(answer));
  return new UnexpectedAnswer(shape.operation, answer.status, /[/+]json$/.test(type) ? `a body of ${type}` : text);
}

/** As much as a message shows: a page may have no end. */
async function beginningOf({ body }: Response): Promise<string> {
  const source = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (source && text.length < shown) {
    const { done, value } = await source.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await source?.cancel();
  return text;
}

/** What `fetch` throws of a connection that breaks off names no operation. */
export async function received<T>({ operation }: RequestShape, answer: Response, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof AttemptTimeout)) throw error;
    throw new UnexpectedAnswer(operation, answer.status, `the body was cut short (${error.message})`, { cause: error });
  } finally {
    endAttempt(answer);
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
