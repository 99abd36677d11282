// The lab engine as a part: Podman with a separate storage, through the Docker Engine API on a socket below the part's
// folder. The process itself is podman-service.ts; engines that are there already: engine.ts.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { labPackages } from '../../../bootstrap/debian.mjs';
import type { DataFolder } from '../data-folder.ts';
import { Failure } from '../failure.ts';
import { type LabImage, labImage, loadLabImage } from '../lab-image/image.ts';
import { labImageName } from '../lab-image/recipe.ts';
import { findProgram } from '../processes/processes.ts';
import type { PartPlan } from '../processes/supervise.ts';
import { installationOf, type LabsFacts } from './engine.ts';
import { tryOutUnlessTried } from './engine-trial.ts';
import { configurationOf, prepareStorage } from './podman-storage.ts';

export type PodmanOptions = {
  /** Gets a line for each step of what takes long: building and loading the lab image. */
  readonly print?: (line: string) => void;
  readonly signal?: AbortSignal;
};

/** Why labs cannot run in Podman here, as the sentence to print; null when they can. */
export function podmanObstacle(): string | null {
  if (process.platform !== 'linux') return 'Podman runs labs on Linux only.';
  if (process.getuid?.() !== 0) return 'Podman requires root to give each lab a separate network.';
  const missing = labPackages.filter(({ program }) => findProgram(program) === undefined).map(({ name }) => name);
  return missing.length === 0
    ? null
    : `Podman requires missing packages. As root, run \`apt-get install ${missing.join(' ')}\`.`;
}

export function requirePodman(): void {
  const obstacle = podmanObstacle();
  if (obstacle !== null) throw new Failure(`The lab engine cannot start. ${obstacle}`);
}

export async function podman(place: DataFolder, { print, signal }: PodmanOptions = {}): Promise<PartPlan<LabsFacts>> {
  requirePodman();
  const folder = place.folder('labs');
  const socketPath = socketIn(folder);
  let image: Promise<LabImage> | undefined;
  const service = path.join(import.meta.dirname, 'podman-service.ts');
  return {
    name: 'labs',
    facts: {
      engine: 'podman',
      socketPath,
      installation: installationOf(place),
      image: labImageName,
      folder: path.join(folder, 'files'),
    },
    program: {
      name: 'labs',
      command: [process.execPath, service, '--storage', folder, '--socket', socketPath],
      env: { ...process.env, CONTAINERS_CONF: configurationOf(folder) },
      cwd: folder,
    },
    stopSignal: 'SIGTERM',
    readyWithinMs: 30_000,
    async prepare() {
      // Begun while Podman starts; `settle` reports a build that fails.
      image ??= labImage('shell', print, signal);
      image.catch(() => undefined);
      prepareStorage(folder, installationOf(place));
      rmSync(socketPath, { force: true });
    },
    ready: () => answers(socketPath),
    async settle() {
      using api = engine(socketPath);
      try {
        const loaded = await (image ?? labImage('shell', print, signal));
        await loadLabImage(api, loaded, print);
        const configuration = readFileSync(configurationOf(folder), 'utf8');
        await tryOutUnlessTried(api, {
          ...{ installation: installationOf(place), folder },
          ...{ configuration, image: loaded.id },
        });
      } catch (error) {
        image = undefined;
        throw error;
      }
    },
  };
}

/** A socket's path has at most 107 bytes, and a checkout may lie deep. */
export function socketIn(folder: string): string {
  const file = path.join(folder, 'podman.sock');
  if (Buffer.byteLength(file) < 100) return file;
  const short = path.join(tmpdir(), `covenant-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  return path.join(short, 'podman.sock');
}

async function answers(socketPath: string): Promise<boolean> {
  using api = engine(socketPath);
  return await api.call('GET', '/_ping', { silenceMs: 5_000 }).then(
    () => true,
    () => false,
  );
}
