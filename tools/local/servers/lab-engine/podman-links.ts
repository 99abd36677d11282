// Bridges and network namespaces of labs that are gone: a Podman that is killed while it starts or removes a container
// leaves them on the machine, with addresses that the next networks would like to have. All checkouts share the
// machine, so only what hangs on one of our bridges, or what our Podman says is its own, is taken away; a namespace
// with nothing in it could be anybody's. What they are is decided by `deadLinks`.
import { spawnSync } from 'node:child_process';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';

export type Link = {
  readonly name: string;
  /** The bridge whose port it is. */
  readonly bridge?: string;
  /** Where the other end of it is. */
  readonly namespace?: number;
};

export type Namespace = {
  readonly name: string;
  /** As links of this machine call it; none where no link leads there. */
  readonly id?: number;
  /** By a process. */
  readonly isUsed: boolean;
};

export type Ours = {
  readonly bridges: readonly string[];
  /** Those of containers that our Podman has. */
  readonly namespaces: readonly string[];
  /** Whatever still runs there is about to end. */
  readonly isEnding: boolean;
};

export type Dead = { readonly namespaces: readonly string[]; readonly bridges: readonly string[] };

/** Ports are not named: they go with their namespace, and their names may be someone else's a moment later. */
export function deadLinks(links: readonly Link[], namespaces: readonly Namespace[], ours: Ours): Dead {
  const ports = links.filter(({ bridge }) => bridge !== undefined && ours.bridges.includes(bridge));
  const leadsTo = (id: number | undefined) => id !== undefined && ports.some((port) => port.namespace === id);
  const dead = namespaces
    .filter(({ name }) => name.startsWith('netns-'))
    .filter(({ name, id }) => ours.namespaces.includes(name) || leadsTo(id))
    .filter(({ isUsed }) => ours.isEnding || !isUsed);
  const isDead = ({ namespace }: Link) => dead.some(({ id }) => id !== undefined && id === namespace);
  const bridges = links
    .filter(({ name }) => ours.bridges.includes(name))
    .filter(({ name }) => ours.isEnding || ports.every((port) => port.bridge !== name || isDead(port)));
  return { namespaces: dead.map(({ name }) => name), bridges: bridges.map(({ name }) => name) };
}

export const deadLinksOf = (ours: Ours): Dead => deadLinks(links(), namespaces(), ours);

export function forgetLinks({ namespaces, bridges }: Dead): void {
  const ip = (...args: readonly string[]) => spawnSync('ip', args, { stdio: 'ignore', timeout: 30_000 });
  for (const name of namespaces) ip('netns', 'delete', name);
  for (const name of bridges) ip('link', 'delete', name, 'type', 'bridge');
}

type IpLink = { readonly ifname?: string; readonly master?: string; readonly link_netnsid?: number };

const links = (): readonly Link[] =>
  listed<IpLink>('link', 'show').flatMap(({ ifname: name, master, link_netnsid: namespace }) =>
    name === undefined
      ? []
      : [{ name, ...(master !== undefined && { bridge: master }), ...(namespace !== undefined && { namespace }) }],
  );

function namespaces(): readonly Namespace[] {
  const used = namespacesInUse();
  return listed<{ readonly name: string; readonly id?: number }>('netns', 'list').flatMap((found) => {
    const number = statSync(path.join('/run/netns', found.name), { throwIfNoEntry: false })?.ino;
    return number === undefined ? [] : [{ ...found, isUsed: used.has(`net:[${number}]`) }];
  });
}

/** Empty where there is no `ip`, and where it finds nothing, of which it says nothing at all. */
function listed<T>(...args: readonly string[]): readonly T[] {
  const { stdout } = spawnSync('ip', ['-json', ...args], { encoding: 'utf8', timeout: 30_000 });
  return stdout ? (JSON.parse(stdout) as readonly T[]) : [];
}

const namespacesInUse = (): ReadonlySet<string> =>
  new Set(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          return [readlinkSync(`/proc/${pid}/ns/net`)];
        } catch {
          return []; // it ended meanwhile
        }
      }),
  );
