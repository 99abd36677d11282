// A refused WebSocket gets the reason in the same form as over HTTP.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { WebSocket } from 'ws';
import type { Socket } from './port.ts';
import { webSockets } from './ws.ts';

async function serve(t: ExecutionContext) {
  const codes = { tooLarge: 4001, notText: 4002, silent: 4003, restart: 4004, tooMany: 4005 };
  const quota = { frames: 5, windowMs: 3_600_000, closeAfterMs: 0 };
  const received: string[] = [];
  const opened: Socket[] = [];
  const sockets = webSockets({
    path: '/ws',
    open: (socket) => {
      opened.push(socket);
      return (text) => void received.push(text);
    },
    maxBytes: 100,
    pingEveryMs: 60_000,
    quota,
    codes,
  });
  const server = createServer().on('upgrade', sockets.upgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, key: string, more = '') => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n${more}\r\n`,
    );
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.startsWith('HTTP/1.1 101')) socket.destroy();
    });
    await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [status, ...fields] = head.split('\r\n');
    const headers = Object.fromEntries(fields.map((field) => field.split(': ')));
    return { status, headers, problem: body.startsWith('{') ? (JSON.parse(body) as { instance: string }) : undefined };
  };
  return { sockets, ask, received, opened, url: `ws://127.0.0.1:${port}/ws` };
}

const key = 'dGhlIHNhbXBsZSBub25jZQ==';

test('the server answers a refused upgrade with a problem document, and ends the connection', async (t) => {
  const { sockets, ask } = await serve(t);
  t.is((await ask('/ws?x=1', key)).status, 'HTTP/1.1 101 Switching Protocols');

  const nowhere = await ask('/elsewhere', key);
  const id = nowhere.headers['X-Request-Id'];
  t.deepEqual(nowhere, {
    status: 'HTTP/1.1 404 Not Found',
    headers: {
      'X-Request-Id': id,
      'Content-Type': 'application/problem+json',
      'Content-Length': String(JSON.stringify(nowhere.problem).length),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Connection: 'close',
    },
    problem: {
      type: 'https://covenant.example/problems/not-found',
      title: 'Not found',
      status: 404,
      detail: 'There is no WebSocket at this URL.',
      instance: `urn:request:${id}`,
    },
  });

  const broken = await ask('/ws', 'short');
  t.is(broken.headers['Sec-WebSocket-Version'], '13');
  t.like(broken.problem, {
    type: 'https://covenant.example/problems/malformed-request',
    detail: 'The WebSocket handshake is invalid: Missing or invalid Sec-WebSocket-Key header.',
  });

  for (const more of ['Content-Length: 0\r\n', 'Content-Length: 60\r\n', 'Transfer-Encoding: chunked\r\n'])
    t.like((await ask('/ws', key, more)).problem, {
      type: 'https://covenant.example/problems/malformed-request',
      detail: 'A WebSocket handshake must not have a body: omit Content-Length and Transfer-Encoding.',
    });

  await sockets[Symbol.asyncDispose]();
  const late = await ask('/ws', key);
  t.deepEqual([late.status, late.headers['Retry-After']], ['HTTP/1.1 503 Service Unavailable', '1']);
});

test('the server closes a socket with the right code when it sends more messages or pings than its quota, and reads no more', async (t) => {
  const { url, received } = await serve(t);
  const flood = async (send: (socket: WebSocket, n: number) => void) => {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    for (let n = 0; n < 1_000; n++) send(socket, n);
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    return [code, String(reason)];
  };
  const closed = [4005, 'at most 5 messages in 3600 s'];
  t.deepEqual(await flood((socket, n) => socket.send(`${n}`)), closed);
  t.deepEqual(received, ['0', '1', '2', '3', '4']);
  t.deepEqual(await flood((socket) => socket.ping()), closed);
  t.is(received.length, 5);
});

test('send returns a promise only while a slow reader has not taken the message, which every reader gets whole', async (t) => {
  const { url, opened } = await serve(t);
  const client = new WebSocket(url);
  await once(client, 'open');
  const [socket] = opened;
  t.is(socket?.send('small'), undefined);
  t.is(String((await once(client, 'message'))[0]), 'small');
  client.pause();
  const large = 'x'.repeat(32 * 1024 * 1024);
  const left = socket?.send(large);
  t.true(left instanceof Promise);
  let hasLeft = false;
  void left?.then(() => {
    hasLeft = true;
  });
  await new Promise(setImmediate);
  t.false(hasLeft);
  client.resume();
  t.is(String((await once(client, 'message'))[0]).length, large.length);
  await left;
  t.is(socket?.send('after'), undefined);
  t.is(String((await once(client, 'message'))[0]), 'after');
  client.pause();
  const cut = socket?.send(large);
  client.terminate();
  await t.notThrowsAsync(async () => cut);
  t.is(socket?.send('late'), undefined);
});
