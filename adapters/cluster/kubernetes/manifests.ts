// Each object of an instance as it should be; pure.
import type { V1NetworkPolicyEgressRule, V1NetworkPolicyPeer, V1ObjectMeta, V1PodSpec } from '@kubernetes/client-node';
import { fingerprint, type Identity, type Labels } from '../labels.ts';
import type { InstancePlan, RolePlan } from '../port.ts';
import { secretFiles } from '../secret.ts';
import { LAB_UID, ownUid } from '../uids.ts';
import { annotation, labelsOf, type Part, podsOf } from './labels.ts';
import type { Manifest, Meta, ObjectKind, Resource } from './objects.ts';

/** What an installation wants of its cluster, beside the plans. */
export type ManifestSettings = {
  readonly installation: string;
  readonly serviceType: 'NodePort' | 'LoadBalancer';
  /** Null: the cluster's default. */
  readonly storageClass: string | null;
  /** Ranges that a lab with internet access does not reach. */
  readonly closed: readonly string[];
  /** Where a lab with internet access asks for names. */
  readonly nameServers: readonly V1NetworkPolicyPeer[];
  /** The share of its limits that a pod is sure to get. */
  readonly requestsPercent: { readonly cpu: number; readonly memory: number };
  /** Whether each new claim, and so its lab, gets a separate uid; otherwise all have that of the lab image. */
  readonly ownUids: boolean;
  readonly pod: Pick<
    V1PodSpec,
    'imagePullSecrets' | 'nodeSelector' | 'priorityClassName' | 'runtimeClassName' | 'tolerations'
  >;
};

/** The owner of all but the claim: it goes last, and what it leaves behind is collected. */
export type Owner = Pick<Meta, 'name' | 'uid'>;

export function metaOf(
  { installation }: ManifestSettings,
  of: Identity,
  part: Part,
  {
    name = of.name,
    role,
    owner,
    annotations,
  }: { name?: string; role?: string; owner?: Owner; annotations?: Labels } = {},
): V1ObjectMeta {
  return {
    name,
    labels: { ...labelsOf(installation, of, part, role) },
    ...(annotations && { annotations: { ...annotations } }),
    ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: owner.name, uid: owner.uid }] }),
  };
}

/** What an owner says of the plan that it stands for. */
export type Expectation = {
  readonly objects: readonly { readonly kind: ObjectKind; readonly name: string; readonly print: string }[];
  readonly roles: readonly { readonly role: string; readonly name: string; readonly ssh: boolean }[];
};

/** Without `applied`: what exists must not count as complete. */
export function ownerOf(
  manifestSettings: ManifestSettings,
  plan: InstancePlan,
  applied?: { readonly fingerprint: string; readonly objects: Expectation['objects'] },
): Manifest<'owner'> {
  const expectation: Expectation = {
    objects: applied?.objects ?? [],
    roles: plan.roles.map(({ role, name, ssh }) => ({ role, name, ssh })),
  };
  const annotations = { [annotation.fingerprint]: applied?.fingerprint ?? '' };
  return {
    kind: 'owner',
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metaOf(manifestSettings, plan, 'owner', { annotations }),
      data: { expectation: JSON.stringify(expectation) },
    },
  };
}

/**
 * Nothing goes in or out but what stands here (decision 14). A rule for "the same namespace" would open every other
 * lab.
 */
export function policyOf(manifestSettings: ManifestSettings, plan: InstancePlan, owner: Owner): Manifest<'policy'> {
  const own = { podSelector: { matchLabels: { ...podsOf(manifestSettings.installation, plan) } } };
  return {
    kind: 'policy',
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: metaOf(manifestSettings, plan, 'policy', { owner }),
      spec: {
        ...own,
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ ports: [{ protocol: 'TCP', port: 22 }] }, { from: [own] }],
        egress: [{ to: [own] }, ...(plan.internet ? internet(manifestSettings) : [])],
      },
    },
  };
}

const internet = ({ nameServers, closed }: ManifestSettings): readonly V1NetworkPolicyEgressRule[] => [
  {
    to: [...nameServers],
    ports: [
      { protocol: 'UDP', port: 53 },
      { protocol: 'TCP', port: 53 },
    ],
  },
  { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: [...closed] } }] },
];

/** Survives its instance's other objects, so it has no owner (decision 17). */
export const claimOf = (manifestSettings: ManifestSettings, plan: InstancePlan): Manifest<'claim'> => ({
  kind: 'claim',
  object: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metaOf(manifestSettings, plan, 'claim', {
      annotations: {
        [annotation.uid]: String(
          manifestSettings.ownUids ? ownUid(manifestSettings.installation, plan.instance_id) : LAB_UID,
        ),
      },
    }),
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: `${plan.volumeGi}Gi` } },
      ...(manifestSettings.storageClass !== null && { storageClassName: manifestSettings.storageClass }),
    },
  },
});

/** Whose files a claim holds; those of before there were uids of their own do not say it. */
export const uidOf = ({ meta }: Pick<Resource<'claim'>, 'meta'>): number =>
  Number(meta.annotations[annotation.uid] ?? LAB_UID);

/** In the secret, and no file of the pod. */
export const HOST_KEY = 'ssh_host_ed25519_key';

/** Keys have no folders; the pod gives each file its path again. */
export const keyOf = (path: string): string => path.replaceAll('/', '__');

export const secretOf = (
  manifestSettings: ManifestSettings,
  plan: InstancePlan,
  role: RolePlan,
  owner: Owner,
): Manifest<'secret'> => ({
  kind: 'secret',
  object: {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metaOf(manifestSettings, plan, 'secret', { name: role.name, role: role.role, owner }),
    type: 'Opaque',
    data: Object.fromEntries(
      Object.entries({ ...secretFiles(plan, role), ...(role.ssh && { [HOST_KEY]: plan.hostKey }) }).map(
        ([path, content]) => [keyOf(path), Buffer.from(content).toString('base64')],
      ),
    ),
  },
});

/**
 * Null for a role without an address. Of a role with sshd all ports get a number outside, since it has one service; the
 * policy opens 22 alone.
 */
export function serviceOf(
  manifestSettings: ManifestSettings,
  plan: InstancePlan,
  role: RolePlan,
  owner: Owner,
): Manifest<'service'> | null {
  const ports = [
    ...(role.ssh ? [{ name: 'ssh', port: 22, targetPort: 22, protocol: 'TCP' }] : []),
    ...role.ports
      .filter((port) => port !== 22 || !role.ssh)
      .map((port) => ({ name: `port-${port}`, port, targetPort: port, protocol: 'TCP' })),
  ];
  if (ports.length === 0) return null;
  return {
    kind: 'service',
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metaOf(manifestSettings, plan, 'service', { name: role.name, role: role.role, owner }),
      spec: {
        type: role.ssh ? manifestSettings.serviceType : 'ClusterIP',
        selector: podLabels(manifestSettings, plan, role),
        ports,
        // Nodes open the port while the lab starts, not a second after it is ready; no student knows it before.
        ...(role.ssh && { publishNotReadyAddresses: true }),
      },
    },
  };
}

export function withNodePort({ kind, object }: Manifest<'service'>, nodePort: number): Manifest<'service'> {
  const ports = object.spec?.ports?.map((port) => (port.name === 'ssh' ? { ...port, nodePort } : port));
  return { kind, object: { ...object, spec: { ...object.spec, ...(ports && { ports }) } } };
}

/** Selects the pod of one role. */
const podLabels = ({ installation }: ManifestSettings, plan: Identity, role: RolePlan) => ({
  ...podsOf(installation, plan),
  ...(role.role !== '' && { 'covenant.role': role.role }),
});

/**
 * The fingerprint of an object. The planned object and the one on the server have the same one unless one of our fields
 * was changed; what the server adds does not count.
 */
export function printOf(resource: Manifest | Resource): string {
  const { labels = {}, ownerReferences = [] } = resource.object.metadata ?? {};
  const ours = Object.entries(labels).filter(([name]) => isOurLabel(name));
  return fingerprint({
    labels: Object.fromEntries(ours),
    owners: ownerReferences.map(({ uid }) => uid),
    essence: essenceOf(resource),
  });
}

const isOurLabel = (name: string): boolean =>
  name.startsWith('covenant.') ||
  ['app', 'installation_id', 'lab_id', 'student_id', 'group_id', 'course_id', 'deployment_mode'].includes(name);

function essenceOf(resource: Manifest | Resource): unknown {
  switch (resource.kind) {
    case 'policy':
      return resource.object.spec;
    case 'secret':
    case 'owner':
      return resource.object.data;
    case 'service': {
      const { type, selector, ports = [] } = resource.object.spec ?? {};
      return {
        type,
        selector,
        ports: ports.map(({ name, port, targetPort, protocol }) => [name, port, targetPort, protocol]),
      };
    }
    case 'pod': {
      const { [annotation.madeFrom]: madeFrom, [annotation.secret]: secret } =
        resource.object.metadata?.annotations ?? {};
      return { madeFrom, secret };
    }
    case 'claim':
      return null; // its size is the run's that made it
  }
}
