// What only a real Kubernetes can show: walls between labs, rights of a pod, repair of what was changed by hand,
// images, how long a start takes.

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { fileIn, smallTree } from '../../adapters/cluster/awkward-tree.ts';
import { passwordOf } from '../../adapters/cluster/cluster-cases.fixture.ts';
import {
  get,
  type KubernetesConnection,
  type ObjectKind,
  pathOf,
  type Resource,
} from '../../adapters/cluster/kubernetes/objects.ts';
import { removeInstallation } from '../../adapters/cluster/kubernetes/site.ts';
import type { Cluster, InstancePlan, Observed } from '../../adapters/cluster/port.ts';
import { ownUid } from '../../adapters/cluster/uids.ts';
import { clusterIn, operator, site } from './harness.ts';
import { silentRegistry } from './silent-registry.ts';
import { workersKubeconfig } from './worker-account.ts';

type Site = Awaited<ReturnType<typeof site>>;

async function observe(cluster: Cluster, plan: InstancePlan, isIt: (observed: Observed) => boolean): Promise<Observed> {
  for (let n = 0; n < 600; n++) {
    const observed = await cluster.get(plan.instance_id);
    if (observed && isIt(observed)) return observed;
    await pause(100);
  }
  throw new Error(`${plan.name} does not become so`);
}

const isUp = ({ complete, roles }: Observed): boolean => complete && roles.every(({ phase }) => phase === 'running');

async function up(cluster: Cluster, plan: InstancePlan): Promise<Observed> {
  const answer = await cluster.apply(plan);
  if (answer.kind !== 'applied') throw new Error(JSON.stringify(answer));
  return await observe(cluster, plan, isUp);
}

async function inLab({ login }: Site, observed: Observed, command: string): Promise<string> {
  const at = observed.roles[0]?.ssh;
  if (!at || !login) throw new Error('no address');
  for (let n = 0; n < 100; n++) {
    const found = await login(at, 'student', passwordOf('student'), command);
    if (found.ok) return found.output.trimEnd();
    await pause(100);
  }
  throw new Error('no login works');
}

const uidIn = ({ home }: Site, { instance_id }: InstancePlan): string => String(ownUid(home.installation, instance_id));

const placeOf = ({ home }: Site): KubernetesConnection => ({ api: operator.api, namespace: home.namespace });

async function mustGet<K extends ObjectKind>(own: Site, kind: K, name: string): Promise<Resource<K>> {
  const found = await get(placeOf(own), kind, name);
  if (!found) throw new Error(`${kind} ${name} is not there`);
  return found;
}

const meddle = async (own: Site, kind: ObjectKind, name: string, body: object): Promise<void> => {
  await operator.api.call('PATCH', pathOf(placeOf(own), kind, name), {
    body,
    mediaType: 'application/merge-patch+json',
  });
};

test('a lab from its plan to a file in the hands of who archives it', async (t) => {
  const own = await site(t);
  const plan = own.plan('anna');
  const began = performance.now();
  const took: string[] = [];
  const mark = (what: string) => took.push(`${what} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  t.deepEqual(await own.cluster.apply(plan), { kind: 'applied' });
  mark('applied');
  const observed = await observe(own.cluster, plan, isUp);
  mark('ready');
  t.is(await inLab(own, observed, 'echo kept > notes.txt; id -u'), uidIn(own, plan));
  mark('ssh');
  t.is(await own.cluster.deletePods(await observe(own.cluster, plan, isUp)), 'gone');
  mark('cleared');
  t.is(fileIn(await buffer(await own.cluster.readVolume(plan.instance_id)), 'notes.txt'), 'kept\n');
  mark('archived');
  const volume = (await own.cluster.get(plan.instance_id))?.volume;
  t.is(volume && (await own.cluster.removeVolume(volume)), 'gone');
  mark('gone');
  t.is(await own.cluster.get(plan.instance_id), null);
  t.log(took.join(', '));
});

test('the rights that the operator gives are enough for all that a worker does, and reach no further', async (t) => {
  const own = await site(t);
  const kubeconfig = await workersKubeconfig(own.home);
  await using cluster = clusterIn(own.home, kubeconfig);
  const plan = own.plan('anna');
  await cluster.ping();
  const observed = await up(cluster, plan);
  t.is(await inLab(own, observed, 'echo kept > notes.txt; id -u'), uidIn(own, plan));
  t.deepEqual([...(await cluster.list()).keys()], [plan.instance_id]);
  t.is(await cluster.deletePods(await observe(cluster, plan, isUp)), 'gone');
  const home = await buffer(await cluster.readVolume(plan.instance_id));
  await cluster.writeVolume(plan, Readable.from([home]));
  t.is(fileIn(await buffer(await cluster.readVolume(plan.instance_id)), 'notes.txt'), 'kept\n');
  const volume = (await cluster.get(plan.instance_id))?.volume;
  t.is(volume && (await cluster.removeVolume(volume)), 'gone');
  await using elsewhere = clusterIn({ ...own.home, namespace: 'default' }, kubeconfig);
  await t.throwsAsync(elsewhere.ping(), { message: /forbidden/ });
});

test('a lab that takes all inotify instances and processes that a uid may have takes none of another lab', async (t) => {
  const own = await site(t);
  const [anna, ben] = [own.plan('anna'), own.plan('ben')];
  const [annas, bens] = [await up(own.cluster, anna), await up(own.cluster, ben)];
  const take = `perl -e 'my $n = 0; while (syscall(294, 0) >= 0) { $n++ } print "$n\\n"; $| = 1; exit if @ARGV; close STDOUT; sleep 60'`;
  t.true(Number(await inLab(own, annas, `${take} < /dev/null 2> /dev/null & sleep 2`)) > 16);
  t.true(Number(await inLab(own, bens, `${take} once`)) > 16);
});

test('a home that its storage class does not bound is counted in its lab, with a notice at the prompt', async (t) => {
  const own = await site(t);
  const plan = own.plan('anna');
  const lab = await up(own.cluster, plan);
  await inLab(own, lab, 'head -c 20M /dev/urandom > big; sync');
  const most = { bytes: 64 * 1024 ** 2, files: 1_000 };
  const use = await own.cluster.measureVolume(plan, most);
  t.true(use !== null && use.bytes >= 20 * 1024 ** 2 && use.bytes < most.bytes, JSON.stringify(use));
  await inLab(own, lab, 'for n in $(seq 1500); do : > f$n; done');
  t.is((await own.cluster.measureVolume(plan, most))?.files, 1_001);
  await own.cluster.showNotice(plan, 'Your home directory is too full.');
  t.is(await inLab(own, lab, 'cat /run/lab/notice'), 'Your home directory is too full.');
  await own.cluster.showNotice(plan, null);
  t.is(await inLab(own, lab, 'ls /run/lab/notice 2>&1 | grep -c "No such file"'), '1');
});

/** Says for each target whether something answers there. */
const probe = (targets: readonly (readonly [string, number])[]): string =>
  targets
    .map(([host, port]) => `timeout 2 bash -c '</dev/tcp/${host}/${port}' 2>/dev/null && echo "${host} open" || true`)
    .join('; ');

test('a lab reaches no other lab, no node, no cluster and no internet, and with the switch on still none of the first three', async (t) => {
  const own = await site(t);
  const [shut, open] = [own.plan('anna'), own.plan('ben', { internet: true })];
  const [anna, ben] = [await up(own.cluster, shut), await up(own.cluster, open)];
  const server = new URL('https://kubernetes.default.svc');
  const hosts = async (plan: InstancePlan): Promise<readonly (readonly [string, number])[]> => {
    const pod = await mustGet(own, 'pod', plan.name);
    const service = await mustGet(own, 'service', plan.name);
    const nodePort = service.object.spec?.ports?.[0]?.nodePort ?? 0;
    const { podIP = '', hostIP = '' } = pod.object.status ?? {};
    return [
      [podIP, 22],
      [service.object.spec?.clusterIP ?? '', 22],
      [hostIP, nodePort],
      [hostIP, 10_250],
    ];
  };
  const api = await operator.api.call<{ spec: { clusterIP: string } }>(
    'GET',
    '/api/v1/namespaces/default/services/kubernetes',
  );
  const always = [
    [api.spec.clusterIP, 443],
    ['169.254.169.254', 80],
  ] as const;
  const names = `timeout 5 getent hosts ${server.hostname} > /dev/null && echo names`;
  t.is(await inLab(own, anna, `${probe([...(await hosts(open)), ...always, ['1.1.1.1', 443]])}; ${names}`), '');
  t.is(await inLab(own, ben, `${probe([...(await hosts(shut)), ...always])}; ${names}`), 'names');
});

test('a student has no right outside the home', async (t) => {
  const own = await site(t);
  const observed = await up(own.cluster, own.plan('anna'));
  const output = await inLab(
    own,
    observed,
    [
      'grep -E "^(CapBnd|CapEff|NoNewPrivs|Seccomp):" /proc/self/status | tr "\\t\\n" " "',
      'touch /etc/x /usr/x 2>/dev/null || echo -n "read-only "',
      'ls /var/run/secrets 2>/dev/null || echo -n "no-token "',
      'env | grep -c -E "_SERVICE_HOST|KUBERNETES"',
    ].join('; '),
  );
  t.is(output, 'CapEff: 0000000000000000 CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2 read-only no-token 0');
});

test('apply repairs what was changed by hand, without another pod', async (t) => {
  const own = await site(t);
  const plan = own.plan('anna');
  const observed = await up(own.cluster, plan);
  const { name } = plan;
  const pod = observed.objects.find(({ kind }) => kind === 'pod')?.uid;
  const changes: readonly (readonly [ObjectKind, object])[] = [
    ['policy', { spec: { egress: [{}] } }],
    ['service', { spec: { selector: { app: 'another' } } }],
    ['secret', { data: { passwd: '' } }],
    ['pod', { metadata: { labels: { student_id: 'ben' } } }],
    ['pod', { metadata: { labels: { 'covenant.instance_id': null } } }],
    ['owner', { data: { expectation: '{}' } }],
    ['policy', { metadata: { ownerReferences: null } }],
  ];
  for (const [kind, body] of changes) {
    await meddle(own, kind, name, body);
    t.false((await own.cluster.get(plan.instance_id))?.complete ?? true, `${kind} ${JSON.stringify(body)}`);
    t.deepEqual(await own.cluster.apply(plan), { kind: 'applied' });
    const after = await own.cluster.get(plan.instance_id);
    t.deepEqual([after?.complete, after?.objects.find((each) => each.kind === 'pod')?.uid], [true, pod]);
  }
});

test('an object of another installation keeps its name, and is not touched', async (t) => {
  const own = await site(t);
  const plan = own.plan('anna');
  const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: plan.name }, data: { theirs: 'x' } };
  await operator.api.call('POST', pathOf(placeOf(own), 'owner'), { body: theirs });
  const answer = await own.cluster.apply(plan);
  t.deepEqual([answer.kind, answer.kind === 'refused' && answer.reason], ['refused', 'cluster']);
  t.deepEqual((await mustGet(own, 'owner', plan.name)).object.data, { theirs: 'x' });
  t.is(await own.cluster.get(plan.instance_id), null);
});

test('a reader that a dead worker left is not observed, and goes with the next step', async (t) => {
  const own = await site(t);
  const plan = own.plan('anna');
  await own.cluster.writeVolume(plan, Readable.from([smallTree('notes.txt', 'kept')]));
  const stream = await own.cluster.readVolume(plan.instance_id);
  const left = `${plan.name}--tar`;
  const uid = (await mustGet(own, 'pod', left)).meta.uid;
  t.deepEqual((await own.cluster.get(plan.instance_id))?.objects, []);
  // Another worker takes over; the first one sees its stream break or end, but never both readers at the claim.
  const again = buffer(await (await own.another()).readVolume(plan.instance_id));
  t.not((await get(placeOf(own), 'pod', left))?.meta.uid, uid);
  t.is(fileIn(await again, 'notes.txt'), 'kept');
  await buffer(stream).catch(() => undefined);
  await up(own.cluster, plan);
  t.is(await get(placeOf(own), 'pod', left), null);
});

test('an image is reported while it is being fetched, and what the kubelet says as soon as it failed', async (t) => {
  const own = await site(t);
  const registry = await silentRegistry(t);
  const image = `${registry.address}/covenant/labs/absent:v1.0`;
  const plan = own.plan('anna', { roles: [{ image }] });
  t.deepEqual(await own.cluster.apply(plan), { kind: 'applied' });
  const waits = await observe(own.cluster, plan, ({ roles }) => roles[0]?.failure?.isInProgress === true);
  t.like(waits.roles[0]?.failure, { kind: 'image_pull', detail: `${image} is being fetched` });
  registry.close();
  const { roles } = await observe(own.cluster, plan, (observed) => observed.roles[0]?.phase === 'failed');
  t.is(roles[0]?.failure?.kind, 'image_pull');
  t.true(roles[0]?.failure?.detail.includes(image), roles[0]?.failure?.detail);
});

test('an installation that is taken down leaves nothing, and another one in the same namespace all that it has', async (t) => {
  const own = await site(t);
  const plan = own.plan('anna');
  await up(own.cluster, plan);
  await using others = clusterIn({ ...own.home, installation: 'another' });
  const theirs = own.plan('ben');
  await others.writeVolume(theirs, Readable.from([smallTree('notes.txt', 'kept')]));
  t.true((await removeInstallation(placeOf(own), own.home.installation)) >= 6);
  t.is(await own.cluster.get(plan.instance_id), null);
  t.is(fileIn(await buffer(await others.readVolume(theirs.instance_id)), 'notes.txt'), 'kept');
});
