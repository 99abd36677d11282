// Frames that are written here, read by a client of the package ws.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { WebSocket } from 'ws';
import { textFrame, textFrames } from './frames.ts';
import { webSockets } from './ws.ts';

const codes = { tooLarge: 4001, notText: 4002, silent: 4003, restart: 4004, tooMany: 4005 };
const quota = { frames: 5, windowMs: 60_000, closeAfterMs: 0 };

test('a client receives texts of every form of length, between pongs', async (t) => {
  const lengths = [0, 1, 125, 126, 65_535, 65_536, 100_000];
  const texts = lengths.map((length) => (length < 2 ? 'x'.repeat(length) : `${'x'.repeat(length - 2)}é`));
  const received: string[] = [];
  const sockets = webSockets({
    ...{ path: '/ws', maxBytes: 100, pingEveryMs: 60_000, quota, codes },
    open: (socket) => () => {
      for (const text of texts) void socket.send(text);
    },
  });
  const server = createServer().on('upgrade', sockets.upgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    await sockets[Symbol.asyncDispose]();
    server.close();
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`);
  await once(client, 'open');
  client.on('message', (data) => received.push(String(data)));
  client.ping();
  client.send('go');
  client.ping();
  await once(client, 'pong');
  await once(client, 'pong');
  t.deepEqual(received, texts);
});

test('textFrames frames the same text once', (t) => {
  const frameOf = textFrames();
  const one = frameOf('one');
  t.is(frameOf(['o', 'ne'].join('')), one);
  t.deepEqual(frameOf('two'), textFrame('two'));
  t.deepEqual(frameOf('one'), one);
});
