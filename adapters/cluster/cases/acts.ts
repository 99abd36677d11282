// What several cases do: bring up, take down, read, write, log in.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { smallTree } from '../awkward-tree.ts';
import type { Applied, Cluster, ClusterFault, InstancePlan, Observed, ObservedRole } from '../port.ts';
import { type CaseContext, passwordOf, type Site } from './site.ts';

export const applied: Applied = { kind: 'applied' };

export async function mustSee(
  cluster: Cluster,
  { instance_id, name }: Pick<InstancePlan, 'instance_id' | 'name'>,
): Promise<Observed> {
  const observed = await cluster.get(instance_id);
  if (!observed) throw new Error(`nothing of ${name} is there`);
  return observed;
}

export async function until<T>(site: Site, what: string, observe: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < 600; n++) {
    const found = await observe();
    if (found !== null) return found;
    await site.pause(n < 20 ? 50 : 200);
  }
  throw new Error(`still waiting for ${what}`);
}

export const isUp = ({ complete, roles }: Observed): boolean =>
  complete && roles.every(({ phase }) => phase === 'running');

/** Applied and running. */
export async function bringUp(
  t: CaseContext,
  site: Site,
  plan: InstancePlan,
  cluster = site.cluster,
): Promise<Observed> {
  t.deepEqual(await cluster.apply(plan), applied);
  return await whenUp(site, plan, cluster);
}

export const whenUp = (site: Site, plan: InstancePlan, cluster = site.cluster): Promise<Observed> =>
  until(site, `${plan.name} to run`, async () => {
    const observed = await mustSee(cluster, plan);
    return isUp(observed) && observed.fingerprint === cluster.fingerprint(plan) ? observed : null;
  });

/** Cleared as it is now; its state may still be changing by itself. */
export async function takeDown(site: Site, plan: InstancePlan, cluster = site.cluster): Promise<Observed> {
  await until(site, `${plan.name} to be cleared`, async () =>
    (await cluster.deletePods(await mustSee(cluster, plan))) === 'gone' ? true : null,
  );
  return await mustSee(cluster, plan);
}

export const uids = ({ objects, volume }: Observed): readonly string[] =>
  [...objects, ...(volume ? [volume] : [])].map(({ kind, name, uid }) => `${kind} ${name} ${uid}`).sort();

export const read = async (cluster: Cluster, instance_id: InstanceId): Promise<Buffer> =>
  await buffer(await cluster.readVolume(instance_id));

export const write = (cluster: Cluster, plan: InstancePlan, tar: Buffer): Promise<void> =>
  cluster.writeVolume(plan, Readable.from([tar.subarray(0, 1_000), tar.subarray(1_000)]));

/** The volume as it is by now, without the state that it passes through. */
export async function volumeOf(site: Site, plan: InstancePlan, cluster = site.cluster) {
  const { volume } = await mustSee(cluster, plan);
  if (!volume) throw new Error(`${plan.name} has no volume`);
  return volume;
}

export async function isRefused(
  t: CaseContext,
  work: () => Promise<unknown>,
  kind: ClusterFault['kind'] = 'refused',
): Promise<void> {
  const error = (await t.throwsAsync(work)) as (Error & Partial<ClusterFault>) | undefined;
  t.deepEqual([error?.kind, error?.dependency], [kind, 'cluster'], error?.message);
}

export const sshOf = ({ roles }: Observed, role = ''): { host: string; port: number } => {
  const found = roles.find((each) => each.role === role)?.ssh;
  if (!found) throw new Error('no address');
  return found;
};

export const shown = ({ role, phase, failure, ssh }: ObservedRole) => ({
  role,
  phase,
  failure,
  hasAddress: ssh !== null,
});

export async function inLab(
  site: Site,
  observed: Observed,
  command: string,
  role = '',
  user = 'student',
): Promise<string> {
  return await until(site, 'a login', async () => {
    const found = await site.login?.(sshOf(observed, role), user, passwordOf(user), command);
    return found?.ok ? found.output.trimEnd() : null;
  });
}

/** A home with one file. */
export const notes = smallTree('notes.txt', 'kept');
