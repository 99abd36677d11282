// The pool: transactions, errors by kind, and a server that is killed under it.
import test, { type ExecutionContext } from 'ava';
import { freshDatabase, ownParts, parts } from '../../tools/test/servers.ts';
import { connect } from './connect.ts';
import { breaks } from './faults.ts';
import type { StoreFault } from './port.ts';
import { row, sql } from './query.ts';

async function fresh(t: ExecutionContext, poolSize = 4) {
  return connected(t, await freshUrl(t), poolSize);
}

async function freshUrl(t: ExecutionContext): Promise<string> {
  const { postgres } = await parts(t, ['postgres']);
  return (await freshDatabase(postgres, 'platform')).appUrl;
}

function connected(t: ExecutionContext, url: string, poolSize = 4) {
  const store = connect(url, { name: 'platform', poolSize });
  t.teardown(() => store.close());
  return store;
}

const inboxRow = (id: string) => sql.unsafe`insert into inbox (consumer, message_id) values ('c', ${id})`;
const inboxIds = sql.type(row<{ message_id: string }>())`select message_id from inbox order by 1`;

test('transaction leaves nothing when it rejects, and passes its error on', async (t) => {
  const store = await fresh(t);
  const own = new Error('of the caller');
  const refused = await t.throwsAsync(
    store.transaction(async (tx) => {
      await tx.query(inboxRow('1'));
      throw own;
    }),
  );
  t.is(refused, own);
  t.deepEqual([...(await store.anyFirst(inboxIds))], []);
});

test('query reports a broken constraint by its name, without the values of the row', async (t) => {
  const store = await fresh(t);
  await store.query(inboxRow('secret-value'));
  const refused = (await t.throwsAsync(store.query(inboxRow('secret-value')))) as StoreFault;
  t.like(refused, {
    kind: 'constraint',
    constraint: 'inbox_pkey',
    code: '23505',
    dependency: 'platform',
    message: 'platform: constraint inbox_pkey (23505)',
  });
  await t.throwsAsync(
    store.transaction(async (tx) => {
      const error = await t.throwsAsync(tx.query(inboxRow('secret-value')));
      t.true(breaks(error, 'inbox_pkey'));
      t.false(breaks(error, 'leases_pkey'));
      throw error;
    }),
    { message: 'platform: constraint inbox_pkey (23505)' },
  );
});

test('query returns values in the types that the rows declare', async (t) => {
  const store = await fresh(t);
  const found = await store.one(sql.unsafe`
    select 9007199254740991::int8 as big, 1.25::numeric as exact, '2026-11-21'::date as day, '2026-11-21T08:00:00Z'::timestamptz as at, null::int as none`);
  t.deepEqual(found, {
    big: Number.MAX_SAFE_INTEGER,
    exact: 1.25,
    day: '2026-11-21',
    at: new Date('2026-11-21T08:00:00Z'),
    none: null,
  });
  await t.throwsAsync(store.one(sql.unsafe`select 9007199254740993::int8 as big`), {
    message: /does not fit a number/,
  });
});

test('transaction runs again after a deadlock, and both commit', async (t) => {
  const store = await fresh(t);
  await store.query(sql.unsafe`insert into inbox (consumer, message_id) values ('d', 'a'), ('d', 'b')`);
  const bump = (id: string) =>
    sql.unsafe`update inbox set attempts = attempts + 1 where consumer = 'd' and message_id = ${id}`;
  let met = 0;
  let open: () => void = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  const crossing = (first: string, second: string) =>
    store.transaction(async (tx) => {
      await tx.query(bump(first));
      if (++met === 2) open();
      await both;
      await tx.query(bump(second));
    });
  await Promise.all([crossing('a', 'b'), crossing('b', 'a')]);
  const attempts = await store.anyFirst(
    sql.type(row<{ attempts: number }>())`select attempts from inbox where consumer = 'd'`,
  );
  t.deepEqual([...attempts], [2, 2]);
});

test('query reports a statement over its limit as a timeout', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  await using store = connect((await freshDatabase(postgres, 'platform')).appUrl, { statementTimeoutMs: 50 });
  t.like(await t.throwsAsync(store.query(sql.unsafe`select pg_sleep(5)`)), { kind: 'timeout', code: '57014' });
});

test('copyFrom commits what was finished, and discards what was cut off', async (t) => {
  const store = await fresh(t);
  const good = await store.copyFrom('copy inbox (consumer, message_id) from stdin');
  await new Promise((resolve) => good.end('c\tx\nc\ty\n', () => resolve(undefined)));
  const cut = await store.copyFrom('copy inbox (consumer, message_id) from stdin');
  cut.on('error', () => {});
  await new Promise((resolve) => cut.write('c\tz\n', () => resolve(undefined)));
  const closed = new Promise((resolve) => cut.once('close', resolve));
  cut.destroy();
  await closed;
  t.deepEqual([...(await store.anyFirst(inboxIds))], ['x', 'y']);
});

test('connect reports a server that does not answer as unavailable, and works after its return once each lost connection has failed', async (t) => {
  const own = await ownParts(t, ['postgres']);
  const database = await freshDatabase(own.postgres, 'platform');
  const store = connect(database.appUrl, { name: 'platform', poolSize: 4 });
  t.teardown(() => store.close());
  const work = (id: string) => store.transaction((tx) => tx.query(inboxRow(id)));
  await Promise.all(['1', '2', '3', '4'].map(work));

  const running = store.query(sql.unsafe`select pg_sleep(30)`);
  const waiting = store.transaction(async (tx) => {
    await tx.query(inboxRow('lost'));
    await tx.query(sql.unsafe`select pg_sleep(30)`);
  });
  const pid = own.pid('postgres');
  t.truthy(pid);
  process.kill(pid!, 'SIGKILL');
  for (const cut of [running, waiting])
    t.like(await t.throwsAsync(cut), { kind: 'unavailable', dependency: 'platform' });

  const kinds = new Set<string>();
  /** How often it failed first. */
  const persist = async (attempt: () => Promise<unknown>): Promise<number> => {
    for (let failures = 0; ; failures++) {
      try {
        await attempt();
        return failures;
      } catch (error) {
        kinds.add((error as StoreFault).kind);
      }
    }
  };
  // Asked on a new connection: on an old one a process of the killed server may answer for a moment longer.
  await persist(async () => {
    await using other = connect(database.appUrl);
    await other.ping();
  });
  t.true((await persist(() => Promise.all([1, 2, 3, 4].map(() => store.ping())))) <= 4);
  t.deepEqual([...kinds], ['unavailable']);
  await Promise.all(['5', '6', '7', '8', '9'].map(work));
  t.deepEqual([...(await store.anyFirst(inboxIds))], ['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test('transaction ends the statement in progress when its signal is aborted, and its connection serves the next', async (t) => {
  const url = await freshUrl(t);
  const [store, other] = [connected(t, url, 1), connected(t, url)];
  const inProgress = sql.type(row<{ count: number }>())`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`;
  const caller = new AbortController();
  const begun = performance.now();
  const asleep = store.transaction((tx) => tx.query(sql.unsafe`select pg_sleep(60)`), caller);
  while ((await other.oneFirst(inProgress)) === 0);
  const gone = new Error('the caller has gone');
  caller.abort(gone);
  t.is(await t.throwsAsync(asleep), gone);
  t.is(await other.oneFirst(inProgress), 0);
  t.true(performance.now() - begun < 30_000);
  for (let n = 0; n < 50; n++) await store.query(inboxRow(String(n)));
  t.is(await t.throwsAsync(store.transaction(async () => t.fail(), caller)), gone);
});

test('transaction begins no further statement when its signal was aborted between two, and keeps nothing', async (t) => {
  const store = await fresh(t, 1);
  const caller = new AbortController();
  const gone = new Error('the caller has gone');
  const work = store.transaction(async (tx) => {
    await tx.query(inboxRow('1'));
    caller.abort(gone);
    await tx.query(inboxRow('2'));
  }, caller);
  t.is(await t.throwsAsync(work), gone);
  t.deepEqual([...(await store.anyFirst(inboxIds))], []);
  const own = new Error('of the work');
  const open = new AbortController();
  t.is(await t.throwsAsync(store.transaction(() => Promise.reject(own), open)), own);
});
