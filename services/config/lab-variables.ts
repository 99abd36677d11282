// The variables that say where labs run, what they reach and which images they have.
import type { Definition } from './definition.ts';
import * as read from './readers.ts';

const labEngines = ['memory', 'containers', 'kubernetes'] as const;
export type LabEngine = (typeof labEngines)[number];

export const labVariables = {
  LAB_ENGINE: {
    reader: read.oneOf(labEngines),
    roles: ['worker'],
    text: 'Where labs run: a container engine, a Kubernetes cluster, or simulated in `memory`, without logins.',
  },
  LAB_ENGINE_SOCKET: {
    reader: read.folder,
    roles: [],
    text: 'The socket of the container engine. Required for `containers`.',
  },
  LAB_ENGINE_FOLDER: {
    reader: read.folder,
    roles: [],
    text: 'A folder of the machine of the container engine, for the file systems of homes. Without it, volumes on Podman share a file system, and their size is only measured periodically.',
  },
  LAB_DISK_RESERVE_GI: {
    reader: read.wholeNumber(0, 100_000),
    roles: [],
    otherwise: '5',
    text: 'The space in GiB that homes of labs leave free on the disk of a container engine on this machine: a new home waits until its size and this reserve are free. Homes grow as they fill, so make it larger than what a class may write at once.',
  },
  LAB_SUBNETS: {
    reader: read.subnet(24),
    roles: [],
    otherwise: '10.213.0.0/16',
    text: 'The range of the networks of labs on a container engine, 16 addresses for each lab, or 32 with internet access. Choose a range that neither this machine nor its users reach others by: hosts behind the same addresses cannot be reached from this machine.',
  },
  LAB_ACCESS_SUBNETS: {
    reader: read.subnet(22),
    roles: [],
    otherwise: '10.214.0.0/15',
    text: 'The range of the network between this machine and its labs on a container engine, of which one takes 1,024 addresses. Must not overlap LAB_SUBNETS.',
  },
  LAB_TOOLS_IMAGE: {
    reader: read.name,
    roles: [],
    text: 'The lab image, which is also used by the pods that read and restore volumes. Required for `containers` and `kubernetes`.',
  },
  LAB_NAMESPACE: { reader: read.name, roles: [], otherwise: 'labs', text: 'The Kubernetes namespace of labs.' },
  LAB_SSH_HOST: {
    reader: read.name,
    roles: [],
    text: 'The host at which students reach the node ports. Required for `kubernetes`.',
  },
  LAB_UIDS: {
    reader: read.oneOf<'per-lab' | 'shared'>(['per-lab', 'shared']),
    roles: [],
    otherwise: 'per-lab',
    text: 'Whether labs on Kubernetes run with separate uids, so that nodes can count what each of them uses, or all with 10001, for namespaces that prescribe uids. Volumes keep the uid that they were created with. On Podman labs always have separate uids; on Docker they share 10001.',
  },
  LAB_CPU_REQUEST_PERCENT: {
    reader: read.wholeNumber(1, 100),
    roles: [],
    otherwise: '5',
    text: 'The share of its CPU limit that a lab pod requests on Kubernetes, which schedules pods by their requests.',
  },
  LAB_MEMORY_REQUEST_PERCENT: {
    reader: read.wholeNumber(1, 100),
    roles: [],
    otherwise: '20',
    text: 'The share of its memory limit that a lab pod requests on Kubernetes.',
  },
  KUBECONFIG: {
    reader: read.folder,
    roles: [],
    text: 'The cluster and the account to use. Defaults to the service account that the worker runs with.',
  },
  LAB_CLOSED: {
    reader: read.listOf(/^\[?[0-9A-Za-z_.:-]+\]?:\d{1,5}$/, 'host:port addresses separated by commas'),
    roles: [],
    otherwise: '',
    text: 'Addresses that labs must not reach. Each start verifies this from inside the lab.',
  },
  LAB_CLOSED_RANGES: {
    reader: read.listOf(/^[\d.]+\/\d{1,2}$/, 'CIDR ranges separated by commas'),
    roles: [],
    otherwise: '',
    text: 'The public addresses of pods, services and nodes, which labs with internet access must not reach.',
  },
  REGISTRY_URL: {
    reader: read.name,
    roles: ['worker'],
    text: 'The value of `{registry_url}` in lab configurations.',
  },
  LAB_REGISTRIES: {
    reader: read.listOf(/^[^\s/]+$/, 'registry hosts separated by commas'),
    roles: [],
    otherwise: '',
    text: 'Other registries that lab configurations may use.',
  },
} as const satisfies Record<string, Definition>;
