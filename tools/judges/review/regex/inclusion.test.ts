import test from 'ava';
import fc from 'fast-check';
import { comparePatterns, type Relation } from './inclusion.ts';

const relations: [string, string, Relation, string][] = [
  ['^[a-z]+$', '^[a-z0-9]+$', 'wider', 'a class that grows'],
  ['^[a-z0-9]+$', '^[a-z]+$', 'narrower', 'a class that shrinks'],
  ['^[a-z]+$', '^[a-z]{1,}$', 'same', 'another way to count'],
  ['^(a|b)$', '^[ab]$', 'same', 'a group and a class'],
  ['^a$', '^b$', 'crossing', 'other texts'],
  ['a', '^a', 'narrower', 'an anchor that comes'],
  ['^a$', 'a', 'wider', 'anchors that go'],
  ['(^|-)x(-|$)', 'x', 'wider', 'anchors inside groups'],
  ['^[A-Za-z_][A-Za-z0-9_]{0,63}$', '^[A-Za-z_][A-Za-z0-9_]{0,31}$', 'narrower', 'a count that falls'],
  ['^[a-z][a-z0-9]*(-[a-z0-9]+)*$', '^[a-z][a-z0-9-]*$', 'wider', 'the ids of labs'],
  ['^\\d{4}$', '^[0-9]{4}$', 'same', 'digits by name and by range'],
  ['^(?=a)a$', '^a$', 'unknown', 'looking ahead'],
  ['^(a)\\1$', '^aa$', 'unknown', 'a back reference'],
];

for (const [before, after, relation, title] of relations)
  test(`${title}: ${before} to ${after} is ${relation}`, (t) =>
    t.is(comparePatterns(before, after).relation, relation));

test('the witness is the shortest text that distinguishes the two', (t) => {
  t.deepEqual(comparePatterns('^[a-z]{2,4}$', '^[a-z]{3,5}$'), { relation: 'crossing', gone: 'aa', fresh: 'aaaaa' });
});

test('on any text, the automata agree with what JavaScript matches', (t) => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '(a|b-)', '\\d', '(^|a)', '(b|$)');
  const count = fc.constantFrom('', '*', '+', '?', '{1,2}', '{2}');
  const pattern = fc
    .tuple(
      fc.constantFrom('', '^'),
      fc.array(fc.tuple(atom, count), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '$'),
    )
    .map(([front, parts, back]) => front + parts.map((part) => part.join('')).join('') + back);
  const sample = fc.array(fc.constantFrom('a', 'b', '-', '1'), { maxLength: 5 }).map((letters) => letters.join(''));
  const check = fc.property(pattern, pattern, sample, (before, after, text) => {
    const { relation, gone, fresh } = comparePatterns(before, after);
    const matches = (source: string, value: string) => new RegExp(source, 'u').test(value);
    if (gone !== undefined && !(matches(before, gone) && !matches(after, gone))) return false;
    if (fresh !== undefined && !(matches(after, fresh) && !matches(before, fresh))) return false;
    if ((relation === 'same' || relation === 'wider') && matches(before, text) && !matches(after, text)) return false;
    if ((relation === 'same' || relation === 'narrower') && matches(after, text) && !matches(before, text))
      return false;
    return relation !== 'unknown';
  });
  const result = fc.check(check, { numRuns: 2000 });
  t.false(result.failed, `seed ${result.seed}: ${JSON.stringify(result.counterexample)}`);
});
