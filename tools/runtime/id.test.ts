// An id is made of a text exactly when the schema of the id accepts it.
import test from 'ava';
import fc from 'fast-check';
import { brandId, jobId } from '../../generated/analytics/ids.ts';
import { createAlias_json, getJob_path } from '../../generated/analytics/validate.js';
import { idType } from './id.ts';

test('an id constructor accepts what its schema accepts, and nothing else', (t) => {
  const label = idType<'a' | 'ab'>({ name: 'Label', pattern: '^[ab]+$', minLength: 1, maxLength: 2 });
  t.deepEqual(
    ['', 'a', 'ab', 'aba', 'c', undefined].map((text) => label.accepts(text)),
    [false, true, true, false, false, false],
  );
  t.is(label('ab'), 'ab');
  t.throws(() => label('c'), { instanceOf: TypeError, message: 'not a Label' });
});

test('an id constructor counts lengths in characters, and knows every script in patterns', (t) => {
  t.true(brandId.accepts('𠮷'.repeat(200)));
  t.false(brandId.accepts('𠮷'.repeat(201)));
  t.deepEqual(['citroën', 'mercedes--benz', ''].map(brandId.accepts), [true, false, false]);
});

test('generated ids and the validators of requests accept the same values', (t) => {
  const texts = fc.oneof(fc.uuid(), fc.string(), fc.stringMatching(/^[a-zé-]{0,4}$/u));
  fc.assert(
    fc.property(texts, (text) => {
      t.is(jobId.accepts(text), getJob_path({ id: text }));
      t.is(
        brandId.accepts(text) || text === '',
        createAlias_json({ kind: 'brand', alias: text, stands_for: 'x' }) || text === '',
      );
    }),
  );
});
