// Benchmark "class": forty students start a lab at once on the Kubernetes that KUBECONFIG names, beside `kubectl apply` of the same objects.
// CLASS_VOLUMES: a folder of its node in which volumes are made beforehand; without it the cluster's provisioner makes them.
// LAB_IMAGE: the lab image as the cluster finds it.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { kubernetes } from '../../../adapters/cluster/kubernetes/kubernetes.ts';
import { removeInstallation } from '../../../adapters/cluster/kubernetes/site.ts';
import { openTestCluster } from '../../cluster-test/test-cluster.ts';
import { startParts } from '../../embedded/parts.ts';
import type { Bench } from '../bench.ts';
import { cpuUs } from '../child.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import { bareClass, objectsOf } from './bare-class.ts';
import { labSite } from './lab-site.ts';

const students = 40;
const mostRounds = 3;
const hard = { pods: '200', persistentvolumeclaims: '200', 'services.nodeports': '200', 'requests.cpu': '100' };

export const classOfForty: Bench = {
  name: 'class',
  async run({ dir, print, rounds, signal }) {
    const { KUBECONFIG: kubeconfig, LAB_IMAGE: image, CLASS_VOLUMES: folder } = process.env;
    if (!kubeconfig || !image) return print('skipped: set KUBECONFIG, and LAB_IMAGE to the lab image of its nodes');
    await using stack = new AsyncDisposableStack();
    const run = randomBytes(4).toString('hex');
    const facts = { kubeconfig, run, image, sshHost: '' };
    const cluster = stack.use(await openTestCluster(facts));
    const sshHost = await cluster.sshHost();
    const [namespace, bare] = [`class-${run}`, `bare-${run}`];
    for (const name of [namespace, bare]) {
      await cluster.namespace(name);
      await cluster.quota(name, hard);
    }
    const storageClass = folder === undefined ? null : `class-${run}`;
    const volumes = folder === undefined ? undefined : { folder, storageClass: `class-${run}`, api: cluster.api };
    const parts = stack.adopt(await startParts({ dir, only: ['postgres', 'broker', 'objects'] }), (all) => all.stop());
    const installation = `bench${run}`;
    stack.defer(async () => void (await removeInstallation({ api: cluster.api, namespace }, installation)));
    const labs = stack.use(
      kubernetes({
        ...{ kubeconfig, installation, toolsImage: image, sshHost, namespace, storageClass },
        requestsPercent: { cpu: 5, memory: 10 },
      }),
    );
    const [registryUrl, ...rest] = image.split('/');
    const yaml = `lab_id: shell\nname: A shell\ncontainers:\n  main:\n    image: '{registry_url}/${rest.join('/')}'\n`;
    const deployer = await labSite(parts, { cluster: labs, yaml, registryUrl: registryUrl ?? '' }, stack);

    const [ours, theirs, cpu] = [[] as number[], [] as number[], [] as number[]];
    const place = { api: cluster.api, namespace };
    for (let round = -1; round < Math.min(rounds, mostRounds); round++) {
      signal.throwIfAborted();
      if (volumes) await makeVolumes(volumes, round < 0 ? 1 : students * 2, round);
      const before = cpuUs();
      const started = await deployer.started(round < 0 ? 1 : students);
      const spent = (cpuUs() - before) / 1e6;
      const objects = await objectsOf(place, installation);
      if (round >= 0)
        print(`${students} labs run after ${started.seconds.toFixed(1)} s, ${spent.toFixed(1)} CPU s of Node`);
      await deployer.stopped(started);
      if (round < 0) continue; // the first one meets cold caches
      ours.push(started.seconds);
      cpu.push(spent);
      const floor = await bareClass({ ...facts, sshHost, namespace: bare }, objects, signal);
      theirs.push(floor);
      print(`kubectl apply of the same objects took ${floor.toFixed(1)} s`);
    }
    print(
      table(
        ['', 's', 'CPU s of Node'],
        [
          [`${students} labs at once, until the last is \`running\``, median(ours), median(cpu)],
          ['kubectl apply of the same objects, until the last sshd answers', median(theirs), ''],
        ],
      ),
    );
    print(goalLine({ what: 'of kubectl apply', measured: ratio(ours, theirs), sign: '<', goal: 1.005 }));
    print(goalLine({ what: 'CPU seconds of our processes', measured: median(cpu), sign: '<', goal: 5 }));
  },
};

type Volumes = {
  readonly folder: string;
  readonly storageClass: string;
  readonly api: Awaited<ReturnType<typeof openTestCluster>>['api'];
};

/** Local ones, bound when a pod needs them; as an operator makes them before a lesson. */
async function makeVolumes({ folder, storageClass, api }: Volumes, count: number, round: number): Promise<void> {
  const { items } = await api.call<{ readonly items: readonly { metadata: { name: string } }[] }>(
    'GET',
    '/api/v1/nodes',
  );
  const node = items[0]?.metadata.name ?? '';
  if (round < 0)
    await api.call('POST', '/apis/storage.k8s.io/v1/storageclasses', {
      body: {
        metadata: { name: storageClass },
        provisioner: 'kubernetes.io/no-provisioner',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
    });
  for (let n = 0; n < count; n++) {
    const name = `${storageClass}-${round + 1}-${n}`;
    const local = path.join(folder, name);
    mkdirSync(local, { recursive: true });
    chmodSync(local, 0o777);
    const key = 'kubernetes.io/hostname';
    await api.call('POST', '/api/v1/persistentvolumes', {
      body: {
        metadata: { name },
        spec: {
          capacity: { storage: '10Gi' },
          accessModes: ['ReadWriteOnce'],
          persistentVolumeReclaimPolicy: 'Retain',
          storageClassName: storageClass,
          local: { path: local },
          nodeAffinity: {
            required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [node] }] }] },
          },
        },
      },
    });
  }
}
