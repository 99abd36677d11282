// For tests: a program with a folder on a separate disk of a few MiB, to see what a full disk does. The disk is a tmpfs
// in a mount namespace, so that it is gone with the program.
import { spawnSync } from 'node:child_process';

type Command = readonly [string, ...string[]];

/** Namespaces of a user are tried too: root inside a container may be refused the others. */
const mounts: readonly Command[] = [
  ['unshare', '--mount'],
  ['unshare', '--map-root-user', '--mount'],
];

const mounted = (mount: Command, dir: string, mib: number, command: readonly string[]): Command => [
  ...mount,
  ...['sh', '-c', `mount -t tmpfs -o size=${mib}m,mode=755 none "$0" && exec "$@"`, dir, ...command],
];

let found: Command | null | undefined;

/** The command on its own disk, mounted at `dir`; undefined where the machine refuses to mount one. */
export function onSmallDisk(dir: string, mib: number, command: readonly string[]): Command | undefined {
  found ??= mounts.find((mount) => isAllowed(mounted(mount, '/mnt', 1, ['true']))) ?? null;
  return found === null ? undefined : mounted(found, dir, mib, command);
}

const isAllowed = ([program, ...args]: Command): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

export const noSmallDisk = 'not tried: this machine lets nobody mount a disk in a namespace of its own';

/** The folder as the program sees it, for those outside of its namespace. */
export const pathFor = (pid: number | undefined, dir: string): string => `/proc/${pid}/root${dir}`;
