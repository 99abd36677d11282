// The folder in which our Podman keeps images, labs and volumes, and how it is set up and taken down.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bridgeOf } from '../../../../adapters/cluster/containers/network/network-bodies.ts';
import { deadLinksOf, forgetLinks, type Ours } from './podman-links.ts';
import { removeStaleRules } from './podman-nat-cleanup.ts';
import { containersIn, endOrphans, killLabs } from './podman-orphans.ts';
import { homeVolumes, miscounted, unnamedVolumes } from './podman-volumes.ts';

export const configurationOf = (storage: string): string => path.join(storage, 'containers.conf');

const installationFile = (storage: string): string => path.join(storage, 'installation');

/** Before every start; repeats without harm. `installation` ends the names of what is ours outside of the folder. */
export function prepareStorage(storage: string, installation: string): void {
  writeFileSync(configurationOf(storage), settings(), { mode: 0o600 });
  writeFileSync(installationFile(storage), installation);
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

// The limits spare callers from naming them: Podman's own are above what a process without CAP_SYS_RESOURCE may set.
// That of processes counts for the lab's uid over the whole machine, so it is wide; what holds a lab is its pids limit.
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

/**
 * Podman takes containers for running until these folders are gone, which it expects to be in memory; ours outlive a
 * reboot.
 */
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
  const ours = { installation: installationIn(storage), networks: networksIn(storage) };
  // Before the containers go, which alone name the namespaces.
  const links = deadLinksOf({ ...linksOf(storage), isEnding: true });
  podmanIn(storage, ['rm', '--all', '--force', '--time=2']);
  killLabs(storage);
  removeStaleRules({ ...ours, running: new Set() });
  forgetLinks(links);
  unmount(storage);
  // What was killed a moment ago may still be writing.
  for (const folder of [runFolderOf(storage), storage])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Labs have processes that are no one's children, so only Podman knows them. What they hold stays. */
export function killContainers(storage: string): void {
  podmanIn(storage, ['kill', '--all']);
}

/** After a Podman that was killed, and before the next: what it had begun and not brought to an end. */
export async function finishKilled(storage: string): Promise<void> {
  const links = linksOf(storage);
  finishRemovals(storage);
  undoCreations(storage);
  const running = runningIn(storage);
  if (running === null) return;
  await endOrphans(storage, running);
  removeStaleRules({ installation: installationIn(storage), networks: networksIn(storage), running });
  forgetLinks(deadLinksOf({ ...links, isEnding: false }));
  repairVolumes(storage);
}

/** When nothing works on the storage any more: a container that ends just now gives its home back itself. */
function repairVolumes(storage: string): void {
  const { stdout } = podmanIn(storage, ['volume', 'inspect', '--all'], 'pipe');
  const { unknown, missing } = miscounted(homeVolumes(stdout), new Set(mountPoints()));
  for (const place of unknown) spawnSync('umount', [place], { stdio: 'ignore' });
  for (const { name, mountpoint, mounts } of missing) {
    // Podman 4.3 writes the count of nothing down only when there was something to unmount.
    spawnSync('mount', ['--bind', mountpoint, mountpoint], { stdio: 'ignore' });
    for (let left = mounts; left > 0; left--) podmanIn(storage, ['volume', 'unmount', name]);
  }
  for (const name of unnamedVolumes(stdout)) podmanIn(storage, ['volume', 'rm', name]);
}

/** Null: Podman does not say, so that everything counts as needed. */
function runningIn(storage: string): ReadonlySet<string> | null {
  const states = ['running', 'paused'].map((state) => `--filter=status=${state}`);
  const { status, stdout } = podmanIn(storage, ['ps', '--all', '--no-trunc', '--quiet', ...states], 'pipe');
  return status === 0 ? new Set(stdout.split('\n').filter((id) => id !== '')) : null;
}

function installationIn(storage: string): string {
  try {
    return readFileSync(installationFile(storage), 'utf8');
  } catch {
    return '';
  }
}

function networksIn(storage: string): readonly string[] {
  const folder = path.join(storage, 'net');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [path.basename(file, '.json')] : []));
}

/**
 * What labs have on the machine: bridges by the names of their networks, and namespaces as far as Podman wrote them
 * down.
 */
export function linksOf(storage: string): Pick<Ours, 'bridges' | 'namespaces'> {
  const networks = new Set([...networksIn(storage), `access.${installationIn(storage)}`]);
  const ids = containersIn(storage);
  const inspect = ['container', 'inspect', '--format={{.NetworkSettings.SandboxKey}}', ...ids];
  const { stdout } = ids.length > 0 ? podmanIn(storage, inspect, 'pipe') : { stdout: '' };
  const namespaces = stdout.split('\n').flatMap((line) => (line === '' ? [] : [path.basename(line)]));
  return { bridges: [...networks].map(bridgeOf), namespaces };
}

/** What a killed Podman was removing no one can look at any more, nor list anything beside it. */
function finishRemovals(storage: string): void {
  podmanIn(storage, ['rm', '--force', '--filter', 'status=removing']);
}

/**
 * A container whose files were made, and which a killed Podman had not yet written down: it knows nothing of it but the
 * name, which no one else can have.
 */
function undoCreations(storage: string): void {
  const format = '--format={{.ID}} {{.State}}';
  const { stdout } = podmanIn(storage, ['ps', '--all', '--external', '--no-trunc', format], 'pipe');
  const unknown = stdout.split('\n').flatMap((line) => /^(\w+) storage$/i.exec(line)?.[1] ?? []);
  if (unknown.length > 0) podmanIn(storage, ['rm', '--force', ...unknown]);
}

type Ended = { readonly status: number | null; readonly stdout: string };

function podmanIn(storage: string, args: readonly string[], output: 'ignore' | 'pipe' = 'ignore'): Ended {
  if (!existsSync(path.join(storage, 'root'))) return { status: null, stdout: '' };
  const env = { ...process.env, CONTAINERS_CONF: configurationOf(storage) };
  const { status, stdout } = spawnSync('podman', [...storageOptions(storage), ...args], {
    env,
    stdio: ['ignore', output, 'ignore'],
    timeout: 60_000,
    encoding: 'utf8',
  });
  return { status, stdout: stdout ?? '' };
}

const mountPoints = (): readonly string[] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => (line.split(' ')[1] ?? '').replaceAll('\\040', ' '));

/** What Podman leaves mounted below the folder when nothing runs any more. */
export function unmount(storage: string): void {
  const mounts = mountPoints().filter((point) =>
    [storage, runFolderOf(storage)].some((folder) => point.startsWith(`${folder}/`)),
  );
  for (const point of mounts.reverse()) spawnSync('umount', ['--lazy', point], { stdio: 'ignore' });
}
