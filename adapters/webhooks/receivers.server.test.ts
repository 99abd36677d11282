// Receivers that hang, drip, lie, redirect and answer without end: each attempt ends in time with its reason, and in
// little memory (decision 189).
import net, { type AddressInfo, isIP, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { ReceiverOptions } from './receivers.ts';
import { webhookReceivers } from './receivers.ts';

type Behave = (socket: Socket) => void;

/** Behaves so on each request. */
async function listening(t: ExecutionContext, behave: Behave): Promise<number> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function receivers(t: ExecutionContext, options: Partial<ReceiverOptions> = {}) {
  const made = webhookReceivers({ allowed: ['127.0.0.0/8'], allowHttp: true, timeoutMs: 60_000, ...options });
  t.teardown(() => made[Symbol.dispose]());
  return made;
}

const request = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });
const never = new AbortController().signal;

const ok = 'HTTP/1.1 200 OK\r\n';
const megabyte = Buffer.alloc(1_048_576, 'x');

function endless(socket: Socket): void {
  socket.write(`${ok}content-length: 104857600\r\n\r\n`);
  const pour = (): void => {
    if (!socket.destroyed) socket.write(megabyte, () => setImmediate(pour));
  };
  pour();
}

function dripping(socket: Socket): void {
  socket.write(`${ok}content-length: 1000\r\n\r\n`);
  const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write('x')), 20);
}

const answers: readonly (readonly [what: string, behave: Behave, reason: string | null, status: number | null])[] = [
  ['answers 2xx', (s) => s.write(`${ok}content-length: 2\r\n\r\nok`), null, 200],
  ['answers 500', (s) => s.write('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'), 'status', 500],
  ['redirects', (s) => s.write('HTTP/1.1 302 F\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n'), 'redirect', 302],
  ['hangs', () => {}, 'timed_out', null],
  ['drips', dripping, 'timed_out', 200],
  ['sends head lines without end', (s) => s.write(`${ok}x-a: ${'b'.repeat(40_000)}`), 'invalid_answer', null],
  ['answers 100 MB', endless, 'answer_too_large', 200],
  ['sends less than it says', (s) => s.end(`${ok}content-length: 99\r\n\r\nok`), 'invalid_answer', 200],
  ['sends two lengths', (s) => s.end(`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nok`), 'invalid_answer', null],
  ['sends broken chunks', (s) => s.end(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\nok`), 'invalid_answer', 200],
  ['is no HTTP server', (s) => s.end('SSH-2.0-OpenSSH_9\r\n'), 'invalid_answer', null],
  [
    'switches protocols',
    (s) => s.write('HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    'invalid_answer',
    null,
  ],
  ['hangs up', (s) => s.destroy(), 'connection_failed', null],
];

for (const [what, behave, reason, status] of answers)
  test(`an attempt at a receiver that ${what} ends in time with the reason ${reason}`, async (t) => {
    const port = await listening(t, behave);
    // Short where the answer never ends; 'drips' has sent its head long before.
    const options = reason === 'timed_out' ? { timeoutMs: 2_000 } : {};
    const sent = await receivers(t, options).send(request(`http://127.0.0.1:${port}/`), never);
    t.deepEqual([sent.reason, sent.response?.status ?? null], [reason, status]);
    t.true((sent.response?.body.length ?? 0) <= 4_096);
  });

test('a body that is no UTF-8 or has NUL is shown as text that a database takes', async (t) => {
  const port = await listening(t, (s) => {
    s.write(`${ok}content-type: text/plain\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\n`);
    s.write(Buffer.from([0x61, 0x00, 0xff]));
  });
  const sent = await receivers(t).send(request(`http://127.0.0.1:${port}/`), never);
  t.deepEqual(sent, {
    reason: null,
    response: { status: 200, content_type: 'text/plain', body: 'a\uFFFD\uFFFD', truncated: false },
  });
});

test('nothing is sent to a closed address, by number or by name, also when the name changes between check and use', async (t) => {
  let requests = 0;
  const port = await listening(t, () => requests++);
  const closed = receivers(t, { allowed: [] });
  const urls = [`https://127.0.0.1:${port}/`, `https://[::ffff:127.0.0.1]:${port}/`, `https://localhost:${port}/`];
  for (const url of [...urls, `https://2130706433:${port}/`, `https://0x7f.1:${port}/`]) {
    t.is(await closed.check(url), 'private address', url);
    t.is((await closed.send(request(url), never)).reason, 'address_refused', url);
  }
  const first = ['8.8.8.8'];
  const rebinding = receivers(t, { allowed: [], ports: [port], resolve: async () => [first.pop() ?? '127.0.0.1'] });
  t.is(await rebinding.check(`https://rebinding.example:${port}/`), null);
  t.is((await rebinding.send(request(`https://rebinding.example:${port}/`), never)).reason, 'address_refused');
  const mixed = receivers(t, { allowed: [], resolve: async () => ['8.8.8.8', '169.254.169.254'] });
  t.is(await mixed.check('https://mixed.example/'), 'private address');
  t.is((await mixed.send(request('https://mixed.example/'), never)).reason, 'address_refused');
  t.is(requests, 0);
});

test('plain http and credentials are refused, http but for allowed ranges', async (t) => {
  const open = receivers(t);
  const closed = receivers(t, { allowHttp: false });
  t.is(await closed.check('http://127.0.0.1/'), 'not https');
  t.is(await open.check('http://127.0.0.1/'), null);
  t.is(await open.check('http://8.8.8.8/'), 'not https');
  t.is(await open.check('https://a:b@8.8.8.8/'), 'credentials');
  t.is(await open.check('https://8.8.8.8/'), null);
  t.is((await closed.send(request('http://127.0.0.1/'), never)).reason, 'address_refused');
});

const ports: readonly (readonly [url: string, listed: string | null, developers: string | null])[] = [
  ['https://8.8.8.8/', null, null],
  ['https://8.8.8.8:443/', null, null],
  ['https://8.8.8.8:8443/', null, null],
  ['https://8.8.8.8:22/', 'port', 'port'],
  ['https://8.8.8.8:80/', 'port', 'port'],
  ['https://8.8.8.8:9443/', 'port', 'port'],
  ['https://[2606:4700::1111]:25/', 'port', 'port'],
  ['https://later.example:8443/', null, null],
  ['https://later.example:5432/', 'port', 'port'],
  ['https://127.0.0.1:8443/', null, null],
  ['https://127.0.0.1:8085/', 'port', null],
  ['https://127.0.0.1:25/', 'port', 'port'],
  ['http://127.0.0.1:8085/', 'not https', null],
  ['http://127.0.0.1:1/', 'not https', 'port'],
  ['http://127.0.0.1:443/', 'not https', null],
  ['http://8.8.8.8:8085/', 'not https', 'not https'],
];

test('a receiver has port 443 or 8443, one that developers opened an address for any from 1024 on, and nothing is sent to others', async (t) => {
  const missing = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'queryA' });
  const resolve = (host: string) => (isIP(host) === 0 ? Promise.reject(missing) : Promise.resolve([host]));
  const [listed, developers] = [receivers(t, { allowHttp: false, resolve }), receivers(t, { resolve })];
  const verdicts = await Promise.all(
    ports.map(async ([url]) => [url, await listed.check(url), await developers.check(url)]),
  );
  t.deepEqual(verdicts, ports as unknown);
  let requests = 0;
  const port = await listening(t, () => requests++);
  const url = `https://127.0.0.1:${port}/`;
  t.is((await listed.send(request(url), never)).reason, 'address_refused');
  t.is(requests, 0);
  t.is(await receivers(t, { allowHttp: false, ports: [port] }).check(url), null, 'an installation names others');
});

test('a name without addresses is accepted for later, and an attempt fails with it', async (t) => {
  const missing = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'queryA' });
  const made = receivers(t, { resolve: () => Promise.reject(missing) });
  t.is(await made.check('https://later.example/'), null);
  t.is((await made.send(request('https://later.example/'), never)).reason, 'name_not_found');
});

test('an idle connection that the receiver has closed costs no attempt', async (t) => {
  let first = true;
  const port = await listening(t, (s) => {
    if (first) s.write(`${ok}content-length: 0\r\n\r\n`);
    else s.end(`${ok}content-length: 0\r\n\r\n`);
    first = false;
  });
  const made = receivers(t);
  const url = `http://127.0.0.1:${port}/`;
  t.is((await made.send(request(url), never)).reason, null);
  t.is((await made.send(request(url), never)).reason, null);
  t.is((await made.send(request(url), never)).reason, null);
});
