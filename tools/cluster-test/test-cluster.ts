// A cluster as its operator sees it: namespaces, quotas, single objects.
import { setTimeout as pause } from 'node:timers/promises';
import { openApi } from '../../adapters/cluster/kubernetes/api/api.ts';
import { isMissing } from '../../adapters/cluster/kubernetes/api/faults.ts';
import { Failure } from '../local/servers/failure.ts';
import { type Nodes, sshHostOf } from '../local/servers/lab-engine/kubernetes.ts';

/** What the runner passes to the tests. */
export type TestClusterFacts = {
  readonly kubeconfig: string;
  /** Labels everything of this run. */
  readonly run: string;
  readonly image: string;
  readonly sshHost: string;
};

const runLabel = 'covenant-test';

type Named = { readonly metadata: { readonly name: string } };
type List<T> = { readonly items: readonly T[] };
type Quota = { readonly status?: { readonly hard?: Readonly<Record<string, string>> } };

/** Disposing of it removes all namespaces of the run, and waits for that. */
export async function openTestCluster({ kubeconfig, run }: TestClusterFacts) {
  const api = openApi(kubeconfig);
  const selector = { labelSelector: `${runLabel}=${run}` };

  const cluster = {
    api,

    /** Where node ports are reached. */
    async sshHost(): Promise<string> {
      const { items } = await api.call<Nodes>('GET', '/api/v1/nodes');
      return sshHostOf(
        process.env,
        items.map(({ status = {} }) => status),
      );
    },

    /** As an installation should have it: only restricted pods, and a quota. */
    async namespace(name: string): Promise<void> {
      const labels = {
        [runLabel]: run,
        'pod-security.kubernetes.io/enforce': 'restricted',
        'pod-security.kubernetes.io/enforce-version': 'latest',
      };
      await api.call('POST', '/api/v1/namespaces', { body: { metadata: { name, labels } } });
      const hard = { pods: '8', persistentvolumeclaims: '8', 'services.nodeports': '8', 'requests.cpu': '2' };
      await api.call('POST', `/api/v1/namespaces/${name}/resourcequotas`, {
        body: { metadata: { name: 'labs' }, spec: { hard } },
      });
      await cluster.quota(name, hard);
      await ready(async () => {
        await api.call('GET', `/api/v1/namespaces/${name}/serviceaccounts/default`);
        return true;
      });
    },

    /** Waits until the cluster goes by it. */
    async quota(namespace: string, hard: Readonly<Record<string, string>>): Promise<void> {
      const path = `/api/v1/namespaces/${namespace}/resourcequotas/labs`;
      await api.call('PATCH', path, { body: { spec: { hard } }, mediaType: 'application/merge-patch+json' });
      await ready(async () => {
        const { status } = await api.call<Quota>('GET', path);
        return Object.entries(hard).every(([what, limit]) => status?.hard?.[what] === limit);
      });
    },

    /** Returns at once. */
    removeNamespace: (name: string) => gone(api.call('DELETE', `/api/v1/namespaces/${name}`)),

    async [Symbol.asyncDispose]() {
      const left = async () => (await api.call<List<Named>>('GET', '/api/v1/namespaces', { query: selector })).items;
      await Promise.all((await left()).map(({ metadata }) => cluster.removeNamespace(metadata.name)));
      await ready(async () => (await left()).length === 0);
      api[Symbol.dispose]();
    },
  };
  await api.call('GET', '/version').catch((error: unknown) => {
    throw new Failure(`The cluster of ${kubeconfig} is not responding.`, [String(error)]);
  });
  return cluster;
}

async function gone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** What the cluster's controllers do takes its time, and what is not there yet is no failure. */
async function ready(observe: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 600; n++) {
    if (await observe().catch((error: unknown) => !isMissing(error) && Promise.reject(error))) return;
    await pause(200);
  }
  throw new Failure('The cluster did not do what it was asked within two minutes.');
}
