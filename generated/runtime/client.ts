// Generated from tools/runtime/client.ts by npm run generate; do not edit.
// What generated clients share: fetch, one refresh for many 401s, retries that keep their Idempotency-Key, job polling, pages. No dependency; Node and browsers.
import { type Problem, ProblemError } from './problem.ts';

export interface ClientOptions {
  /** Ends with the version prefix, such as `https://covenant.example/analytics/api/v1`. */
  readonly baseUrl: string;
  /** The access token, or how to get the one in force. Absent: requests go without, as in a browser session. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
  /** Gets a new access token after a 401; `undefined` when there is none to be had. Many 401s at once ask once. */
  readonly refresh?: () => Promise<string | undefined>;
  /** Sent with every request, such as what a browser session asks for against forged requests. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** How often a request that may be repeated is tried again; 3 by default. */
  readonly retries?: number;
  /** Resolves after so many milliseconds; tests give their own. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** A number from 0 to 1, to spread retries. */
  readonly random?: () => number;
}

export interface Client extends ClientOptions {
  /** The token that `refresh` has brought, once it has. */
  refreshed: string | undefined;
  /** What `token` gave last, and what it gave when it was refreshed: as long as these are equal, `refreshed` stands in. */
  given: string | undefined;
  stale: string | undefined;
  refreshing: Promise<string | undefined> | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names one creation over several calls; without it each call has its own, kept over its retries. */
  readonly idempotencyKey?: string;
}

export interface RequestShape {
  /** As the contract calls it; messages begin with it. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Needs no token. */
  readonly public?: true;
  readonly idempotent?: true;
  /** Media type of the body. */
  readonly body?: string;
  /** Query parameters whose values are written as one, with commas. */
  readonly lists?: readonly string[];
}

type Input = Readonly<Partial<Record<'path' | 'query' | 'headers' | 'form', object>>> & { readonly body?: unknown };

/** The answer was none of the service's: a proxy's page, or half a body. */
export class UnexpectedAnswer extends Error {
  readonly status: number;

  constructor(operation: string, status: number, text: string) {
    super(`${operation}: unexpected answer with status ${status}: ${text.slice(0, 200)}`);
    this.name = 'UnexpectedAnswer';
    this.status = status;
  }
}

export const connect = (options: ClientOptions): Client => ({
  ...options,
  baseUrl: options.baseUrl.replace(/\/$/, ''),
  refreshed: undefined,
  given: undefined,
  stale: undefined,
  refreshing: undefined,
});

/** Sends one request, again where that is safe, and reads its answer. What the contract declares is returned, all else thrown. */
export async function call<Result>(
  client: Client,
  shape: RequestShape,
  input: Input = {},
  options: CallOptions = {},
): Promise<Result> {
  const url = client.baseUrl + pathOf(shape, input) + queryOf(shape, input);
  const init = requestInit(client, shape, input, options);
  const token = shape.public ? undefined : await tokenOf(client);
  const first = await sendWithRetries(client, url, init, shape, options.signal, token);
  if (first.status !== 401 || shape.public || client.refresh === undefined) return read<Result>(shape, first);
  // Another request may have got a new token since this one was sent.
  const renewed =
    client.refreshed !== token && client.refreshed !== undefined ? client.refreshed : await refresh(client);
  if (renewed === undefined) return read<Result>(shape, first);
  await first.body?.cancel();
  return read<Result>(shape, await sendWithRetries(client, url, init, shape, options.signal, renewed));
}

/** What each result tells beside what its type shows, for the messages of what is thrown. */
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

/** Each page of a list, until there is none. */
export async function* pages<
  Input extends { readonly query?: { readonly cursor?: string } } | undefined,
  Result extends { ok: boolean; status: number },
>(
  operation: (client: Client, input: Input, options?: CallOptions) => Promise<Result>,
  client: Client,
  input: NonNullable<NoInfer<Input>>,
  options?: CallOptions,
): AsyncGenerator<BodyOf<Result>, void> {
  for (let next: NonNullable<Input> = input; ; ) {
    const body = unwrap(await operation(client, next, options));
    yield body;
    const { next_cursor: cursor } = body as { next_cursor?: string | null };
    if (typeof cursor !== 'string') return;
    next = { ...input, query: { ...input.query, cursor } };
  }
}

export interface PollOptions<Body> extends CallOptions {
  readonly onProgress?: (body: Body) => void;
  /** Milliseconds between two questions where the service names none; 1,000 by default. */
  readonly everyMs?: number;
  readonly wait?: ClientOptions['wait'];
}

/** Asks until the status is one of `final`. */
export async function poll<
  Body extends { readonly status: string },
  Result extends { ok: boolean; status: number; headers: Headers },
>(
  ask: () => Promise<Result>,
  final: readonly string[],
  { onProgress, everyMs = 1_000, wait = sleep, signal }: PollOptions<Body> = {},
): Promise<Body> {
  for (;;) {
    const result = await ask();
    const body = unwrap(result) as unknown as Body;
    onProgress?.(body);
    if (final.includes(body.status)) return body;
    await wait(retryAfterMs(result.headers) ?? everyMs, signal);
  }
}

function pathOf({ path }: RequestShape, input: Input): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((input.path as Record<string, unknown>)[name])),
  );
}

function queryOf({ lists = [] }: RequestShape, { query = {} }: Input): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    const values = lists.includes(name) ? [[value].flat().join(',')] : [value].flat();
    return values.map((each) => [name, String(each)]);
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function requestInit(
  client: Client,
  { method, body: type, idempotent }: RequestShape,
  input: Input,
  options: CallOptions,
): RequestInit & { headers: Headers } {
  const headers = new Headers({ Accept: 'application/json, */*;q=0.5' });
  for (const more of [client.headers, input.headers, options.headers])
    for (const [name, value] of Object.entries(more ?? {})) if (value !== undefined) headers.set(name, String(value));
  const key = options.idempotencyKey ?? (idempotent ? crypto.randomUUID() : undefined);
  if (key !== undefined) headers.set('Idempotency-Key', key);
  const init = { method, headers, ...(options.signal ? { signal: options.signal } : {}) };
  if (input.form !== undefined) return { ...init, body: formData(input.form) };
  if (input.body === undefined || type === undefined) return init;
  headers.set('Content-Type', type);
  return { ...init, body: /[/+]json$/.test(type) ? JSON.stringify(input.body) : textOf(type, input.body) };
}

const textOf = (type: string, body: unknown): string =>
  type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : String(body);

function formData(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) {
      if (each !== undefined) each instanceof Blob ? form.append(name, each) : form.append(name, String(each));
    }
  }
  return form;
}

async function tokenOf(client: Client): Promise<string | undefined> {
  const { token, refreshed, stale } = client;
  client.given = typeof token === 'function' ? await token() : token;
  return refreshed !== undefined && client.given === stale ? refreshed : client.given;
}

/** One refresh for all that wait for it. */
function refresh(client: Client): Promise<string | undefined> {
  client.refreshing ??= (client.refresh?.() ?? Promise.resolve(undefined))
    .then((token) => {
      client.refreshed = token;
      client.stale = client.given;
      return token;
    })
    .finally(() => {
      client.refreshing = undefined;
    });
  return client.refreshing;
}

const retried = [408, 429, 502, 503, 504];
const longestPauseMs = 60_000;

async function sendWithRetries(
  client: Client,
  url: string,
  init: RequestInit & { headers: Headers },
  shape: RequestShape,
  signal: AbortSignal | undefined,
  token: string | undefined,
): Promise<Response> {
  const repeatable = shape.method !== 'POST' && shape.method !== 'PATCH' ? true : init.headers.has('Idempotency-Key');
  const { retries = 3, wait = sleep, random = Math.random, fetch: send = fetch } = client;
  if (token !== undefined) init.headers.set('Authorization', `Bearer ${token}`);
  for (let tried = 0; ; tried++) {
    const last = !repeatable || tried >= retries;
    const answer = await send(url, init).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      if (last) throw unanswered(shape, client, error);
    });
    if (answer !== undefined && (last || !(retried.includes(answer.status) || isInFlight(answer)))) return answer;
    const backoff = Math.min(30_000, 250 * 2 ** tried) * (0.5 + random() / 2);
    const pause = (answer && retryAfterMs(answer.headers)) ?? backoff;
    // Minutes of silence are for the caller to decide about.
    if (answer !== undefined && pause > longestPauseMs) return answer;
    await answer?.body?.cancel();
    await wait(pause, signal);
  }
}

/** What `fetch` throws names no address. */
const unanswered = ({ operation }: RequestShape, { baseUrl }: Client, error: unknown): unknown =>
  error instanceof TypeError
    ? new TypeError(`${operation}: no answer from ${baseUrl}: ${error.message}`, { cause: error })
    : error;

/** A 409 that names a time is the first request with this key, still running. */
const isInFlight = ({ status, headers }: Response): boolean => status === 409 && headers.has('Retry-After');

function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

async function read<Result>({ operation }: RequestShape, answer: Response): Promise<Result> {
  const { status, headers } = answer;
  const type = headers.get('Content-Type')?.split(';')[0] ?? '';
  if (status >= 400) {
    if (type !== 'application/problem+json') throw new UnexpectedAnswer(operation, status, await answer.text());
    return { ok: false, operation, status, headers, problem: await jsonOf(operation, answer) } as Result;
  }
  const body = type === '' ? undefined : /[/+]json$/.test(type) ? await jsonOf(operation, answer) : await answer.blob();
  return { ok: true, operation, status, headers, body } as Result;
}

async function jsonOf(operation: string, answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswer(operation, answer.status, text);
  }
}

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });
