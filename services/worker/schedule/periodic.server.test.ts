// The periodic tasks as they arrive: through celery.tasks, sent by our scheduler or by any Celery client, once for each
// time (decisions 22 and 219).
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { manage } from '../../../tools/local/servers/broker/rabbitmq.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { type Bench, labBench, shell } from '../../test/fixtures/labs/infra-with-worker.ts';
import { reporting } from '../../test/fixtures/labs/lab-worker.ts';

const dayMs = 86_400_000;

/** A lab that runs since days. */
async function old(b: Bench, days: number): Promise<string> {
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  await aged(b, `started_at = now() - interval '${days} days'`);
  return id;
}

const aged = (b: Bench, change: string) =>
  withClient(b.database.ownerUrl, async (client) => void (await client.query(`update instances set ${change}`)));

/** As a Celery client sends it; the same id is the same task. */
const send = (b: Bench, task: string, kwargs: object = {}, id = randomUUID(), headers: object = {}) =>
  manage(b.servers.broker, 'POST', `exchanges/${b.vhost.vhost}/celery/publish`, {
    routing_key: 'celery.tasks',
    payload: JSON.stringify([[], kwargs, { callbacks: null, errbacks: null, chain: null, chord: null }]),
    payload_encoding: 'string',
    properties: {
      content_type: 'application/json',
      content_encoding: 'utf-8',
      correlation_id: id,
      delivery_mode: 2,
      headers: { lang: 'py', task, id, root_id: id, ...headers },
    },
  });

/** Tasks that were run. */
const counting = (reported: string[]) => reporting((event) => event === 'taskRun' && reported.push(event));

const ran = (reported: readonly string[], count: number) =>
  eventually(
    async () => reported.length,
    (found) => found >= count,
  );

test('a lab past its days is announced, stopped a day later and archived, whoever sends the task and however often', async (t) => {
  const b = await labBench(t);
  await b.worker();
  b.relay();
  const id = await old(b, 8);
  const notices = async () =>
    (await b.published('teacher.notifications')).filter(({ kind }) => kind === 'lab_expiring').length;
  await send(b, 'cleanup_old_labs');
  await eventually(notices, (found) => found > 0);
  t.is((await b.instance(id)).state, 'running', 'nobody was told a day before');
  await aged(b, "expiry_announced_at = now() - interval '1 day'");
  const task = randomUUID();
  await send(b, 'cleanup_old_labs', { older_than_days: 30 });
  await send(b, 'cleanup_old_labs', { dry_run: true });
  await send(b, 'cleanup_old_labs', {}, task);
  await send(b, 'cleanup_old_labs', {}, task);
  await b.until(id, ({ state }) => state === 'stopped');
  t.is((await b.instance(id)).volume, 'released');
  t.deepEqual(b.objects(), []);
  t.is(await notices(), 1);
  const worker = { actor: 'worker', actor_kind: 'system', service: 'worker' };
  t.deepEqual(
    [...(await b.unasked())],
    [
      { ...worker, action: 'lab.expire', reason: 'max_days' },
      { ...worker, action: 'volume.archive', reason: 'stop' },
      { ...worker, action: 'volume.remove', reason: 'stop' },
    ],
  );
});

test('a lab that is started again after its end was announced goes on, and its student is notified of both', async (t) => {
  const b = await labBench(t);
  const reported: string[] = [];
  await b.worker({ report: counting(reported) });
  b.relay();
  const id = await old(b, 8);
  await send(b, 'cleanup_old_labs');
  const { ends_at, state } = await b.until(id, (found) => found.ends_at !== null);
  t.is(state, 'running');
  t.true(Math.abs(Date.parse(ends_at ?? '') - Date.now() - dayMs) < dayMs / 2);
  await b.start('shell', 'anna');
  t.is((await b.instance(id)).ends_at, null);
  const published = (await b.published('lab.status')).map((each) => each.ends_at);
  t.deepEqual(published.slice(published.findIndex((each) => each !== null)), [ends_at, null]);
  await aged(b, "expiry_announced_at = now() - interval '1 day'");
  const before = reported.length;
  await send(b, 'cleanup_old_labs');
  await ran(reported, before + 1);
  t.is((await b.instance(id)).state, 'running');
});

test('cleanup_old_labs stops nothing when it is asked for more days, or for a report only', async (t) => {
  const b = await labBench(t);
  const reported: string[] = [];
  await b.worker({ report: counting(reported) });
  const id = await old(b, 8);
  await aged(b, "expiry_announced_at = now() - interval '2 days'");
  const before = reported.length;
  await send(b, 'cleanup_old_labs', { older_than_days: 30 });
  await send(b, 'cleanup_old_labs', { dry_run: true });
  await ran(reported, before + 2);
  t.is((await b.instance(id)).state, 'running');
});

test('archive_finished_volumes archives a volume that was kept for its days, and not before', async (t) => {
  const b = await labBench(t);
  const reported: string[] = [];
  await b.worker({ report: counting(reported) });
  await b.upload('kept', shell('kept', 'keep_days: 7\n'));
  const id = await b.start('kept', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  b.write('lab-kept-student-anna', 'notes.txt', 'kept');
  await b.stop('kept', 'anna');
  const { keep_until } = await b.until(id, ({ state }) => state === 'stopped');
  t.true(Math.abs(Date.parse(keep_until ?? '') - Date.now() - 7 * dayMs) < dayMs / 2);
  const before = reported.length;
  await send(b, 'archive_finished_volumes');
  await ran(reported, before + 1);
  t.is((await b.instance(id)).volume, 'bound');
  await aged(b, "keep_until = now() - interval '1 second'");
  await send(b, 'archive_finished_volumes');
  await b.until(id, ({ volume }) => volume === 'released');
  t.deepEqual(await b.archived('lab-kept-student-anna'), ['notes.txt: kept']);
  t.deepEqual(
    (await b.unasked()).map(({ action, reason }) => [action, reason]),
    [
      ['volume.archive', 'keep_days'],
      ['volume.remove', 'keep_days'],
    ],
  );
});

test('the scheduler sends each task once for its time, also with two workers, and unknown tasks become dead letters', async (t) => {
  const b = await labBench(t);
  b.relay();
  const reported: string[] = [];
  await Promise.all([b.worker({ report: counting(reported) }), b.worker({ report: counting(reported) })]);
  await ran(reported, 2);
  const sent = await b.store.any(
    sql.type(
      row<{ task: string }>(),
    )`select headers ->> 'task' as task from outbox where routing_key = 'celery.tasks' order by 1`,
  );
  t.deepEqual([...new Set(sent.map(({ task }) => task))], ['archive_finished_volumes', 'cleanup_old_labs']);
  await send(b, 'drop_everything');
  type Queue = { readonly messages?: number };
  const dead = async () =>
    ((await (await manage(b.servers.broker, 'GET', `queues/${b.vhost.vhost}/celery.tasks.dead`)).json()) as Queue)
      .messages;
  t.is(await eventually(dead, (found) => found === 1), 1);
});
