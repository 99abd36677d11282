import test from 'ava';
import { wants } from './only.ts';

const series = { id: 'listIndices' };

test('a whole run selects every check', (t) => {
  t.true(wants(undefined)(['paging'], series));
});

test('a part selects the checks that it names, for its operation', (t) => {
  const selected = wants({ operation: 'listIndices', checks: ['paging'] });
  t.deepEqual(
    [selected(['cursor', 'paging'], series), selected(['cursor'], series), selected(['paging'], { id: 'listBrands' })],
    [true, false, false],
  );
});

test('a part selects a check over all operations whatever its operation is', (t) => {
  t.true(wants({ operation: 'listIndices', checks: ['leak'] })(['leak']));
});

test('null selects the checks without an operation', (t) => {
  const selected = wants({ operation: null, checks: ['unknown-path'] });
  t.deepEqual([selected(['unknown-path'], undefined), selected(['unknown-path'], series)], [true, false]);
});
