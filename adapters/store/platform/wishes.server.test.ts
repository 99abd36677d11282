// Wishes among processes that share them: their order within a lab, claims that run out, and what became of them.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Plain } from '../../../generated/runtime/brand.ts';
import { systemClock } from '../../../services/lib/clock.ts';
import { Bell } from '../../../services/lib/work/bell.ts';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import { listen } from '../messages/listen.ts';
import { platformStores } from './all.ts';
import type { Settlement, Wish } from './port.ts';
import { users } from './users.ts';

async function fresh(t: ExecutionContext) {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl: url } = await freshDatabase(postgres, 'platform');
  const store = connect(url, { poolSize: 20 });
  t.teardown(() => store.close());
  const turing = { subject: 'turing', username: 'turing', email: null, display_name: '', role: 'teacher' } as const;
  const { user_id } = await users(store).ensure(turing, () => []);
  const { wishes } = platformStores(store);
  const wish = (lab_id: string, kind: Wish['kind'] = 'start') =>
    ({
      intent_id: randomUUID(),
      kind,
      lab_id,
      course_id: null,
      student_ids: ['anna'],
      groups: [{ group_id: 'red', student_ids: ['anna', 'ben'] }],
      requested_by: user_id,
      config_revision: 2,
      config_version: 'v2',
      restore: 'none',
      traceparent: null,
    }) satisfies Plain<Wish> as unknown as Wish;
  const settle = (intent_id: string, by: string, settled: Settlement) =>
    store.transaction((tx) => wishes.settle(tx, intent_id, by, settled));
  return { wishes, wish, settle, url };
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
  t.is(await wishes.outcome(start.intent_id), null);
  t.false(await settle(start.intent_id, 'somebody else', accepted));
  t.true(await settle(start.intent_id, by, accepted));
  t.deepEqual(await wishes.outcome(start.intent_id), accepted);
  t.is((await wishes.claim({ by: 'd', leaseMs }))?.intent_id, stop.intent_id);
});

test('a claim that ran out passes on, and its old holder can settle and postpone nothing', async (t) => {
  const { wishes, wish, settle } = await fresh(t);
  const start = wish('shell');
  await wishes.write(start);
  t.is((await wishes.claim({ by: 'dead', leaseMs: 0 }))?.intent_id, start.intent_id);
  t.is((await wishes.claim({ by: 'alive', leaseMs }))?.attempts, 2);
  t.false(await settle(start.intent_id, 'dead', accepted));
  await wishes.postpone(start.intent_id, 'dead', 'away', 0);
  t.is(await wishes.claim({ by: 'third', leaseMs }), null);
  t.true(await settle(start.intent_id, 'alive', { status: 'refused', detail: 'no' }));
  t.deepEqual(await wishes.outcome(start.intent_id), { status: 'refused', detail: 'no' });
});

test('what is postponed is due later, unless its lab asks for it', async (t) => {
  const { wishes, wish } = await fresh(t);
  const start = wish('shell');
  await wishes.write(start);
  await wishes.claim({ by: 'a', leaseMs });
  await wishes.postpone(start.intent_id, 'a', 'away', 60_000);
  t.is(await wishes.claim({ by: 'b', leaseMs }), null);
  t.is((await wishes.claim({ by: 'b', leaseMs, lab_id: 'shell' }))?.intent_id, start.intent_id);
});

test('dueInMs is the time at which the first intent of a lab comes due, or its claim ends', async (t) => {
  const at = await fresh(t);
  t.is(await at.wishes.dueInMs(), null);
  const start = at.wish('shell');
  await at.wishes.write(start, { reservedMs: 60_000 });
  await at.wishes.write(at.wish('shell'));
  const isAbout = async (ms: number) => Math.abs(((await at.wishes.dueInMs()) ?? 0) - ms) < 30_000;
  t.is(await at.wishes.claim({ by: 'a', leaseMs }), null, 'reserved for its own request');
  t.true(await isAbout(60_000), 'the second one waits for the first');
  t.is((await at.wishes.claim({ by: 'a', leaseMs, lab_id: 'shell' }))?.intent_id, start.intent_id);
  t.true(await at.wishes.renew(start.intent_id, 'a', 600_000));
  t.false(await at.wishes.renew(start.intent_id, 'b', 600_000));
  t.true(await isAbout(600_000));
  await at.wishes.postpone(start.intent_id, 'a', 'unavailable', 300_000);
  t.true(await isAbout(300_000));
});

test('an intent that is written, settled or given back is announced', async (t) => {
  const at = await fresh(t);
  const announced: string[] = [];
  const bell = new Bell();
  const listening = listen(
    at.url,
    'lab_starts',
  )((what) => {
    announced.push(what);
    bell.ring();
  });
  t.teardown(() => listening.close());
  const until = async (count: number) => {
    while (announced.length < count) await bell.wait(60_000, systemClock);
  };
  await until(1);
  const start = at.wish('shell');
  await at.wishes.write(start);
  await until(2);
  await at.wishes.claim({ by: 'a', leaseMs });
  await at.wishes.postpone(start.intent_id, 'a', 'unavailable', 0);
  await until(3);
  await at.wishes.claim({ by: 'a', leaseMs });
  await at.settle(start.intent_id, 'a', accepted);
  await until(4);
  t.deepEqual(announced, ['', '', start.intent_id, start.intent_id]);
});

test('a wish that asks nothing of anybody is written as settled', async (t) => {
  const { wishes, wish } = await fresh(t);
  const nothing = wish('shell');
  const settled: Settlement = { status: 'accepted', deployment_id: null, results: [] };
  await wishes.write(nothing, { settled });
  t.is(await wishes.claim({ by: 'a', leaseMs }), null);
  t.deepEqual(await wishes.outcome(nothing.intent_id), settled);
});
