// adapters/cluster/cluster-cases.ts: the promises of port.ts, as cases that every implementation passes. Each has a harness beside its own tests
// and one line: `clusterCases(test, harness)`. What an engine cannot show it declares with the reason; nothing is left out silently.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext, TestFn } from 'ava';
import type { InstanceId, LabId } from '../../generated/lab/messages.ts';
import { awkwardTree, describeTree, fileIn, holeSize, smallTree } from './awkward-tree.ts';
import type {
  Applied,
  Cluster,
  ClusterFault,
  InstancePlan,
  ObjectSeen,
  RolePlan,
  RoleSeen,
  Seen,
  Trouble,
} from './port.ts';

export type CaseContext = Pick<
  ExecutionContext,
  'is' | 'not' | 'deepEqual' | 'true' | 'false' | 'regex' | 'pass' | 'log' | 'teardown' | 'throwsAsync'
>;

/** Beyond the port, what an engine may have to show a promise. */
export type Need =
  /** Passwords are checked: `Site.login`. */
  | 'login'
  /** Something runs behind a login: its command is carried out. */
  | 'shell'
  /** Holes take no room in the stream. */
  | 'sparse'
  /** A pod can be made to end for good and stay: `Site.end`. */
  | 'end'
  /** The server can be made not to answer: `Site.away`. */
  | 'away'
  | `trouble:${Trouble}`;

export type PlanChange = Partial<Omit<InstancePlan, 'roles'>> & { readonly roles?: readonly Partial<RolePlan>[] };

export type LoggedIn = { readonly ok: true; readonly output: string } | { readonly ok: false };

/** An installation of its own, of which nothing is left after the test. */
export type Site = {
  readonly cluster: Cluster;
  /** Another worker of the same installation. */
  another(): Promise<Cluster>;
  /** A worker of another installation on the same engine. */
  neighbour(): Promise<Cluster>;
  /** A lab of one container that comes up here: `casePlan` with an image of the engine. */
  plan(student: string, change?: PlanChange): InstancePlan;
  /** As crypt(3) has it. */
  hash(password: string): string;
  /** Deletes one object as an operator would, and waits until it is gone. */
  destroy(object: ObjectSeen): Promise<void>;
  /** Lets time pass: really, or on the engine's own clock. */
  pause(ms: number): Promise<void>;
  /** One try, by the address that the student gets. */
  login?(
    at: { readonly host: string; readonly port: number },
    user: string,
    password: string,
    command: string,
  ): Promise<LoggedIn>;
  /** The pod of a role ends, and nobody starts it again. */
  end?(plan: InstancePlan, role: string): Promise<void>;
  away?(isAway: boolean): Promise<void>;
  /** Makes that this plan gets into the trouble, and into no other. */
  troubled?(kind: Trouble, plan: InstancePlan): Promise<InstancePlan>;
};

export type Harness = {
  readonly engine: string;
  /** Why an engine cannot show something. What is not here it must show. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>;
  /** Null: not on this machine; the reason is in the test's log. */
  site(t: CaseContext): Promise<Site | null>;
};

/** What a login of the cases is let in with. */
export const passwordOf = (name: string): string => `secret-of-${name}`;

export type PlanParts = {
  readonly image: string;
  /** OpenSSH private key. */
  readonly hostKey: string;
  readonly hash: (password: string) => string;
};

/** A lab of one container for a student, with the login `student`; of several with `change.roles`. */
export function casePlan({ image, hostKey, hash }: PlanParts, student: string, change: PlanChange = {}): InstancePlan {
  const name = `lab-demo-student-${student}`;
  const hex = createHash('sha256').update(name).digest('hex');
  const id = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
  return {
    instanceId: id as InstanceId,
    name,
    generation: 1,
    labels: {
      lab_id: 'demo' as LabId,
      student_id: student,
      group_id: null,
      course_id: '',
      deployment_mode: 'per_student',
    },
    internet: false,
    volumeGi: 1,
    logins: [{ name: 'student', passwordHash: hash(passwordOf('student')) }],
    hostKey,
    ...change,
    roles: (change.roles ?? [{}]).map((role) => ({
      ...{ role: '', name: role.role ? `${name}-${role.role}` : name, image, cpuMillis: 500, memoryMi: 512 },
      ...{ ssh: true, volume: true, ports: [], environment: {}, initScripts: [] },
      ...role,
    })),
  };
}

export type ClusterCase = {
  readonly name: string;
  readonly needs?: readonly Need[];
  run(t: CaseContext, site: Site): Promise<void>;
};

export function clusterCases(test: TestFn, harness: Harness): void {
  const missing = (each: ClusterCase) => (each.needs ?? []).filter((need) => harness.lacks[need] !== undefined);
  for (const each of cases.filter((one) => missing(one).length === 0))
    test(`${harness.engine}: ${each.name}`, async (t) => {
      const site = await harness.site(t);
      if (site) await each.run(t, site);
      else t.pass();
    });
  test(`${harness.engine}: what cannot be shown here is declared`, (t) => {
    const used = new Set(cases.flatMap(({ needs = [] }) => needs));
    for (const [need, reason] of Object.entries(harness.lacks))
      t.true(used.has(need as Need) && reason.length > 0, need);
    for (const each of cases.filter((one) => missing(one).length > 0))
      t.log(
        `${each.name}: ${missing(each)
          .map((need) => harness.lacks[need])
          .join(', ')}`,
      );
    t.pass();
  });
}

const applied: Applied = { kind: 'applied' };

async function mustSee(
  cluster: Cluster,
  { instanceId, name }: Pick<InstancePlan, 'instanceId' | 'name'>,
): Promise<Seen> {
  const seen = await cluster.seen(instanceId);
  if (!seen) throw new Error(`nothing of ${name} is there`);
  return seen;
}

async function until<T>(site: Site, what: string, look: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < 600; n++) {
    const found = await look();
    if (found !== null) return found;
    await site.pause(n < 20 ? 50 : 200);
  }
  throw new Error(`still waiting for ${what}`);
}

const isUp = ({ complete, roles }: Seen): boolean => complete && roles.every(({ phase }) => phase === 'running');

/** Applied and running. */
async function bringUp(t: CaseContext, site: Site, plan: InstancePlan, cluster = site.cluster): Promise<Seen> {
  t.deepEqual(await cluster.apply(plan), applied);
  return await whenUp(site, plan, cluster);
}

const whenUp = (site: Site, plan: InstancePlan, cluster = site.cluster): Promise<Seen> =>
  until(site, `${plan.name} to run`, async () => {
    const seen = await mustSee(cluster, plan);
    return isUp(seen) && seen.fingerprint === cluster.fingerprint(plan) ? seen : null;
  });

/** Cleared as it is now; its state may still be changing by itself. */
async function takeDown(site: Site, plan: InstancePlan, cluster = site.cluster): Promise<Seen> {
  await until(site, `${plan.name} to be cleared`, async () =>
    (await cluster.clear(await mustSee(cluster, plan))) === 'gone' ? true : null,
  );
  return await mustSee(cluster, plan);
}

const uids = ({ objects, volume }: Seen): readonly string[] =>
  [...objects, ...(volume ? [volume] : [])].map(({ kind, name, uid }) => `${kind} ${name} ${uid}`).sort();

const read = async (cluster: Cluster, instanceId: InstanceId): Promise<Buffer> =>
  await buffer(await cluster.readVolume(instanceId));

const write = (cluster: Cluster, plan: InstancePlan, tar: Buffer): Promise<void> =>
  cluster.writeVolume(plan, Readable.from([tar.subarray(0, 1_000), tar.subarray(1_000)]));

/** The volume as it is by now, without the state that it passes through. */
async function volumeOf(site: Site, plan: InstancePlan, cluster = site.cluster) {
  const { volume } = await mustSee(cluster, plan);
  if (!volume) throw new Error(`${plan.name} has no volume`);
  return volume;
}

async function isRefused(
  t: CaseContext,
  work: () => Promise<unknown>,
  kind: ClusterFault['kind'] = 'refused',
): Promise<void> {
  const error = (await t.throwsAsync(work)) as (Error & Partial<ClusterFault>) | undefined;
  t.deepEqual([error?.kind, error?.dependency], [kind, 'cluster'], error?.message);
}

const sshOf = ({ roles }: Seen, role = ''): { host: string; port: number } => {
  const found = roles.find((each) => each.role === role)?.ssh;
  if (!found) throw new Error('no address');
  return found;
};

const shown = ({ role, phase, trouble, ssh }: RoleSeen) => ({ role, phase, trouble, hasAddress: ssh !== null });

async function inLab(site: Site, seen: Seen, command: string, role = '', user = 'student'): Promise<string> {
  return await until(site, 'a login', async () => {
    const found = await site.login?.(sshOf(seen, role), user, passwordOf(user), command);
    return found?.ok ? found.output.trimEnd() : null;
  });
}

const notes = smallTree('notes.txt', 'kept');

const cases: readonly ClusterCase[] = [
  {
    name: 'what is applied is seen whole, by its labels',
    async run(t, site) {
      const plan = site.plan('anna');
      const seen = await bringUp(t, site, plan);
      const { instanceId, name, labels, generation, fingerprint, complete, volume } = seen;
      t.deepEqual(
        { instanceId, name, labels, generation, fingerprint, complete },
        {
          instanceId: plan.instanceId,
          name: plan.name,
          labels: plan.labels,
          generation: 1,
          fingerprint: site.cluster.fingerprint(plan),
          complete: true,
        },
      );
      t.deepEqual(seen.roles.map(shown), [{ role: '', phase: 'running', trouble: null, hasAddress: true }]);
      t.is(volume?.phase, 'bound');
      t.true(seen.objects.length > 0 && !seen.objects.some(({ uid }) => uid === volume?.uid));
    },
  },
  {
    name: 'of an instance that nobody made nothing is seen',
    async run(t, site) {
      t.is(await site.cluster.seen(site.plan('nobody').instanceId), null);
      t.deepEqual([...(await site.cluster.observe())], []);
      t.is(await site.cluster.ping(), undefined);
    },
  },
  {
    name: 'applying twice changes nothing, also at once and by another worker',
    async run(t, site) {
      const plan = site.plan('anna');
      const other = await site.another();
      const both = await Promise.allSettled([site.cluster.apply(plan), other.apply(plan)]);
      // One may be told to come again; none may spoil what the other does.
      t.true(both.some((each) => each.status === 'fulfilled'));
      const seen = await bringUp(t, site, plan);
      for (const cluster of [site.cluster, other]) {
        t.deepEqual(await cluster.apply(plan), applied);
        t.deepEqual(uids(await mustSee(cluster, plan)), uids(seen));
      }
    },
  },
  {
    name: 'every single object that is missing is made again, and the rest stays',
    async run(t, site) {
      const plan = site.plan('anna');
      const { objects, volume } = await bringUp(t, site, plan);
      for (const { kind, name } of objects) {
        const before = await mustSee(site.cluster, plan);
        const object = before.objects.find((each) => each.kind === kind && each.name === name);
        if (!object) throw new Error(`${kind} ${name} is not there`);
        await site.destroy(object);
        t.false((await site.cluster.seen(plan.instanceId))?.complete ?? false, `without its ${kind}`);
        const after = await bringUp(t, site, plan);
        t.deepEqual(
          after.objects.map((each) => `${each.kind} ${each.name}`).sort(),
          before.objects.map((each) => `${each.kind} ${each.name}`).sort(),
        );
        t.is(after.volume?.uid, volume?.uid);
      }
    },
  },
  {
    name: 'an older wish changes nothing',
    async run(t, site) {
      const [older, newer] = [site.plan('anna'), site.plan('anna', { generation: 2 })];
      const seen = await bringUp(t, site, newer);
      t.is(seen.generation, 2);
      t.deepEqual(await site.cluster.apply(older), { kind: 'stale' });
      t.deepEqual(await (await site.another()).apply({ ...older, internet: true }), { kind: 'stale' });
      t.deepEqual(uids(await mustSee(site.cluster, newer)), uids(seen));
    },
  },
  {
    name: 'a newer wish takes over what is there, and replaces only what differs',
    async run(t, site) {
      const first = site.plan('anna');
      const before = await bringUp(t, site, first);
      const same = await bringUp(t, site, { ...first, generation: 2 });
      t.is(same.generation, 2);
      t.is(same.volume?.uid, before.volume?.uid);
      const changed = site.plan('anna', { generation: 3, roles: [{ environment: { COURSE: 'two' } }] });
      const after = await bringUp(t, site, changed);
      t.not(after.fingerprint, before.fingerprint);
      t.deepEqual([after.generation, after.volume?.uid], [3, before.volume?.uid]);
    },
  },
  {
    name: 'clear leaves the claim and nothing else, and can be repeated',
    async run(t, site) {
      const plan = site.plan('anna');
      const seen = await bringUp(t, site, plan);
      const left = await takeDown(site, plan);
      t.deepEqual([left.objects, left.roles, left.complete], [[], [], false]);
      t.is(left.volume?.uid, seen.volume?.uid);
      t.is(await site.cluster.clear(left), 'gone');
      t.deepEqual([...(await site.cluster.observe()).keys()], [plan.instanceId]);
    },
  },
  {
    name: 'clear does nothing to what a newer wish made',
    async run(t, site) {
      const plan = site.plan('anna');
      const old = await bringUp(t, site, plan);
      const newer = await bringUp(t, site, { ...plan, generation: 2 }, await site.another());
      t.is(await site.cluster.clear(old), 'changed');
      const now = await mustSee(site.cluster, plan);
      t.deepEqual([uids(now), isUp(now)], [uids(newer), true]);
    },
  },
  {
    name: 'clear does nothing to what was taken down and made again meanwhile',
    async run(t, site) {
      const plan = site.plan('anna');
      const old = await bringUp(t, site, plan);
      await takeDown(site, plan);
      const again = await bringUp(t, site, plan);
      t.is(await site.cluster.clear(old), 'changed');
      const now = await mustSee(site.cluster, plan);
      t.deepEqual([uids(now), isUp(now)], [uids(again), true]);
    },
  },
  {
    name: 'a volume that was filled is there in the next run and the one after it',
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      const filled = await volumeOf(site, plan);
      for (const generation of [1, 2]) {
        const seen = await bringUp(t, site, { ...plan, generation });
        t.is(seen.volume?.uid, filled.uid);
        await takeDown(site, plan);
        t.is(fileIn(await read(site.cluster, plan.instanceId), 'notes.txt'), 'kept');
      }
    },
  },
  {
    name: 'the awkward tree comes out of a volume as it went in',
    async run(t, site) {
      const plan = site.plan('anna');
      const tar = awkwardTree();
      await write(site.cluster, plan, tar);
      const out = await read(site.cluster, plan.instanceId);
      t.deepEqual(describeTree(out), describeTree(tar));
      // What was read can be written again: an archive is nothing else.
      const other = site.plan('ben');
      await write(site.cluster, other, out);
      t.deepEqual(describeTree(await read(site.cluster, other.instanceId)), describeTree(tar));
    },
  },
  {
    name: 'holes take no room in a stream',
    needs: ['sparse'],
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, awkwardTree());
      const { length } = await read(site.cluster, plan.instanceId);
      t.true(length < holeSize / 10, `${length} bytes`);
    },
  },
  {
    name: 'a volume that was filled halfway is filled anew',
    async run(t, site) {
      const plan = site.plan('anna');
      const tar = awkwardTree();
      const broken = async function* () {
        yield tar.subarray(0, Math.floor(tar.length / 2));
        throw new Error('the archive broke off');
      };
      await t.throwsAsync(site.cluster.writeVolume(plan, Readable.from(broken())));
      await write(site.cluster, plan, tar);
      t.deepEqual(describeTree(await read(site.cluster, plan.instanceId)), describeTree(tar));
    },
  },
  {
    name: 'a volume is neither read nor filled while a pod of its instance is there',
    async run(t, site) {
      const plan = site.plan('anna');
      await bringUp(t, site, plan);
      await isRefused(t, () => read(site.cluster, plan.instanceId));
      await isRefused(t, () => write(site.cluster, plan, notes));
      await takeDown(site, plan);
      t.is(fileIn(await read(site.cluster, plan.instanceId), 'notes.txt'), null);
    },
  },
  {
    name: 'a volume that is not there is not read',
    async run(t, site) {
      await isRefused(t, () => read(site.cluster, site.plan('nobody').instanceId));
    },
  },
  {
    name: 'removing a volume removes exactly that one',
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      const old = await volumeOf(site, plan);
      t.is(await site.cluster.removeVolume(old), 'gone');
      t.is(await site.cluster.seen(plan.instanceId), null);
      t.is(await site.cluster.removeVolume(old), 'gone');
      await write(site.cluster, plan, smallTree('notes.txt', 'newer'));
      t.is(await site.cluster.removeVolume(old), 'changed');
      t.is(fileIn(await read(site.cluster, plan.instanceId), 'notes.txt'), 'newer');
    },
  },
  {
    name: 'a volume that a newer run uses is not removed',
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      await bringUp(t, site, plan);
      const old = (await takeDown(site, plan)).volume;
      if (!old) throw new Error('the volume went with the pod');
      await bringUp(t, site, { ...plan, generation: 2 });
      t.is(await site.cluster.removeVolume(old), 'changed');
      const now = await takeDown(site, plan);
      t.is(now.volume?.uid, old.uid);
      t.is(fileIn(await read(site.cluster, plan.instanceId), 'notes.txt'), 'kept');
    },
  },
  {
    name: 'all instances of the installation are observed, whoever made them, and what is left of them',
    async run(t, site) {
      const [anna, ben, carl] = [site.plan('anna'), site.plan('ben'), site.plan('carl')];
      const other = await site.another();
      await bringUp(t, site, anna);
      await bringUp(t, site, ben, other);
      await write(other, carl, notes);
      const all = await site.cluster.observe();
      t.deepEqual([...all.keys()].sort(), [anna, ben, carl].map(({ instanceId }) => instanceId).sort());
      for (const plan of [anna, ben, carl]) t.deepEqual(all.get(plan.instanceId)?.labels, plan.labels);
      t.deepEqual(all.get(ben.instanceId), await mustSee(site.cluster, ben));
      t.deepEqual(all.get(carl.instanceId)?.objects, []);
      t.is(all.get(carl.instanceId)?.volume?.name, (await volumeOf(site, carl)).name);
    },
  },
  {
    name: 'two installations with labs of the same names neither see nor touch each other',
    async run(t, site) {
      const plan = site.plan('anna');
      const other = await site.neighbour();
      const [seen, beside] = [await bringUp(t, site, plan), await bringUp(t, site, plan, other)];
      t.deepEqual(
        uids(seen).filter((each) => uids(beside).includes(each)),
        [],
      );
      // What one saw is nothing that the other would remove.
      t.is(await other.clear(seen), 'changed');
      await takeDown(site, plan, other);
      t.is(await other.removeVolume(await volumeOf(site, plan)), 'changed');
      t.is(await other.removeVolume(await volumeOf(site, plan, other)), 'gone');
      t.deepEqual([...(await other.observe())], []);
      const now = await mustSee(site.cluster, plan);
      t.deepEqual([uids(now), isUp(now)], [uids(seen), true]);
    },
  },
  {
    name: 'roles of one instance have a pod each; the address is of those with ssh',
    async run(t, site) {
      const plan = site.plan('anna', {
        roles: [{ role: 'web' }, { role: 'db', ssh: false, volume: false, ports: [5432] }],
      });
      const seen = await bringUp(t, site, plan);
      t.deepEqual(
        seen.roles.map(shown).sort((a, b) => (a.role < b.role ? 1 : -1)),
        [
          { role: 'web', phase: 'running', trouble: null, hasAddress: true },
          { role: 'db', phase: 'running', trouble: null, hasAddress: false },
        ],
      );
      // A role that goes takes its objects with it.
      const alone = await bringUp(t, site, site.plan('anna', { generation: 2, roles: [{ role: 'web' }] }));
      t.deepEqual(
        alone.roles.map(({ role }) => role),
        ['web'],
      );
      t.true(alone.objects.length < seen.objects.length);
      t.deepEqual((await takeDown(site, plan)).objects, []);
    },
  },
  {
    name: 'a lab that mounts no volume has no claim, and leaves nothing',
    async run(t, site) {
      const plan = site.plan('anna', { volumeGi: 0, roles: [{ volume: false }] });
      const seen = await bringUp(t, site, plan);
      t.is(seen.volume, null);
      t.is(await site.cluster.clear(await mustSee(site.cluster, plan)), 'gone');
      t.is(await site.cluster.seen(plan.instanceId), null);
    },
  },
  {
    name: 'another instance of the same name is refused, and the first one stays',
    async run(t, site) {
      const plan = site.plan('anna');
      const seen = await bringUp(t, site, plan);
      const strange = { ...plan, instanceId: site.plan('ben').instanceId, generation: 9 };
      const answer = await site.cluster.apply(strange);
      t.is(answer.kind, 'refused');
      t.deepEqual(uids(await mustSee(site.cluster, plan)), uids(seen));
    },
  },
  {
    name: 'a watch tells of changes by other workers, and ends with its signal',
    async run(t, site) {
      const plan = site.plan('anna');
      const heard = new Set<InstanceId>();
      const end = new AbortController();
      t.teardown(() => end.abort());
      const watching = site.cluster.watch((id) => heard.add(id), end.signal);
      const other = await site.another();
      await other.apply(plan);
      await until(site, 'a wake after apply', async () => (heard.has(plan.instanceId) ? true : null));
      await whenUp(site, plan);
      await site.pause(1_000);
      heard.clear();
      await takeDown(site, plan, other);
      await until(site, 'a wake after clear', async () => (heard.has(plan.instanceId) ? true : null));
      end.abort();
      t.is(await watching, undefined);
    },
  },
  {
    name: 'the password lets in, a wrong one does not, and a new one works without a restart',
    needs: ['login'],
    async run(t, site) {
      const { login } = site;
      if (!login) throw new Error('the harness cannot log in');
      const plan = site.plan('anna');
      const seen = await bringUp(t, site, plan);
      const at = sshOf(seen);
      await inLab(site, seen, 'true');
      t.deepEqual(await login(at, 'student', 'wrong', 'true'), { ok: false });
      t.deepEqual(await login(at, 'root', passwordOf('student'), 'true'), { ok: false });
      const rotated = site.plan('anna', {
        generation: 2,
        logins: [{ name: 'student', passwordHash: site.hash(passwordOf('other')) }],
      });
      const after = await bringUp(t, site, rotated);
      await until(site, 'the new password', async () =>
        (await login(at, 'student', passwordOf('other'), 'true')).ok ? true : null,
      );
      t.deepEqual(await login(at, 'student', passwordOf('student'), 'true'), { ok: false });
      t.deepEqual(sshOf(after), at);
      t.deepEqual(
        after.roles.map(({ restarts }) => restarts),
        seen.roles.map(({ restarts }) => restarts),
      );
    },
  },
  {
    name: 'members of a group log in each by the own name, until the line is taken out',
    needs: ['login'],
    async run(t, site) {
      const { login } = site;
      if (!login) throw new Error('the harness cannot log in');
      const members = ['anna', 'ben'].map((name) => ({ name, passwordHash: site.hash(passwordOf(name)) }));
      const plan = site.plan('red', { logins: members });
      const seen = await bringUp(t, site, plan);
      for (const { name } of members) await inLab(site, seen, 'true', '', name);
      t.deepEqual(await login(sshOf(seen), 'anna', passwordOf('ben'), 'true'), { ok: false });
      await bringUp(t, site, { ...plan, generation: 2, logins: members.slice(0, 1) });
      await until(site, 'the line to be gone', async () =>
        (await login(sshOf(seen), 'ben', passwordOf('ben'), 'true')).ok ? null : true,
      );
      await inLab(site, seen, 'true', '', 'anna');
    },
  },
  {
    name: 'a file that a student writes is in the volume, and in the next run',
    needs: ['shell'],
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      const seen = await bringUp(t, site, plan);
      t.is(
        await inLab(site, seen, 'cat notes.txt; id -u; id -g; echo mine > own.txt; chmod 0 own.txt'),
        'kept10001\n10001',
      );
      await takeDown(site, plan);
      t.is(fileIn(await read(site.cluster, plan.instanceId), 'own.txt'), 'mine\n');
      const again = await bringUp(t, site, { ...plan, generation: 2 });
      t.is(await inLab(site, again, 'chmod 600 own.txt && cat own.txt'), 'mine');
    },
  },
  {
    name: 'init scripts run once for a volume, those with `always` at each start, in the environment of the role',
    needs: ['shell'],
    async run(t, site) {
      const script = (name: string, always: boolean) => ({
        name,
        run: `echo "$0 $COURSE" >> ran; echo ${name} >> ran`,
        always,
        timeoutS: 20,
      });
      const change = {
        roles: [{ environment: { COURSE: 'a b' }, initScripts: [script('once', false), script('each', true)] }],
      };
      const plan = site.plan('anna', change);
      const count = async (seen: Seen) =>
        await inLab(site, seen, "grep -cx once ran; grep -cx each ran; grep -c 'a b' ran");
      t.is(await count(await bringUp(t, site, plan)), '1\n1\n2');
      await takeDown(site, plan);
      t.is(await count(await bringUp(t, site, { ...plan, generation: 2 })), '1\n2\n3');
    },
  },
  {
    name: 'the roles of an instance reach each other by name at their ports',
    needs: ['shell'],
    async run(t, site) {
      const serve = {
        name: 'serve',
        run: 'nohup socat TCP-LISTEN:5432,fork,reuseaddr SYSTEM:"echo here" >/dev/null 2>&1 &',
        always: true,
        timeoutS: 20,
      };
      const plan = site.plan('anna', {
        roles: [{ role: 'web' }, { role: 'db', ssh: false, volume: false, ports: [5432], initScripts: [serve] }],
      });
      const seen = await bringUp(t, site, plan);
      const heard = await until(
        site,
        'the other role',
        async () => (await inLab(site, seen, 'timeout 2 cat < /dev/tcp/db/5432 || true', 'web')) || null,
      );
      t.is(heard, 'here');
    },
  },
  {
    name: 'a pod that ended for good is seen as failed, and made again with the same claim and address',
    needs: ['end'],
    async run(t, site) {
      const plan = site.plan('anna');
      const before = await bringUp(t, site, plan);
      await site.end?.(plan, '');
      const failed = await until(site, 'the end', async () => {
        const { roles } = await mustSee(site.cluster, plan);
        return roles[0]?.phase === 'failed' ? roles[0] : null;
      });
      t.true(failed.trouble !== null && failed.trouble.detail.length > 0);
      const after = await bringUp(t, site, plan);
      t.deepEqual([after.volume?.uid, sshOf(after)], [before.volume?.uid, sshOf(before)]);
    },
  },
  {
    name: 'a server that does not answer is told from one that refuses',
    needs: ['away'],
    async run(t, site) {
      const plan = site.plan('anna');
      const seen = await bringUp(t, site, plan);
      await site.away?.(true);
      const { cluster } = site;
      const calls = [
        () => cluster.ping(),
        () => cluster.observe(),
        () => cluster.seen(plan.instanceId),
        () => cluster.apply(plan),
        () => cluster.clear(seen),
      ];
      for (const call of calls) await isRefused(t, call, 'unavailable');
      await site.away?.(false);
      t.deepEqual(uids(await mustSee(cluster, plan)), uids(seen));
    },
  },
  ...(
    ['image_pull', 'config', 'unschedulable', 'quota', 'no_node_port', 'volume', 'init_script', 'crash'] as const
  ).map(troubleCase),
];

/** Told at once or seen later; afterwards nothing is left, and the name is free. */
function troubleCase(kind: Trouble): ClusterCase {
  return {
    name: `the trouble ${kind} is named, and leaves nothing`,
    needs: [`trouble:${kind}`],
    async run(t, site) {
      if (!site.troubled) throw new Error('the harness makes no trouble');
      const plan = await site.troubled(kind, site.plan('anna'));
      const answer = await site.cluster.apply(plan);
      const told =
        answer.kind === 'refused' ? { kind: answer.trouble, detail: answer.detail } : await troubleOf(site, plan);
      t.is(told.kind, kind);
      t.true(told.detail.length > 0);
      if (await site.cluster.seen(plan.instanceId)) {
        const left = await until(site, 'it to be cleared', async () => {
          const seen = await site.cluster.seen(plan.instanceId);
          return seen === null || (await site.cluster.clear(seen)) === 'gone'
            ? { seen: await site.cluster.seen(plan.instanceId) }
            : null;
        });
        t.deepEqual(left.seen?.objects ?? [], []);
      }
    },
  };
}

const troubleOf = (site: Site, plan: InstancePlan) =>
  until(site, 'the trouble', async () => {
    const seen = await site.cluster.seen(plan.instanceId);
    return seen?.roles.find(({ trouble }) => trouble !== null)?.trouble ?? null;
  });
