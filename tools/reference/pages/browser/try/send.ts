// One request, with the progress of its upload.
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: XMLHttpRequestBodyInit | null;
}

export interface Incoming {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly content: Blob;
  readonly ms: number;
  readonly url: string;
}

/** `fetch` does not report how much of an upload is sent. */
export function sendRequest(
  { method, url, headers, body }: Outgoing,
  progress: (sent: number, all: number) => void = () => undefined,
): Promise<Incoming> {
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<Incoming>();
  const started = performance.now();
  request.open(method, url);
  request.responseType = 'blob';
  for (const [name, value] of headers) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => progress(loaded, total);
  request.onload = () =>
    resolve({
      status: request.status,
      statusText: request.statusText,
      headers: headersIn(request.getAllResponseHeaders()),
      content: request.response as Blob,
      ms: performance.now() - started,
      url: request.responseURL || url,
    });
  request.onerror = () => reject(new Error('The server did not answer, or this page may not read the answer.'));
  request.send(body);
  return promise;
}

const headersIn = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split(/[\r\n]+/)
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);

export const headerIn = ({ headers }: Incoming, name: string): string | undefined =>
  headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
