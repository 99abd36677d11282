// The platform is stopped while a lab starts, for longer than the notification lives: no one gets the message, and the
// student gets in all the same.
import test from 'ava';
import { topology } from '../../../generated/lab/topology.ts';
import type { LabAccess } from '../../../generated/platform/types.ts';
import { manage } from '../../../tools/local/servers/broker/rabbitmq.ts';
import { eventually } from '../fixtures/eventually.ts';
import { targetOf } from '../fixtures/labs/ssh-target.ts';
import { arrive, brokerOf, call, labYaml, stage, uploaded } from '../fixtures/platform/platform.ts';
import { infraAt, instancesOf, relay, until, worker } from '../fixtures/platform/platform-with-labs.ts';
import { system } from '../fixtures/system.ts';

/**
 * The life that the contract gives it, in a world that is two thousand times as fast: the broker knows no clock but its
 * own.
 */
const ttlMs = (topology.queues.find(({ name }) => name === 'student.notifications')?.messageTtlMs ?? 0) / 2_000;

/** As the broker reports it, some seconds late. */
type Queue = { readonly messages?: number; readonly message_stats?: { readonly publish?: number } };

test('a platform that was stopped for twice the life of a notification knows that the lab runs, and its access opens it', async (t) => {
  t.timeout(240_000);
  const on = await stage(t, await system(t));
  const { broker, vhost, run } = on.whole;
  const queueOf = `queues/${vhost.vhost}/student.notifications`;
  t.is(ttlMs, 300);
  // The lower one of this and of the queue's own ten minutes counts.
  const policy = { pattern: '^student\\.notifications$', definition: { 'message-ttl': ttlMs }, 'apply-to': 'queues' };
  await manage(broker, 'PUT', `policies/${vhost.vhost}/short`, policy);
  const infra = await run(['infra']);
  const { url, run: listen } = await on.serve(t, {
    infra: infraAt(on, infra),
    broker: brokerOf(t, on),
    answerTimeoutMs: 60_000,
  });
  const [teacher, anna] = [await arrive(on, url, 'teacher'), await arrive(on, url, 'student')];
  const stop = listen();
  await uploaded(url, teacher.token, labYaml('late'));
  const started = await call(url, teacher.token, 'POST', '/labs/late/start', {
    body: { student_ids: [anna.username] },
  });
  t.is(started.status, 202);
  // It has accepted the request, and receives nothing of what follows.
  await eventually(
    () => instancesOf(url, teacher.token, 'late'),
    (instances) => instances.length === 1,
  );
  await stop();

  const { probes } = worker(t, on.whole);
  await relay(t, on.whole);
  const queue = async () => (await (await manage(broker, 'GET', queueOf)).json()) as Queue;
  await eventually(queue, ({ message_stats }) => (message_stats?.publish ?? 0) > 0);
  const published = performance.now();
  await eventually(queue, ({ messages }) => messages === 0 && performance.now() - published > 2 * ttlMs);

  listen();
  await until(url, teacher.token, 'late', (each) => each?.state === 'running');
  const access = await call(url, anna.token, 'GET', '/labs/late/access');
  t.is(access.status, 200);
  const target = targetOf((await access.json()) as LabAccess);
  t.deepEqual(await probes.login(target, AbortSignal.timeout(60_000)), { kind: 'in' });
});
