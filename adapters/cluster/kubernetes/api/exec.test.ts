// Standard streams over a WebSocket, against a server that breaks off, refuses and floods.
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { WebSocket, WebSocketServer } from 'ws';
import type { ClusterError } from '../../faults.ts';
import type { Api } from './api.ts';
import { exec } from './exec.ts';

const frame = (channel: number, data: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from([channel]), Buffer.from(data)]);
const success = frame(3, '{"status":"Success"}');
const failure = (code: number) =>
  frame(3, JSON.stringify({ status: 'Failure', details: { causes: [{ reason: 'ExitCode', message: String(code) }] } }));

/** An API whose pods do what `behave` says; its last query. */
async function podThat(t: ExecutionContext, behave: (socket: WebSocket) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'v5.channel.k8s.io' });
  server.on('connection', behave);
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const queries: string[] = [];
  const { port } = server.address() as AddressInfo;
  const api = {
    async connect(path: string, query: URLSearchParams) {
      queries.push(`${path}?${query}`);
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, ['v5.channel.k8s.io'], { perMessageDeflate: false });
      socket.binaryType = 'nodebuffer';
      const { promise, resolve } = Promise.withResolvers<WebSocket>();
      socket.once('open', () => {
        socket.pause();
        resolve(socket);
      });
      return await promise;
    },
  } as unknown as Api;
  return { api, queries };
}

const kept = () => {
  const pieces: Buffer[] = [];
  const output = new PassThrough();
  output.on('data', (piece: Buffer) => pieces.push(piece));
  return { output, text: () => Buffer.concat(pieces).toString() };
};

test('exec returns what a program wrote', async (t) => {
  const { api, queries } = await podThat(t, (socket) => {
    for (const each of [frame(1, ''), frame(1, 'one '), frame(2, 'warning'), frame(1, 'two'), success])
      socket.send(each);
  });
  const { output, text } = kept();
  await exec(api, '/pods/a', ['tar', '--list file'], { output });
  t.is(text(), 'one two');
  t.deepEqual(queries, ['/pods/a/exec?container=lab&stdout=true&stderr=true&command=tar&command=--list+file']);
});

const rejection = async (t: ExecutionContext, work: Promise<void>) => {
  const { kind, message } = (await t.throwsAsync(work)) as ClusterError;
  return `${kind}: ${message}`;
};

test('exec reports the exit code and the output of a failed program', async (t) => {
  const { api } = await podThat(t, (socket) => {
    socket.send(frame(2, 'no such file'));
    socket.send(failure(2));
  });
  const error = await rejection(t, exec(api, '/pods/a', ['tar', '-c'], {}));
  t.is(error, 'refused: cluster: refused (tar ended with code 2: no such file)');
});

test('exec fails when the connection breaks', async (t) => {
  const { api } = await podThat(t, (socket) => {
    socket.send(frame(1, 'half'), () => socket.terminate());
  });
  t.regex(await rejection(t, exec(api, '/pods/a', ['tar'], kept())), /^unavailable: .* connection of tar was closed/);
});

test('exec ends the program when its reader goes', async (t) => {
  const ended = Promise.withResolvers<void>();
  const { api } = await podThat(t, (socket) => {
    socket.send(frame(1, 'first'));
    socket.once('close', () => ended.resolve());
  });
  const output = new PassThrough();
  output.once('data', () => output.destroy());
  t.regex(await rejection(t, exec(api, '/pods/a', ['tar'], { output })), /output of tar is not being read/);
  await ended.promise;
});

test('exec writes at the pace of a slow reader', async (t) => {
  const piece = Buffer.alloc(256 * 1024, 'x');
  const count = 200;
  const { api } = await podThat(t, (socket) => {
    for (let n = 0; n < count; n++) socket.send(frame(1, piece));
    socket.send(success);
  });
  let most = 0;
  let written = 0;
  const output: Writable = new Writable({
    highWaterMark: 64 * 1024,
    async write(bytes: Buffer, _encoding, done) {
      most = Math.max(most, output.writableLength);
      written += bytes.length;
      for (let n = 0; n < 5; n++) await turn();
      done();
    },
  });
  await exec(api, '/pods/a', ['tar'], { output });
  output.end();
  t.is(written + output.writableLength >= count * piece.length, true);
  t.true(most <= 4 * piece.length, `${most} bytes were waiting`);
});

test('exec passes the input on, and its end', async (t) => {
  const got: Buffer[] = [];
  const { api, queries } = await podThat(t, (socket) => {
    socket.on('message', (data: Buffer) => {
      if (data[0] === 255) return socket.send(data[1] === 0 ? success : failure(9));
      got.push(data.subarray(1));
      return undefined;
    });
  });
  const input = Buffer.alloc(1_000_000, 'abc');
  await exec(api, '/pods/a', ['tar'], { input: Readable.from([input.subarray(0, 10), input.subarray(10)]) });
  t.true(Buffer.concat(got).equals(input));
  t.true(queries[0]?.includes('stdin=true'));
});

test('exec does not take broken input for its end', async (t) => {
  const { api } = await podThat(t, (socket) => {
    socket.on('message', (data: Buffer) => data[0] === 255 && socket.send(success));
  });
  const broken = async function* () {
    yield Buffer.from('half');
    throw new Error('the archive broke off');
  };
  t.regex(await rejection(t, exec(api, '/pods/a', ['tar'], { input: Readable.from(broken()) })), /broke off/);
});
