// Labs of one test on a real engine, for the test files of this folder.
import type { ExecutionContext } from 'ava';
import { clusterOn, labEngine, type TestEngine, testInstallation } from '../../../../tools/test/lab-engine.ts';
import type { Cluster, InstancePlan, Observed } from '../../port.ts';
import { type Engine, engine } from '../engine/engine.ts';
import { removeInstallation } from '../site.ts';
import { mustSee, planOf } from './login.fixture.ts';

export type System = TestEngine & {
  readonly cluster: Cluster;
  readonly api: Engine;
  plan: (...more: Tail) => InstancePlan;
};
type Tail = Parameters<typeof planOf> extends [string, ...infer Rest] ? Rest : never;

/** Each test has a separate installation, so that it can say that nothing is left. Null where Podman cannot be had. */
export async function system(t: ExecutionContext): Promise<System | null> {
  const found = await labEngine(t);
  if (found === null) {
    t.pass();
    return null;
  }
  const own = { ...found, installation: testInstallation(found) };
  const cluster = clusterOn(own);
  const api = engine(own.socketPath);
  t.teardown(async () => {
    await removeInstallation(api, own.installation);
    api[Symbol.dispose]();
    await cluster[Symbol.asyncDispose]();
  });
  return { ...own, cluster, api, plan: (...more) => planOf(own.image, ...more) };
}

/** Null, with the reason in the log, also on Docker, where labs share one uid (owner.ts). */
export async function ownUids(t: ExecutionContext): Promise<System | null> {
  const s = await system(t);
  if (s === null || (await s.api.flavour()) === 'podman') return s;
  t.log('skipped: labs on Docker share one uid');
  t.pass();
  return null;
}

export const kindsOf = (observed: Observed) => observed.objects.map(({ kind }) => kind).sort();
export const applied = { kind: 'applied' } as const;

export async function stopped(cluster: Cluster, plan: InstancePlan): Promise<Observed> {
  const observed = await mustSee(cluster, plan.instance_id);
  if ((await cluster.deletePods(observed)) !== 'gone') throw new Error('it changed meanwhile');
  return await mustSee(cluster, plan.instance_id);
}
