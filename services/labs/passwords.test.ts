// Passwords: the same whenever they are asked for, of no use anywhere else, and what the lab checks.
import { execFileSync } from 'node:child_process';
import test from 'ava';
import fc from 'fast-check';
import type { InstanceId, StudentId } from '../../generated/lab/messages.ts';
import { parseKeyRing } from '../lib/key-ring.ts';
import { Secret } from '../lib/secret.ts';
import { type Credential, password, passwordHash, passwordHashes } from './passwords.ts';

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const ring = (...keys: string[]) => parseKeyRing(new Secret(keys.join(',')));
const keys = ring(key('k1', 1));
const anna: Credential = {
  instance_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' as InstanceId,
  member: 'anna' as StudentId,
  generation: 1,
  key_id: 'k1',
};

test('password stays the same, also after the key ring was rotated', (t) => {
  const first = password(keys, anna).reveal();
  t.is(password(ring(key('k2', 2), key('k1', 1)), anna).reveal(), first);
  t.regex(first, /^([2-9a-hjkmnp-tv-z]{4}-){6}[2-9a-hjkmnp-tv-z]{4}$/);
  t.is(String(password(keys, anna)), '[redacted]');
});

test('password differs for another instance, member, generation or key', (t) => {
  const both = ring(key('k1', 1), key('k2', 2));
  const others: Credential[] = [
    anna,
    { ...anna, generation: 2 },
    { ...anna, member: 'ben' as StudentId },
    { ...anna, instance_id: '2c1d43b8-e6d7-4b0e-8f0a-37dc5f1b0c9e' as InstanceId },
    { ...anna, key_id: 'k2' },
    { ...anna, member: 'anna1' as StudentId, generation: 1 },
    { ...anna, generation: 11 },
  ];
  t.is(new Set(others.map((each) => password(both, each).reveal())).size, others.length);
});

test('password uses every letter about equally often at every position', (t) => {
  const places = Array.from({ length: 28 }, () => new Map<string, number>());
  for (let generation = 1; generation <= 3_000; generation++) {
    const text = password(keys, { ...anna, generation })
      .reveal()
      .replaceAll('-', '');
    for (const [n, letter] of [...text].entries()) places[n]?.set(letter, (places[n].get(letter) ?? 0) + 1);
  }
  for (const counts of places) {
    t.is(counts.size, 30);
    for (const count of counts.values()) t.true(count > 50 && count < 160, `${count} of 100`);
  }
});

test('passwordHash gives a hash that crypt(3) makes of the password, and always the same one', (t) => {
  const hash = passwordHash(keys, anna);
  t.is(passwordHash(keys, anna), hash);
  const theirs = execFileSync('perl', ['-e', 'print crypt($ARGV[0], $ARGV[1])', password(keys, anna).reveal(), hash], {
    encoding: 'utf8',
  });
  t.is(theirs, hash);
  t.regex(hash, /^\$6\$rounds=1000\$[0-9a-f]{16}\$[./0-9A-Za-z]{86}$/);
});

test('passwordHashes remembers hashes as they are computed, however few it keeps', (t) => {
  const hashes = passwordHashes(keys, 2);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }), (generations) => {
      for (const generation of generations)
        t.is(hashes({ ...anna, generation }), passwordHash(keys, { ...anna, generation }));
    }),
    { numRuns: 10 },
  );
});
