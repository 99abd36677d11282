// What is asked of a document as a wrong body breaks its schema, and the body that it was made from does not.
import test from 'ava';
import { readContract } from '../contract/document.ts';
import { schemasOf } from '../contract/schemas.ts';
import { documentOf, targets } from '../endpoints.ts';
import { invalidBodies, invalidValues } from './invalid-values.ts';
import { isForm } from './request.ts';
import { generated, random, varied } from './vary.ts';

for (const name of targets)
  test(`an invalid body for ${name} breaks its schema, and the body it was made from does not`, async (t) => {
    const contract = readContract(documentOf(name));
    const follows = schemasOf(contract);
    const harmless: string[] = [];
    for (const { id, bodies } of contract.operations)
      for (const { media, schema, pointer: place, examples } of bodies.filter(
        (body) => body.media === 'application/json',
      )) {
        for (const example of examples) t.deepEqual(await follows(place, example), [], id);
        for (const { pointer, rule, value } of invalidBodies(schema, examples[0]))
          if ((await follows(place, value)).length === 0) harmless.push(`${id} ${media} ${pointer} ${rule}`);
      }
    t.deepEqual(harmless, []);
  });

for (const name of targets)
  test(`another body of ${name}, and a generated one, follow its schema as the example does`, async (t) => {
    const contract = readContract(documentOf(name));
    const follows = schemasOf(contract);
    const next = random(7);
    for (const { id, bodies } of contract.operations)
      for (const body of bodies.filter((each) => !isForm(each) && each.media === 'application/json')) {
        const other = varied(body, body.examples[0]);
        t.notDeepEqual(other, body.examples[0], id);
        for (const made of [other ?? body.examples[0], generated(body, body.examples[0], next)])
          t.deepEqual(await follows(body.pointer, made), [], `${id} ${JSON.stringify(made).slice(0, 300)}`);
      }
  });

test('each constraint has values that break it', (t) => {
  const id = { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 3 };
  t.deepEqual(invalidValues(id, 'ab', true), [
    { rule: 'pattern', value: 'A b' },
    { rule: 'pattern', value: '\u00fc\u0301!' },
    { rule: 'minLength', value: 'x' },
    { rule: 'maxLength', value: 'aaaa' },
  ]);
  t.deepEqual(invalidValues({ type: 'integer', format: 'int32', minimum: 1, maximum: 9 }, 5, false), [
    { rule: 'type', value: null },
    { rule: 'type', value: true },
    { rule: 'type', value: 'zz' },
    { rule: 'type', value: [] },
    { rule: 'type', value: {} },
    { rule: 'type', value: 1.5 },
    { rule: 'minimum', value: 0 },
    { rule: 'maximum', value: 10 },
    { rule: 'format', value: 2 ** 31 },
  ]);
  const list = { type: 'array', items: id, minItems: 1, maxItems: 2, uniqueItems: true };
  t.deepEqual(invalidValues(list, ['ab'], true), [{ rule: 'uniqueItems', value: ['ab', 'ab'] }]);
  t.deepEqual(invalidValues({ type: 'boolean' }, true, true), [
    { rule: 'type', value: 'maybe' },
    { rule: 'type', value: '1' },
    { rule: 'type', value: '' },
  ]);
});
