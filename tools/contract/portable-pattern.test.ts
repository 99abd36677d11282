// Patterns of contracts as the published documents write them.
import test from 'ava';
import { portable } from './portable-pattern.ts';

test('a portable pattern stays as it is', (t) => {
  const patterns = [
    '^$',
    '^https?://',
    '^[^a]$',
    '^/([!-.0-\\[\\]-~][!-\\[\\]-~]*)?$',
    '^[\\x21-\\x7e]+$',
    '^\\{a\\}{2,1000}$',
  ];
  t.deepEqual(
    patterns.map(portable),
    patterns.map((pattern) => ({ pattern })),
  );
});

test('a class that languages read differently is written out for ASCII and takes all or nothing beyond', (t) => {
  const cases = {
    '^[\\p{L}\\p{M}\\p{N}]+$': '^[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]+$',
    '\\P{L}': '[^A-Za-z]',
    '[^\\p{L}]': '[^A-Za-z]',
    '\\d{4}': '[0-9]{4}',
    '[\\w.]': '[\\x2e0-9A-Z\\x5fa-z]',
    '^\\S.$': '^[^\\x09-\\x0d\\x20][^\\x0a\\x0d]$',
    '[[a]': '[\\x5ba]',
    '[a&&b]': '[\\x26a-b]',
    '[\\s\\S]': '(?:[\\x00-\\x7f]|[^\\x00-\\x7f])',
    'a\\/b': 'a/b',
  };
  t.deepEqual(
    Object.keys(cases).map(portable),
    Object.values(cases).map((pattern) => ({ pattern })),
  );
});

test('a published pattern and that of the contract agree on every character of ASCII', (t) => {
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCodePoint(code));
  const patterns = [
    '^[\\p{L}\\p{M}\\p{N}]$',
    '^\\S$',
    '^.$',
    '^[\\w-]$',
    '^[^\\s\\d]$',
    '^\\P{Lu}$',
    '^[[\\]^&-]$',
    '^[\\s\\S]$',
  ];
  for (const source of patterns) {
    const result = portable(source);
    const pattern = new RegExp('pattern' in result ? result.pattern : '(?!)', 'u');
    const exact = new RegExp(source, 'u');
    t.deepEqual(
      ascii.filter((each) => pattern.test(each)),
      ascii.filter((each) => exact.test(each)),
      source,
    );
  }
});

test('a pattern that some language refuses has a flaw', (t) => {
  const patterns = [
    '(?=a)',
    '(?!a)b',
    '(?<=a)b',
    '(?<n>a)',
    '(a)\\1',
    '\\bfoo',
    '\\u0041',
    '[\\u00e4]',
    'a{1001}',
    'a{1,2000}',
    '(',
  ];
  t.deepEqual(
    patterns.filter((pattern) => !('flaw' in portable(pattern))),
    [],
  );
});
