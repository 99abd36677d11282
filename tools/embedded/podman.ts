// The lab engine as a part: Podman with a storage of its own, through the Docker Engine API on a socket below the part's folder.
// The process itself is podman-service.ts; engines that are there already: engine.ts.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engine } from '../../adapters/cluster/containers/engine.ts';
import { installationOf, type LabsFacts } from './engine.ts';
import { Failure } from './failure.ts';
import { type LabImage, labImage, loadLabImage } from './lab-image/image.ts';
import { labImageName } from './lab-image/recipe.ts';
import type { Place } from './place.ts';
import { findProgram } from './processes.ts';
import type { PartPlan } from './supervise.ts';

export type PodmanOptions = {
  /** Gets a line for each step of what takes long: building and loading the lab image. */
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
};

/** By program; each brings what it depends on, but not what it only recommends: netavark is needed, aardvark-dns is not. */
export const podmanPackages = [
  { name: 'podman', program: 'podman' },
  { name: 'runc', program: 'runc' },
  { name: 'netavark', program: '/usr/lib/podman/netavark' },
  { name: 'iptables', program: 'iptables' },
  { name: 'mmdebstrap', program: 'mmdebstrap' },
] as const;

/** Why labs cannot run in Podman here, as the sentence to print; null when they can. */
export function podmanObstacle(): string | null {
  if (process.platform !== 'linux') return 'Podman runs labs on Linux only.';
  if (process.getuid?.() !== 0) return 'Podman needs root to give each lab a network of its own.';
  const missing = podmanPackages.filter(({ program }) => findProgram(program) === undefined).map(({ name }) => name);
  return missing.length === 0 ? null : `Missing for Podman: \`apt-get install ${missing.join(' ')}\` brings it.`;
}

export async function podman(place: Place, { say, signal }: PodmanOptions = {}): Promise<PartPlan<LabsFacts>> {
  const obstacle = podmanObstacle();
  if (obstacle !== null) throw new Failure(`The lab engine cannot start. ${obstacle}`);
  const folder = place.folder('labs');
  const storage = place.durable ? folder : testStorage();
  const socketPath = socketIn(folder);
  const configuration = path.join(storage, 'containers.conf');
  let image: Promise<LabImage> | undefined;
  const service = path.join(import.meta.dirname, 'podman-service.ts');
  const stop = place.durable ? ['--stop-containers'] : [];
  return {
    name: 'labs',
    facts: { engine: 'podman', socketPath, installation: installationOf(place), image: labImageName },
    program: {
      name: 'labs',
      command: [process.execPath, service, '--storage', storage, '--socket', socketPath, ...stop],
      env: { ...process.env, CONTAINERS_CONF: configuration },
      cwd: folder,
    },
    stopSignal: 'SIGTERM',
    readyWithinMs: 30_000,
    async prepare() {
      // Begun while Podman starts; a build that fails is told by `settle`.
      image ??= labImage(say, signal);
      image.catch(() => undefined);
      writeFileSync(configuration, settings(), { mode: 0o600 });
      forgetBoot(storage);
      rmSync(socketPath, { force: true });
    },
    ready: () => answers(socketPath),
    async settle() {
      using api = engine(socketPath);
      try {
        await loadLabImage(api, await (image ?? labImage(say, signal)), say);
      } catch (error) {
        image = undefined;
        throw error;
      }
    },
  };
}

/** Of all test runs of this checkout, so that the image is loaded once; each run brings its own service and installations. */
function testStorage(): string {
  const folder = path.join(import.meta.dirname, '..', '..', 'run', 'test-labs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A socket's path has at most 107 bytes, and a checkout may lie deep. */
function socketIn(folder: string): string {
  const file = path.join(folder, 'podman.sock');
  if (Buffer.byteLength(file) < 100) return file;
  const short = path.join(tmpdir(), `covenant-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  return path.join(short, 'podman.sock');
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
default_subnet_pools = [{"base" = "10.215.0.0/16", "size" = 26}]
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
  for (const name of ['run', 'tmp']) rmSync(path.join(storage, name), { recursive: true, force: true });
  writeFileSync(file, boot);
}

async function answers(socketPath: string): Promise<boolean> {
  using api = engine(socketPath);
  return await api.call('GET', '/_ping', { silenceMs: 5_000 }).then(
    () => true,
    () => false,
  );
}
