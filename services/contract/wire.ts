// Requests as bytes, also those that no client would send: raw paths, bodies that never end. What to send: questions.ts.
import http from 'node:http';
import type { Seen } from '../judge.ts';

export type Request = {
  readonly method: string;
  /** With the query, exactly as it goes over the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The body is only begun: its declared length, or its last chunk, never comes. */
  readonly unfinished?: true;
};

export type Answer = Omit<Seen, 'operationId'>;

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

/** Resolves with the answer, also when it comes before the body has gone out; rejects without one. */
export function send(url: string, { method, path, headers = {}, body, unfinished }: Request): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined || unfinished ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = http.request({
      hostname,
      port,
      method,
      path,
      headers: { 'x-forwarded-for': freshAddress(), ...length, ...headers },
      agent: unfinished ? false : agent,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          request: `${method} ${path.slice(0, 200)}`,
          method,
          status: response.statusCode ?? 0,
          headers: plain(response.headers),
          body: Buffer.concat(chunks),
        });
        if (unfinished) request.destroy();
      });
    });
    if (!unfinished) return void request.end(body);
    request.flushHeaders();
    if (body !== undefined) request.write(body);
  });
}

const plain = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

let addresses = 0;

/** Limits by address would end the questions early: each comes from an own one, as far as the trusted proxy on loopback says. */
function freshAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

const boundary = 'contract-7c9f3d8e';

/** A form of text fields and files; strings that should be a file are its content. */
export function multipart(fields: readonly (readonly [string, string | Uint8Array])[], files: readonly string[]) {
  const parts = fields.flatMap(([name, value]) => {
    const file = files.includes(name) ? '; filename="sales.csv"\r\ncontent-type: text/csv' : '';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
