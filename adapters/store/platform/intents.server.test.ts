// Intents among processes that share them: their order within a lab, claims that run out, and what became of them.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Plain } from '../../../generated/runtime/brand.ts';
import { systemClock } from '../../../services/lib/clock.ts';
import { Bell } from '../../../services/lib/work/bell.ts';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import { listen } from '../messages/listen.ts';
import { users } from '../people/users.ts';
import { sql } from '../query.ts';
import { platformStores } from './all.ts';
import type { Intent, Settlement } from './port.ts';

async function fresh(t: ExecutionContext) {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl: url } = await freshDatabase(postgres, 'platform');
  const store = connect(url, { poolSize: 20 });
  t.teardown(() => store.close());
  const turing = { subject: 'turing', username: 'turing', email: null, display_name: '', roles: ['teacher'] } as const;
  const { user_id } = await users(store).ensure(turing, null, () => ['turing']);
  const { intents } = platformStores(store);
  const intent = (lab_id: string, kind: Intent['kind'] = 'start') =>
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
    }) satisfies Plain<Intent> as unknown as Intent;
  const settle = (intent_id: string, by: string, settled: Settlement) =>
    store.transaction((tx) => intents.settle(tx, intent_id, by, settled));
  return { intents, intent, settle, store, url };
}

const leaseMs = 60_000;
const accepted: Settlement = { status: 'accepted', deployment_id: randomUUID(), results: [] };

test('claim hands out the intents of one lab one after the other, and those of other labs meanwhile', async (t) => {
  const { intents, intent, settle } = await fresh(t);
  const [start, stop, other] = [intent('shell'), intent('shell', 'stop'), intent('net')];
  for (const each of [start, stop, other]) await intents.write(each);
  const claims = await Promise.all(['a', 'b', 'c'].map((by) => intents.claim({ by, leaseMs })));
  const mine = claims.flatMap((each, n) => (each === null ? [] : [{ ...each, by: 'abc'[n] ?? '' }]));
  t.deepEqual(mine.map(({ lab_id }) => lab_id).sort(), ['net', 'shell']);
  const first = mine.find(({ lab_id }) => lab_id === 'shell');
  const { by, ...claimed } = first ?? { by: '' };
  t.deepEqual(claimed as unknown, { ...start, attempts: 1 });
  t.is(await intents.claim({ by: 'd', leaseMs, lab_id: 'shell' }), null);
  t.is(await intents.outcome(start.intent_id), null);
  t.false(await settle(start.intent_id, 'somebody else', accepted));
  t.true(await settle(start.intent_id, by, accepted));
  t.deepEqual(await intents.outcome(start.intent_id), accepted);
  t.is((await intents.claim({ by: 'd', leaseMs }))?.intent_id, stop.intent_id);
});

test('claim takes who is disabled by now out of a start, with the groups that have no other, and out of nothing else', async (t) => {
  const { intents, intent, store } = await fresh(t);
  await store.query(sql.unsafe`
    insert into users (user_id, subject, username, display_name, role, student_id, enabled)
    select gen_random_uuid(), id, id, id, 'student', id, id = 'anna' from unnest(array['anna', 'ben', 'cleo']) id`);
  const groups = [
    { group_id: 'red', student_ids: ['cleo', 'anna', 'ben'] },
    { group_id: 'blue', student_ids: ['ben'] },
  ];
  const student_ids = ['ben', 'anna', 'zoe'];
  const claimed = async (kind: Intent['kind']) => {
    const written = { ...intent(kind, kind), student_ids, groups } as unknown as Intent;
    await intents.write(written);
    const claim = await intents.claim({ by: 'a', leaseMs, lab_id: kind });
    return { student_ids: claim?.student_ids, groups: claim?.groups } as unknown;
  };
  t.deepEqual(await claimed('start'), {
    student_ids: ['anna', 'zoe'],
    groups: [{ group_id: 'red', student_ids: ['anna'] }],
  });
  t.deepEqual(await claimed('stop'), { student_ids, groups });
});

test('settle and postpone refuse the old holder of a claim that ran out', async (t) => {
  const { intents, intent, settle } = await fresh(t);
  const start = intent('shell');
  await intents.write(start);
  t.is((await intents.claim({ by: 'dead', leaseMs: 0 }))?.intent_id, start.intent_id);
  t.is((await intents.claim({ by: 'alive', leaseMs }))?.attempts, 2);
  t.false(await settle(start.intent_id, 'dead', accepted));
  await intents.postpone(start.intent_id, 'dead', 'away', 0);
  t.is(await intents.claim({ by: 'third', leaseMs }), null);
  t.true(await settle(start.intent_id, 'alive', { status: 'refused', detail: 'no' }));
  t.deepEqual(await intents.outcome(start.intent_id), { status: 'refused', detail: 'no' });
});

test('postpone makes an intent due later, unless its lab asks for it', async (t) => {
  const { intents, intent } = await fresh(t);
  const start = intent('shell');
  await intents.write(start);
  await intents.claim({ by: 'a', leaseMs });
  await intents.postpone(start.intent_id, 'a', 'away', 60_000);
  t.is(await intents.claim({ by: 'b', leaseMs }), null);
  t.is((await intents.claim({ by: 'b', leaseMs, lab_id: 'shell' }))?.intent_id, start.intent_id);
});

test('dueInMs is the time at which the first intent of a lab comes due, or its claim ends', async (t) => {
  const at = await fresh(t);
  t.is(await at.intents.dueInMs(), null);
  const start = at.intent('shell');
  await at.intents.write(start, { reservedMs: 60_000 });
  await at.intents.write(at.intent('shell'));
  const isAbout = async (ms: number) => Math.abs(((await at.intents.dueInMs()) ?? 0) - ms) < 30_000;
  t.is(await at.intents.claim({ by: 'a', leaseMs }), null, 'reserved for its own request');
  t.true(await isAbout(60_000), 'the second one waits for the first');
  t.is((await at.intents.claim({ by: 'a', leaseMs, lab_id: 'shell' }))?.intent_id, start.intent_id);
  t.true(await at.intents.renew(start.intent_id, 'a', 600_000));
  t.false(await at.intents.renew(start.intent_id, 'b', 600_000));
  t.true(await isAbout(600_000));
  await at.intents.postpone(start.intent_id, 'a', 'unavailable', 300_000);
  t.true(await isAbout(300_000));
});

test('write, settle and postpone announce their intent', async (t) => {
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
  const start = at.intent('shell');
  await at.intents.write(start);
  await until(2);
  await at.intents.claim({ by: 'a', leaseMs });
  await at.intents.postpone(start.intent_id, 'a', 'unavailable', 0);
  await until(3);
  await at.intents.claim({ by: 'a', leaseMs });
  await at.settle(start.intent_id, 'a', accepted);
  await until(4);
  t.deepEqual(announced, ['', '', start.intent_id, start.intent_id]);
});

test('write stores an intent without work as settled', async (t) => {
  const { intents, intent } = await fresh(t);
  const nothing = intent('shell');
  const settled: Settlement = { status: 'accepted', deployment_id: null, results: [] };
  await intents.write(nothing, { settled });
  t.is(await intents.claim({ by: 'a', leaseMs }), null);
  t.deepEqual(await intents.outcome(nothing.intent_id), settled);
});
