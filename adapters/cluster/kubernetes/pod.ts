// The pod of one role, under the restricted Pod Security Standard (decision 15); pure.
// Rule by rule: https://kubernetes.io/docs/concepts/security/pod-security-standards/
import type { V1Container, V1EnvVar, V1HostAlias, V1PodSpec, V1Probe, V1Volume } from '@kubernetes/client-node';
import { fingerprint } from '../labels.ts';
import type { InstancePlan, RolePlan } from '../port.ts';
import { HOST_KEY_VARIABLE, secretFiles } from '../secret.ts';
import { LAB_UID, PROCESSES } from '../uids.ts';
import { imageCheck } from './image-check.ts';
import { annotation, podsOf } from './labels.ts';
import { HOST_KEY, keyOf, type ManifestSettings, metaOf, type Owner } from './manifests.ts';
import type { Manifest } from './objects.ts';

export const HOME = '/home/student';
const STOP_S = 5;

/** Addresses of the services by role: names are not asked for in a lab without a way out. */
export type Addresses = ReadonlyMap<string, string>;

export function podOf(
  manifestSettings: ManifestSettings,
  plan: InstancePlan,
  role: RolePlan,
  owner: Owner,
  { addresses, uid }: { readonly addresses: Addresses; readonly uid: number },
): Manifest<'pod'> {
  const hostAliases = aliasesOf(role, addresses);
  const annotations = {
    [annotation.madeFrom]: madeFrom(plan, role, hostAliases),
    [annotation.secret]: fingerprint(secretFiles(plan, role)),
  };
  return {
    kind: 'pod',
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: metaOf(manifestSettings, plan, 'pod', { name: role.name, role: role.role, owner, annotations }),
      spec: {
        ...manifestSettings.pod,
        ...restrictedPod(uid),
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: STOP_S,
        ...names(plan),
        ...(hostAliases.length > 0 && { hostAliases }),
        ...(plan.roles.length > 1 && together(manifestSettings, plan)),
        containers: [container(manifestSettings, role, uid)],
        volumes: volumes(plan, role),
      },
    },
  };
}

/**
 * All that a running pod cannot take over; a change means another pod. Not the recipe itself: an upgrade of this
 * software ends no session.
 */
const madeFrom = (plan: InstancePlan, role: RolePlan, aliases: readonly V1HostAlias[]): string => {
  const { image, cpuMillis, memoryMi, ssh, volume, environment, initScripts } = role;
  const hostKey = ssh ? plan.hostKey : null;
  // Left out until there is one, so that pods from before there were restarts stay.
  const restart = plan.restart_generation > 0 && { restart: plan.restart_generation };
  return fingerprint({
    ...{ image, cpuMillis, memoryMi, ssh, volume, environment, initScripts, hostKey },
    ...{ aliases, internet: plan.internet },
    ...restart,
  });
};

const aliasesOf = ({ role }: RolePlan, addresses: Addresses): V1HostAlias[] =>
  [...addresses]
    .filter(([other]) => other !== '')
    // Its own name leads to the pod itself: not every network brings what a pod sends to its own service back to it.
    .map(([other, ip]) => ({ ip: other === role ? '127.0.0.1' : ip, hostnames: [other] }));

export const restrictedPod = (
  uid: number,
): Pick<V1PodSpec, 'automountServiceAccountToken' | 'enableServiceLinks' | 'securityContext'> => ({
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: uid,
    runAsGroup: LAB_UID,
    fsGroup: LAB_UID,
    // Else each mount of a large home would go through all of its files.
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
    // Port 22, and `ping`, without a capability; both are on the list of safe ones.
    sysctls: [
      { name: 'net.ipv4.ip_unprivileged_port_start', value: '22' },
      { name: 'net.ipv4.ping_group_range', value: `${LAB_UID} ${LAB_UID}` },
    ],
  },
});

export const restrictedContainer = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
} satisfies V1Container['securityContext'];

/** A name server that is not there answers at once; the cluster's would be silence until a timeout. */
const names = ({ internet }: InstancePlan): Partial<V1PodSpec> =>
  internet ? { dnsPolicy: 'ClusterFirst' } : { dnsPolicy: 'None', dnsConfig: { nameservers: ['127.0.0.1'] } };

/** A volume of access mode ReadWriteOnce is one node's. The first pod fulfils this by itself. */
const together = ({ installation }: ManifestSettings, plan: InstancePlan): Partial<V1PodSpec> => ({
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { ...podsOf(installation, plan) } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
});

const container = ({ requestsPercent }: ManifestSettings, role: RolePlan, uid: number): V1Container => ({
  name: 'lab',
  image: role.image,
  imagePullPolicy: 'IfNotPresent',
  workingDir: HOME,
  env: environment(role, uid),
  ...(role.ssh && { ports: [{ name: 'ssh', containerPort: 22, protocol: 'TCP' }] }),
  resources: {
    requests: {
      cpu: `${share(role.cpuMillis, requestsPercent.cpu)}m`,
      memory: `${share(role.memoryMi, requestsPercent.memory)}Mi`,
      'ephemeral-storage': '64Mi',
    },
    // Nothing but logs is written outside of the claim and the memory.
    limits: { cpu: `${role.cpuMillis}m`, memory: `${role.memoryMi}Mi`, 'ephemeral-storage': '256Mi' },
  },
  securityContext: restrictedContainer,
  lifecycle: imageCheck,
  startupProbe: isUp(role),
  terminationMessagePolicy: 'File',
  volumeMounts: [
    { name: 'home', mountPath: HOME },
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'run', mountPath: '/run/lab' },
    { name: 'secret', mountPath: '/etc/lab-secret', readOnly: true },
  ],
});

/**
 * Empty means no value; left out, the image would decide. Nodes count by uid, so the limit is for a lab that shares its
 * uid with no other.
 */
const environment = ({ role, name, ssh }: RolePlan, uid: number): V1EnvVar[] => [
  ...(ssh ? [{ name: HOST_KEY_VARIABLE, valueFrom: { secretKeyRef: { name, key: HOST_KEY } } }] : []),
  { name: 'HOME', value: HOME },
  { name: 'LAB_ROLE', value: role },
  { name: 'LAB_PROCESSES', value: uid === LAB_UID ? '' : String(PROCESSES) },
];

const share = (limit: number, percent: number): number => Math.max(1, Math.floor((limit * percent) / 100));

/**
 * Once a second until it is so, then never again: sshd is connected to once, and a process started in the pod only
 * where there is none.
 */
const isUp = ({ ssh }: RolePlan): V1Probe => ({
  ...(ssh ? { tcpSocket: { port: 22 } } : { exec: { command: ['grep', '-qsx', 'READY', '/dev/termination-log'] } }),
  periodSeconds: 1,
  timeoutSeconds: 5,
  // Longer than all scripts may take together, and than the worker waits.
  failureThreshold: 3_600,
});

function volumes(plan: InstancePlan, role: RolePlan): V1Volume[] {
  const memory = (sizeLimit: string) => ({ emptyDir: { medium: 'Memory', sizeLimit } });
  const items = Object.keys(secretFiles(plan, role)).map((path) => ({ key: keyOf(path), path }));
  return [
    { name: 'home', ...(role.volume ? { persistentVolumeClaim: { claimName: plan.name } } : memory('64Mi')) },
    { name: 'tmp', ...memory('64Mi') },
    { name: 'run', ...memory('1Mi') },
    { name: 'secret', secret: { secretName: role.name, defaultMode: 0o440, items } },
  ];
}
