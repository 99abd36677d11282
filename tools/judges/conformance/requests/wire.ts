// Requests as bytes, also those that no client would send: raw paths, bodies that never end.
import http from 'node:http';
import https from 'node:https';
import type { Exchange } from '../replies/judge.ts';
import { type SourceKind, sources } from './sources.ts';

export type Request = {
  readonly method: string;
  /** With the query, exactly as it goes over the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The body is only begun: its declared length, or its last chunk, never comes. */
  readonly unfinished?: true;
  /** The address that it has to come from; any when left out. */
  readonly from?: string | undefined;
};

export type WireReply = Omit<Exchange, 'operationId'>;

export type Wire = {
  /** Resolves with the answer, also when it comes before the body has gone out; rejects without one. */
  send(request: Request, how?: How): Promise<WireReply>;
  /** That no other request comes from. */
  readonly address: string | undefined;
  close(): void;
};

export type How = {
  /** Another deployment than the one of the run. */
  readonly baseUrl?: string | undefined;
  /** The last byte of the body goes out when those of all others do. */
  readonly gate?: Gate | undefined;
};

export type Gate = { arrive(): void; readonly open: Promise<unknown> };

/** Opens when that many have come, or after a while without them. */
export function gate(count: number): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  let coming = count;
  const late = setTimeout(resolve, 2_000);
  return {
    arrive: () => {
      coming -= 1;
      if (coming > 0) return;
      clearTimeout(late);
      resolve();
    },
    open: promise,
  };
}

export type SendOptions = { readonly from?: SourceKind; readonly signal?: AbortSignal | undefined };

/** Longer than any operation may take, a long poll and a body that is waited for included. */
const timeoutMs = 45_000;

export function wire(home: string, { from: kind = 'one', signal }: SendOptions): Wire {
  const client = home.startsWith('https:') ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: 32 });
  const addresses = sources(kind);
  const send = (
    { method, path, headers = {}, body, unfinished, from = addresses.next() }: Request,
    { baseUrl = home, gate }: How = {},
  ): Promise<WireReply> => {
    const { hostname, port } = new URL(baseUrl);
    const length = body === undefined || unfinished ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const forwarded = kind === 'forwarded' && from !== undefined ? { 'x-forwarded-for': from } : {};
    const bound = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const request = client.request({
        hostname,
        port,
        method,
        path,
        headers: { ...forwarded, ...length, ...headers },
        localAddress: kind === 'loopback' ? from : undefined,
        agent: unfinished || baseUrl !== home ? false : agent,
        signal: signal ? AbortSignal.any([bound, signal]) : bound,
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          resolve({ method, status, headers: plain(response.headers), body: Buffer.concat(chunks) });
          if (unfinished) request.destroy();
        });
      });
      if (!unfinished && gate !== undefined && body !== undefined)
        return void through(request, Buffer.from(body), gate);
      if (!unfinished) return void request.end(body);
      request.flushHeaders();
      if (body !== undefined) request.write(body);
    });
  };
  return { send, address: addresses.own, close: () => agent.destroy() };
}

async function through(request: http.ClientRequest, body: Buffer, { arrive, open }: Gate): Promise<void> {
  request.write(body.subarray(0, -1), arrive);
  request.once('error', arrive);
  await open;
  request.end(body.subarray(-1));
}

const plain = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

const boundary = 'conformance-7c9f3d8e';

/** A form of text fields and files; strings that should be a file are its content. */
export function multipart(fields: readonly (readonly [string, string | Uint8Array])[], files: readonly string[]) {
  const parts = fields.flatMap(([name, value]) => {
    const file = files.includes(name) ? '; filename="file"\r\ncontent-type: application/octet-stream' : '';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
