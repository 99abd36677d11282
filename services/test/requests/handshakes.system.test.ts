// Handshakes of the live updates count by network (an IPv6 /64), against a real process.
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { platformLimits } from '../../../generated/platform/limits.ts';
import { type System, system } from '../fixtures/system.ts';

const { quota } = platformLimits.live;

let whole: System;
test.before(async (t) => {
  whole = await system(t);
});

/** Tries a handshake from an address; the answer is all that comes back at first. */
async function handshakes(env: Readonly<Record<string, string>> = {}) {
  const { url } = await whole.run(['platform'], { TRUSTED_PROXIES: '127.0.0.1', ...env });
  const { port } = new URL(url);
  return async (address: string) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    const lines = ['GET /api/v1/live HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];
    const more = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    socket.write(`${[...lines, ...more, `X-Forwarded-For: ${address}`].join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return String(answer);
  };
}

test('the platform answers 429 with Retry-After for more handshakes a minute than a network may send, and accepts another network', async (t) => {
  const handshake = await handshakes();
  const refused: string[] = [];
  // While they are sent some of the quota comes back: ten a second.
  for (let sent = 0; refused.length < 50; sent += 100) {
    t.true(sent < quota * 20, 'the limit is reached');
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => handshake(`2001:db8::${n}`)));
    if (sent < quota - 100) t.deepEqual([...new Set(answers.map((answer) => answer.split(' ')[1]))], ['101']);
    refused.push(...answers.filter((answer) => !answer.startsWith('HTTP/1.1 101')));
  }
  // Those who go on are refused later, in whole seconds all the same.
  for (const each of refused) t.regex(each, /^Retry-After: 1$/m);
  const [answer = ''] = refused;
  const [head = '', body = '{}'] = answer.split('\r\n\r\n');
  t.is(head.split('\r\n')[0], 'HTTP/1.1 429 Too Many Requests');
  t.regex(head, /^Retry-After: 1$/m);
  const { instance, ...problem } = JSON.parse(body) as { instance: string };
  t.regex(instance, /^urn:request:/);
  t.deepEqual(problem as unknown, {
    type: 'https://covenant.example/problems/rate-limited',
    title: 'Too many requests',
    status: 429,
    detail: 'You have exceeded the rate limit "live". Try again in 1 s.',
    policy: 'live',
    retry_after_s: 1,
  });
  for (const other of ['2001:db8:0:1::1', '203.0.113.6']) t.regex(await handshake(other), /^HTTP\/1\.1 101 /);
});

test('an installation raises the limit of handshakes', async (t) => {
  // Twice what the contract grants in a minute, of which ten come back each second.
  const handshake = await handshakes({ RATE_LIMITS: `platform.live=${quota * 3}` });
  const statuses = new Set<string | undefined>();
  for (let sent = 0; sent < quota * 2; sent += 100)
    for (const answer of await Promise.all(Array.from({ length: 100 }, () => handshake('203.0.113.7'))))
      statuses.add(answer.split(' ')[1]);
  t.deepEqual([...statuses], ['101']);
});
