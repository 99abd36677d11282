// The cluster that KUBECONFIG names, as the engine of a start: asked once whether it is as labs need it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Api, openApi } from '../../../../adapters/cluster/kubernetes/api/api.ts';
import { isMissing } from '../../../../adapters/cluster/kubernetes/api/faults.ts';
import { removeInstallation } from '../../../../adapters/cluster/kubernetes/site.ts';
import { Failure } from '../failure.ts';
import { loadIntoNodes } from '../lab-image/load.ts';
import { labImageName } from '../lab-image/recipe.ts';

type Node = {
  /** Missing until the node's kubelet or its cloud has reported them. */
  readonly addresses?: readonly Address[];
  readonly images?: readonly { readonly names?: readonly string[] }[];
};
export type Nodes = { readonly items: readonly { readonly status?: Node }[] };
type Service = { readonly spec: { readonly clusterIP: string } };
type Address = { readonly type: string; readonly address: string };

type Around = { readonly print: (line: string) => void; readonly signal: AbortSignal };

/** The file that names the cluster, as far as can be found without asking it. */
export function kubeconfigOf(env: NodeJS.ProcessEnv): string {
  const kubeconfig = env.KUBECONFIG;
  if (!kubeconfig || !existsSync(kubeconfig))
    throw new Failure('KUBECONFIG is not set. Set it to the kubeconfig file of your cluster, or use another --engine.');
  if (env.LAB_IMAGE !== undefined && !env.LAB_IMAGE.includes('/'))
    throw new Failure(
      `LAB_IMAGE is ${env.LAB_IMAGE}; the cluster expects the lab image at <registry>/<project>/labs/<name>:v1.0.`,
    );
  return kubeconfig;
}

/** The variables of services/config/read-config.ts. Makes the namespace `labs` when it is missing. */
export async function kubernetes(env: NodeJS.ProcessEnv, around: Around): Promise<Readonly<Record<string, string>>> {
  const kubeconfig = kubeconfigOf(env);
  using api = openApi(kubeconfig);
  await api.call('GET', '/version').catch((error: unknown) => {
    throw new Failure(`The cluster of ${kubeconfig} is not responding.`, [String(error)], error);
  });
  const nodes = (await api.call<Nodes>('GET', '/api/v1/nodes')).items.map(({ status = {} }) => status);
  const image = env.LAB_IMAGE ?? (await imageOfNodes(env, nodes, around));
  await ensureNamespace(api);
  const sshHost = sshHostOf(env, nodes);
  const { spec: server } = await api.call<Service>('GET', '/api/v1/namespaces/default/services/kubernetes');
  return {
    LAB_ENGINE: 'kubernetes',
    KUBECONFIG: path.resolve(kubeconfig),
    LAB_TOOLS_IMAGE: image,
    LAB_SSH_HOST: sshHost,
    // The API server, and the kubelet of a node.
    LAB_CLOSED: [
      ...(server.clusterIP === 'None' ? [] : [`${server.clusterIP}:443`]),
      `${nodeAddress(nodes) ?? sshHost}:10250`,
    ].join(),
    REGISTRY_URL: image.slice(0, image.indexOf('/')),
    ...(env.LAB_CPU_REQUEST_PERCENT && { LAB_CPU_REQUEST_PERCENT: env.LAB_CPU_REQUEST_PERCENT }),
    ...(env.LAB_MEMORY_REQUEST_PERCENT && { LAB_MEMORY_REQUEST_PERCENT: env.LAB_MEMORY_REQUEST_PERCENT }),
  };
}

/** What an installation made there, volumes included; a namespace that is not there has nothing of it. */
export async function forgetOnKubernetes(env: NodeJS.ProcessEnv, installation: string): Promise<number> {
  using api = openApi(kubeconfigOf(env));
  try {
    return await removeInstallation({ api, namespace: 'labs' }, installation);
  } catch (error) {
    throw new Failure(
      'The labs of the previous installation could not be removed from the cluster.',
      [String(error)],
      error,
    );
  }
}

async function ensureNamespace(api: Api): Promise<void> {
  try {
    await api.call('GET', '/api/v1/namespaces/labs');
  } catch (error) {
    if (!isMissing(error)) throw error;
    const labels = {
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/enforce-version': 'latest',
    };
    await api.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'labs', labels } } });
  }
}

/** The image as `npm start` builds it, under its own name: no registry has it, so the nodes must. */
async function imageOfNodes(
  env: NodeJS.ProcessEnv,
  nodes: readonly Node[],
  { print, signal }: Around,
): Promise<string> {
  if (nodes.some(({ images = [] }) => images.some(({ names = [] }) => names.includes(labImageName))))
    return labImageName;
  if (env.CLUSTER_COMMAND !== undefined) return await loadIntoNodes(env.CLUSTER_COMMAND, print, signal);
  throw new Failure(`No node of the cluster has the lab image ${labImageName}.`, [
    '`npm run lab-image -- shell --file lab.tar` writes it. Push it to a registry of the cluster as REGISTRY/covenant/labs/shell:v1.0 and',
    'set LAB_IMAGE to that address; or load it into every node, and set LAB_IMAGE to its name there.',
  ]);
}

/** Where students reach node ports: as the environment says, else the first node that has an address. */
export function sshHostOf(env: NodeJS.ProcessEnv, nodes: readonly Node[]): string {
  const found = env.CLUSTER_SSH_HOST || nodeAddress(nodes);
  if (!found) throw new Failure('No node of the cluster reports an address. Set CLUSTER_SSH_HOST.');
  return found;
}

function nodeAddress(nodes: readonly Node[]): string | undefined {
  const addresses = nodes.flatMap((node) => node.addresses ?? []);
  const of = (addressType: string) => addresses.find(({ type }) => type === addressType);
  return (of('ExternalIP') ?? of('InternalIP'))?.address;
}
