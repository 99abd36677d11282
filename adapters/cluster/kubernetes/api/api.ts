// Requests to the API server as one account of a kubeconfig.
import { Agent as HttpAgent, type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { json, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { KubeConfig } from '@kubernetes/client-node';
import { WebSocket } from 'ws';
import { ClusterError, messageOf, unavailable } from '../../faults.ts';
import { ApiError } from './faults.ts';

export type Query = Readonly<Record<string, string>>;

export type Call = {
  readonly query?: Query;
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly timeoutMs?: number;
};

export interface Api extends Disposable {
  /** The parsed answer. Rejects with a ClusterError. */
  call<T>(method: string, path: string, call?: Call): Promise<T>;
  /** The answer as it comes, for as long as it comes. */
  stream(path: string, query: Query, signal: AbortSignal): Promise<IncomingMessage>;
  /** A connection to a container's standard streams. */
  connect(path: string, query: URLSearchParams): Promise<WebSocket>;
}

/** A server that is stopped holds its connections and answers nothing. */
const TIMEOUT_MS = 15_000;
/** The cluster renews a token in a file; it is read at least this often. */
const ACCOUNT_MS = 30_000;
/** Waiting is not for calls: the worker comes back. */
const LONGEST_RETRY_MS = 3_000;
const ATTEMPTS = 4;

type Account = { readonly options: RequestOptions; readonly at: number };

type Target = { readonly url: URL; readonly options: RequestOptions; readonly isProxied: boolean };

/** Where a path of the cluster is, and as whom one goes there. */
function targetOf(kubeconfig: string | null): (path: string) => Promise<Target> {
  let loading: Promise<KubeConfig> | undefined;
  let account: Account | undefined;
  return async (path) => {
    loading ??= load(kubeconfig);
    const config = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const { server = '', proxyUrl } = config.getCurrentCluster() ?? {};
    if (account === undefined || Date.now() - account.at > ACCOUNT_MS) {
      const options: RequestOptions = {};
      await config.applyToHTTPSOptions(options);
      account = { options, at: Date.now() };
    }
    const url = new URL(server.replace(/\/$/, '') + path);
    return { url, options: account.options, isProxied: proxyUrl !== undefined };
  };
}

type Pools = { readonly https: Agent; readonly http: HttpAgent };

type Send = (
  method: string,
  path: string,
  call: Call,
  signal: AbortSignal,
  pooled: boolean,
) => Promise<IncomingMessage>;

/** Calls share connections; each watch and each exec has its own. */
function sender(target: ReturnType<typeof targetOf>, pools: Pools): Send {
  return async (method, path, call, signal, pooled) => {
    const { url, options, isProxied } = await target(path);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const isPlain = url.protocol === 'http:';
    const agent = isProxied ? options.agent : pooled ? (isPlain ? pools.http : pools.https) : undefined;
    const payload = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
    const headers = {
      ...options.headers,
      Accept: 'application/json',
      ...(payload && { 'Content-Type': call.mediaType ?? 'application/json', 'Content-Length': payload.length }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const all: RequestOptions = { ...options, method, headers, agent: agent ?? false, signal };
    const outgoing = isPlain ? requestPlain(url, all as object) : request(url, all);
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(payload);
    return await succeeded(await promise);
  };
}

/** The parsed answer to one request, within its time. */
async function parsedAnswer(send: Send, method: string, path: string, call: Call): Promise<unknown> {
  const timeoutMs = call.timeoutMs ?? TIMEOUT_MS;
  const silence = AbortSignal.timeout(timeoutMs);
  try {
    return await json(await send(method, path, call, silence, true));
  } catch (error) {
    throw unavailable(silence.aborted ? new Error(`no response for ${timeoutMs / 1000} s`) : error);
  }
}

/** `kubeconfig`: the path of a file; without one, the account of the pod that this runs in. Returns at once. */
export function openApi(kubeconfig: string | null): Api {
  const target = targetOf(kubeconfig);
  const pools = { https: new Agent({ keepAlive: true, maxSockets: 32 }), http: new HttpAgent({ keepAlive: true }) };
  const send = sender(target, pools);
  return {
    async call<T>(method: string, path: string, call: Call = {}) {
      for (let tries = 1; ; tries++) {
        try {
          return (await parsedAnswer(send, method, path, call)) as T;
        } catch (error) {
          const waitMs = error instanceof ApiError && error.status === 429 ? (error.retryAfterMs ?? 1_000) : null;
          if (waitMs === null || waitMs > LONGEST_RETRY_MS || tries === ATTEMPTS) throw error;
          await pause(waitMs * (1 + Math.random() / 2));
        }
      }
    },
    async stream(path, query, signal) {
      const answered = new AbortController();
      const timer = setTimeout(() => answered.abort(new Error('no response to a watch')), TIMEOUT_MS);
      try {
        const response = await send('GET', path, { query }, AbortSignal.any([signal, answered.signal]), false);
        response.on('error', () => undefined); // its reader finds that it is not complete
        return response;
      } catch (error) {
        throw unavailable(error);
      } finally {
        clearTimeout(timer);
      }
    },
    async connect(path, query) {
      const { url, options, isProxied } = await target(path);
      url.protocol = url.protocol.replace('http', 'ws');
      url.search = query.toString();
      const { agent, ...rest } = options;
      return await opened(url, { ...rest, ...(isProxied && { agent }) });
    },
    [Symbol.dispose]: () => {
      pools.https.destroy();
      pools.http.destroy();
    },
  };
}

async function load(kubeconfig: string | null): Promise<KubeConfig> {
  const sdk = await import('@kubernetes/client-node');
  const config = new sdk.KubeConfig();
  try {
    if (kubeconfig === null) config.loadFromCluster();
    else config.loadFromFile(kubeconfig);
  } catch (error) {
    throw new ClusterError('refused', `the kubeconfig cannot be read: ${messageOf(error)}`, error);
  }
  if (config.getCurrentCluster() === null) throw new ClusterError('refused', 'the kubeconfig does not name a cluster');
  return config;
}

async function succeeded(response: IncomingMessage): Promise<IncomingMessage> {
  const { statusCode = 500, headers } = response;
  if (statusCode < 400) return response;
  const wait = Number(headers['retry-after']);
  throw new ApiError(
    statusCode,
    statusMessage(await text(response).catch(() => '')),
    Number.isFinite(wait) ? wait * 1_000 : null,
  );
}

function statusMessage(body: string): string {
  try {
    return (JSON.parse(body) as { message?: string }).message ?? body;
  } catch {
    return body.slice(0, 500);
  }
}

/** Version 5 can say that the input has ended. */
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

function opened(url: URL, options: RequestOptions): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const socket = new WebSocket(url, PROTOCOLS, {
    ...(options as object),
    handshakeTimeout: TIMEOUT_MS,
    perMessageDeflate: false,
    maxPayload: 16 * 1024 * 1024,
  });
  socket.binaryType = 'nodebuffer';
  // Frames may follow the handshake at once; they wait until there is a listener.
  socket.once('open', () => {
    socket.pause();
    resolve(socket);
  });
  socket.once('error', (error) => reject(unavailable(error)));
  socket.once('unexpected-response', (_request, response) => {
    succeeded(response).then(() => reject(new ClusterError('refused', 'no connection to the container')), reject);
  });
  return promise;
}
