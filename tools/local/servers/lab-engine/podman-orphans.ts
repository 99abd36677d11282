// Processes of labs that our Podman does not know to run: one that is killed while it starts a container leaves the
// container's first process waiting to continue, with a separate network and mounts, and conmon beside it. Which they
// are is decided by `orphansAmong`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type LabProcess = {
  readonly pid: number;
  readonly parent: number;
  readonly command: readonly string[];
  /** /proc/PID/cgroup. */
  readonly cgroups: string;
};

export type Owned = {
  /** The storage's folder `root`. */
  readonly root: string;
  /** Containers of the storage. */
  readonly containers: readonly string[];
  /** Those of them that run. */
  readonly running: ReadonlySet<string>;
};

/** The containers' own processes first, and conmon apart: it reports how they ended, and ends with them. */
export function orphansAmong(
  all: readonly LabProcess[],
  { root, containers, running }: Owned,
): { readonly labs: readonly number[]; readonly watchers: readonly number[] } {
  const watchers = all
    .filter(
      ({ command }) => path.basename(command[0] ?? '') === 'conmon' && after(command, '-b').startsWith(`${root}/`),
    )
    .filter(({ command }) => !running.has(after(command, '-c')))
    .map(({ pid }) => pid);
  const below = (pid: number): readonly number[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...below(child.pid)]);
  const stopped = containers.filter((id) => !running.has(id));
  const inCgroup = all
    .filter(({ cgroups }) => stopped.some((id) => cgroups.includes(`/libpod-${id}`)))
    .map(({ pid }) => pid);
  const labs = new Set([...watchers.flatMap(below), ...inCgroup].filter((pid) => !watchers.includes(pid)));
  return { labs: [...labs], watchers };
}

const after = (command: readonly string[], option: string): string => command[command.indexOf(option) + 1] ?? '';

/** Long enough for conmon to write down how its container ended, and to give its network and mounts back. */
const politeMs = 2_000;

/** To be called while no Podman works on the storage. */
export async function endOrphans(storage: string, running: ReadonlySet<string>): Promise<void> {
  const owned = () => ({ root: path.join(storage, 'root'), containers: containersIn(storage), running });
  const deadline = performance.now() + politeMs;
  for (;;) {
    const { labs, watchers } = orphansAmong(processes(), owned());
    if (labs.length + watchers.length === 0) return;
    const isLate = performance.now() > deadline;
    for (const pid of [...labs, ...(isLate ? watchers : [])]) kill(pid);
    if (isLate) return;
    await pause(50);
  }
}

/** All of the storage, at once. */
export function killLabs(storage: string): void {
  const root = path.join(storage, 'root');
  const { labs, watchers } = orphansAmong(processes(), { root, containers: containersIn(storage), running: new Set() });
  for (const pid of [...watchers, ...labs]) kill(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** Also those of which a Podman that was killed knows nothing. */
export function containersIn(storage: string): readonly string[] {
  const root = path.join(storage, 'root');
  return namesIn(root)
    .filter((name) => name.endsWith('-containers'))
    .flatMap((name) => namesIn(path.join(root, name)))
    .filter((name) => /^[0-9a-f]{64}$/.test(name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const processes = (): readonly LabProcess[] =>
  namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        const cgroups = readFileSync(`/proc/${name}/cgroup`, 'utf8');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command, cgroups }];
      } catch {
        return []; // it ended meanwhile
      }
    });
