// The S3 server: one request in, one reply out, and the way it starts and ends.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Store } from './disk/store.ts';
import type { Reply } from './operations/operation.ts';
import { asRefusal, type S3Error } from './protocol/errors.ts';
import { payloadOf } from './protocol/payload.ts';
import { newRequestId, readCall } from './protocol/request.ts';
import { authenticate, type Credential, type Trust } from './protocol/signature.ts';
import { errorXml } from './protocol/xml-write.ts';
import { openedBy } from './rights.ts';
import { operationFor } from './routes.ts';

export type S3Options = {
  /** Made when it is missing; belongs to this server alone. */
  readonly dir: string;
  readonly host?: string;
  /** 0 or nothing: a free one. */
  readonly port?: number;
  readonly credentials: readonly Credential[];
  readonly region: string;
  /** Made when they are missing; versioning is only ever switched on. */
  readonly buckets?: readonly { readonly name: string; readonly versioned: boolean }[];
};

export type S3Server = {
  readonly port: number;
  /** Takes no new request, lets the running ones end, for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
};

/** After a refusal the rest of a body is read away for so long, so that the client gets to read the refusal. */
const LINGER_MS = 5_000;

export async function startS3(options: S3Options): Promise<S3Server> {
  const { dir, host = '127.0.0.1', port = 0, credentials, region, buckets = [] } = options;
  const store = await Store.open(dir, region);
  try {
    for (const { name, versioned } of buckets) {
      const bucket = store.find(name) ?? (await store.create(name));
      if (versioned && bucket.settings.versioning !== 'Enabled') await bucket.setVersioning('Enabled');
    }
    const server = listener(store, { credentials, region, now: Date.now });
    server.listen(port, host);
    await once(server, 'listening');
    return {
      port: (server.address() as AddressInfo).port,
      stop: async (graceMs = 10_000) => {
        await close(server, graceMs);
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

function listener(store: Store, trust: Trust): Server {
  // A slow upload may take hours, a slow head may not.
  const server = createServer({ requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 60_000 });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // While stopping, a connection is no use to its client after this reply.
    response.once('close', () => setImmediate(() => server.listening || server.closeIdleConnections()));
    serve(request, response, store, trust).catch((error: unknown) => {
      // The reply had begun: all that is left is to break it off.
      if (!response.destroyed) console.error('s3: a reply was broken off:', error);
      response.destroy();
    });
  };
  server.on('request', handle);
  server.on('checkContinue', handle);
  return server;
}

async function serve(request: IncomingMessage, response: ServerResponse, store: Store, trust: Trust): Promise<void> {
  const ids = { requestId: newRequestId() };
  let reply: Reply;
  try {
    const parsed = readCall(request);
    ids.requestId = parsed.requestId;
    const { call, seal, credential } = authenticate(parsed, trust);
    const onStart = () => {
      if (request.headers.expect !== undefined) response.writeContinue();
    };
    reply = await operationFor(call)({
      call,
      store: openedBy(credential, call, store),
      payload: payloadOf(request, call, seal, onStart),
    });
  } catch (error) {
    if (request.destroyed && !request.complete) return; // The client went away; there is no one to answer.
    reply = refusalReply(error, request.url ?? '', ids.requestId);
  }
  await send(request, response, reply, ids.requestId);
}

function refusalReply(error: unknown, resource: string, requestId: string): Reply {
  const refused: S3Error = asRefusal(error);
  // Where it happened is no news when the disk is full: one line for each request.
  if (refused.code === 'StorageFull') console.error(`s3: request ${requestId} failed: ${refused.message} ${error}`);
  else if (refused.status >= 500 && refused.code !== 'NotImplemented')
    console.error(`s3: request ${requestId} failed:`, error);
  const path = resource.split('?', 1)[0] ?? '';
  return { status: refused.status, headers: refused.headers, xml: errorXml(refused, path, requestId) };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  requestId: string,
): Promise<void> {
  const { status, headers = {}, xml, body } = reply;
  response.statusCode = status;
  response.setHeader('x-amz-request-id', requestId);
  response.setHeader('server', 'covenant-s3');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (xml !== undefined) {
    response.setHeader('content-type', 'application/xml');
    response.setHeader('content-length', Buffer.byteLength(xml));
  } else if (body === undefined && status !== 204 && status !== 304 && request.method !== 'HEAD')
    response.setHeader('content-length', 0);
  if (!request.complete && status >= 300) await refuseEarly(request, response, xml);
  else if (body === undefined) response.end(request.method === 'HEAD' ? undefined : xml);
  else await pipeline(Readable.from(body, { objectMode: false }), response).catch(ignoreGone);
}

/**
 * A client that is still sending reads the whole refusal, and sees no reset while it does: the connection ends when it
 * has sent all, or the time is over.
 */
async function refuseEarly(request: IncomingMessage, response: ServerResponse, xml: string | undefined): Promise<void> {
  response.setHeader('connection', 'close');
  if (xml === undefined || request.method === 'HEAD') response.flushHeaders();
  else response.write(xml);
  request.on('error', () => undefined);
  request.removeAllListeners('readable'); // Of the reader that gave up; with it, resume() would not flow.
  setImmediate(() => request.resume());
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  await new Promise<void>((resolve) => request.once('end', resolve).once('close', resolve));
  clearTimeout(timer);
  response.end();
}

/** Downloads end early all the time. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (!['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '')) throw error;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
