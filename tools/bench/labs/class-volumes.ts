// Volumes for benchmark "class", made before its labs as an operator makes them before a lesson: local ones, bound when
// a pod needs them.
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../../../adapters/cluster/kubernetes/api/api.ts';

type Named = { readonly metadata: { readonly name: string } };

const classes = '/apis/storage.k8s.io/v1/storageclasses';
const volumes = '/api/v1/persistentvolumes';

/** `folder`: of the only node of the cluster. Disposing of it removes the volumes, their class and what they hold. */
export async function openVolumes(api: Api, folder: string, storageClass: string) {
  const { items } = await api.call<{ readonly items: readonly Named[] }>('GET', '/api/v1/nodes');
  const node = items[0]?.metadata.name ?? '';
  const made: string[] = [];
  await api.call('POST', classes, {
    body: {
      metadata: { name: storageClass },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
  });
  return {
    async add(count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        const name = `${storageClass}-${made.length}`;
        const local = path.join(folder, name);
        mkdirSync(local, { recursive: true });
        chmodSync(local, 0o777);
        await api.call('POST', volumes, { body: volumeOf({ name, storageClass, local, node }) });
        made.push(name);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const name of made) {
        await api.call('DELETE', `${volumes}/${name}`);
        rmSync(path.join(folder, name), { recursive: true, force: true });
      }
      await api.call('DELETE', `${classes}/${storageClass}`);
    },
  };
}

type Volume = {
  readonly name: string;
  readonly storageClass: string;
  readonly local: string;
  readonly node: string;
};

const volumeOf = ({ name, storageClass, local, node }: Volume) => ({
  metadata: { name },
  spec: {
    capacity: { storage: '10Gi' },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: storageClass,
    local: { path: local },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] }],
      },
    },
  },
});
