// Staging tables: one for each run, and none left behind.
import test from 'ava';
import { freshDatabase, parts } from '../../tools/embedded/for-tests.ts';
import { connect } from './connect.ts';
import { row, sql } from './query.ts';
import { openStaging, sweepStaging } from './staging.ts';

const job = (n: number) => `019ab000-0000-7000-8000-00000000000${n}`;

test('each run of a job has an own table, and a sweep drops those of dead jobs only', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  await using store = connect((await freshDatabase(postgres, 'analytics')).appUrl);
  const tables = () =>
    store.anyFirst(
      sql.type(
        row<{ name: string }>(),
      )`select tablename as name from pg_tables where schemaname = 'staging' order by 1`,
    );
  const stale = await openStaging(store, job(1), 1);
  await openStaging(store, job(1), 2);
  await openStaging(store, job(2), 1);
  const copy = await stale.copy(['units_sold'], '(format csv)');
  await new Promise((resolve) => copy.end('1\n2\n', () => resolve(undefined)));
  await stale.analyze();
  const rows = await store.any(
    sql.type(row<{ row_number: number; units_sold: number }>())`select row_number, units_sold from ${stale.table}`,
  );
  t.deepEqual(
    [...rows],
    [
      { row_number: 1, units_sold: 1 },
      { row_number: 2, units_sold: 2 },
    ],
  );
  const id = (n: number) => job(n).replaceAll('-', '');
  t.deepEqual([...(await tables())], [`job_${id(1)}_1`, `job_${id(1)}_2`, `job_${id(2)}_1`]);
  // Opening the same run again begins anew.
  const again = await openStaging(store, job(1), 1);
  t.is(await store.oneFirst(sql.type(row<{ n: number }>())`select count(*) as n from ${again.table}`), 0);
  await stale[Symbol.asyncDispose]();
  t.deepEqual([...(await sweepStaging(store, [job(2)]))], [`job_${id(1)}_2`]);
  t.deepEqual([...(await tables())], [`job_${id(2)}_1`]);
});
