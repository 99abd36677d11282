// The harness of the shared cases on a real Kubernetes: a namespace for each test, and how to cause faults in it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { brokenPlan } from '../../adapters/cluster/cases/broken-plans.ts';
import { type CaseContext, casePlan, type Harness, type Site } from '../../adapters/cluster/cluster-cases.fixture.ts';
import { kubernetes } from '../../adapters/cluster/kubernetes/kubernetes.ts';
import { get, type ObjectKind, pathOf } from '../../adapters/cluster/kubernetes/objects.ts';
import type { Cluster, FailureReason, InstancePlan } from '../../adapters/cluster/port.ts';
import { sha512Crypt } from '../../services/labs/crypt.ts';
import { hostKey } from '../../services/labs/host-key.ts';
import { sshLogins } from './ssh-login.ts';
import { openTestCluster, type TestClusterFacts } from './test-cluster.ts';

export const facts = JSON.parse(process.env.COVENANT_CLUSTER ?? '{}') as TestClusterFacts;
export const operator = await openTestCluster(facts);
test.after.always(() => operator.api[Symbol.dispose]());

export const folder = mkdtempSync(path.join(tmpdir(), 'covenant-cluster-'));
test.after.always(() => rmSync(folder, { recursive: true }));

const hash = (password: string): string => sha512Crypt(password, 'saltsalt', 1_000);
const key = hostKey(Buffer.alloc(32, 7)).privateKey.reveal();
const parts = { image: facts.image, hostKey: key, hash };

export type Home = { readonly namespace: string; readonly installation: string };

export const clusterIn = (
  { namespace, installation }: Home,
  kubeconfig = facts.kubeconfig,
  storageClass?: string,
): Cluster =>
  kubernetes({
    ...{ kubeconfig, namespace, installation, toolsImage: facts.image, sshHost: facts.sshHost },
    // A small node shall do for all of them.
    requestsPercent: { cpu: 5, memory: 10 },
    ...(storageClass !== undefined && { storageClass }),
  });

let names = 0;
/** Test files run in threads of one process, so its number does not distinguish them. */
const file = randomBytes(3).toString('hex');

async function home(installation: string): Promise<Home> {
  names += 1;
  const namespace = `covenant-test-${facts.run}-${file}-${names}`;
  await operator.namespace(namespace);
  return { namespace, installation };
}

/** A node has room for some labs at a time, and a small machine for fewer. */
let free = Number(process.env.CLUSTER_AT_ONCE ?? 3);
const waiting: (() => void)[] = [];

async function turn(t: CaseContext): Promise<void> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  t.teardown(() => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  });
}

export async function site(t: CaseContext): Promise<Site & { readonly home: Home }> {
  await turn(t);
  const own = await home('one');
  const opened: Cluster[] = [];
  const open = (cluster: Cluster): Cluster => {
    opened.push(cluster);
    return cluster;
  };
  const gate = await gateTo(own.namespace);
  t.teardown(async () => {
    gate.close();
    await Promise.all(opened.map((each) => each[Symbol.asyncDispose]()));
    await operator.removeNamespace(own.namespace);
  });
  return {
    home: own,
    cluster: open(clusterIn(own, gate.kubeconfig)),
    another: async () => open(clusterIn(own)),
    neighbour: async () => {
      const theirs = await home('two');
      t.teardown(() => operator.removeNamespace(theirs.namespace));
      return open(clusterIn(theirs));
    },
    plan: (student, change) => casePlan(parts, student, change),
    hash,
    pause: (ms) => pause(ms),
    ...sshLogins(folder),
    setUnavailable: async (isUnavailable) => gate.shut(isUnavailable),
    async destroy({ kind, name, uid }) {
      const place = { api: operator.api, namespace: own.namespace };
      await operator.api.call('DELETE', pathOf(place, kind as ObjectKind, name));
      while ((await get(place, kind as ObjectKind, name))?.meta.uid === uid) await pause(100);
    },
    async end(plan, role) {
      const name = plan.roles.find((each) => each.role === role)?.name ?? '';
      const path = pathOf({ api: operator.api, namespace: own.namespace }, 'pod', name);
      const body = { spec: { activeDeadlineSeconds: 1 } };
      await operator.api.call('PATCH', path, { body, mediaType: 'application/merge-patch+json' });
    },
    failing: (kind, plan) => failing(own, kind, plan),
  };
}

async function failing(own: Home, kind: FailureReason, plan: InstancePlan): Promise<InstancePlan> {
  const broken = brokenPlan(kind, plan);
  if (broken !== null) return broken;
  switch (kind) {
    case 'quota':
      await operator.quota(own.namespace, { pods: '0' });
      return plan;
    case 'volume': {
      await using misled = clusterIn(own, facts.kubeconfig, 'covenant-absent');
      await misled.apply(plan);
      return plan;
    }
    default:
      throw new Error(`no way to ${kind}`);
  }
}

/** A way to the API server that can be closed, and a kubeconfig that goes it. */
async function gateTo(name: string) {
  const { sdk, config } = await kubeconfig();
  const target = config.getCurrentCluster();
  const url = new URL(target?.server ?? '');
  const open = new Set<Socket>();
  let isShut = false;
  const gate = createServer((near) => {
    if (isShut) return near.destroy();
    const far = connect(Number(url.port || 443), url.hostname);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one) && other.destroy());
    }
    return undefined;
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const server = `https://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  const through = new sdk.KubeConfig();
  // The certificate is of another address; the way without the gate checks it.
  through.loadFromClusterAndUser({ name, server, skipTLSVerify: true }, config.getCurrentUser() ?? { name });
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, through.exportConfig(), { mode: 0o600 });
  const shut = (isUnavailable: boolean): void => {
    isShut = isUnavailable;
    if (isUnavailable) for (const socket of open) socket.destroy();
  };
  const close = () => {
    shut(true);
    gate.close();
  };
  return { kubeconfig: file, shut, close };
}

async function kubeconfig() {
  const sdk = await import('@kubernetes/client-node');
  const config = new sdk.KubeConfig();
  config.loadFromFile(facts.kubeconfig);
  return { sdk, config };
}

export const harness: Harness = {
  engine: 'kubernetes',
  lacks: { 'failure:no_node_port': 'the range of node ports belongs to the whole cluster' },
  site,
};
