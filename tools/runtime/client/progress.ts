// How much of a request has been sent (decision 319). `fetch` has no event for it: where it streams, the stream is counted; browsers have XMLHttpRequest.
import type { UploadProgress } from './options.ts';

type OnProgress = (progress: UploadProgress) => void;

/** @param given a fetch of the user's own, which gets a stream. */
export const sendCounted =
  (given: typeof fetch | undefined, onProgress: OnProgress): typeof fetch =>
  (url, init = {}) => {
    const { body } = init;
    if (body === undefined || body === null) return (given ?? fetch)(url, init);
    const total = sizeOf(body);
    const report = (sent: number) => onProgress({ sent: Math.min(sent, total), total });
    report(0);
    // Streams go over HTTP/2 alone in some browsers, and nowhere in others.
    if (given === undefined && typeof XMLHttpRequest === 'function') return sendByXhr(String(url), init, report);
    return (given ?? fetch)(url, streamed(init, body, report));
  };

/** Bytes of the files in a form; of all of a body that is none. */
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
  const stream = { body: form.body?.pipeThrough(counting) ?? null, duplex: 'half' };
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
    request.upload.onprogress = ({ loaded }) => report(loaded);
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
