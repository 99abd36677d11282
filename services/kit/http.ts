// services/kit/http.ts: a listener with one mounted contract, and the Kit that the contract's stages are given. The stages: generated/runtime. Health paths: health.ts.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import Koa from 'koa';
import type { CallerBase, Kit, RequestEvent } from '../../generated/runtime/kit.ts';
import { type ProblemReply, problemBase, refuse } from '../../generated/runtime/problem.ts';
import { type Health, healthAnswer } from './health.ts';
import type { Ids } from './ids.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import { durationBucketsS, type Metrics } from './metrics.ts';
import type { Report } from './report.ts';

export type KitDeps<Caller extends CallerBase> = Pick<
  Kit<Caller>,
  'basePath' | 'spoolDir' | 'definitionsVersion' | 'idempotency' | 'authenticate' | 'clientOf' | 'checkReplies' | 'now'
> & {
  readonly ids: Ids;
  readonly limits: Limits;
  readonly log: Log;
  readonly report: Report;
  readonly metrics: Metrics;
};

export function kitOf<Caller extends CallerBase>({
  limits,
  log,
  report,
  metrics,
  ...given
}: KitDeps<Caller>): Kit<Caller> {
  const requests = metrics.counter('http_requests_total', 'Answered requests');
  const durations = metrics.histogram('http_request_duration_seconds', 'Time until the answer ended', durationBucketsS);
  return {
    ...given,
    limit: async (input) => {
      const verdict = await limits.limit(input);
      if (!verdict.allowed) report.limited({ policy: input.policy });
      return verdict;
    },
    log: (event) => {
      const operation = event.operationId ?? 'none';
      requests.add({ operation, status: String(event.status) });
      durations.observe(event.ms / 1_000, { operation });
      log[event.status >= 500 ? 'warn' : 'info']('request', accessLine(event));
    },
    fault: (error, { requestId, operationId }) =>
      faultOf(error, { report, request_id: requestId, operation: operationId }),
  };
}

const accessLine = (event: RequestEvent) => ({
  request_id: event.requestId,
  traceparent: event.traceparent,
  address: event.address,
  method: event.method,
  route: event.path,
  operation: event.operationId,
  principal: event.subject,
  status: event.status,
  slug: event.problem,
  bytes_out: event.bytes,
  duration_ms: Math.round(event.ms * 10) / 10,
  outcome: event.aborted ? 'aborted' : undefined,
});

type FaultContext = { report: Report; request_id: string; operation: string | undefined };

// Errors of adapters carry a `kind`; these pass by themselves, so the caller is asked to come again.
const passing = new Map([
  ['unavailable', 2],
  ['timeout', 5],
  ['serialization', 1],
  ['lease-lost', 1],
]);

/** 503 for what a retry may cure, 500 for what is our mistake; never a word of the error itself. */
export function faultOf(error: unknown, { report, ...context }: FaultContext): ProblemReply {
  const facts = typeof error === 'object' && error !== null ? (error as { kind?: unknown; dependency?: unknown }) : {};
  const retryAfterS = passing.get(String(facts.kind));
  const shown = error instanceof Error ? error : new Error(`thrown: ${typeof error}`);
  if (retryAfterS === undefined) {
    report.faultAnswered({ ...context, error: shown });
    return refuse('internal');
  }
  const dependency = typeof facts.dependency === 'string' ? facts.dependency : 'unknown';
  report.dependencyFailed({ ...context, dependency, error: shown });
  return refuse('unavailable', { retry_after_s: retryAfterS });
}

export type ListenOptions = {
  /** `host:port`; port 0 takes a free one. */
  readonly address: { readonly host: string; readonly port: number };
  readonly mount: Koa.Middleware;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly ids: Ids;
  readonly maxSockets?: number;
  /** How long closing waits for answers in progress. */
  readonly drainMs?: number;
};

export interface Listening extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
}

/** Resolves when it accepts connections. Disposing takes no new ones, lets answers in progress end, then closes. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { address, health, log, metrics, maxSockets = 2_000, drainMs = 20_000 } = options;
  const server = createServer(serverLimits, application(options).callback());
  server.maxConnections = maxSockets;
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 10_000;
  const dropped = metrics.counter('http_dropped_connections_total', 'Connections refused because of too many');
  server.on('drop', () => dropped.add());
  server.on('clientError', answerMalformed);
  const closeAll = closeWithAnswers(server, health.stopping);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  log.info('listening', { host: address.host, port });
  return { host: address.host, port, [Symbol.asyncDispose]: () => drain(server, drainMs, closeAll) };
}

const serverLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // The contract limits each operation; this one only ends what no operation was found for, or 1 GiB at 1 MB/s.
  requestTimeout: 20 * 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

function application({ mount, health, metrics, log, ids }: ListenOptions): Koa {
  const app = new Koa();
  app.on('error', (error: Error) => log.error('unhandled', { error }));
  app.use(async (ctx, next) => {
    const answer =
      ctx.method === 'GET' || ctx.method === 'HEAD' ? await healthAnswer(ctx.path, health, metrics) : undefined;
    if (answer === undefined) return await next();
    ctx.status = answer.status;
    ctx.type = answer.type;
    ctx.set('cache-control', 'no-store');
    ctx.body = answer.body;
  });
  app.use(mount);
  // Outside of every mounted path.
  app.use((ctx) => {
    const requestId = ids.requestId();
    ctx.status = 404;
    ctx.set('x-request-id', requestId);
    ctx.type = 'application/problem+json';
    ctx.body = JSON.stringify({
      type: `${problemBase}not-found`,
      title: 'Not found',
      status: 404,
      instance: `urn:request:${requestId}`,
    });
  });
  return app;
}

const malformed: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The header fields are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
};

/** What is no HTTP never reaches Koa, but is told in the same form. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, title, detail] = malformed[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not well-formed HTTP.',
  ];
  const slug = status === 408 ? 'request-timeout' : 'invalid-request';
  const body = JSON.stringify({ type: problemBase + slug, title, status, detail });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Once stopping, a connection ends with its answer and says so: cut while idle, it could take the client's next request along. */
function closeWithAnswers(server: Server, stopping: AbortSignal): () => void {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (stopping.aborted) response.shouldKeepAlive = false;
    open.add(response.once('close', () => open.delete(response)));
  });
  return () => {
    for (const response of open) response.shouldKeepAlive = false;
  };
}

async function drain(server: Server, drainMs: number, closeAll: () => void): Promise<void> {
  closeAll();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // What became idle meanwhile was told to close, or never asked anything while we were stopping.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(deadline);
}
