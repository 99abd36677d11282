// What benchmark "class" works on: separate namespaces of the cluster, the servers that the labs' services need, and
// those services.
import { randomBytes } from 'node:crypto';
import { kubernetes } from '../../../adapters/cluster/kubernetes/kubernetes.ts';
import { removeInstallation } from '../../../adapters/cluster/kubernetes/site.ts';
import { openTestCluster } from '../../cluster-test/test-cluster.ts';
import { type EmbeddedParts, startParts } from '../../local/servers/parts.ts';
import { descendantsOf } from '../../local/servers/processes/watching.ts';
import { cpuUs } from '../child.ts';
import { cpuSecondsOf } from '../start/processes.ts';
import { openVolumes } from './class-volumes.ts';
import { pythonWithKubeSpawner } from './kubespawner.ts';
import { labSite } from './lab-site.ts';

const hard = { pods: '200', persistentvolumeclaims: '200', 'services.nodeports': '200', 'requests.cpu': '100' };

type Options = {
  readonly kubeconfig: string;
  readonly image: string;
  readonly volumes: string | undefined;
  readonly dir: string;
};

export type ClassSite = Awaited<ReturnType<typeof openClassSite>>;

export async function openClassSite({ kubeconfig, image, volumes, dir }: Options, stack: AsyncDisposableStack) {
  const run = randomBytes(4).toString('hex');
  const cluster = stack.use(await openTestCluster({ kubeconfig, run, image, sshHost: '' }));
  const sshHost = await cluster.sshHost();
  const namespaces = { ours: `class-${run}`, applied: `applied-${run}`, spawned: `spawned-${run}` };
  for (const name of Object.values(namespaces)) {
    await cluster.namespace(name);
    await cluster.quota(name, hard);
  }
  const storageClass = volumes === undefined ? null : `class-${run}`;
  const prepared = storageClass && volumes && stack.use(await openVolumes(cluster.api, volumes, storageClass));
  const parts = stack.adopt(await startParts({ dir, only: ['postgres', 'broker', 'objects'] }), (all) => all.stop());
  const [installation, place] = [`bench${run}`, { api: cluster.api, namespace: namespaces.ours }];
  stack.defer(async () => void (await removeInstallation(place, installation)));
  const labs = stack.use(
    kubernetes({
      ...{ kubeconfig, installation, toolsImage: image, sshHost, namespace: namespaces.ours, storageClass },
      requestsPercent: { cpu: 5, memory: 10 },
    }),
  );
  const [registryUrl = '', ...rest] = image.split('/');
  const yaml = `lab_id: shell\nname: A shell\ncontainers:\n  main:\n    image: '{registry_url}/${rest.join('/')}'\n`;
  const deployer = await labSite(parts, { cluster: labs, yaml, registryUrl }, stack);
  return {
    ...{ kubeconfig, image, namespaces, sshHost, storageClass, deployer, place, installation },
    python: pythonWithKubeSpawner(),
    addVolumes: async (count: number) => void (prepared && (await prepared.add(count))),
    cpu: () => cpuOf(parts),
  };
}

/**
 * CPU seconds so far, with the children of each process that have ended: the `ssh` of probes, and connections of
 * PostgreSQL.
 */
export type Cpu = Readonly<Record<string, number>>;

function cpuOf(parts: Pick<EmbeddedParts, 'pid'>): Cpu {
  const servers = (['postgres', 'broker'] as const).map((name) => {
    const pid = parts.pid(name) ?? 0;
    return [name, cpuSecondsOf({ name, pids: [pid, ...descendantsOf(pid)] })] as const;
  });
  const node = cpuUs() / 1e6;
  const ssh = cpuSecondsOf({ name: 'ssh', pids: [process.pid] }) - node;
  return Object.fromEntries([['infrastructure, relay, worker, this bench', node], ['ssh', ssh], ...servers]);
}
