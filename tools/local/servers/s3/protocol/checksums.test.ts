import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { type Algorithm, algorithms, combine, digestOf } from './checksums.ts';

const sum = (algorithm: Algorithm, ...chunks: Uint8Array[]): string => {
  const digest = digestOf(algorithm);
  for (const chunk of chunks) digest.update(chunk);
  return digest.digest().toString('base64');
};

test('each checksum algorithm has its published check value', (t) => {
  const bytes = Buffer.from('123456789');
  const hex = Object.fromEntries(
    algorithms.map((name) => [name, Buffer.from(sum(name, bytes), 'base64').toString('hex')]),
  );
  t.deepEqual(hex, {
    crc32: 'cbf43926',
    crc32c: 'e3069283',
    crc64nvme: 'ae8b14860a799888',
    sha1: 'f7c3bc1d808e04732adf679965ccc34ca7ae3441',
    sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
  });
});

test('the checksum of the whole follows from those of its parts', (t) => {
  const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(parts, fc.constantFrom('crc32', 'crc32c', 'crc64nvme'), (pieces, algorithm) => {
      const measured = pieces.map((piece) => ({ value: sum(algorithm, piece), size: piece.length }));
      const whole = combine(algorithm, 'FULL_OBJECT', measured);
      t.deepEqual(whole, { algorithm, type: 'FULL_OBJECT', value: sum(algorithm, ...pieces) });
    }),
  );
});

test('a composite checksum is the checksum of the checksums, with the number of parts', (t) => {
  const hash = (...chunks: Buffer[]) => createHash('sha256').update(Buffer.concat(chunks)).digest();
  const [a, b] = [hash(Buffer.from('a')), hash(Buffer.from('b'))];
  const parts = [a, b].map((digest) => ({ value: digest.toString('base64'), size: 1 }));
  const value = `${hash(a, b).toString('base64')}-2`;
  t.deepEqual(combine('sha256', 'COMPOSITE', parts), { algorithm: 'sha256', type: 'COMPOSITE', value });
});
