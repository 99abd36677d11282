// Labs as containers of one engine (Podman, Docker), through its API on a unix socket.
import { existsSync } from 'node:fs';
import { BlockList } from 'node:net';
import { networkInterfaces, totalmem } from 'node:os';
import path from 'node:path';
import { pinsOf } from '../pins.ts';
import type { Cluster } from '../port.ts';
import { neverOpen } from '../ranges.ts';
import { apply, printOf } from './apply.ts';
import type { Surroundings } from './bodies.ts';
import { clear, removeVolume } from './clear.ts';
import { disksOf } from './disks.ts';
import { type Engine, engine } from './engine/engine.ts';
import { pinned } from './engine/pin.ts';
import { pullsOf } from './engine/pull.ts';
import { factsOf } from './facts.ts';
import { imageFactsOf } from './image.ts';
import { list } from './listing.ts';
import { neighbourOf } from './network/neighbour.ts';
import { portsOf } from './network/ports.ts';
import { showNotice } from './notice.ts';
import { byInstance, observedOf } from './observed.ts';
import { seccompFor } from './seccomp-file.ts';
import type { Site } from './site.ts';
import { measureVolume, readVolume, writeVolume } from './volumes.ts';
import { watch } from './watch.ts';

export type ContainersSettings = {
  readonly socketPath: string;
  /** Letters and digits; whatever carries another one on the same engine is never touched. */
  readonly installation: string;
  /** With tini, socat, tar and nft, and on the engine already: the lab image. */
  readonly toolsImage: string;
  /** The range of the instances' networks, 16 addresses each. The engine must take nothing from this pool by itself. */
  readonly subnets?: string;
  /** The range of the network between the host and the relays; it takes 1,024 addresses. */
  readonly accessSubnets?: string;
  readonly ports?: { readonly first: number; readonly last: number };
  /** What labs with internet access do not reach, beside private ranges and the addresses of this host. */
  readonly closed?: readonly string[];
  /**
   * Of the engine's own machine, for files that the engine opens: the file systems of homes, the seccomp profile. Left
   * out, a home has no size, and the profile lies beside the socket.
   */
  readonly folder?: string | null;
  /** What new homes leave free on their disk. */
  readonly reserveGi?: number;
};

const HOST = '127.0.0.1';

/** Returns at once; the engine is asked at the first call. */
export function containers(settings: ContainersSettings): Cluster {
  const api = engine(settings.socketPath);
  const site = siteOf(settings, api);
  const facts = factsOf(api);
  const alone = oneByOne();
  const pin = pinsOf((image) => pinned(site, image));
  const see = (resources: Parameters<typeof observedOf>[0]) => observedOf(resources, facts.of, HOST);
  return {
    engine: 'containers',
    fingerprint: printOf,
    async list() {
      const groups = [...byInstance(await list(api, settings.installation))];
      return new Map(await Promise.all(groups.map(async ([id, resources]) => [id, await see(resources)] as const)));
    },
    async get(instance_id) {
      const resources = await list(api, settings.installation, { instance: instance_id });
      return resources.length === 0 ? null : await see(resources);
    },
    isolationTarget: (instance_id) => neighbourOf(api, settings.installation, instance_id),
    pin,
    apply: (plan) => alone(plan.instance_id, () => apply(site, plan)),
    deletePods: (observed) => alone(observed.instance_id, () => clear(site, observed)),
    readVolume: (instance_id) => readVolume(site, instance_id),
    writeVolume: (plan, tar) => alone(plan.instance_id, () => writeVolume(site, plan, tar)),
    removeVolume: (volume) => removeVolume(site, volume),
    measureVolume: (plan, most) => alone(plan.instance_id, () => measureVolume(site, plan, most)),
    showNotice: (plan, notice) => showNotice(site, plan, notice),
    watch: (wake, signal) => watch(site, facts, wake, signal),
    ping: () => api.call('GET', '/_ping', { silenceMs: 5_000 }),
    [Symbol.asyncDispose]: async () => api[Symbol.dispose](),
  };
}

/** Two calls for one instance would only interfere with each other. Other processes keep apart by leases. */
function oneByOne() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(instance: string, work: () => Promise<T>): Promise<T> => {
    const next = (last.get(instance) ?? Promise.resolve()).then(work, work);
    const settled = next.catch(() => undefined).finally(() => last.get(instance) === settled && last.delete(instance));
    last.set(instance, settled);
    return next;
  };
}

function siteOf(settings: ContainersSettings, api: Engine): Site {
  if (!/^[a-z0-9]{1,32}$/.test(settings.installation))
    throw new Error(`the id of an installation must be letters and digits: ${settings.installation}`);
  const { subnets = '10.213.0.0/16', accessSubnets = '10.214.0.0/15' } = settings;
  const closedRanges = [...neverOpen, subnets, accessSubnets];
  let memory: number | undefined;
  const memoryBytes = async () => {
    // Podman on Linux runs on this machine, whose memory is known without a call that takes seconds; Docker may run on
    // another one.
    const isHere = process.platform === 'linux' && (await api.flavour()) === 'podman';
    memory ??= isHere ? totalmem() : (await api.call<{ MemTotal: number }>('GET', '/info')).MemTotal;
    return memory;
  };
  const pull = pullsOf(api);
  return {
    engine: api,
    installation: settings.installation,
    subnets,
    accessSubnets,
    pull,
    imageFacts: imageFactsOf({ engine: api, pull }),
    disks: disksOf(api, {
      installation: settings.installation,
      folder: settings.folder ?? null,
      reserveGi: settings.reserveGi ?? 0,
    }),
    ports: portsOf(api, settings.ports ?? { first: 30_000, last: 32_767 }),
    surroundings: async (): Promise<Surroundings> => ({
      flavour: await api.flavour(),
      memoryBytes: await memoryBytes(),
      toolsImage: settings.toolsImage,
      seccomp: await seccompFor(api, settings.folder ?? path.dirname(settings.socketPath)),
      closed: [...closedRanges, ...hostAddressesBeside(closedRanges), ...(settings.closed ?? [])],
      ipv6: process.platform !== 'linux' || existsSync('/proc/sys/net/ipv6'),
    }),
  };
}

/**
 * What listens on all addresses of this host would else be open to a lab by a public one. Those in closed ranges are
 * left out: bridges come and go with labs, and a wall that named them would be another one each time it is read.
 */
function hostAddressesBeside(ranges: readonly string[]): readonly string[] {
  const closed = new BlockList();
  for (const range of ranges) {
    const [base = '', bits = ''] = range.split('/');
    closed.addSubnet(base, Number(bits));
  }
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !closed.check(address))
    .map(({ address }) => address)
    .sort();
}
