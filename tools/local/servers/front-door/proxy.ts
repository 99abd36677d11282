// Passes requests and WebSockets on, as streams in both directions.
import { randomUUID } from 'node:crypto';
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { endWithProblem } from '../../../../generated/runtime/connection.ts';
import { type ProblemReply, refuse } from '../../../../generated/runtime/problem.ts';
import { protocolProblems } from '../../../../generated/runtime/protocol-problems.ts';
import { isLost, malformedBy } from '../../../../services/lib/http/connection.ts';
import type { StaticPages } from '../../../../services/lib/http/pages/page-answer.ts';
import { endSlowReaders, type ReaderBounds } from '../../../../services/lib/http/slow-readers.ts';
import { announcesBody, isUpgrade, type Refusal, refusalOf } from './admission.ts';
import { towardsClient, towardsUpstream } from './headers.ts';
import type { Installation } from './installation.ts';
import { loginElsewhere } from './login-host.ts';
import { type Target, targetOf, type Upstream } from './routes.ts';
import { isForBrowser, showStarting } from './starting-page.ts';

/** Without the port of the web app there are APIs alone. */
export type Ports = Readonly<Record<Exclude<Upstream, 'web'>, number>> & { readonly web?: number };

type Passed = Extract<Target, { kind: 'upstream' }>;

const nosniff = { 'x-content-type-options': 'nosniff' };
const answerWithinMs = 120_000;
/** The port discard, where no server listens. */
const closedPort = 9;
const retryAfterS = 2;

/** `pages` are the reference pages, where there are any; `installation` is what its document contains. */
export function frontDoor(
  ports: Ports,
  pages?: StaticPages,
  installation?: Installation,
  readers?: ReaderBounds,
): Server {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  // An upload of a gigabyte may take its time; a head may not.
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: 30_000,
    keepAliveTimeout: 60_000,
    shouldUpgradeCallback: isUpgrade,
  });
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(incoming);
    const target = targetOf(incoming.url ?? '');
    const elsewhere = loginElsewhere(incoming);
    if (refusal !== null) answer(incoming, response, refusal);
    else if (elsewhere !== null) redirect(response, elsewhere);
    else if (target.kind === 'upstream') void pass(incoming, response, target, ports, agent);
    else if (target.kind === 'installation' && installation !== undefined) describe(response, installation);
    else if (target.kind === 'pages') void showPage(incoming, response, target.path, pages);
    else answer(incoming, response, target.kind === 'refused' ? badRequest : unknownUrl);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = targetOf(incoming.url ?? '');
    if (target.kind === 'upstream') passUpgrade(incoming, socket as Socket, head, target, ports);
    else refuseOn(socket, refuse('unknown-url', { detail: unknownUrl.detail }));
  });
  refuseMalformed(server);
  endSlowReaders(server, readers);
  return server;
}

async function showPage(incoming: IncomingMessage, response: ServerResponse, path: string, pages?: StaticPages) {
  const { method = 'GET', headers } = incoming;
  const page = await pages?.({ method, path, headers });
  if (page === undefined) return answer(incoming, response, unknownUrl);
  response.writeHead(page.status, { ...page.headers, 'x-request-id': randomUUID() });
  response.end(method === 'HEAD' ? undefined : page.body);
}

/** Its addresses are relative to this one, by which the client came. */
function describe(response: ServerResponse, installation: Installation): void {
  response.writeHead(200, { ...nosniff, 'content-type': 'application/json', 'cache-control': 'no-cache' });
  response.end(`${JSON.stringify(installation)}\n`);
}

/** A request that is not HTTP is refused in the same form as by the services, but not into the middle of an answer. */
function refuseMalformed(server: Server): void {
  const answering = new Set<Duplex>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (isLost(error, socket) || answering.has(socket)) socket.destroy();
    else refuseOn(socket, malformedBy(error));
  });
}

const refuseOn = (socket: Duplex, reply: ProblemReply, headers: Record<string, string> = {}): void =>
  endWithProblem(socket, reply, { requestId: randomUUID(), problems: protocolProblems, headers });

async function pass(incoming: IncomingMessage, response: ServerResponse, target: Passed, ports: Ports, agent: Agent) {
  const outgoing = open(incoming, target, ports, agent);
  // The client went away, or has its answer before it sent everything: in both cases no one waits for the rest.
  response.once('close', () => {
    if (!response.writableFinished || !outgoing.writableFinished) outgoing.destroy();
  });
  const answered = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', answered.resolve).once('error', answered.reject);
  outgoing.setTimeout(answerWithinMs, () => outgoing.destroy(new Error('no answer')));
  // A refusal may come before the body is through; then the rest of the body is of no interest.
  if (announcesBody(incoming)) pipeline(incoming, outgoing).catch((error: unknown) => answered.reject(error));
  else outgoing.end();
  try {
    const found = await answered.promise;
    outgoing.setTimeout(0);
    response.writeHead(found.statusCode ?? 502, found.statusMessage, towardsClient(found.headers, target.prefix));
    // A pipeline of promises would cost a fifth of the request; what it does when one side ends early is done here and
    // above.
    found.once('error', () => response.destroy()).pipe(response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else if (target.upstream === 'web' && isForBrowser(incoming)) showStarting(response);
    else answer(incoming, response, problemOf(target.upstream, error));
  }
}

/** Without an agent the connection is used once. */
const open = (incoming: IncomingMessage, target: Passed, ports: Ports, agent: Agent | false): ClientRequest =>
  request({
    host: '127.0.0.1',
    port: ports[target.upstream] ?? closedPort,
    method: incoming.method ?? 'GET',
    path: target.path,
    headers: towardsUpstream(incoming, target.prefix),
    agent,
  });

/**
 * Speaks HTTP until both sides have agreed, then only copies bytes. What came of one client must not begin the request
 * of another.
 */
function passUpgrade(incoming: IncomingMessage, socket: Socket, head: Buffer, target: Passed, ports: Ports): void {
  const outgoing = open(incoming, target, ports, false);
  outgoing.setHeader('connection', 'upgrade');
  outgoing.setHeader('upgrade', 'websocket');
  socket.on('error', () => outgoing.destroy());
  const unavailable = refuse('unavailable', { detail: `${target.upstream} is not running at the moment.` });
  outgoing.once('error', () => refuseOn(socket, unavailable, { 'Retry-After': String(retryAfterS) }));
  outgoing.once('response', (refusal) => {
    socket.write(`${headOf(refusal)}connection: close\r\n\r\n`);
    refusal.pipe(socket);
  });
  outgoing.once('upgrade', (agreed: IncomingMessage, inner: Duplex, first: Buffer) => {
    socket.setTimeout(0);
    socket.setNoDelay(true);
    socket.write(`${headOf(agreed)}connection: upgrade\r\nupgrade: ${agreed.headers.upgrade ?? ''}\r\n\r\n`);
    socket.write(first);
    inner.write(head);
    inner.on('error', () => socket.destroy());
    // Half of a WebSocket is of no use: one side gone, both are.
    for (const gone of ['end', 'close']) {
      inner.on(gone, () => socket.destroySoon());
      socket.on(gone, () => inner.destroy());
    }
    inner.pipe(socket).pipe(inner);
  });
  outgoing.end();
}

function headOf(answered: IncomingMessage): string {
  const lines = Object.entries(towardsClient(answered.headers, '')).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}\r\n`),
  );
  return `HTTP/1.1 ${answered.statusCode} ${answered.statusMessage}\r\n${lines.join('')}`;
}

function redirect(response: ServerResponse, to: string): void {
  response.writeHead(307, { ...nosniff, location: to, 'cache-control': 'no-store', 'x-request-id': randomUUID() });
  response.end();
}

const badRequest: Refusal = {
  status: 400,
  slug: 'invalid-request',
  title: 'Invalid request',
  detail: 'The path is invalid.',
};
const unknownUrl: Refusal = {
  status: 404,
  slug: 'unknown-url',
  title: 'Unknown URL',
  detail: 'There is nothing at this path.',
};

function problemOf(upstream: Upstream, error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED')
    return {
      status: 503,
      slug: 'unavailable',
      title: 'Temporarily unavailable',
      detail: `${upstream} is not running at the moment.`,
    };
  if (error instanceof Error && error.message === 'no answer')
    return { status: 504, title: 'Gateway timeout', detail: `${upstream} did not respond in time.` };
  return { status: 502, title: 'Bad gateway', detail: `${upstream} closed the connection without a response.` };
}

function answer(incoming: IncomingMessage, response: ServerResponse, { status, slug, title, detail }: Refusal): void {
  const id = randomUUID();
  const type = slug === undefined ? 'about:blank' : `https://covenant.example/problems/${slug}`;
  response.writeHead(status, {
    ...nosniff,
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': id,
    // What is left of a body would be taken for the next request.
    ...(incoming.complete ? {} : { connection: 'close' }),
    ...(status === 503 ? { 'retry-after': String(retryAfterS) } : {}),
  });
  response.end(JSON.stringify({ type, title, status, detail, instance: `urn:request:${id}` }));
}
