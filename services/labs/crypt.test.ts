// sha512-crypt beside the one of OpenSSL and the examples of its specification.
import { execFileSync } from 'node:child_process';
import test from 'ava';
import fc from 'fast-check';
import { sha512Crypt } from './crypt.ts';

test('sha512Crypt gives the hashes of the specification', (t) => {
  t.is(
    sha512Crypt('Hello world!', 'saltstring'),
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
  );
  t.is(
    sha512Crypt('Hello world!', 'saltstringsaltst', 10_000),
    '$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.',
  );
  t.is(
    sha512Crypt('we have a short salt string but not a short password', 'short', 77_777),
    '$6$rounds=77777$short$WuQyW2YR.hBNpjjRhpYD/ifIw05xdfeEyQoMxIXbkvr0gge1a1x3yRULJ5CCaUeOxFmtlcGZelFl5CxtgfiAc0',
  );
});

test('sha512Crypt gives the hashes of OpenSSL, for passwords and salts of any length', (t) => {
  const passwords = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
    .filter((text) => !/[\n\r\0]/.test(text));
  fc.assert(
    fc.property(passwords, fc.stringMatching(/^[./0-9A-Za-z]{1,16}$/), (password, salt) => {
      const theirs = execFileSync('openssl', ['passwd', '-6', '-salt', salt, '-stdin'], {
        input: `${password}\n`,
        encoding: 'utf8',
      });
      t.is(sha512Crypt(password, salt), theirs.trim());
    }),
    { numRuns: 25 },
  );
});

test('sha512Crypt refuses a salt that would break the format, and rounds that it does not support', (t) => {
  for (const salt of ['', 'a$b', 'a:b', 'a\n', 'x'.repeat(17)])
    t.throws(() => sha512Crypt('p', salt), { instanceOf: TypeError });
  for (const rounds of [0, 999, 1e9, 1000.5, Number.NaN])
    t.throws(() => sha512Crypt('p', 's', rounds), { instanceOf: RangeError });
});
