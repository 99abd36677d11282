// No client decides where the request of another client begins (CWE-444), or under which name the provider presents
// itself.
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { recordedDoor, statusOf } from './raw-request.fixture.ts';

const head = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;

/** What a client hides in the body that it announces. */
const hidden = 'GET /infra/v1/hidden HTTP/1.1\r\nhost: x\r\n\r\n';

test('the front door takes nothing from the next request for an upgrade with an announced body', async (t) => {
  const { received, host, port, send } = await recordedDoor(t);
  const upgrades = [
    ['upgrade: x', `content-length: ${hidden.length}`],
    ['upgrade: websocket', `content-length: ${hidden.length}`],
    ['upgrade: x', 'transfer-encoding: chunked'],
    ['upgrade: websocket', 'transfer-encoding: chunked'],
  ];
  for (const path of ['/auth/realms/labs', '/api/v1/live', '/analytics/api/v1/live', '/infra/v1/live'])
    for (const lines of upgrades) {
      const open = connect(port, '127.0.0.1').on('error', () => {});
      t.teardown(() => open.destroy());
      open.write(head([`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: upgrade', ...lines]));
      // Whole exchanges behind the upgrade: whatever is answered at once has been answered.
      for (let n = 0; n < 3; n++)
        t.is(statusOf(await send(head(['GET /api/v1/labs HTTP/1.1', `host: ${host}`, 'connection: close']))), '200');
      const next = await send(
        head([`GET /auth/realms/next HTTP/1.1`, `host: ${host}`, 'connection: upgrade, close', 'upgrade: x']),
      );
      t.is(statusOf(next), '200', `${path} ${lines}`);
      const after = await send(head([`GET /auth/realms/after HTTP/1.1`, `host: ${host}`, 'connection: close']));
      t.is(statusOf(after), '200', `${path} ${lines}`);
      open.destroy();
    }
  t.deepEqual(
    received.filter((line) => line.includes('hidden')),
    [],
  );
});

test('the front door passes a body on that its own Connection header names', async (t) => {
  const { received, host, send } = await recordedDoor(t);
  for (const method of ['GET', 'DELETE', 'OPTIONS', 'POST'])
    for (const named of ['content-length', 'content-length, transfer-encoding', 'host'])
      await send(
        head([
          `${method} /api/v1/labs HTTP/1.1`,
          `host: ${host}`,
          `connection: close, ${named}`,
          `content-length: ${hidden.length}`,
        ]) + hidden,
      );
  await send(head(['GET /api/v1/last HTTP/1.1', `host: ${host}`, 'connection: close']));
  t.deepEqual(
    [...new Set(received)].toSorted(),
    ['DELETE', 'GET', 'OPTIONS', 'POST']
      .map((method) => `${method} /api/v1/labs`)
      .concat('GET /api/v1/last')
      .toSorted(),
  );
});

test('the front door offers a WebSocket at the live updates alone and without a body, and ignores other protocols', async (t) => {
  const { host, port, send } = await recordedDoor(t);
  const upgrade = (path: string, ...lines: string[]) =>
    send(head([`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: upgrade, close', ...lines]));
  const hello = ['upgrade: websocket', 'sec-websocket-key: k'];
  for (const line of ['content-length: 0', 'content-length: 60', 'transfer-encoding: chunked']) {
    const answer = await upgrade('/api/v1/live', ...hello, line);
    t.regex(answer, /^HTTP\/1\.1 400 [\s\S]*"type":"https:\/\/covenant\.example\/problems\/malformed-request"/);
  }
  for (const path of ['/api/v1/labs', '/auth/realms/labs', '/infra/v1/live', '/analytics/api/v1/live']) {
    const answer = await upgrade(path, ...hello);
    t.is(statusOf(answer), '200');
    t.notRegex(answer, /upgrade/, 'the service is not asked for a WebSocket');
  }
  t.is(statusOf(await upgrade('/api/v1/live', 'upgrade: h2c')), '200');
  t.is(statusOf(await upgrade('/', ...hello)), '503');
  const plain = connect(port, '127.0.0.1');
  t.teardown(() => plain.destroy());
  plain.write(head(['GET /nowhere HTTP/1.1', `host: ${host}`, 'connection: upgrade', ...hello]));
  t.is(statusOf(String((await once(plain, 'data'))[0])), '503');
});

test('the front door answers 400 for two Host lines, an empty one and none, and 421 for a foreign one', async (t) => {
  const { received, host, port, send } = await recordedDoor(t);
  const asked = async (...lines: string[]) =>
    statusOf(await send(head(['GET /auth/realms/labs HTTP/1.1', ...lines, 'connection: close'])));
  t.is(await asked(`host: ${host}`, `Host: ${host}`), '400');
  t.is(await asked(`host: ${host}`, 'host: evil.example'), '400');
  t.is(await asked(), '400');
  const upgrade = ['upgrade: websocket', 'connection: upgrade'];
  t.is(await asked(`host: ${host}`, 'host: evil.example', ...upgrade), '400');
  for (const foreign of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    '192.0.2.7',
    'localhost@evil',
    '',
  ])
    t.is(await asked(`host: ${foreign}`), '421', foreign);
  const live = ['GET /api/v1/live HTTP/1.1', 'host: evil.example', ...upgrade, 'sec-websocket-key: k'];
  t.is(statusOf(await send(head(live))), '421');
  t.deepEqual(received, []);
  // A forwarded port has another number on the side of the browser.
  for (const own of [host, '127.0.0.1', 'localhost:9999', `LOCALHOST:${port}`, `[::1]:${port}`])
    t.is(await asked(`host: ${own}`), '200', own);
});
