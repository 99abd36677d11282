// WebSockets by the package ws, on the caller's listener.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { endWithProblem } from '../../generated/runtime/connection.ts';
import { refuse } from '../../generated/runtime/problem.ts';
import { protocolProblems as problems } from '../../generated/runtime/protocol-problems.ts';
import { pingFrame, textFrames } from './frames.ts';
import type { Received, Socket, SocketOptions, Sockets } from './port.ts';

/** Beyond this ws itself ends the connection with 1009, before the message is in memory. */
const hardLimitBytes = 64 * 1024;
/** For those who do not answer a close. */
const farewellMs = 1_000;
/** The only version of the protocol (RFC 6455, 4.4), for clients that try another. */
const headers = { 'Sec-WebSocket-Version': '13' };
const frameOf = textFrames();
const nothing = Buffer.alloc(0);

export function webSockets(options: SocketOptions): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: hardLimitBytes,
    perMessageDeflate: false,
    // What is over the quota gets no pong; ws itself would cut the connection before it is closed with a code.
    autoPong: false,
  });
  let ending = false;
  const pings = new Set<() => void>();
  const heartbeat = setInterval(() => {
    for (const ping of pings) ping();
  }, options.pingEveryMs).unref();
  server.on('wsClientError', ({ message }: Error, socket: Duplex) => {
    const detail = `The WebSocket handshake is invalid: ${message}.`;
    endWithProblem(socket, refuse('malformed-request', { detail }), { requestId: randomUUID(), problems, headers });
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (ending || pathOf(request) !== options.path) turnDown(socket, ending);
    else if (announcesBody(request)) refuseBody(socket);
    else server.handleUpgrade(request, socket, head, (ws) => attend(ws, { request, stream: socket, pings }, options));
  };
  return {
    upgrade,
    count: () => server.clients.size,
    async [Symbol.asyncDispose]() {
      ending = true;
      const all = [...server.clients];
      const gone = all.map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())));
      for (const ws of all) ws.close(options.codes.restart, 'the server is restarting; reconnect');
      const timer = setTimeout(() => {
        for (const ws of all) ws.terminate();
      }, farewellMs);
      await Promise.all(gone);
      clearTimeout(timer);
      clearInterval(heartbeat);
    },
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

// What follows the handshake are frames: a proxy that counted a body would see the next request elsewhere than we do.
const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function refuseBody(socket: Duplex): void {
  const detail = 'A WebSocket handshake must not have a body: omit Content-Length and Transfer-Encoding.';
  endWithProblem(socket, refuse('malformed-request', { detail }), { requestId: randomUUID(), problems, headers });
}

function turnDown(socket: Duplex, ending: boolean): void {
  const reply = ending
    ? refuse('unavailable', { detail: 'The server is shutting down. Reconnect.', retry_after_s: 1 })
    : refuse('not-found', { detail: 'There is no WebSocket at this URL.' });
  const more = ending ? { headers: { 'Retry-After': '1' } } : {};
  endWithProblem(socket, reply, { requestId: randomUUID(), problems, ...more });
}

type Accepted = {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  /** The pings of all connections, which one timer calls: one for each would hold more memory. */
  readonly pings: Set<() => void>;
};

function attend(ws: WebSocket, accepted: Accepted, options: SocketOptions): void {
  const { codes, maxBytes, quota } = options;
  const socket = socketOf(ws, accepted);
  keepAwake(ws, { ...accepted, socket }, options);
  // Broken frames and lost connections: ws closes by itself, and no one is left to notify.
  ws.on('error', () => {});
  let received: Received | undefined;
  const isTooMany = counting(quota);
  const mayGoOn = (): boolean => {
    if (ws.readyState !== WebSocket.OPEN || ws.isPaused) return false;
    if (!isTooMany()) return true;
    const reason = `at most ${quota.frames} messages in ${quota.windowMs / 1_000} s`;
    socket.close(codes.tooMany, reason, quota.closeAfterMs);
    return false;
  };
  ws.on('ping', (data: Buffer) => {
    if (mayGoOn()) ws.pong(data);
  });
  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (!mayGoOn()) return;
    if (isBinary) return socket.close(codes.notText, 'messages must be text');
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);
    if (bytes.length > maxBytes) return socket.close(codes.tooLarge, `a message can have at most ${maxBytes} bytes`);
    received?.(bytes.toString('utf8'));
  });
  received = options.open(socket);
}

/** Windows begin with the first frame of each, so a client that keeps the quota is never over it. */
function counting({ frames, windowMs }: SocketOptions['quota']): () => boolean {
  let [began, count] = [Number.NEGATIVE_INFINITY, 0];
  return () => {
    const now = performance.now();
    if (now - began > windowMs) [began, count] = [now, 0];
    return ++count > frames;
  };
}

function socketOf(ws: WebSocket, { request: { headers }, stream }: Accepted): Socket {
  return {
    headers,
    get isOpen() {
      return ws.readyState === WebSocket.OPEN;
    },
    onClose: (listener) => void ws.on('close', listener),
    send(text) {
      if (ws.readyState !== WebSocket.OPEN) return undefined;
      // Without compression ws keeps nothing back, so that what is written here comes between two of its frames.
      stream.write(frameOf(text));
      // The kernel nearly always takes all of it at once; a callback and a promise for that would be a sixth of the
      // work.
      return stream.writableLength === 0 ? undefined : written(stream);
    },
    close: (code, reason, afterMs) => {
      const end = () => {
        ws.close(code, reason);
        setTimeout(() => ws.terminate(), farewellMs).unref();
      };
      if (afterMs === undefined) return end();
      // What it has sent already is not read any more, its answer to the close included.
      ws.pause();
      setTimeout(end, afterMs).unref();
    },
  };
}

/** Resolves once what was written before has left, or the stream has ended. */
const written = (stream: Duplex): Promise<void> =>
  new Promise((resolve) => void stream.write(nothing, () => resolve()));

/** A laptop that went to sleep says nothing, for hours; who does not answer a ping before the next one is gone. */
function keepAwake(
  ws: WebSocket,
  { socket, stream, pings }: Accepted & { readonly socket: Socket },
  { codes }: SocketOptions,
): void {
  let answered = true;
  ws.on('pong', () => {
    answered = true;
  });
  const ping = () => {
    if (!socket.isOpen) return;
    if (!answered) return socket.close(codes.silent, 'no response to pings');
    answered = false;
    stream.write(pingFrame);
  };
  pings.add(ping);
  socket.onClose(() => pings.delete(ping));
}
