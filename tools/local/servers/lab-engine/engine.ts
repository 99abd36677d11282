// What is to be known of a lab engine, whichever it is, and engines that this machine runs already (Docker).
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Engine, engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { removeInstallation } from '../../../../adapters/cluster/containers/site.ts';
import { alphanumeric, type DataFolder, keep } from '../data-folder.ts';
import { Failure } from '../failure.ts';
import { labImage, loadLabImage } from '../lab-image/image.ts';
import { labImageName } from '../lab-image/recipe.ts';

export type LabsFacts = {
  readonly engine: 'podman' | 'docker';
  readonly socketPath: string;
  /** The installation of this checkout: its label is on everything that it makes on the engine. */
  readonly installation: string;
  /** The lab image that the engine has; also what relays and readers of volumes run on. */
  readonly image: string;
  /** For files that the engine opens; null where its machine is someone else's. */
  readonly folder: string | null;
};

/** The same at every start. */
export const installationOf = (place: DataFolder): string =>
  keep(installationFile(place.dir), () => alphanumeric(10).toLowerCase());

const installationFile = (dir: string): string => path.join(dir, 'installation');

/** The installation of the starts before; null: there was none. */
export function formerInstallation(dir: string): string | null {
  const file = installationFile(dir);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The Docker engine that DOCKER_HOST names, else the one of this machine; with the lab image on it. */
export async function docker(
  place: DataFolder,
  print?: (line: string) => void,
  signal?: AbortSignal,
): Promise<LabsFacts> {
  const socketPath = dockerSocket();
  using api = engine(socketPath);
  await api.call('GET', '/_ping', { silenceMs: 5_000 }).catch((error: unknown) => {
    throw new Failure(
      `The Docker engine at ${socketPath} is not responding. Start it, or use --engine podman.`,
      [],
      error,
    );
  });
  await loadLabImage(api, await labImage('shell', print, signal), print);
  return { engine: 'docker', socketPath, installation: installationOf(place), image: labImageName, folder: null };
}

/** What an installation made on that engine, volumes included. */
export async function forgetOnDocker(installation: string): Promise<void> {
  using api = engine(dockerSocket());
  await removeInstallation(api, installation);
}

/** Where Docker listens, as far as can be found without asking it. */
export function dockerSocket(env: NodeJS.ProcessEnv = process.env): string {
  const named = env.DOCKER_HOST;
  if (named !== undefined && named !== '') {
    if (!named.startsWith('unix://'))
      throw new Failure(`DOCKER_HOST is ${named}; labs require an engine on this machine (unix:///...).`);
    const socket = named.slice('unix://'.length);
    if (!existsSync(socket))
      throw new Failure(`DOCKER_HOST is ${socket}, which does not exist. Start Docker, or use --engine podman.`);
    return socket;
  }
  const usual = ['/var/run/docker.sock', path.join(homedir(), '.docker', 'run', 'docker.sock')];
  const found = usual.find((file) => existsSync(file));
  if (found === undefined)
    throw new Failure(
      'No Docker engine was found (/var/run/docker.sock, DOCKER_HOST). Use --engine podman or --engine memory.',
    );
  return found;
}

/** All containers of the engine, or those of one installation; what they hold stays. */
export async function stopContainers(api: Engine, installation?: string): Promise<void> {
  const filters =
    installation === undefined ? {} : { filters: JSON.stringify({ label: [`installation_id=${installation}`] }) };
  const running = await api.call<{ Id: string }[]>('GET', '/containers/json', { query: filters });
  // One that went meanwhile is stopped too.
  await Promise.allSettled(running.map(({ Id }) => api.call('POST', `/containers/${Id}/stop`, { query: { t: '5' } })));
}
