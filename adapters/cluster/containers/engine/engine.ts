// A client of the Docker Engine API on a unix socket (Podman, dockerd).
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ClusterError, unavailable } from '../../faults.ts';
import { EngineError } from './faults.ts';

export type Call = {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A tar, instead of a body. */
  readonly upload?: Readable | Buffer;
  readonly signal?: AbortSignal;
  /** Without a word from the engine it counts as unavailable; null waits for ever. */
  readonly silenceMs?: number | null;
};

export interface Engine extends Disposable {
  /** The parsed answer; undefined for an empty one. Rejects with a ClusterError. */
  call<T = undefined>(method: string, path: string, call?: Call): Promise<T>;
  /** The answer as it comes. */
  stream(method: string, path: string, call?: Call): Promise<Readable>;
  /** A connection that belongs to a container's standard streams from now on. */
  attach(path: string, query: Readonly<Record<string, string>>): Promise<Socket>;
  /** `podman` or `docker`: they differ in networks. */
  flavour(): Promise<Flavour>;
}

export type Flavour = 'podman' | 'docker';

const SILENCE_MS = 60_000;

/** Both speak this version; it is the newest of Debian 12's engines. */
const API = '/v1.41';

/** Returns at once; connects at the first call. `silenceMs` is for calls that name none. */
export function engine(socketPath: string, { silenceMs = SILENCE_MS }: Pick<Call, 'silenceMs'> = {}): Engine {
  // The engine works on some tens of requests at once; more would only wait inside of it.
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  let flavour: Promise<Flavour> | undefined;
  const stream = async (method: string, path: string, call: Call = {}): Promise<IncomingMessage> =>
    await succeeded(await send({ agent, socketPath, method, path: at(path, call.query) }, { silenceMs, ...call }));
  const api: Engine = {
    stream,
    async call<T>(method: string, path: string, call: Call = {}) {
      const response = await stream(method, path, call);
      return (await read(response)) as T;
    },
    attach: (path, query) => hijack(socketPath, at(path, query), silenceMs),
    flavour() {
      flavour ??= ask(stream).catch((error: unknown) => {
        flavour = undefined;
        throw error;
      });
      return flavour;
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
  return api;
}

const at = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  const versioned = path.startsWith('/libpod/') ? `/v4.0.0${path}` : `${API}${path}`;
  const parameters = new URLSearchParams(query).toString();
  return parameters === '' ? versioned : `${versioned}?${parameters}`;
};

/**
 * By what stands over every answer: to say its version, Podman asks the machine's packages about its programs, for
 * seconds.
 */
async function ask(stream: (method: string, path: string) => Promise<IncomingMessage>): Promise<Flavour> {
  const answer = await stream('GET', '/_ping');
  await read(answer);
  return answer.headers['libpod-api-version'] === undefined ? 'docker' : 'podman';
}

type Address = { agent: Agent; socketPath: string; method: string; path: string };

function send(address: Address, { body, upload, signal, silenceMs = null }: Call): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const payload = upload ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  const headers = {
    Host: 'engine',
    ...(payload && { 'Content-Type': upload ? 'application/x-tar' : 'application/json' }),
    ...(Buffer.isBuffer(payload) && { 'Content-Length': payload.length }),
  };
  const outgoing = request({ ...address, headers, ...(signal && { signal }) });
  outgoing.once('response', resolve);
  outgoing.once('error', (error) => {
    // A connection that was kept from an engine that is another one by now; asking again does no harm.
    const isStale = outgoing.reusedSocket && address.method === 'GET' && !signal?.aborted;
    if (isStale) send(address, { ...(signal && { signal }), silenceMs }).then(resolve, reject);
    else reject(signal?.aborted ? signal.reason : unavailable(error));
  });
  if (silenceMs !== null) endAfter(silenceMs, outgoing);
  finish(outgoing, payload).catch(reject);
  return promise;
}

const endAfter = (silenceMs: number, outgoing: ClientRequest) =>
  outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error(`no response for ${silenceMs / 1000} s`)));

async function finish(outgoing: ClientRequest, payload: Readable | Buffer | undefined): Promise<void> {
  if (payload === undefined || Buffer.isBuffer(payload)) outgoing.end(payload);
  else await pipeline(payload, outgoing);
}

async function succeeded(response: IncomingMessage): Promise<IncomingMessage> {
  const { statusCode = 500 } = response;
  if (statusCode < 400) return response;
  throw new EngineError(statusCode, messageOf(await text(response).catch(() => '')));
}

function messageOf(body: string): string {
  try {
    const { message, cause } = JSON.parse(body) as { message?: string; cause?: string };
    return message ?? cause ?? body;
  } catch {
    return body.slice(0, 500);
  }
}

async function read(response: IncomingMessage): Promise<unknown> {
  try {
    const isJson = response.headers['content-type']?.includes('json') === true && response.statusCode !== 204;
    if (isJson && response.headers['content-length'] !== '0') return await json(response);
    response.resume();
    await text(response);
    return undefined;
  } catch (error) {
    throw unavailable(error);
  }
}

function hijack(socketPath: string, path: string, silenceMs: number | null): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const headers = { Host: 'engine', Connection: 'Upgrade', Upgrade: 'tcp' };
  const outgoing = request({ socketPath, method: 'POST', path, headers, agent: false });
  outgoing.once('error', (error) => reject(unavailable(error)));
  if (silenceMs !== null) endAfter(silenceMs, outgoing);
  outgoing.once('upgrade', (_response, socket, head) => {
    // From here on a program speaks, which may take its time.
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    resolve(socket as Socket);
  });
  outgoing.once('response', (response) => {
    succeeded(response).then(
      () => reject(new ClusterError('refused', 'the engine did not return the connection')),
      reject,
    );
  });
  outgoing.end();
  return promise;
}
