// Who the client is, whatever it claims.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import test from 'ava';
import fc from 'fast-check';
import { networkOf, plainAddress, trustedProxies } from './proxies.ts';

const request = (remoteAddress: string, headers: IncomingHttpHeaders, encrypted = false) =>
  ({
    headers: { host: 'own.example', ...headers },
    socket: { remoteAddress, encrypted },
  }) as unknown as IncomingMessage;

const clientOf = trustedProxies(['10.0.0.0/8', 'fd00::/8', '127.0.0.1']);

test('trustedProxies takes a peer outside of the list for the client, whatever it sends', (t) => {
  const outside = fc.oneof(fc.ipV4(), fc.ipV6()).filter((address) => !/^(10|127)\.|^f[cd]|^::ffff/i.test(address));
  const claim = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.constant('10.1.1.1'),
    fc.array(fc.ipV4()).map((list) => list.join(', ')),
  );
  fc.assert(
    fc.property(outside, claim, claim, claim, (peer, list, proto, host) => {
      const headers = {
        'x-forwarded-for': list,
        'x-forwarded-proto': proto,
        'x-forwarded-host': host,
        'x-forwarded-prefix': host,
      };
      t.deepEqual(clientOf(request(peer, headers)), {
        address: plainAddress(peer)!,
        scheme: 'http',
        host: 'own.example',
      });
    }),
    { numRuns: 300 },
  );
});

test('trustedProxies takes the last address that is not in the list for the client, however long the made-up list is', (t) => {
  const madeUp = fc.array(
    fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 10 }), fc.constant('10.9.9.9'), fc.constant('unknown')),
    { maxLength: 6 },
  );
  const inner = fc.array(
    fc.constantFrom('10.0.0.1', '10.255.0.7', '::ffff:10.0.0.9', '[fd00::1]:4711', '127.0.0.1:80'),
    { maxLength: 4 },
  );
  const client = fc.constantFrom(
    '203.0.113.7',
    '2001:db8::1',
    '::ffff:203.0.113.9',
    '[2001:db8::2]:555',
    '198.51.100.1:1234',
  );
  fc.assert(
    fc.property(madeUp, client, inner, (lies, real, proxies) => {
      const list = [...lies, real, ...proxies].join(', ');
      t.is(clientOf(request('10.0.0.254', { 'x-forwarded-for': list })).address, plainAddress(real)!);
    }),
    { numRuns: 500 },
  );
});

test('trustedProxies uses scheme, host and prefix of the outermost trusted proxy', (t) => {
  const clientFor = (headers: IncomingHttpHeaders) => clientOf(request('127.0.0.1', headers));
  t.deepEqual(clientFor({}), { address: '127.0.0.1', scheme: 'http', host: 'own.example' });
  t.deepEqual(
    clientFor({
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'labs.example:8443',
      'x-forwarded-prefix': '/analytics',
    }),
    { address: '203.0.113.7', scheme: 'https', host: 'labs.example:8443', prefix: '/analytics' },
  );
  const two = {
    'x-forwarded-for': '203.0.113.7, 10.0.0.2',
    'x-forwarded-proto': 'https, http',
    'x-forwarded-host': 'outer.example, inner.example',
  };
  t.like(clientFor(two), { address: '203.0.113.7', scheme: 'https', host: 'outer.example' });
  // The first entry was sent by the client, the second by the only proxy.
  t.like(clientFor({ 'x-forwarded-for': '1.1.1.1, 203.0.113.7', 'x-forwarded-proto': 'https, http' }), {
    address: '203.0.113.7',
    scheme: 'http',
  });
  for (const bad of ['ftp', 'https://x', '']) t.is(clientFor({ 'x-forwarded-proto': bad }).scheme, 'http');
  for (const bad of ['a b', 'x/../y', 'user@host', '<script>', 'a,'])
    t.true(['own.example', 'a'].includes(clientFor({ 'x-forwarded-host': bad }).host));
  for (const bad of ['//evil', 'analytics', '/../x', '/a b'])
    t.is(clientFor({ 'x-forwarded-prefix': bad }).prefix, undefined);
});

test('plainAddress gives each address one spelling', (t) => {
  t.deepEqual(
    [
      '::ffff:1.2.3.4',
      '::FFFF:0102:0304',
      '1.2.3.4:80',
      '[::1]:80',
      '2001:DB8:0:0::1',
      'fe80::1%eth0',
      'unknown',
      '_hidden',
      '1.2.3',
      '',
      '1.2.3.4.5',
    ].map(plainAddress),
    [
      '1.2.3.4',
      '1.2.3.4',
      '1.2.3.4',
      '::1',
      '2001:db8::1',
      'fe80::1',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ],
  );
});

test('trustedProxies refuses a list with anything but addresses and ranges', (t) => {
  for (const bad of ['proxy.internal', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '*', '10.0.0.0/-1'])
    t.throws(() => trustedProxies([bad]), { message: /not an address or a CIDR range/ }, bad);
});

test('networkOf counts an IPv4 address by itself and an IPv6 address by its /64', (t) => {
  const networks = [
    '192.0.2.7',
    '2001:db8::1',
    '2001:db8:1:2:3:4:5:6',
    '2001:db8:0:0:ffff::',
    '::1',
    'fe80::1:2:3:4',
    'unknown',
  ];
  t.deepEqual(networks.map(networkOf), [
    '192.0.2.7',
    '2001:db8:0:0::/64',
    '2001:db8:1:2::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    'unknown',
  ]);
});
