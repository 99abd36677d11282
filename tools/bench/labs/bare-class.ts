// The floor under benchmark "class": the objects of our labs by `kubectl apply`, until each sshd answers at its node
// port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openApi } from '../../../adapters/cluster/kubernetes/api/api.ts';
import { label } from '../../../adapters/cluster/kubernetes/labels.ts';
import { type KubernetesConnection, listAll, pathOf } from '../../../adapters/cluster/kubernetes/objects.ts';

type Json = Record<string, unknown>;
type Stored = { kind: string; object: Json & { metadata: Json; spec?: Json } };

const kinds: Readonly<Record<string, readonly [apiVersion: string, kind: string]>> = {
  policy: ['networking.k8s.io/v1', 'NetworkPolicy'],
  secret: ['v1', 'Secret'],
  claim: ['v1', 'PersistentVolumeClaim'],
  service: ['v1', 'Service'],
  pod: ['v1', 'Pod'],
};

/** Without what the server and its controllers add, and without the owner, which is no part of a lab. */
export async function objectsOf(place: KubernetesConnection, installation: string): Promise<readonly Json[]> {
  const all = (await listAll(place, { [label.installation]: installation })) as readonly unknown[] as readonly Stored[];
  return all.flatMap(({ kind, object }) => {
    const [apiVersion, name] = kinds[kind] ?? [];
    if (apiVersion === undefined) return [];
    const { metadata, spec, status: _, ...rest } = object;
    const { labels, annotations, name: own } = metadata;
    const kept = Object.fromEntries(Object.entries((annotations ?? {}) as Json).filter(([key]) => !isOfCluster(key)));
    return [
      {
        ...rest,
        apiVersion,
        kind: name,
        metadata: { name: own, labels, annotations: kept },
        ...(spec && { spec: specOf(kind, spec) }),
      },
    ];
  });
}

/** To which volume a claim is bound, among others. */
const isOfCluster = (key: string): boolean => /(^|\.)kubernetes\.io\//.test(key);

function specOf(kind: string, spec: Json): Json {
  if (kind === 'claim') return without(spec, ['volumeName', 'volumeMode']);
  if (kind === 'pod')
    return without(spec, ['nodeName', 'serviceAccount', 'priority', 'preemptionPolicy', 'tolerations']);
  if (kind !== 'service') return spec;
  const ports = (spec.ports as readonly Json[]).map((port) => without(port, ['nodePort']));
  return { ...without(spec, ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']), ports };
}

const without = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

type Where = { readonly kubeconfig: string; readonly namespace: string; readonly sshHost: string };

/** The seconds that they took; afterwards nothing of them is there. */
export async function bareClass(where: Where, objects: readonly Json[], signal: AbortSignal): Promise<number> {
  const { kubeconfig, namespace, sshHost } = where;
  using api = openApi(kubeconfig);
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  try {
    const began = performance.now();
    await kubectl(where, ['apply', '-f', '-'], list, signal);
    const services = await api.call<{ items: readonly { spec: { ports: readonly { nodePort: number }[] } }[] }>(
      'GET',
      pathOf({ api, namespace }, 'service'),
    );
    const ports = services.items.flatMap(({ spec }) => spec.ports.map(({ nodePort }) => nodePort));
    await Promise.all(ports.map((port) => answered(sshHost, port, signal)));
    return (performance.now() - began) / 1_000;
  } finally {
    await kubectl(where, ['delete', '--wait', '-f', '-'], list, signal);
  }
}

async function kubectl({ kubeconfig, namespace }: Where, args: readonly string[], input: string, signal: AbortSignal) {
  const child = spawn('kubectl', ['--kubeconfig', kubeconfig, '--namespace', namespace, ...args], {
    stdio: ['pipe', 'ignore', 'inherit'],
    signal,
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`kubectl ${args[0]} ended with ${code}`);
}

/** Until an SSH server says its version; rarely, since each connection makes a busy server fork once more. */
async function answered(host: string, port: number, signal: AbortSignal): Promise<void> {
  for (; ; await pause(500, undefined, { signal })) {
    const socket = connect(port, host).setTimeout(30_000);
    const banner = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data)));
      for (const event of ['error', 'timeout', 'close'] as const) socket.once(event, () => resolve(''));
    });
    socket.destroy();
    if (banner.startsWith('SSH-')) return;
  }
}
