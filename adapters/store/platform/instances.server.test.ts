// The platform's copy of what runs: messages that come late, twice or in another order, pulls beside them, and another
// life of the infrastructure's database.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { Plain } from '../../../generated/runtime/brand.ts';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import { row as rowOf, sql } from '../query.ts';
import { platformStores } from './all.ts';
import type { CopiedInstance, InstanceRow, LabScope } from './port.ts';

async function fresh(t: ExecutionContext) {
  const { postgres } = await parts(t, ['postgres']);
  const store = connect((await freshDatabase(postgres, 'platform')).appUrl);
  t.teardown(() => store.close());
  const { instances, feed } = platformStores(store);
  const apply = (each: Message, at = now) => store.transaction((tx) => instances.applyStatus(tx, each, at));
  const list = () => instances.list('shell', 'all', { limit: 100 });
  return { store, instances, feed, apply, list };
}

const now = new Date('2026-11-21T09:00:00Z');
const later = (s: number) => new Date(now.getTime() + s * 1_000);
const [anna, run, epoch] = [randomUUID(), randomUUID(), randomUUID()];

type Copied = Plain<CopiedInstance>;

type Message = Parameters<ReturnType<typeof platformStores>['instances']['applyStatus']>[1];

const message = (sequence: number, more: Partial<Message> = {}) => ({
  instance_id: anna,
  lab_id: 'shell',
  student_id: 'anna',
  group_id: null,
  run_id: run,
  generation: 1,
  sequence,
  state: 'queued' as const,
  volume: 'none' as const,
  reason: null,
  advice: null,
  since: later(sequence).toISOString(),
  ends_at: null,
  ...more,
});
const row = (sequence: number, more: Partial<Copied> = {}): Copied => ({
  ...message(sequence),
  members: ['anna'],
  keep_until: null,
  ...more,
});
const shown = ({ run_id: _run, generation: _generation, ...read }: Copied) =>
  ({
    ...read,
    username: null,
    display_name: null,
    since: new Date(read.since),
    keep_until: read.keep_until === null ? null : new Date(read.keep_until),
  }) as InstanceRow;

test('apply keeps the newest of any number of messages, in any order and with repetitions', async (t) => {
  const { apply, list, feed } = await fresh(t);
  const states = ['queued', 'creating', 'degraded', 'stopping', 'stopped', 'failed'] as const;
  let base = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(...states)), { minLength: 1 }),
      async (all) => {
        base += 10;
        const bySequence = new Map(all.map(([n, state]) => [base + n, state]));
        for (const [n] of all) await apply(message(base + n, { state: bySequence.get(base + n) ?? 'queued' }));
        const newest = Math.max(...bySequence.keys());
        t.deepEqual(await list(), [shown(row(newest, { state: bySequence.get(newest) ?? 'queued' }))]);
      },
    ),
    { numRuns: 30 },
  );
  const { number, instances } = await feed.since(0);
  t.deepEqual(
    instances.map((each) => [each.instance.instance_id as string, each.number]),
    [[anna, number]],
  );
});

test('markRunning sets only the instance of its run to running, and apply ignores earlier states that come later', async (t) => {
  const { store, instances, apply, list } = await fresh(t);
  const ran = (run_id: string, generation = 1) =>
    store.transaction((tx) => instances.markRunning(tx, { instance_id: anna, run_id, generation }, later(60)));
  await ran(run);
  t.deepEqual(await list(), []);
  await apply(message(1));
  await ran(randomUUID());
  await ran(run, 2);
  t.deepEqual(await list(), [shown(row(1))]);
  await ran(run);
  const running = row(1, { state: 'running', since: later(60).toISOString() });
  t.deepEqual(await list(), [shown(running)]);
  await apply(message(2, { state: 'creating' }));
  t.deepEqual(await list(), [shown(running)]);
  await apply(message(3, { state: 'running', volume: 'bound' }));
  t.deepEqual(await list(), [shown(row(3, { state: 'running', volume: 'bound' }))]);
  await apply(message(4, { state: 'stopping', volume: 'archiving' }));
  await ran(run);
  t.deepEqual(await list(), [shown(row(4, { state: 'stopping', volume: 'archiving' }))]);
});

test('a pull adds lost changes, completes messages that left fields out, and never goes back', async (t) => {
  const { instances, apply, list, feed } = await fresh(t);
  t.deepEqual(await instances.position(), { epoch: null, sequence: 0 });
  await apply(message(5, { state: 'running' }));
  await instances.replaced(epoch, 4, [row(4, { state: 'creating' })], now);
  t.deepEqual(await instances.position(), { epoch, sequence: 4 });
  t.deepEqual(await list(), [shown(row(5, { state: 'running' }))]);
  const whole = row(5, { state: 'running', members: ['anna', 'ben'], keep_until: later(99).toISOString() });
  t.is(await instances.pulled(epoch, 5, [whole], now), 'stored');
  t.is(await instances.pulled(epoch, 2, [row(2)], now), 'stored');
  t.deepEqual(await instances.position(), { epoch, sequence: 5 });
  t.deepEqual(await list(), [shown(whole)]);
  t.is(await instances.pulled(randomUUID(), 9, [row(9)], now), 'other epoch');
  const { number } = await feed.state();
  t.is(await instances.pulled(epoch, 5, [whole], now), 'stored');
  t.is((await feed.state()).number, number, 'what is known already is no news');
});

test('a new run notes the password of each disabled member for replacement, once', async (t) => {
  const { store, instances } = await fresh(t);
  await store.query(sql.unsafe`
    insert into users (user_id, subject, username, display_name, role, student_id, enabled)
    select gen_random_uuid(), id, id, id, 'student', id, id <> 'anna' from unnest(array['anna', 'ben']) id`);
  const noted = () =>
    store.any(
      sql.type(
        rowOf<{ instance_id: string; student_id: string }>(),
      )`select instance_id, student_id from login_revocations order by created_at`,
    );
  const members = ['anna', 'ben'];
  await instances.replaced(epoch, 1, [row(1, { members })], now);
  t.deepEqual(await noted(), [{ instance_id: anna, student_id: 'anna' }]);
  await instances.pulled(epoch, 2, [row(2, { members, generation: 2 })], now);
  t.is((await noted()).length, 1);
  await instances.pulled(epoch, 3, [row(3, { members, run_id: randomUUID() })], now);
  t.is((await noted()).length, 2);
});

test('apply replaces everything when the epoch of the database changes, and ignores messages of the old one', async (t) => {
  const { instances, apply, list, feed } = await fresh(t);
  const ben = { instance_id: randomUUID(), student_id: 'ben', members: ['ben'] };
  await instances.replaced(epoch, 40, [row(39, { state: 'running' }), row(40, ben)], now);
  const before = await feed.state();
  await instances.replaced(randomUUID(), 7, [row(7, { state: 'stopped' })], later(100));
  t.deepEqual(await list(), [shown(row(7, { state: 'stopped' }))]);
  t.not(
    (await feed.state()).epoch,
    before.epoch,
    'browsers begin anew, since a change cannot tell that something is gone',
  );
  await apply(message(41, { state: 'running' }), later(99));
  t.deepEqual(await list(), [shown(row(7, { state: 'stopped' }))]);
  await apply(message(8, { state: 'queued' }), later(101));
  t.deepEqual(await list(), [shown(row(8))]);
});

test('the feed numbers changes without gaps or repetitions under many writers, and forgets old ones', async (t) => {
  const { apply, feed, store } = await fresh(t);
  const ids = Array.from({ length: 20 }, () => randomUUID());
  await Promise.all(ids.map((instance_id, n) => apply(message(n + 1, { instance_id, student_id: `s${n}` }))));
  const all = await feed.since(0);
  t.is(all.number, 20);
  t.deepEqual(
    all.instances.map(({ number }) => number),
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  const read = (after: number | null, of: string = all.epoch) =>
    feed
      .read({ user_id: randomUUID(), scope: 'every' }, after === null ? null : { epoch: of, after })
      .then(({ whole, instances }) => [whole, instances.length]);
  t.deepEqual(await read(18), [false, 2]);
  t.deepEqual(await read(20), [false, 0]);
  t.deepEqual(await read(21), [true, 20], 'a number that was never given');
  t.deepEqual(await read(18, randomUUID()), [true, 20], 'of another epoch');
  t.deepEqual(await read(null), [true, 20]);
  t.is(await feed.forget(later(-3600), 100), 0);
  t.is(await feed.forget(new Date(Date.now() + 60_000), 19), 19);
  t.deepEqual(await read(18), [true, 20], 'forgotten');
  t.deepEqual(await read(19), [false, 1]);
  t.is(await feed.forget(new Date(Date.now() + 60_000), 19), 1);
  t.deepEqual(await read(20), [false, 0]);
  t.is(store.connections().busy, 0);
});

test('list shows teachers the labs that they teach, and students the instances that they are members of', async (t) => {
  const { store, instances, feed } = await fresh(t);
  const scope = (user_id: string | null, student_id: string | null) =>
    ({
      teacher: user_id === null ? null : { user_id },
      student: student_id === null ? null : { student_id },
    }) as LabScope;
  const of = (lab_id: string, members: string[]) => row(1, { instance_id: randomUUID(), lab_id, members });
  const all = [of('shell', ['anna']), of('net', ['ben', 'anna']), of('gone', ['ben'])];
  await instances.replaced(epoch, 1, all, now);
  const { users, labs } = platformStores(store);
  const turing = await users.ensure(
    { subject: 'turing', username: 'turing', email: null, display_name: '', roles: ['teacher'] },
    null,
    () => ['turing'],
  );
  const lab = {
    lab_id: 'shell' as InstanceRow['lab_id'],
    name: 'Shell',
    description: '',
    course_id: null,
    deployment_mode: 'per_student' as const,
  };
  const by = { user_id: turing.user_id, requestId: 'r', traceparent: undefined };
  await labs.create({ ...lab, object_key: 'shell.yaml', object_version: null, content_sha256: 'x' }, by, now);
  const visible = async (by: LabScope) => {
    const { instances, labs } = await feed.read({ user_id: randomUUID(), scope: by }, null);
    return [instances.map(({ lab_id }) => lab_id).sort(), labs];
  };
  const shell = [{ lab_id: 'shell', status: 'starting' }];
  t.deepEqual(await visible('every'), [['gone', 'net', 'shell'], shell]);
  t.deepEqual(await visible(scope(turing.user_id, null)), [['shell'], shell]);
  t.deepEqual(await visible(scope(randomUUID(), null)), [[], []]);
  t.deepEqual(await visible(scope(null, 'anna')), [['net', 'shell'], shell]);
  t.deepEqual(await visible(scope(turing.user_id, 'ben')), [['gone', 'net', 'shell'], shell]);
  t.deepEqual(await visible(scope(null, null)), [[], []]);
  const { instances: apply } = await feed.since(0);
  const concerned = Object.fromEntries(
    apply.map(({ instance, teachers, members }) => [instance.lab_id, [teachers, members]]),
  );
  t.deepEqual(concerned, {
    shell: [[turing.user_id], ['anna']],
    net: [[], ['ben', 'anna']],
    gone: [[], ['ben']],
  });
});
