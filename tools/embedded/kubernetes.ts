// The cluster that KUBECONFIG names, as the engine of a start: asked once whether it is as labs need it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Api, openApi } from '../../adapters/cluster/kubernetes/api.ts';
import { isMissing } from '../../adapters/cluster/kubernetes/faults.ts';
import { Failure } from './failure.ts';
import { labImageName } from './lab-image/recipe.ts';

type Nodes = { readonly items: readonly { readonly status: { readonly addresses: readonly Address[] } }[] };
type Address = { readonly type: string; readonly address: string };

/** The variables of services/config.ts. Makes the namespace `labs` when it is missing. */
export async function kubernetes(env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string>>> {
  const kubeconfig = env.KUBECONFIG;
  if (!kubeconfig || !existsSync(kubeconfig))
    throw new Failure('KUBECONFIG names no file: set it to that of your cluster, or choose another --engine.');
  const image = env.LAB_IMAGE ?? labImageName;
  if (!image.includes('/'))
    throw new Failure(
      `LAB_IMAGE is ${image}; the cluster finds the lab image at <registry>/<project>/labs/<name>:v1.0.`,
    );
  using api = openApi(kubeconfig);
  await api.call('GET', '/version').catch((error: unknown) => {
    throw new Failure(`The cluster of ${kubeconfig} does not answer.`, [String(error)], error);
  });
  await ensureNamespace(api);
  return {
    LAB_ENGINE: 'kubernetes',
    KUBECONFIG: path.resolve(kubeconfig),
    LAB_TOOLS_IMAGE: image,
    LAB_SSH_HOST: env.CLUSTER_SSH_HOST ?? (await nodeAddress(api)),
    REGISTRY_URL: image.slice(0, image.indexOf('/')),
  };
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

async function nodeAddress(api: Api): Promise<string> {
  const { items } = await api.call<Nodes>('GET', '/api/v1/nodes');
  const addresses = items.flatMap(({ status }) => status.addresses);
  const of = (wanted: string) => addresses.find(({ type }) => type === wanted);
  const found = of('ExternalIP') ?? of('InternalIP');
  if (!found) throw new Failure('No node of the cluster tells its address: set CLUSTER_SSH_HOST.');
  return found.address;
}
