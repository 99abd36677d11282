// The containers of an instance: a pod for each role, what holds its network, and the relay in front.
import { createInterface } from 'node:readline';
import { ClusterError } from '../faults.ts';
import { fingerprint, type Labels } from '../labels.ts';
import type { InstancePlan, RolePlan } from '../port.ts';
import { secretFiles } from '../secret.ts';
import {
  addressOf,
  type Body,
  netBody,
  type PodParts,
  podBody,
  relayBody,
  relayConnection,
  relayPorts,
  type Surroundings,
  sshRoles,
  userOf,
} from './bodies.ts';
import { EngineError, isConnected, isImageMissing, isPortTaken, isStuck } from './engine/faults.ts';
import { outputOf } from './engine/output.ts';
import { ownHome } from './home.ts';
import { label, labelsOf, nameOf, type ObjectKind } from './labels.ts';
import type { Container, Resource } from './listing.ts';
import { relaysOf } from './network/ports.ts';
import { connect, createContainer, remove, type Site, start, unpause } from './site.ts';

const YOUNG_MS = 10_000;

type PodContext = {
  readonly site: Site;
  readonly around: Surroundings;
  readonly plan: InstancePlan;
  readonly resources: readonly Resource[];
  readonly parts: PodParts;
};

/** An object of the plan; by its print one sees that it was made from another. */
export type Desired = { readonly name: string; readonly print: string };

/** `fill` runs when the container is there and before any pod starts. */
export async function ensureRelay(
  context: PodContext,
  access: string,
  fill: (relay: Container) => Promise<void>,
): Promise<Desired> {
  const { site, around, plan, resources, parts } = context;
  const known = resources.find((resource): resource is Container => resource.kind === 'relay');
  const [bad, roles] = [new Set<number>(), sshRoles(plan)];
  for (let attempt = 1; ; attempt++) {
    const kept =
      known && !isHalfMade(known) && attempt === 1
        ? roles.map(({ role }) => relaysOf(known.labels)[role]?.published ?? 0)
        : [];
    const isKept = kept.length === roles.length && !kept.includes(0);
    const published = isKept
      ? kept
      : await site.ports.take(
          roles.map(({ formerPort }) => formerPort),
          bad,
        );
    let relay: Awaited<ReturnType<typeof ensure>> | undefined;
    try {
      const ports = relayPorts(plan, published);
      const body = relayBody(around, plan, parts, access, ports);
      const name = nameOf(site.installation, plan.name, 'relay');
      const own = { [label.relays]: JSON.stringify(ports) };
      const connected = (made: Container) => connect(site, { name: parts.policy }, made.id, relayConnection(parts));
      relay = await ensure(context, { name, kind: 'relay', body, own, made: connected });
      await fill(relay.container);
      await begin(site, relay.container);
      return relay;
    } catch (error) {
      if (!isPortTaken(error) || attempt === 20) throw error;
      for (const port of published) bad.add(port);
      if (relay) await remove(site, relay.container);
    } finally {
      site.ports.release(published);
    }
  }
}

export const podNames = (site: Site, role: string, internet: boolean): readonly string[] => [
  nameOf(site.installation, role),
  ...(internet ? [nameOf(site.installation, role, 'net')] : []),
];

/**
 * With an open network first the container that closes all the rest of it, and the pod only when it has. `filled`: its
 * secrets are there.
 */
export async function ensurePod(
  context: PodContext,
  role: RolePlan,
  internet: { readonly name: string } | null,
  filled: Promise<void>,
): Promise<readonly Desired[]> {
  const { site, around, plan, parts } = context;
  // What changes while a pod runs replaces none.
  const { passwd: _, ...files } = secretFiles({ ...plan, isHomeKept: false }, role);
  const pod = (net?: string) => ({
    name: nameOf(site.installation, role.name),
    kind: 'pod' as const,
    role: role.role,
    body: podBody(around, plan, role, parts, net),
    own: role.ssh ? { [label.inside]: `${addressOf(plan, role, parts.subnet)}:22` } : {},
    files,
    // Left out until there is one, so that pods from before there were restarts stay.
    ...(plan.restart_generation > 0 && { restart: plan.restart_generation }),
  });
  if (internet === null) {
    const only = await ensure(context, pod());
    await prepareHome(context, role, only.container);
    await filled;
    await begin(site, only.container);
    return [only];
  }
  const { resources } = context;
  const holding: Spec = {
    name: nameOf(site.installation, role.name, 'net'),
    kind: 'net',
    role: role.role,
    body: netBody(around, plan, role, parts),
    made: (made) => connect(site, internet, made.id),
  };
  const [holder, standing] = (['net', 'pod'] as const).map((kind) =>
    resources.find(
      (resource): resource is Container => resource.kind === kind && resource.labels[label.role] === role.role,
    ),
  );
  // A network ends with its holder: a pod that ran in the old one would have none, and no engine removes a holder under
  // a pod.
  const stays = holder?.state === 'running' && holder.name === holding.name && isMadeFrom(holding, holder);
  if (!stays && standing) await remove(site, standing);
  const now = stays ? context : { ...context, resources: resources.filter((resource) => resource !== standing) };
  const net = await ensure(now, holding);
  if (net.container.state !== 'running') await startClosed(site, net.container);
  const inside = await ensure(now, pod(net.name));
  await prepareHome(context, role, inside.container);
  await filled;
  await begin(site, inside.container);
  return [net, inside];
}

/** Before a pod starts; one that did has prepared it. */
async function prepareHome({ site, parts }: PodContext, role: RolePlan, pod: Container): Promise<void> {
  if (role.volume && parts.claim !== null && !hasRun(pod)) await ownHome(site, pod, userOf(parts, role));
}

async function startClosed(site: Site, net: Container): Promise<void> {
  await start(site, net);
  const output = await outputOf(site.engine, net.id, { follow: 'true' });
  try {
    for await (const line of createInterface(output)) if (line === 'READY') return;
  } finally {
    output.destroy();
  }
  throw new ClusterError('refused', `the network of ${net.name} could not be restricted`);
}

type Spec = {
  readonly name: string;
  readonly kind: ObjectKind;
  readonly role?: string;
  readonly body: Body;
  readonly own?: Labels;
  /** Files that are read at its start only: their change, too, replaces the pod. */
  readonly files?: Readonly<Record<string, string>>;
  readonly restart?: number;
  /** What belongs to its making. */
  made?(container: Container): Promise<void>;
};

/** The container that is there when it was made from the same, else a new one in its place. */
async function ensure(context: PodContext, spec: Spec): Promise<Desired & { readonly container: Container }> {
  const { site, plan, resources } = context;
  const { name } = spec;
  const print = printOf(spec);
  const known = resources.find(
    (resource): resource is Container => resource.what === 'container' && resource.name === name,
  );
  if (known && isMadeFrom(spec, known)) {
    if (!hasRun(known)) await unlessConnected(spec.made?.(known));
    return { name, print, container: known };
  }
  if (known) await remove(site, known);
  const own = { [label.print]: print, [label.role]: spec.role ?? '', ...spec.own };
  const labels = labelsOf(site.installation, plan, spec.kind, own);
  const container = await withImage(site, spec.body, () => createContainer(site, name, spec.body, labels));
  try {
    await spec.made?.(container);
  } catch (error) {
    await remove(site, container).catch(() => undefined);
    throw error;
  }
  return { name, print, container };
}

const printOf = ({ body, files, restart }: Spec): string => fingerprint({ body, files, restart });

const isMadeFrom = (spec: Spec, known: Container): boolean =>
  known.labels[label.print] === printOf(spec) && !isHalfMade(known);

const hasRun = ({ state }: Container): boolean => state !== 'created' && state !== 'initialized';

/**
 * Its worker or the engine was interrupted: only a new pod has a network that is known to work. A young one may still
 * be in the hands of another worker.
 */
const isHalfMade = (container: Container): boolean =>
  container.state === 'dead' || (!hasRun(container) && Date.now() - container.createdAt > YOUNG_MS);

async function unlessConnected(connecting: Promise<void> | undefined): Promise<void> {
  try {
    await connecting;
  } catch (error) {
    if (!isConnected(error)) throw error;
  }
}

/** A container in a state from which no engine starts it goes, and the next attempt creates another. */
async function begin(site: Site, container: Container): Promise<void> {
  if (container.state === 'running') return;
  try {
    if (container.state === 'paused') await unpause(site, container);
    else await start(site, container);
  } catch (error) {
    if (!isStuck(error)) throw error;
    await remove(site, container);
    throw new EngineError(409, error.detail);
  }
}

async function withImage<T>(site: Site, body: Body, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!isImageMissing(error)) throw error;
    await site.pull(String(body.Image));
    return await create();
  }
}
