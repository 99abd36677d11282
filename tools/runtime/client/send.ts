// How a generated client sends a request: each attempt under its timeout, again where that is safe, after as long as
// the service asks for.
import type { CallOptions, Client, RequestShape } from './options.ts';
import { HookFailure, hooked, sendCounted } from './progress.ts';

const longestPauseMs = 60_000;
/** A longer timer ends at once. */
const longestTimerMs = 2 ** 31 - 1;

interface Outgoing {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Headers };
  readonly token: string | undefined;
}

export async function sendWithRetries(
  client: Client,
  shape: RequestShape,
  outgoing: Outgoing,
  options: CallOptions,
): Promise<Response> {
  const { url, init, token } = outgoing;
  const repeatable = shape.method !== 'POST' && shape.method !== 'PATCH' ? true : init.headers.has('Idempotency-Key');
  // The write may be done although its answer is lost: sent again, it would fail with 412, since the ETag has changed.
  const isGuarded = init.headers.has('If-Match') && !shape.idempotent;
  const retried = [408, 429, 503, ...(isGuarded ? [] : [502, 504])];
  const { retries = 3, wait = sleep, random = Math.random } = client;
  const { signal } = options;
  if (token !== undefined) init.headers.set('Authorization', `Bearer ${token}`);
  for (let tried = 0; ; tried++) {
    const last = !repeatable || tried >= retries;
    const answer = await attempt(client, shape, { url, init, tried }, options).catch((error: unknown) => {
      if (error instanceof HookFailure) throw error.error;
      if (signal?.aborted) throw error;
      if (last || isGuarded) throw unanswered(shape, client, error);
    });
    if (answer !== undefined && (last || !(retried.includes(answer.status) || isInFlight(answer)))) return answer;
    const backoff = Math.min(30_000, 250 * 2 ** tried) * (0.5 + random() / 2);
    const pause = (answer && retryAfterMs(answer.headers)) ?? backoff;
    // Minutes of silence are for the caller to decide about.
    if (answer !== undefined && pause > longestPauseMs) return answer;
    if (answer !== undefined) await discard(answer);
    await wait(pause, signal);
  }
}

async function attempt(
  client: Client,
  { operation, method }: RequestShape,
  { url, init, tried }: Pick<Outgoing, 'url' | 'init'> & { readonly tried: number },
  { signal, onProgress, ...options }: CallOptions,
): Promise<Response> {
  const send = onProgress ? sendCounted(client.fetch, onProgress) : (client.fetch ?? fetch);
  const facts = { operation, method, url, tried };
  hooked(() => client.onRequest?.({ ...facts, headers: init.headers }));
  const began = performance.now();
  // A form has files, which take as long as the connection needs for them.
  const usualMs = init.body instanceof FormData ? Infinity : 60_000;
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? usualMs;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new AttemptTimeout(timeoutMs)), Math.min(timeoutMs, longestTimerMs));
  const report = (status: number | undefined) =>
    hooked(() => client.onResponse?.({ ...facts, status, ms: performance.now() - began }));
  let answer: Response;
  try {
    const ending = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
    // Another origin must get neither a token nor a body, so a redirect is an answer and is not followed.
    answer = await send(url, { ...init, redirect: 'manual', signal: ending });
  } catch (error) {
    clearTimeout(timer);
    report(undefined);
    throw error;
  }
  timers.set(answer, timer);
  try {
    report(answer.status);
  } catch (error) {
    await discard(answer);
    throw error;
  }
  return answer;
}

/** The timers that abort answers whose body is yet to be read. */
const timers = new WeakMap<Response, ReturnType<typeof setTimeout>>();

/** The body has been read, is not wanted, or may take its time. */
export const endAttempt = (answer: Response): void => clearTimeout(timers.get(answer));

export async function discard(answer: Response): Promise<void> {
  endAttempt(answer);
  await answer.body?.cancel();
}

/** No answer came within `timeoutMs`. */
export class AttemptTimeout extends Error {
  override readonly name = 'AttemptTimeout';

  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/** What `fetch` throws names no address. */
const unanswered = ({ operation }: RequestShape, { baseUrl }: Client, error: unknown): unknown =>
  error instanceof TypeError || error instanceof AttemptTimeout
    ? new TypeError(`${operation}: no answer from ${baseUrl}: ${error.message}`, { cause: error })
    : error;

/** A 409 that names a time is the first request with this key, still running. */
const isInFlight = ({ status, headers }: Response): boolean => status === 409 && headers.has('Retry-After');

export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
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
