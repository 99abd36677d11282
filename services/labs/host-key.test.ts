// Host keys beside ssh-keygen.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import type { InstanceId } from '../../generated/lab/messages.ts';
import { parseKeyRing } from '../lib/key-ring.ts';
import { Secret } from '../lib/secret.ts';
import { hostKey, hostKeyOf, knownHosts } from './host-key.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'host-key-'));
test.after.always(() => rmSync(dir, { recursive: true, force: true }));

const keygen = (...args: string[]) => execFileSync('ssh-keygen', args, { encoding: 'utf8' }).trim();
const file = (name: string, content: string): string => {
  const place = path.join(dir, name);
  writeFileSync(place, content, { mode: 0o600 });
  return place;
};

test('ssh-keygen reads the private key of hostKeyOf, and gets the same public key and fingerprint', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
      const key = hostKey(Buffer.from(seed));
      const place = file('key', key.privateKey.reveal());
      t.is(keygen('-y', '-P', '', '-f', place), key.publicKey);
      t.is(keygen('-l', '-f', place), `256 ${key.fingerprint}  (ED25519)`);
    }),
    { numRuns: 12 },
  );
});

test('hostKeyOf makes the key pair of RFC 8032', (t) => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const blob = Buffer.from(hostKey(seed).publicKey.split(' ')[1] ?? '', 'base64');
  t.is(blob.subarray(-32).toString('hex'), 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
});

for (const [host, port] of [
  ['node1.example', 30022],
  ['Node1.Example', 22],
  ['127.0.0.1', 41234],
  ['::1', 30001],
  ['::1', 22],
] as const) {
  test(`ssh-keygen finds ${host} port ${port} by its known_hosts line`, (t) => {
    const { publicKey } = hostKey(Buffer.alloc(32, 7));
    const place = file(`known-${host}-${port}`.replaceAll(':', '_'), `${knownHosts([{ host, port }], publicKey)}\n`);
    const asked = port === 22 ? host.toLowerCase() : `[${host}]:${port}`;
    t.regex(keygen('-F', asked, '-f', place), new RegExp(`${publicKey.replace(/[+/]/g, '\\$&')}$`));
  });
}

test('knownHosts puts every address of a lab on one line, however many roles have logins', (t) => {
  const { publicKey } = hostKey(Buffer.alloc(32, 7));
  const addresses = [30_022, 30_023, 22].map((port) => ({ host: 'Node1.example', port }));
  const line = knownHosts(addresses, publicKey);
  t.is(line, `[node1.example]:30022,[node1.example]:30023,node1.example ${publicKey}`);
  const place = file('known-all', `${line}\n`);
  for (const asked of ['[node1.example]:30022', '[node1.example]:30023', 'node1.example'])
    t.true(keygen('-F', asked, '-f', place).endsWith(publicKey), asked);
  t.throws(() => keygen('-F', '[node1.example]:30024', '-f', place));
});

test('hostKey keeps the key of an instance when the ring is rotated, and gives another instance another one', (t) => {
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
  const [before, after] = [key('k1', 1), `${key('k2', 2)},${key('k1', 1)}`].map((text) =>
    parseKeyRing(new Secret(text)),
  );
  const [one, two] = ['one', 'two'] as unknown as [InstanceId, InstanceId];
  const first = hostKeyOf(before!, one, 'k1');
  t.is(hostKeyOf(after!, one, 'k1').privateKey.reveal(), first.privateKey.reveal());
  t.not(hostKeyOf(after!, one, 'k2').fingerprint, first.fingerprint);
  t.not(hostKeyOf(before!, two, 'k1').fingerprint, first.fingerprint);
  t.is(`${first.privateKey}`, '[redacted]');
  t.is(hostKeyOf(before!, one, 'k1'), first);
});

test('hostKeyOf refuses a seed of another length', (t) => {
  for (const size of [0, 31, 33]) t.throws(() => hostKey(Buffer.alloc(size)), { instanceOf: RangeError });
});
