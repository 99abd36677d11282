// An account with the rights that the manifests for labs give to the worker, and no others.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { facts, folder, type Home, operator } from './harness.ts';

const manifest = path.join(import.meta.dirname, '../../deploy/kubernetes/labs.yaml');

type Subject = { readonly kind: string; readonly name: string };
type Given = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly subjects?: readonly Subject[];
};

/** A kubeconfig of the account, made in the namespace of a test instead of in those that the file names. */
export async function workersKubeconfig({ namespace }: Home): Promise<string> {
  const given = parseAllDocuments(readFileSync(manifest, 'utf8')).map((each) => each.toJS() as Given);
  const post = <T>(at: string, body: object) => operator.api.call<T>('POST', at, { body });
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const at: Readonly<Record<string, string>> = {
    ServiceAccount: accounts,
    Role: `${rbac}/roles`,
    RoleBinding: `${rbac}/rolebindings`,
  };
  for (const object of given) {
    const where = at[object.kind];
    const subjects = object.subjects?.map((subject) => ({ ...subject, namespace }));
    if (where)
      await post(where, { ...object, metadata: { ...object.metadata, namespace }, ...(subjects && { subjects }) });
  }
  const account = given.find(({ kind }) => kind === 'ServiceAccount')?.metadata.name ?? '';
  const { status } = await post<{ status: { token: string } }>(`${accounts}/${account}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  });
  return await kubeconfigOf(account, status.token, path.join(folder, `${namespace}-${account}.json`));
}

async function kubeconfigOf(name: string, token: string, file: string): Promise<string> {
  const sdk = await import('@kubernetes/client-node');
  const [mine, theirs] = [new sdk.KubeConfig(), new sdk.KubeConfig()];
  mine.loadFromFile(facts.kubeconfig);
  const server = mine.getCurrentCluster();
  if (!server) throw new Error('the kubeconfig does not name a cluster');
  theirs.loadFromClusterAndUser(server, { name, token });
  writeFileSync(file, theirs.exportConfig(), { mode: 0o600 });
  return file;
}
