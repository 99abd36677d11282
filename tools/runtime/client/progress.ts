// How much of a request has been sent (decision 319). `fetch` has no event for it: where it streams, the stream is
// counted; browsers have XMLHttpRequest.
import type { UploadProgress } from './options.ts';

type OnProgress = (progress: UploadProgress) => void;

/** A function of the user has thrown: no failure of the connection, so nothing is sent again. */
export class HookFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

export function hooked(hook: () => void): void {
  try {
    hook();
  } catch (error) {
    throw new HookFailure(error);
  }
}

/** @param given a fetch of the user's own, which gets a stream. */
export const sendCounted =
  (given: typeof fetch | undefined, onProgress: OnProgress): typeof fetch =>
  async (url, init = {}) => {
    const send = given ?? fetch;
    const { body } = init;
    if (body === undefined || body === null) return send(url, init);
    const total = sizeOf(body);
    let failure: HookFailure | undefined;
    let last = -1;
    const report = (bytes: number) => {
      // What a form has after its file counts no further.
      const sent = Math.min(bytes, total);
      if (sent === last) return;
      last = sent;
      try {
        onProgress({ sent, total });
      } catch (error) {
        failure ??= new HookFailure(error);
        throw failure;
      }
    };
    report(0);
    // Streams go over HTTP/2 alone in some browsers, and nowhere in others.
    if (given === undefined && typeof XMLHttpRequest === 'function') return sendByXhr(String(url), init, report);
    const answer = await send(url, streamed(init, body, report)).catch((error: unknown) => {
      if (failure !== undefined) throw failure;
      if (!isHidden401(error)) throw error;
      return send(url, init);
    });
    if (failure === undefined) return answer;
    await answer.body?.cancel();
    throw failure;
  };

/**
 * undici 7.18.2 to 7.24.4, in some releases of Node, fails so on any 401 to a stream:
 * https://github.com/nodejs/undici/issues/4910.
 */
const isHidden401 = (error: unknown): boolean =>
  (error as { cause?: { message?: string } } | undefined)?.cause?.message === 'expected non-null body source';

/** Bytes of the files in a form; of a body that is not a form, all bytes. */
function sizeOf(body: BodyInit): number {
  if (!(body instanceof FormData)) return new Blob([body as BlobPart]).size;
  return [...body.values()].reduce((size, value) => size + (value instanceof Blob ? value.size : 0), 0);
}

function streamed(init: RequestInit, body: BodyInit, report: (sent: number) => void): RequestInit {
  const form = new Response(body);
  const headers = new Headers(init.headers);
  const type = form.headers.get('Content-Type');
  if (type !== null && !headers.has('Content-Type')) headers.set('Content-Type', type);
  let sent = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength;
      report(sent);
      controller.enqueue(chunk);
    },
  });
  // Cancelled while it writes a form, undici rejects a promise that no code can handle:
  // https://github.com/nodejs/undici/issues/5835.
  const counted = form.body?.pipeThrough(counting, { preventCancel: true }) ?? null;
  const stream = { body: counted, duplex: 'half' };
  return { ...init, headers, ...stream };
}

function sendByXhr(url: string, init: RequestInit, report: (sent: number) => void): Promise<Response> {
  const { method = 'POST', signal } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const onAbort = () => request.abort();
    request.open(method, url);
    request.responseType = 'blob';
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded }) => {
      try {
        report(loaded);
      } catch (error) {
        reject(error);
        request.abort();
      }
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError('the connection was lost'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', onAbort);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) reject(signal.reason);
    else request.send(init.body as XMLHttpRequestBodyInit);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, response } = request;
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  const headers = lines
    .filter((line) => line.includes(': '))
    .map((line): [string, string] => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? (response as Blob) : null, { status, headers });
}
