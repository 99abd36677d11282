import test from 'ava';
import fc from 'fast-check';
import { isRefusal } from '../exchange.ts';
import { decodeText, parseJson } from './json-text.ts';

const settings = { numRuns: 2000, seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()) };

const detail = (text: string): string => {
  const parsed = parseJson(text);
  return isRefusal(parsed) ? String(parsed.problem.detail) : 'fine';
};

const malformed: readonly (readonly [text: string, detail: string])[] = [
  ['', 'Parsing stopped at line 1, column 1: expected a value.'],
  ['{"a": 1,\n  "b" 2}', 'Parsing stopped at line 2, column 7: expected a colon.'],
  ['{"a": 1', 'Parsing stopped at line 1, column 8: expected a comma or }.'],
  ['{"a": 1,}', 'Parsing stopped at line 1, column 9: expected a name in double quotes.'],
  ["{'a': 1}", 'Parsing stopped at line 1, column 2: expected a name in double quotes or }.'],
  ['[1 2]', 'Parsing stopped at line 1, column 4: expected a comma or ].'],
  ['[1,]', 'Parsing stopped at line 1, column 4: expected a value.'],
  ['[01]', 'Parsing stopped at line 1, column 2: expected a value or ].'],
  ['nulls', 'Parsing stopped at line 1, column 1: expected a value.'],
  ['{} {}', 'Parsing stopped at line 1, column 4: expected the end of the body.'],
  ['"a\nb"', 'Parsing stopped at line 1, column 1: expected a value.'],
];

test('parseJson refuses malformed JSON where reading stops, with what is expected there', (t) => {
  t.deepEqual(
    malformed.map(([text]) => [text, detail(text)]),
    malformed.map((each) => [...each]),
  );
});

test('parseJson refuses and names a name that an object has twice, at any depth and however it is written', (t) => {
  const texts = ['{"a":1,"a":1}', '{"x":{"b":[{"a":1,"\\u0061":2}]}}', '{"__proto__":1,"__proto__":2}'];
  t.deepEqual(texts.map(detail), [
    'An object repeats the name "a".',
    'An object repeats the name "\\u0061".',
    'An object repeats the name "__proto__".',
  ]);
  const fine = [
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"b\\":\\"c","b":"{:"}',
    '["a","a",":"]',
    '{"__proto__":{"a":1}}',
  ];
  t.deepEqual(
    fine.map(detail),
    fine.map(() => 'fine'),
  );
});

/** Colons outside of strings: one for each name that the text has. */
const namesOf = (text: string): number => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;

test('parseJson reads any JSON as it is, refuses a repeated name, and any other text with a place inside of it', (t) => {
  t.log(`seed ${settings.seed}`);
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', '"', '[', ':', '1', 'x', '\\', '\n'),
      (text, at, other) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + other + text.slice(place + 1);
        let value: unknown;
        try {
          value = JSON.parse(changed);
        } catch {
          return /^Parsing stopped at line \d+, column \d+: /.test(detail(changed));
        }
        const read = JSON.stringify(value);
        if (namesOf(read) < namesOf(changed)) return detail(changed).startsWith('An object repeats the name "');
        const parsed = parseJson(changed);
        return !isRefusal(parsed) && JSON.stringify(parsed.value) === read;
      },
    ),
    { ...settings, examples: [['{" ":false,"":0}', 2, '']] },
  );
  t.pass();
});

test('parseJson counts no brackets in strings as depth, and accepts 64 levels', (t) => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  t.deepEqual(
    [detail(nested(64)), detail(nested(65)), detail(`["${'['.repeat(100)}\\"["]`)],
    ['fine', 'The body is nested deeper than 64 levels.', 'fine'],
  );
});

test('decodeText refuses text that is not UTF-8', (t) => {
  t.deepEqual(
    [decodeText(Buffer.from('Ørsta')), decodeText(Buffer.from([0xc3])), decodeText(Buffer.from([0xed, 0xa0, 0x80]))],
    ['Ørsta', undefined, undefined],
  );
});

test('parseJson refuses a body with more than ten thousand values before it is parsed', (t) => {
  const list = (length: number) => `[${Array.from({ length }, () => '1').join(',')}]`;
  const members = (length: number) => `{${Array.from({ length }, (_, n) => `"k${n}":"a,[{b"`).join(',')}}`;
  const tooMany = 'The body has more than 10,000 values.';
  t.deepEqual([detail(list(9_998)), detail(members(9_998))], ['fine', 'fine']);
  t.deepEqual([detail(list(10_000)), detail(members(70_000))], [tooMany, tooMany]);
  t.is(detail(`[${'{},'.repeat(6_000)}{}]`), tooMany);
  t.is(detail(`${'['.repeat(20_000)}`), 'The body is nested deeper than 64 levels.');
});
