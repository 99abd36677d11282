// Labs after their containers were stopped, as the end of an installation does it.
import test, { type ExecutionContext } from 'ava';
import { stopContainers } from '../../../../tools/local/servers/lab-engine/engine.ts';
import type { Cluster, InstancePlan } from '../../port.ts';
import { containers } from '../containers.ts';
import { applied, type System, system } from './labs.fixture.ts';
import { inLab, mustSee } from './login.fixture.ts';

async function comesUp(t: ExecutionContext, cluster: Cluster, plan: InstancePlan): Promise<void> {
  t.deepEqual(await cluster.apply(plan), applied);
  t.true((await mustSee(cluster, plan.instance_id)).complete);
  t.is(await inLab(cluster, plan, 'cat notes.txt'), `of ${plan.name}`);
}

async function withNotes(s: System, students: readonly string[]): Promise<readonly InstancePlan[]> {
  const plans = students.map((student) => s.plan(student, { internet: true }));
  await Promise.all(plans.map((plan) => s.cluster.apply(plan)));
  for (const plan of plans) await inLab(s.cluster, plan, `echo of ${plan.name} > notes.txt`);
  return plans;
}

const failuresOf = async (cluster: Cluster, { instance_id }: InstancePlan) =>
  (await mustSee(cluster, instance_id)).roles.map(({ phase, failure }) => [phase, failure?.kind, failure?.detail]);

const netOf = async (cluster: Cluster, { instance_id }: InstancePlan) =>
  (await mustSee(cluster, instance_id)).objects.find(({ kind }) => kind === 'net')?.uid;

test.serial(
  'labs with internet come up again, in the networks that they had, when all of them were stopped',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const plans = await withNotes(s, ['anna', 'ben']);
    const before = await Promise.all(plans.map((plan) => netOf(s.cluster, plan)));
    await stopContainers(s.api, s.installation);
    for (const plan of plans)
      t.deepEqual(await failuresOf(s.cluster, plan), [['failed', 'restart', 'its containers were stopped']]);
    // One after the other: the bridge of the first is there again when the second is checked.
    for (const plan of plans) await comesUp(t, s.cluster, plan);
    t.deepEqual(await Promise.all(plans.map((plan) => netOf(s.cluster, plan))), before);
  },
);

test.serial('a lab with internet has the host name of its pod', async (t) => {
  const s = await system(t);
  if (!s) return;
  const roles = [
    { role: 'desk', ssh: true },
    { role: 'db', ssh: true },
  ];
  for (const internet of [true, false]) {
    const plan = s.plan(internet ? 'anna' : 'ben', { internet, roles });
    t.deepEqual(await s.cluster.apply(plan), applied);
    for (const { role, name } of plan.roles) t.is(await inLab(s.cluster, plan, 'hostname', role), name);
    t.is(await inLab(s.cluster, plan, 'getent hosts db >/dev/null && echo found', 'desk'), 'found');
  }
});

test.serial('apply moves a lab with internet behind newly closed ranges', async (t) => {
  const s = await system(t);
  if (!s) return;
  const [plan] = await withNotes(s, ['anna']);
  if (!plan) throw new Error('no plan');
  await stopContainers(s.api, s.installation);
  const { socketPath, installation, image: toolsImage } = s;
  const stricter = containers({ socketPath, installation, toolsImage, closed: ['203.0.113.0/24'] });
  t.teardown(() => stricter[Symbol.asyncDispose]());
  const before = await netOf(s.cluster, plan);
  await comesUp(t, stricter, plan);
  t.not(await netOf(stricter, plan), before);
});

const idsOf = async (cluster: Cluster, { instance_id }: InstancePlan) =>
  (await mustSee(cluster, instance_id)).objects
    .filter(({ kind }) => kind === 'pod' || kind === 'relay')
    .map(({ uid }) => uid);

test.serial('a lab whose containers were stopped without the processes beside them runs again', async (t) => {
  const s = await system(t);
  if (!s) return;
  if ((await s.api.flavour()) === 'docker') return t.pass('Docker has no such process for each container');
  const [plan] = await withNotes(s, ['anna']);
  if (!plan) throw new Error('no plan');
  for (const id of await idsOf(s.cluster, plan)) {
    const { State } = await s.api.call<{ State: { ConmonPid: number } }>('GET', `/libpod/containers/${id}/json`);
    process.kill(State.ConmonPid, 'SIGKILL');
    await s.api.call('POST', `/containers/${id}/stop`, { query: { t: '1' } }).catch(() => undefined);
    const start = s.api.call('POST', `/containers/${id}/start`);
    t.regex((await t.throwsAsync(start))?.message ?? '', /state improper/);
  }
  await comesUp(t, s.cluster, plan);
});

test.serial('a lab whose containers were paused goes on where it was', async (t) => {
  const s = await system(t);
  if (!s) return;
  const [plan] = await withNotes(s, ['anna']);
  if (!plan) throw new Error('no plan');
  const before = await idsOf(s.cluster, plan);
  for (const id of before) await s.api.call('POST', `/containers/${id}/pause`);
  t.false((await mustSee(s.cluster, plan.instance_id)).complete);
  await comesUp(t, s.cluster, plan);
  t.deepEqual(await idsOf(s.cluster, plan), before);
});
