// Readers on real sockets: whose answer is ended, and whose is not.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { endSlowReaders, type ReaderBounds } from './slow-readers.ts';

const MIB = 1024 * 1024;
/** More than the kernel holds for both ends of a connection. */
const large = 64 * MIB;
const generous: ReaderBounds = { idleMs: 60_000, bytesPerS: 1, totalMs: 3_600_000 };

async function serving(t: ExecutionContext, bounds: Partial<ReaderBounds>, handler: RequestListener) {
  let ended = 0;
  const server = createServer(handler);
  endSlowReaders(server, { ...generous, ...bounds }, () => {
    ended += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}`, ended: () => ended };
}

const streamed: RequestListener = (_request, response) => {
  Readable.from(chunks(large / MIB)).pipe(response);
};

async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(MIB);
}

const whole: RequestListener = (_request, response) => void response.end(Buffer.alloc(large));

/** Sends a request and reads nothing. */
function unread(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

for (const [form, handler] of Object.entries({ streamed, whole }))
  test(`an answer that is ${form} ends when its reader takes nothing`, async (t) => {
    const closed = Promise.withResolvers<boolean>();
    const { port, ended } = await serving(t, { idleMs: 200 }, (request, response) => {
      response.once('close', () => closed.resolve(response.writableFinished));
      handler(request, response);
    });
    const socket = unread(port);
    t.false(await closed.promise);
    t.is(ended(), 1);
    socket.destroy();
  });

test('an answer ends when its reader takes less than the least rate, although it never stops', async (t) => {
  const closed = Promise.withResolvers<void>();
  // It reads some MB a second without a pause of two seconds.
  const { port, ended } = await serving(t, { idleMs: 2_000, bytesPerS: 1024 * MIB }, (request, response) => {
    response.once('close', closed.resolve);
    streamed(request, response);
  });
  const socket = unread(port);
  const reading = setInterval(() => socket.read(65_536), 10);
  await closed.promise;
  clearInterval(reading);
  t.is(ended(), 1);
  socket.destroy();
});

test('an answer ends after the total time, however fast it is read', async (t) => {
  const { url, ended } = await serving(t, { idleMs: 200, totalMs: 300 }, (_request, response) => {
    const writing = setInterval(() => response.write('x'), 10);
    response.once('close', () => clearInterval(writing));
  });
  await t.throwsAsync(fetch(url).then((response) => response.text()));
  t.is(ended(), 1);
});

test('a reader that waits for a slow source is not ended, and its connection serves the next request', async (t) => {
  let source = Promise.withResolvers<void>();
  const { url, ended } = await serving(t, { idleMs: 100 }, async (_request, response) => {
    response.write('first ');
    await source.promise;
    response.end('last');
  });
  for (let round = 0; round < 2; round++) {
    source = Promise.withResolvers();
    const response = await fetch(url);
    const slow = setTimeout(source.resolve, 500);
    t.is(await response.text(), 'first last');
    clearTimeout(slow);
  }
  t.is(ended(), 0);
});
