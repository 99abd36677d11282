// One error for one mistake, in words that a reader can use.
import test from 'ava';
import { placesOf } from './places.ts';

test('a value that is too short for its pattern is one error, in the words of the pattern', (t) => {
  const short = { instancePath: '/period', keyword: 'minLength', params: { limit: 7 } };
  const unlike = { instancePath: '/period', keyword: 'pattern', params: { pattern: '^x$', words: 'must be a month' } };
  const other = { instancePath: '/name', keyword: 'minLength', params: { limit: 1 } };
  t.deepEqual(placesOf('query', [short, unlike, other], { period: '2026-5', name: '' }), [
    { parameter: 'period', value: '2026-5', rule: 'pattern', message: 'must be a month' },
    { parameter: 'name', value: '', rule: 'minLength', message: 'must have at least 1 character' },
  ]);
});

test('a list of allowed values names null', (t) => {
  const error = { instancePath: '/country', keyword: 'enum', params: { allowedValues: ['NO', 'DE', null] } };
  t.deepEqual(placesOf('body', [error], { country: 'SE' }), [
    { pointer: '/country', rule: 'enum', message: 'must be one of NO, DE, null' },
  ]);
});
