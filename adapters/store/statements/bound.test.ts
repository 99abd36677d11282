// Values of a statement that is put together once.
import test from 'ava';
import { sql } from '../query.ts';
import { boundStatement } from './bound.ts';

test('boundStatement puts each value at its names, and leaves constants as they are', (t) => {
  const bound = boundStatement(
    ['after', 'user_id'],
    ({ after, user_id }) =>
      sql.unsafe`select ${'after'} where a > ${after} and b > ${after} and c = ${user_id} limit ${0}`,
  );
  t.deepEqual(bound({ after: 7, user_id: null }).values, ['after', 7, 7, null, 0]);
  t.deepEqual(bound({ after: null, user_id: 'u' }).values, ['after', null, null, 'u', 0]);
});

test('boundStatement refuses a statement that leaves a name out', (t) => {
  t.throws(() => boundStatement(['after', 'user_id'], ({ after }) => sql.unsafe`select ${after}`), {
    message: 'The statement has no place for: user_id.',
  });
});
