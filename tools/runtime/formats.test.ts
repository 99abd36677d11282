import test from 'ava';
import fc from 'fast-check';
import ajvFormats from '../../node_modules/ajv-formats/dist/formats.js';
import { anyCharacter } from '../test/any-character.ts';
import { equal, formats, ucs2length } from './formats.ts';

const { fullFormats } = ajvFormats;
const settings = { numRuns: 2000, seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()) };

const near = (unit: string, seeds: readonly string[]) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...unit), maxLength: 30 }),
    fc
      .tuple(fc.constantFrom(...seeds), fc.nat(40), fc.constantFrom(...unit, ''))
      .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1)),
  );

const theirs = (name: string, text: string): boolean => {
  const format = fullFormats[name as 'date'] as unknown;
  if (typeof format === 'function') return Boolean(format(text));
  return format instanceof RegExp
    ? format.test(text)
    : Boolean((format as { validate(text: string): boolean }).validate(text));
};

const cases = [
  {
    name: 'date',
    near: near('0123456789-', ['2024-02-29', '2023-02-28', '1900-02-29', '2026-12-31']),
    differs: () => false,
  },
  {
    name: 'date-time',
    near: near('0123456789-:.TtZz+ ', [
      '2026-11-21T07:41:12Z',
      '2016-12-31T23:59:60Z',
      '2026-11-21t07:41:12.123+05:30',
      '2016-12-31T15:59:60-08:00',
    ]),
    // Theirs takes a space for the T and an offset without its colon or minutes.
    differs: (text: string) => /^.{10}\s/.test(text) || !/(z|[+-]\d\d:\d\d)$/i.test(text),
  },
  {
    name: 'uuid',
    near: near('0123456789abcdefF-', ['0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11']),
    differs: (text: string) => text.startsWith('urn:'),
  },
  {
    name: 'email',
    near: near('abz019.@+-_!', ['ada@example.org', 'a.b+c@x-y.example']),
    differs: (text: string) => text.length > 254,
  },
] as const;

for (const { name, near: values, differs } of cases) {
  test(`${name} means the same as in ajv-formats, except where it is stricter on purpose`, (t) => {
    t.log(`seed ${settings.seed}`);
    const mine = (text: string) => {
      const format = formats[name];
      return format instanceof RegExp ? format.test(text) : format(text);
    };
    fc.assert(
      fc.property(values, (text) => mine(text) === theirs(name, text) || (!mine(text) && differs(text))),
      settings,
    );
    t.pass();
  });
}

test('a uri is valid for ajv-formats and for the URL of browsers', (t) => {
  const uris = near('abz01:/?#[]@!$&()*+,;=-._~%2f ', [
    'https://covenant.example/x?y=1#z',
    'urn:request:1',
    'http://[::1]:80/',
    'mailto:a@b.example',
  ]);
  fc.assert(
    fc.property(uris, (text) => !formats.uri(text) || (theirs('uri', text) && URL.canParse(text))),
    settings,
  );
  t.deepEqual(['https://covenant.example/x?y=%20#z', 'urn:request:1', 'x', '//a/b', 'http://a b'].map(formats.uri), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('the format of whole numbers refuses fractions, and numbers that JSON would have cut', (t) => {
  t.deepEqual([2 ** 31 - 1, -(2 ** 31), 2 ** 31, 0.5].map(formats.int32.validate), [true, true, false, false]);
  t.deepEqual([2 ** 53 - 1, 2 ** 53, 1.5].map(formats.int64.validate), [true, false, false]);
});

test('length counts characters, and equality is that of JSON', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => ucs2length(text) === [...text].length),
    settings,
  );
  t.deepEqual([ucs2length('\u{1f697}a'), ucs2length('\ud83d'), ucs2length('\ud83da')], [2, 1, 2]);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => equal(a, structuredClone(a)) && equal(a, b) === equal(b, a)),
    settings,
  );
  t.deepEqual(
    [equal({ a: 1, b: [] }, { b: [], a: 1 }), equal([], {}), equal({ a: 1 }, { b: 1 }), equal(null, {})],
    [true, false, false, false],
  );
});
