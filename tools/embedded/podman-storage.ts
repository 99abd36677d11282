// The folder in which our Podman keeps images, labs and volumes, and how it is set up and taken down.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const configurationOf = (storage: string): string => path.join(storage, 'containers.conf');

/** Before every start; repeats without harm. */
export function prepareStorage(storage: string): void {
  writeFileSync(configurationOf(storage), settings(), { mode: 0o600 });
  forgetBoot(storage);
}

/** The options of every call to `podman` that means this storage. */
export const storageOptions = (storage: string): readonly string[] => [
  `--root=${path.join(storage, 'root')}`,
  `--runroot=${runFolderOf(storage)}`,
  `--network-config-dir=${path.join(storage, 'net')}`,
  `--tmpdir=${path.join(storage, 'tmp')}`,
];

/** Podman refuses a runroot of more than 50 bytes, and a checkout may lie deep. */
export function runFolderOf(storage: string): string {
  const folder = path.join(storage, 'run');
  if (Buffer.byteLength(folder) <= 50) return folder;
  return `/run/covenant-${createHash('sha256').update(storage).digest('hex').slice(0, 16)}`;
}

// The limits spare callers from naming them: Podman's own are above what a process without CAP_SYS_RESOURCE may set. That of
// processes counts for the lab's uid over the whole machine, so it is wide; what holds a lab is its pids limit.
// Locks in files: those in memory are one set for the whole machine, which a second storage would free under the first.
const settings = () => `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=${mostProcesses()}:${mostProcesses()}"]
base_hosts_file = "none"
host_containers_internal_ip = "none"
[network]
default_subnet_pools = [{"base" = "10.216.0.0/16", "size" = 26}]
`;

function mostProcesses(): number {
  const hard = /^Max processes\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Math.min(Number(hard ?? 32_768), 32_768);
}

/** Podman takes containers for running until these folders are gone, which it expects to be in memory; ours outlive a reboot. */
function forgetBoot(storage: string): void {
  const file = path.join(storage, 'boot');
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  if (existsSync(file) && readFileSync(file, 'utf8') === boot) return;
  for (const folder of [runFolderOf(storage), path.join(storage, 'tmp')])
    rmSync(folder, { recursive: true, force: true });
  writeFileSync(file, boot);
}

/** Ends what still runs there and removes the folder, whose mounts a plain removal would stumble over. */
export function removeStorage(storage: string): void {
  if (!existsSync(storage)) return;
  podmanIn(storage, ['rm', '--all', '--force', '--time=2']);
  unmount(storage);
  // What was killed a moment ago may still be writing.
  for (const folder of [runFolderOf(storage), storage])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Labs have processes that are nobody's children, so only Podman knows them. What they hold stays. */
export const killContainers = (storage: string): void => podmanIn(storage, ['kill', '--all']);

/** What a killed Podman was removing nobody can look at any more, nor list anything beside it. */
export const finishRemovals = (storage: string): void =>
  podmanIn(storage, ['rm', '--force', '--filter', 'status=removing']);

function podmanIn(storage: string, args: readonly string[]): void {
  if (!existsSync(path.join(storage, 'root'))) return;
  const env = { ...process.env, CONTAINERS_CONF: configurationOf(storage) };
  spawnSync('podman', [...storageOptions(storage), ...args], { env, stdio: 'ignore', timeout: 60_000 });
}

/** What Podman leaves mounted below the folder when nothing runs any more. */
export function unmount(storage: string): void {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => (line.split(' ')[1] ?? '').replaceAll('\\040', ' '))
    .filter((point) => [storage, runFolderOf(storage)].some((folder) => point.startsWith(`${folder}/`)));
  for (const point of mounts.reverse()) spawnSync('umount', ['--lazy', point], { stdio: 'ignore' });
}
