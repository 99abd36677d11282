// What a start asks of a cluster before labs run there; the cluster's part is played by one of our servers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Failure } from '../failure.ts';
import { labImageName } from '../lab-image/recipe.ts';
import { forgetOnKubernetes, kubernetes } from './kubernetes.ts';

const around = { print: () => undefined, signal: new AbortController().signal };

const internal = { type: 'InternalIP', address: '192.0.2.7' };

/** A cluster of a node that has not reported anything yet, and one with these images. */
async function clusterOf(t: ExecutionContext, images: readonly string[], node: object = { addresses: [internal] }) {
  const status = { ...node, images: [{ names: images }] };
  const answers: Readonly<Record<string, object>> = {
    '/version': {},
    '/api/v1/nodes': { items: [{}, { status }] },
    '/api/v1/namespaces/labs': {},
    '/api/v1/namespaces/default/services/kubernetes': { spec: { clusterIP: '10.96.0.1' } },
  };
  const server = createServer(({ url = '' }, response) => {
    const body = JSON.stringify(answers[url] ?? { message: `no ${url}` });
    response.writeHead(url in answers ? 200 : 404, { 'content-type': 'application/json' }).end(body);
  });
  return await kubeconfigTo(t, server);
}

async function kubeconfigTo(t: ExecutionContext, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-kubernetes-'));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'kubeconfig');
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    clusters: [{ name: 'c', cluster: { server: at, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

test('labs run on the image of the nodes, at the address of a node, and reach neither API server nor kubelet', async (t) => {
  const KUBECONFIG = await clusterOf(t, [labImageName]);
  t.deepEqual(await kubernetes({ KUBECONFIG }, around), {
    LAB_ENGINE: 'kubernetes',
    KUBECONFIG,
    LAB_TOOLS_IMAGE: labImageName,
    LAB_SSH_HOST: '192.0.2.7',
    LAB_CLOSED: '10.96.0.1:443,192.0.2.7:10250',
    REGISTRY_URL: 'localhost',
  });
  t.like(await kubernetes({ KUBECONFIG, LAB_IMAGE: 'r.example.org:5000/covenant/labs/shell:v1.0' }, around), {
    LAB_TOOLS_IMAGE: 'r.example.org:5000/covenant/labs/shell:v1.0',
    REGISTRY_URL: 'r.example.org:5000',
  });
});

test('a node without addresses requires CLUSTER_SSH_HOST, and works with it', async (t) => {
  for (const node of [{}, { addresses: [] }, { addresses: [{ type: 'Hostname', address: 'node1' }] }]) {
    const KUBECONFIG = await clusterOf(t, [labImageName], node);
    const error = await t.throwsAsync(kubernetes({ KUBECONFIG }, around), { instanceOf: Failure });
    t.is(error?.message, 'No node of the cluster reports an address. Set CLUSTER_SSH_HOST.');
    t.like(await kubernetes({ KUBECONFIG, CLUSTER_SSH_HOST: 'labs.example.org' }, around), {
      LAB_SSH_HOST: 'labs.example.org',
      LAB_CLOSED: '10.96.0.1:443,labs.example.org:10250',
    });
  }
});

test('--fresh deletes the objects of earlier starts in the cluster, and no others', async (t) => {
  const asked: string[] = [];
  const there = new Set(['configmaps/a', 'pods/a', 'persistentvolumeclaims/a']);
  const server = createServer(({ method = '', url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://cluster');
    const [, kind = '', name] = /^\/api.*\/namespaces\/labs\/([a-z]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    asked.push(`${method} ${kind} ${name ?? searchParams.get('labelSelector')}`);
    const isThere = there.has(`${kind}/${name ?? 'a'}`);
    if (method === 'DELETE') there.delete(`${kind}/${name}`);
    const item = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } };
    const body = name === undefined ? { items: isThere ? [item] : [], metadata: { resourceVersion: '1' } } : item;
    response.writeHead(name === undefined || isThere ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const KUBECONFIG = await kubeconfigTo(t, server);
  t.is(await forgetOnKubernetes({ KUBECONFIG }, 'former'), 3);
  t.deepEqual([...there], []);
  const lists = asked.filter((each) => each.startsWith('GET') && each.includes('='));
  t.deepEqual([...new Set(lists.map((each) => each.split(' ')[2]))], ['installation_id=former']);
  t.deepEqual(asked.filter((each) => each.startsWith('DELETE')).sort(), [
    'DELETE configmaps a',
    'DELETE persistentvolumeclaims a',
    'DELETE pods a',
  ]);
});

test('npm start ends with advice when nodes lack the lab image', async (t) => {
  const KUBECONFIG = await clusterOf(t, []);
  const error = await t.throwsAsync(kubernetes({ KUBECONFIG }, around), { instanceOf: Failure });
  t.regex(
    `${error?.message} ${error?.lines.join(' ')}`,
    /No node .* has the lab image .*npm run lab-image .*LAB_IMAGE/,
  );
});
