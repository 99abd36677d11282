// A listener with one mounted contract, and the ContractHost that the contract's stages are given.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import Koa, { type Middleware } from 'koa';
import type { CallerBase, ContractHost, RequestEvent } from '../../../generated/runtime/host.ts';
import { internalFault, type ProblemReply, problemBody, refuse } from '../../../generated/runtime/problem.ts';
import { protocolProblems } from '../../../generated/runtime/protocol-problems.ts';
import { systemClock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { durationBucketsS, type Metrics } from '../metrics.ts';
import type { Report } from '../report.ts';
import { closeWithAnswers, drain } from './closing.ts';
import { maxHeadBytes, oneHost, refuseMalformed, twoHosts } from './connection.ts';
import { type Health, healthAnswer } from './health.ts';
import type { Limits } from './limits.ts';
import type { StaticPages } from './pages/page-answer.ts';
import { networkOf } from './proxies.ts';
import { delayRefusals } from './refusal-delay.ts';
import { replyCache } from './reply-cache.ts';
import { endSlowReaders, type ReaderBounds } from './slow-readers.ts';

export type HostDeps<Caller extends CallerBase> = Pick<
  ContractHost<Caller>,
  | 'basePath'
  | 'headers'
  | 'origins'
  | 'quotas'
  | 'spoolDir'
  | 'reserveBytes'
  | 'definitionsVersion'
  | 'idempotency'
  | 'authenticate'
  | 'clientOf'
  | 'checkReplies'
  | 'now'
> & {
  readonly ids: Ids;
  readonly limits: Limits;
  readonly log: Log;
  readonly report: Report;
  readonly metrics: Metrics;
};

const answeredRequests = ['http_requests_total', 'Answered requests'] as const;

export function hostOf<Caller extends CallerBase>({
  limits,
  log,
  report,
  metrics,
  ...given
}: HostDeps<Caller>): ContractHost<Caller> {
  const limit = delayRefusals(limits.limit, systemClock);
  return {
    ...given,
    replyCache: replyCache(),
    limit: async (input) => {
      // A key is a principal or an address; a customer of IPv6 has 2^64 addresses.
      const verdict = await limit({ ...input, key: keyByNetwork(input.key) });
      if (!verdict.allowed) report.limited({ policy: input.policy });
      return verdict;
    },
    log: requestReport({ log, report, metrics }),
    fault: (error, { requestId, operationId }) =>
      faultOf(error, { report, request_id: requestId, operation: operationId }),
  };
}

type RequestReport = Pick<HostDeps<CallerBase>, 'log' | 'report' | 'metrics'>;

/** Logs and counts each request that was answered. */
export function requestReport({ log, report, metrics }: RequestReport): (event: RequestEvent) => void {
  const requests = metrics.counter(...answeredRequests);
  const durations = metrics.histogram('http_request_duration_seconds', 'Time until the answer ended', durationBucketsS);
  return (event) => {
    const operation = event.operationId ?? 'none';
    requests.add({ operation, status: String(event.status) });
    durations.observe(event.ms / 1_000, { operation });
    log[event.status >= 500 ? 'warn' : 'info']('request', accessLine(event));
    const { status, problem: slug = 'none', subject: principal, requestId: request_id } = event;
    if (status === 403) report.accessRefused({ operation, slug, principal, request_id });
  };
}

/** `address:` before it: the share of those without a good credential. */
function keyByNetwork(key: string): string {
  const [, prefix = '', rest = ''] = /^(address:)?(.*)$/s.exec(key) ?? [];
  return `${prefix}${networkOf(rest)}`;
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
  ['disk-full', 30],
  ['timeout', 5],
  ['serialization', 1],
  ['lease-lost', 1],
]);

/**
 * 503 for what a retry may cure, 500 for what is our mistake; never a word of the error itself, but for the `detail` of
 * a time-out.
 */
export function faultOf(error: unknown, { report, ...context }: FaultContext): ProblemReply {
  const facts = factsOf(error);
  const retryAfterS = passing.get(String(facts.kind));
  const shown = error instanceof Error ? error : new Error(`thrown: ${typeof error}`);
  if (retryAfterS === undefined) {
    report.faultAnswered({ ...context, error: shown });
    return internalFault();
  }
  const dependency = typeof facts.dependency === 'string' ? facts.dependency : 'unknown';
  report.dependencyFailed({ ...context, dependency, error: shown });
  return refuse('unavailable', {
    detail: `${reasonOf(facts)} Try again in ${retryAfterS} s.`,
    retry_after_s: retryAfterS,
  });
}

type Facts = { readonly kind?: unknown; readonly dependency?: unknown; readonly detail?: unknown };

/** A `detail` is written for the caller, by what knows which request would succeed. */
function reasonOf({ kind, detail }: Facts): string {
  if (kind !== 'timeout') return 'A dependency of the service is unavailable.';
  return typeof detail === 'string' ? detail : 'The request took too long.';
}

/**
 * A full disk, where uploads are spooled, counts as an unavailable dependency: once an operator frees it, the same
 * request succeeds.
 */
function factsOf(error: unknown): Facts {
  if (typeof error !== 'object' || error === null) return {};
  const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull ? { kind: 'disk-full', dependency: 'disk' } : error;
}

export type ListenOptions = {
  /** `host:port`; port 0 takes a free one. */
  readonly address: { readonly host: string; readonly port: number };
  /** Serves the paths of a contract, and leaves all others to the next. Without it there are pages alone. */
  readonly contract?: Middleware;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly ids: Ids;
  /** For a contract with live updates; without it a request for another protocol is answered as if it had not asked. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The pages of the reference, at /docs and at the paths of problem types, or of the web app. */
  readonly pages?: StaticPages;
  readonly maxSockets?: number;
  readonly readers?: ReaderBounds;
  /** Fields of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
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
  const server = createServer(
    { ...serverLimits, shouldUpgradeCallback: isUpgrade(options) },
    application(options).callback(),
  );
  server.maxConnections = maxSockets;
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 10_000;
  const dropped = metrics.counter('http_dropped_connections_total', 'Connections refused because there were too many');
  server.on('drop', () => dropped.add());
  if (options.upgrade) server.on('upgrade', options.upgrade);
  const ended = metrics.counter('http_slow_readers_total', 'Answers ended because their reader was too slow');
  endSlowReaders(server, options.readers, () => ended.add());
  const answers = closeWithAnswers(server, health.stopping);
  server.on('clientError', refuseMalformed({ ...options, isAnswering: answers.isOn }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  log.info('listening', { host: address.host, port });
  return { host: address.host, port, [Symbol.asyncDispose]: () => drain(server, drainMs, answers.closeAll) };
}

const serverLimits = {
  maxHeaderSize: maxHeadBytes,
  headersTimeout: 10_000,
  // The contract limits each operation; this one only ends what no operation was found for, or 1 GiB at 1 MB/s.
  requestTimeout: 20 * 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** Any other protocol is ignored (RFC 9110, 7.8), such as the h2c of curl. */
const isUpgrade =
  ({ upgrade }: ListenOptions) =>
  (request: IncomingMessage): boolean =>
    upgrade !== undefined && request.headers.upgrade?.toLowerCase() === 'websocket' && oneHost(request);

/** What every request passes, in this order; each answers, or leaves the request to the next. */
function application(options: ListenOptions): Koa {
  const app = new Koa();
  // Koa would print clients that have gone.
  app.silent = true;
  app.use(answerFaults(options));
  app.use(refuseTwoHosts(options));
  if (options.contract !== undefined) app.use(options.contract);
  app.use(answerHealth(options));
  app.use(answerPages(options));
  app.use(answerNotFound(options));
  return app;
}

const answerFaults =
  (options: ListenOptions): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const requestId = refuseIn(ctx, internalFault(), options);
      options.log.error('unhandled', { request_id: requestId, error });
    }
  };

const refuseTwoHosts =
  (options: ListenOptions): Middleware =>
  (ctx, next) => {
    if (oneHost(ctx.req)) return next();
    ctx.set('Connection', 'close');
    refuseIn(ctx, twoHosts, options);
    return undefined;
  };

const answerHealth =
  ({ health, metrics, headers }: ListenOptions): Middleware =>
  async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const answer = isRead ? await healthAnswer(ctx.path, health, metrics) : undefined;
    if (answer === undefined) return next();
    ctx.status = answer.status;
    ctx.set({ ...bareHeaders, ...headers });
    ctx.type = answer.type;
    ctx.body = answer.body;
  };

const answerPages =
  ({ pages, headers, metrics }: ListenOptions): Middleware =>
  async (ctx, next) => {
    const { method, path } = ctx;
    const answer = await pages?.({ method, path, headers: ctx.headers });
    if (answer === undefined) return next();
    if (answer.status === 404) metrics.counter(...answeredRequests).add({ operation: 'none', status: '404' });
    ctx.body = answer.body ?? null;
    ctx.status = answer.status; // after the body, without which Koa answers 204
    ctx.set({ ...headers, ...answer.headers });
  };

const answerNotFound =
  (options: ListenOptions): Middleware =>
  (ctx) =>
    void refuseIn(ctx, refuse('unknown-url', { detail: 'There is no operation at this URL.' }), options);

/** Headers of replies that no contract gives; a contract sets its own. */
const bareHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/** Logged and counted as the contract's own refusals are. */
function refuseIn(ctx: Koa.Context, reply: ProblemReply, { ids, headers, log, metrics }: ListenOptions): string {
  const requestId = ids.requestId();
  ctx.status = reply.status;
  ctx.set({ ...bareHeaders, ...headers, 'X-Request-Id': requestId });
  ctx.type = 'application/problem+json';
  ctx.body = JSON.stringify(problemBody(reply, protocolProblems, requestId));
  const { status, problem } = reply;
  metrics.counter(...answeredRequests).add({ operation: 'none', status: String(status) });
  const { method, req } = ctx;
  log.info('request', { request_id: requestId, address: req.socket.remoteAddress, method, status, slug: problem.slug });
  return requestId;
}
