import test from 'ava';
import { wants } from './only.ts';

const series = { id: 'listIndices' };

test('a whole run asks every check', (t) => {
  t.true(wants(undefined)(['paging'], series));
});

test('a part asks the checks that it names, of its operation', (t) => {
  const wanted = wants({ operation: 'listIndices', checks: ['paging'] });
  t.deepEqual(
    [wanted(['cursor', 'paging'], series), wanted(['cursor'], series), wanted(['paging'], { id: 'listBrands' })],
    [true, false, false],
  );
});

test('a check that goes over all operations is asked whatever the operation is', (t) => {
  t.true(wants({ operation: 'listIndices', checks: ['leak'] })(['leak']));
});

test('null stands for what no operation has', (t) => {
  const wanted = wants({ operation: null, checks: ['unknown-path'] });
  t.deepEqual([wanted(['unknown-path'], undefined), wanted(['unknown-path'], series)], [true, false]);
});
