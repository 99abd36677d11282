// What is asked of the engine for each object of an instance; pure.
import type { Labels } from '../labels.ts';
import type { InstancePlan, RolePlan } from '../port.ts';
import { HOST_KEY_VARIABLE } from '../secret.ts';
import { PROCESSES } from '../uids.ts';
import type { Flavour } from './engine/engine.ts';
import type { ImageFacts } from './image.ts';
import { macOf, nth } from './network/subnets.ts';
import { LAB_UID } from './owner.ts';

const MIB = 1024 * 1024;
/** Shares no file with the lab, so it can read nothing of the secrets that pass through its container. */
const RELAY_UID = 10_002;
/** Where the relay listens for the first role with sshd; the others follow. */
const FIRST_RELAY_PORT = 2201;
const STOP_S = 5;
/** Said of each container, since its image would decide what is left out (decision 594). */
const launch = { StopSignal: 'SIGTERM', StopTimeout: STOP_S, Healthcheck: { Test: ['NONE'], Retries: 1 } };
/** The entry point of the lab image, and of each image that is made from it. */
const ENTRY = ['/usr/bin/tini', '-g', '--', '/usr/local/bin/lab-init'];
/** After so many ends with a failure the engine lets a pod be. */
export const RETRIES = 5;
/** Beyond those of a student: for sshd, and the first shell of a login. */
const RESERVE = 64;
export const HOME = '/home/student';

export type Surroundings = {
  readonly flavour: Flavour;
  /** With tini, sh, socat, tar and nft: the lab image is one. */
  readonly toolsImage: string;
  /** What a lab does not reach when the internet is open to it. */
  readonly closed: readonly string[];
  /** False where the kernel has none, because its switch cannot be turned there. */
  readonly ipv6: boolean;
  readonly memoryBytes: number;
  /** As the engine takes it: Docker the profile itself, Podman the name of its file. */
  readonly seccomp: string;
};

export type Body = Readonly<Record<string, unknown>>;

/**
 * Podman mounts these in every container whose root is read-only, each with half of the machine's memory unless a size
 * is given.
 */
const small = { '/run': 'rw,mode=755,size=1m', '/tmp': 'rw,mode=1777,size=1m', '/var/tmp': 'rw,mode=1777,size=1m' };

const restricted = ({ seccomp }: Surroundings) => ({
  ReadonlyRootfs: true,
  Tmpfs: small,
  ShmSize: MIB,
  CapDrop: ['ALL'],
  SecurityOpt: ['no-new-privileges', `seccomp=${seccomp}`],
  LogConfig: { Type: 'json-file', Config: { 'max-size': '1m' } },
});

const limits = (around: Surroundings, memoryMi: number, pids: number) => ({
  Memory: memoryMi * MIB,
  MemorySwap: memoryMi * MIB,
  PidsLimit: pids,
  // Podman adds a limit of processes to any list, which the kernel may refuse; there the part's configuration sets it.
  ...(around.flavour === 'docker' && { Ulimits: [{ Name: 'nofile', Soft: 1024, Hard: 1024 }] }),
});

/**
 * Docker's runc gives a folder that it had to make the mode 755 at the second start, so there the lab owns it; Podman
 * knows no owner.
 */
const inMemory = ({ flavour }: Surroundings, uid: number, sizeMi: number): string =>
  `rw,exec,mode=1777,size=${sizeMi}m${flavour === 'docker' ? `,uid=${uid},gid=${LAB_UID}` : ''}`;

const memoryMount = (place: string) => ({
  Type: 'tmpfs',
  Target: place,
  TmpfsOptions: { SizeBytes: 64 * MIB, Mode: 0o1777 },
});

/** A bridge has a link-local address, by which a lab would reach what the host offers on `::`. */
const sysctls = ({ ipv6 }: Surroundings, own: Labels): Labels => ({
  ...own,
  ...(ipv6 && { 'net.ipv6.conf.all.disable_ipv6': '1', 'net.ipv6.conf.default.disable_ipv6': '1' }),
});

/**
 * The hardware address goes with the other one: else the relay would talk to the old one for half a minute after a
 * restart.
 */
const at = (address: string): Body => ({ IPAMConfig: { IPv4Address: address }, MacAddress: macOf(address) });

/** The roles stand at the beginning of the subnet in the order of the plan, the relay at its end. */
export const addressOf = (plan: InstancePlan, role: RolePlan, subnet: string): string =>
  nth(subnet, 2 + plan.roles.indexOf(role));
const relayAddress = (subnet: string): string => nth(subnet, 14);

export const sshRoles = (plan: InstancePlan): readonly RolePlan[] => plan.roles.filter(({ ssh }) => ssh);

/** The folder of a role's secret in the relay, through which it is filled. */
export const secretFolder = (role: RolePlan): string => `/secret/${role.role || 'lab'}`;

export type PodParts = {
  readonly policy: string;
  readonly subnet: string;
  readonly claim: string | null;
  /** The uid that the processes of a role run as, and that owns the files in its claim (owner.ts). */
  readonly uids: ReadonlyMap<RolePlan, number>;
  readonly secrets: ReadonlyMap<RolePlan, string>;
  readonly images: ReadonlyMap<RolePlan, ImageFacts>;
};

export const userOf = ({ uids }: Pick<PodParts, 'uids'>, role: RolePlan): number => uids.get(role) ?? LAB_UID;

/** What the network of a pod is like; the pod's own business, or that of the container which holds it for the pod. */
const networking = (around: Surroundings, plan: InstancePlan, role: RolePlan, { policy, subnet }: PodParts) => {
  const address = addressOf(plan, role, subnet);
  const named = plan.roles.filter((other) => other.role !== '');
  return {
    Hostname: role.name,
    HostConfig: {
      NetworkMode: policy,
      ExtraHosts: named.map((other) => `${other.role}:${addressOf(plan, other, subnet)}`),
      // Port 22, and `ping`, without a capability.
      Sysctls: sysctls(around, {
        'net.ipv4.ip_unprivileged_port_start': '22',
        'net.ipv4.ping_group_range': `${LAB_UID} ${LAB_UID}`,
      }),
      // A name server that is not there answers at once; none at all would mean the host's.
      ...(!plan.internet && { Dns: ['127.0.0.1'] }),
    },
    NetworkingConfig: { EndpointsConfig: { [policy]: at(address) } },
  };
};

/** `net`: the container whose network the pod joins, when it is not the pod's own. */
export function podBody(around: Surroundings, plan: InstancePlan, role: RolePlan, parts: PodParts, net?: string): Body {
  const { HostConfig, ...network } = net
    ? {
        HostConfig: { NetworkMode: `container:${net}` },
        // Docker takes the name from the container that holds the network, and refuses another.
        ...(around.flavour === 'podman' && { Hostname: role.name }),
      }
    : networking(around, plan, role, parts);
  const uid = userOf(parts, role);
  const { command = [], writable = [] } = parts.images.get(role) ?? {};
  const memory = {
    ...small,
    '/run/lab': inMemory(around, uid, 1),
    '/tmp': inMemory(around, uid, 64),
    '/var/tmp': inMemory(around, uid, 32),
    // Docker makes a volume of the image beside such an entry, but not beside a mount.
    ...(around.flavour === 'podman' && Object.fromEntries(writable.map((place) => [place, inMemory(around, uid, 64)]))),
  };
  const hasClaim = role.volume && parts.claim !== null;
  return {
    ...network,
    Image: role.image,
    User: `${uid}:${LAB_UID}`,
    WorkingDir: HOME,
    Entrypoint: ENTRY,
    Cmd: command,
    Env: [
      'LAB_AFTER_FAILURE=wait',
      `HOME=${HOME}`,
      // The kernel counts by uid, so the limit is for a lab that shares its uid with no other. Empty means no limit.
      `LAB_PROCESSES=${uid === LAB_UID ? '' : PROCESSES}`,
      `LAB_ROLE=${role.role}`,
      ...(role.ssh ? [`${HOST_KEY_VARIABLE}=${plan.hostKey}`] : []),
    ],
    ...launch,
    HostConfig: {
      ...restricted(around),
      ...HostConfig,
      ...limits(around, role.memoryMi, PROCESSES + RESERVE),
      NanoCpus: role.cpuMillis * 1_000_000,
      // What lies in memory counts as the lab's memory, so there is always room for its processes beside it.
      ShmSize: 32 * MIB,
      Tmpfs: hasClaim ? memory : { ...memory, [HOME]: inMemory(around, uid, 64) },
      RestartPolicy: { Name: 'on-failure', MaximumRetryCount: RETRIES },
      Mounts: [
        ...(hasClaim ? [{ Type: 'volume', Source: parts.claim, Target: HOME }] : []),
        { Type: 'volume', Source: parts.secrets.get(role), Target: '/etc/lab-secret', ReadOnly: true },
        ...(around.flavour === 'docker' ? writable.map(memoryMount) : []),
      ],
    },
  };
}

/**
 * Holds the network of a pod that reaches the internet: closes all the rest before the pod is there, and the pod cannot
 * open it.
 */
export function netBody(around: Surroundings, plan: InstancePlan, role: RolePlan, parts: PodParts): Body {
  const { HostConfig, ...network } = networking(around, plan, role, parts);
  return {
    ...network,
    Image: around.toolsImage,
    User: '0:0',
    WorkingDir: '/',
    Entrypoint: ['/usr/bin/tini', '-g', '--'],
    Cmd: ['/bin/sh', '-euc', wall(around, parts.subnet)],
    ...launch,
    HostConfig: { ...restricted(around), ...limits(around, 32, 16), ...HostConfig, CapAdd: ['NET_ADMIN'] },
  };
}

/** Replies pass by their connection; names are asked where the engine says, and nothing else there. */
const wall = ({ closed }: Surroundings, subnet: string): string => `
nft -f - <<END
table inet lab {
  chain out {
    type filter hook output priority 0; policy accept;
    oifname "lo" accept
    ct state established,related accept
    ip daddr ${subnet} accept
$(awk '$1 == "nameserver" && $2 ~ /^[0-9.]+$/ { print "    ip daddr " $2 " meta l4proto { tcp, udp } th dport 53 accept" }' /etc/resolv.conf)
${closed.map((range) => `    ip daddr ${range} reject`).join('\n')}
    meta nfproto ipv6 reject
  }
  chain in {
    type filter hook input priority 0; policy drop;
    iifname "lo" accept
    ct state established,related accept
    ip saddr ${subnet} accept
  }
}
END
echo READY
exec sleep infinity
`;

export type RelayPorts = Readonly<Record<string, { readonly listens: number; readonly published: number }>>;

/** Numbers the roles with sshd; `published` are the host's ports in their order. */
export const relayPorts = (plan: InstancePlan, published: readonly number[]): RelayPorts =>
  Object.fromEntries(
    sshRoles(plan).map(({ role }, index) => [
      role,
      { listens: FIRST_RELAY_PORT + index, published: published[index] ?? 0 },
    ]),
  );

/**
 * Stands in both networks, since a port of a network without a way out cannot be published. It also takes in the
 * secrets.
 */
export function relayBody(
  around: Surroundings,
  plan: InstancePlan,
  parts: PodParts,
  access: string,
  ports: RelayPorts,
): Body {
  const pipes = sshRoles(plan).map((role) => {
    const listen = `TCP-LISTEN:${ports[role.role]?.listens},fork,reuseaddr,keepalive,max-children=64`;
    return `socat ${listen} TCP:${addressOf(plan, role, parts.subnet)}:22,keepalive`;
  });
  const each = Object.values(ports);
  return {
    Image: around.toolsImage,
    User: `${RELAY_UID}:${RELAY_UID}`,
    WorkingDir: '/',
    Entrypoint: ['/usr/bin/tini', '-g', '--'],
    Cmd: ['/bin/sh', '-c', `${pipes.map((pipe) => `${pipe} &`).join(' ')} wait`],
    ...launch,
    ExposedPorts: Object.fromEntries(each.map(({ listens }) => [`${listens}/tcp`, {}])),
    HostConfig: {
      ...restricted(around),
      ...limits(around, 64, 160),
      NetworkMode: access,
      Sysctls: sysctls(around, { 'net.ipv4.ip_forward': '0' }),
      RestartPolicy: { Name: 'on-failure', MaximumRetryCount: RETRIES },
      PortBindings: Object.fromEntries(
        each.map(({ listens, published }) => [
          `${listens}/tcp`,
          [{ HostIp: '127.0.0.1', HostPort: String(published) }],
        ]),
      ),
      Mounts: plan.roles.map((role) => ({
        Type: 'volume',
        Source: parts.secrets.get(role),
        Target: secretFolder(role),
      })),
    },
    NetworkingConfig: { EndpointsConfig: { [access]: {} } },
  };
}

export const relayConnection = ({ subnet }: PodParts): Body => ({ EndpointConfig: at(relayAddress(subnet)) });

/** Reads or fills a volume; `privileged` to read what its owner has closed to himself, and nothing else. */
export function helperBody(
  around: Surroundings,
  { name: claim, uid }: { readonly name: string; readonly uid: number },
  command: string,
  reads: boolean,
): Body {
  // Docker gives a capability to root alone; Podman to the user that asks for it.
  const user = reads && around.flavour === 'docker' ? '0:0' : `${uid}:${LAB_UID}`;
  return {
    Image: around.toolsImage,
    User: user,
    WorkingDir: HOME,
    ...launch,
    Entrypoint: ['/usr/bin/tini', '--'],
    Cmd: ['/bin/sh', '-euc', command],
    AttachStdout: true,
    AttachStderr: true,
    ...(!reads && { AttachStdin: true, OpenStdin: true, StdinOnce: true }),
    HostConfig: {
      ...restricted(around),
      ...limits(around, 256, 16),
      LogConfig: { Type: 'none' },
      NetworkMode: 'none',
      ...(reads && { CapAdd: ['DAC_READ_SEARCH'] }),
      Mounts: [{ Type: 'volume', Source: claim, Target: HOME, ReadOnly: reads }],
    },
  };
}
