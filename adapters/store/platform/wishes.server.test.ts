// Wishes among processes that share them: their order within a lab, claims that run out, and what became of them.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Plain } from '../../../generated/runtime/brand.ts';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import { platformStores } from './all.ts';
import type { Settlement, Wish } from './port.ts';
import { users } from './users.ts';

async function fresh(t: ExecutionContext) {
  const { postgres } = await parts(t, ['postgres']);
  const store = connect((await freshDatabase(postgres, 'platform')).appUrl, { poolSize: 20 });
  t.teardown(() => store.close());
  const turing = { subject: 'turing', username: 'turing', email: null, displayName: '', role: 'teacher' } as const;
  const { userId } = await users(store).ensure(turing, () => []);
  const { wishes } = platformStores(store);
  const wish = (lab_id: string, kind: Wish['kind'] = 'start') =>
    ({
      intentId: randomUUID(),
      kind,
      lab_id,
      course_id: null,
      student_ids: ['anna'],
      groups: [{ group_id: 'red', student_ids: ['anna', 'ben'] }],
      requestedBy: userId,
      config_revision: 2,
      config_version: 'v2',
      restore: 'none',
      traceparent: null,
    }) satisfies Plain<Wish> as unknown as Wish;
  const settle = (intentId: string, by: string, settled: Settlement) =>
    store.transaction((tx) => wishes.settle(tx, intentId, by, settled));
  return { wishes, wish, settle };
}

const leaseMs = 60_000;
const accepted: Settlement = { status: 'accepted', deployment_id: randomUUID(), results: [] };

test('wishes for one lab are carried one after the other, those for others meanwhile', async (t) => {
  const { wishes, wish, settle } = await fresh(t);
  const [start, stop, other] = [wish('shell'), wish('shell', 'stop'), wish('net')];
  for (const each of [start, stop, other]) await wishes.write(each);
  const claims = await Promise.all(['a', 'b', 'c'].map((by) => wishes.claim({ by, leaseMs })));
  const mine = claims.flatMap((each, n) => (each === null ? [] : [{ ...each, by: 'abc'[n] ?? '' }]));
  t.deepEqual(mine.map(({ lab_id }) => lab_id).sort(), ['net', 'shell']);
  const first = mine.find(({ lab_id }) => lab_id === 'shell');
  const { by, ...claimed } = first ?? { by: '' };
  t.deepEqual(claimed as unknown, { ...start, attempts: 1 });
  t.is(await wishes.claim({ by: 'd', leaseMs, lab_id: 'shell' }), null);
  t.is(await wishes.outcome(start.intentId), null);
  t.false(await settle(start.intentId, 'somebody else', accepted));
  t.true(await settle(start.intentId, by, accepted));
  t.deepEqual(await wishes.outcome(start.intentId), accepted);
  t.is((await wishes.claim({ by: 'd', leaseMs }))?.intentId, stop.intentId);
});

test('a claim that ran out passes on, and its old holder can settle and postpone nothing', async (t) => {
  const { wishes, wish, settle } = await fresh(t);
  const start = wish('shell');
  await wishes.write(start);
  t.is((await wishes.claim({ by: 'dead', leaseMs: 0 }))?.intentId, start.intentId);
  t.is((await wishes.claim({ by: 'alive', leaseMs }))?.attempts, 2);
  t.false(await settle(start.intentId, 'dead', accepted));
  await wishes.postpone(start.intentId, 'dead', 'away', 0);
  t.is(await wishes.claim({ by: 'third', leaseMs }), null);
  t.true(await settle(start.intentId, 'alive', { status: 'refused', detail: 'no' }));
  t.deepEqual(await wishes.outcome(start.intentId), { status: 'refused', detail: 'no' });
});

test('what is postponed is due later, unless its lab asks for it', async (t) => {
  const { wishes, wish } = await fresh(t);
  const start = wish('shell');
  await wishes.write(start);
  await wishes.claim({ by: 'a', leaseMs });
  await wishes.postpone(start.intentId, 'a', 'away', 60_000);
  t.is(await wishes.claim({ by: 'b', leaseMs }), null);
  t.is((await wishes.claim({ by: 'b', leaseMs, lab_id: 'shell' }))?.intentId, start.intentId);
});

test('a wish that asks nothing of anybody is written as settled', async (t) => {
  const { wishes, wish } = await fresh(t);
  const nothing = wish('shell');
  const settled: Settlement = { status: 'accepted', deployment_id: null, results: [] };
  await wishes.write(nothing, settled);
  t.is(await wishes.claim({ by: 'a', leaseMs }), null);
  t.deepEqual(await wishes.outcome(nothing.intentId), settled);
});
