// Values at the edge of each constraint are good ones: each keeps its own schema, and they are there for nearly all
// constraints.
import test from 'ava';
import { documentOf, targets } from '../endpoints.ts';
import { invalidValues } from '../requests/invalid-values.ts';
import { type ConstraintLocation, constraintsOf, goodEdges, keptByAny, placesOf, textOf } from './constraints.ts';
import { readContract } from './document.ts';
import { schemasOf } from './schemas.ts';

for (const name of targets)
  test(`edges of ${name} that must be accepted break no constraint of their place`, async (t) => {
    const contract = readContract(documentOf(name));
    const bodies = contract.operations.flatMap((operation) =>
      placesOf(operation, {}).filter(({ where, isText }) => where === 'body' && !isText),
    );
    const wrong: string[] = [];
    for (const place of bodies)
      for (const { rule, value } of goodEdges(place)) if (breaksOwn(place, value)) wrong.push(`${place.name} ${rule}`);
    t.deepEqual(wrong, []);
    t.true(bodies.length > 10);
    // The judge's own implementation says the same of what stands first in a body.
    const follows = schemasOf(contract);
    for (const { bodies: all } of contract.operations)
      for (const { media, pointer, examples } of all.filter((each) => each.media === 'application/json'))
        t.deepEqual(await follows(pointer, examples[0]), [], media);
  });

/** As what is known to break it. */
const breaksOwn = ({ schema, good }: ConstraintLocation, value: unknown): boolean =>
  invalidValues(schema, good, false).some((each) => JSON.stringify(each.value) === JSON.stringify(value));

const place = (schema: ConstraintLocation['schema'], good: unknown, isText = false): ConstraintLocation => ({
  where: 'body',
  keys: ['x'],
  name: '/x',
  schema,
  good,
  isText,
});

test('each constraint with an edge has a value there, and any valid value keeps the others', (t) => {
  const id = place({ type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 5 }, 'abc');
  t.deepEqual(constraintsOf(id), ['type', 'pattern', 'minLength', 'maxLength']);
  t.deepEqual(keptByAny(id), ['type', 'pattern']);
  t.deepEqual(goodEdges(id), [
    { rule: 'minLength', value: 'xx' },
    { rule: 'maxLength', value: 'xxxxx' },
  ]);
  t.deepEqual(goodEdges(place({ type: 'integer', minimum: 1, maximum: 9 }, 5, true)), [
    { rule: 'minimum', value: '1' },
    { rule: 'maximum', value: '9' },
  ]);
  t.deepEqual(goodEdges(place({ type: ['boolean', 'null'] }, true)), [
    { rule: 'type', value: true },
    { rule: 'type', value: false },
    { rule: 'type', value: null },
  ]);
  const items = { type: 'string', pattern: '^[a-z0-9]+$', maxLength: 9 };
  t.deepEqual(goodEdges(place({ type: 'array', items, minItems: 1, maxItems: 3 }, ['one'])), [
    { rule: 'minItems', value: ['one'] },
    { rule: 'maxItems', value: ['one0', 'one1', 'one2'] },
  ]);
  t.deepEqual(goodEdges(place({ type: 'array', items }, ['one'])), [{ rule: 'type', value: [] }]);
  const days = { type: 'array', items: { type: 'string', format: 'date' }, maxItems: 2 };
  t.deepEqual(goodEdges(place(days, ['2026-12-31'])), [
    { rule: 'type', value: [] },
    { rule: 'maxItems', value: ['2026-12-31', '2027-01-01'] },
  ]);
});

test('a list in a query has edges that are lists, and none where it is too short to be sent or bounded by its items', (t) => {
  const items = { type: 'string', pattern: '^[a-z0-9]+$', maxLength: 9 };
  const list: ConstraintLocation = {
    ...place({ type: 'array', items, minItems: 1, maxItems: 2 }, ['one'], true),
    where: 'query',
  };
  t.deepEqual(constraintsOf(list), ['maxItems']);
  t.deepEqual(goodEdges(list), [
    { rule: 'minItems', value: ['one'] },
    { rule: 'maxItems', value: ['one0', 'one1'] },
  ]);
  const few = { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true, maxItems: 2 };
  t.deepEqual(constraintsOf(place(few, ['a'])), ['type', 'uniqueItems']);
});

test('a text of a given length follows its pattern and format, or does not exist', (t) => {
  t.is(textOf({ pattern: '^"[^"]*"$' }, '"v1"', 6)?.length, 6);
  t.is(textOf({ pattern: '^\\d{4}$' }, '2026', 6), undefined);
  for (const length of [12, 100, 254]) {
    const address = textOf({ format: 'email' }, 'a@b.example', length) ?? '';
    t.is(address.length, length);
    t.regex(address, /^a{1,64}@(b{1,63}\.)+example$/);
  }
});
