// Which lab engine a start runs on, and what the services are configured with for it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { Failure } from '../failure.ts';
import { supervise, type Watch } from '../processes/supervise.ts';
import { docker, dockerSocket, forgetOnDocker, formerInstallation, type LabsFacts } from './engine.ts';
import { podman, podmanObstacle, requirePodman } from './podman.ts';

export const engines = ['memory', 'podman', 'docker', 'kubernetes'] as const;
export type EngineName = (typeof engines)[number];

export type Labs = {
  readonly engine: EngineName;
  /** Variables of services/config/read-config.ts. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

/** Its client is loaded for those who have a cluster. */
const kubernetesEngine = () => import('./kubernetes.ts');

type Around = { readonly place: DataFolder; readonly watch: Watch; readonly print: (line: string) => void };

/** Refuses a choice that cannot be met, by what can be checked before anything is started. */
export async function requireEngine(requested: EngineName | undefined, env: NodeJS.ProcessEnv): Promise<void> {
  if (requested === 'podman') requirePodman();
  if (requested === 'docker') dockerSocket(env);
  if (requested === 'kubernetes') (await kubernetesEngine()).kubeconfigOf(env);
}

/**
 * What the starts before made on an engine that is not ours alone: with the data goes the id by which anybody would
 * know it.
 */
export async function forgetLabs(
  requested: EngineName | undefined,
  dir: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const installation = formerInstallation(dir);
  if (installation === null) return;
  if (requested === 'docker') await forgetOnDocker(installation);
  if (requested === 'kubernetes') await (await kubernetesEngine()).forgetOnKubernetes(env, installation);
}

/**
 * Without a choice Podman where it can run; where it cannot, labs are simulated, and `say` gets the reason. A choice
 * that cannot be met is a `Failure`.
 */
export async function startLabs(requested: EngineName | undefined, around: Around): Promise<Labs> {
  const labs = await startEngine(requested, around);
  printEngineChange(labs.engine, around);
  return labs;
}

async function startEngine(requested: EngineName | undefined, around: Around): Promise<Labs> {
  if (requested !== undefined) return await starts[requested](around);
  const obstacle = podmanObstacle();
  if (obstacle !== null) return simulated(around, obstacle);
  return await starts.podman(around).catch((error: unknown) => {
    if (around.watch.signal.aborted || !(error instanceof Failure)) throw error;
    return simulated(around, [error.message, ...error.lines].join('\n    '));
  });
}

/**
 * What runs on an engine stays there: on another one the platform finds nothing of it, and says so of each lab that
 * ran.
 */
export function printEngineChange(engine: EngineName, { place, print }: Pick<Around, 'place' | 'print'>): void {
  const file = path.join(place.dir, 'engine');
  const last = existsSync(file) ? readFileSync(file, 'utf8') : engine;
  writeFileSync(file, engine);
  if (last === engine) return;
  const archived = 'Stopped labs have archives and can be started here.';
  print(
    last === 'memory'
      ? `The last start simulated labs; this one runs them on ${engine}. Labs that were running are now failed (reason volume); start them again. ${archived}`
      : `The last start ran labs on ${last}; this one runs them on ${engine}. Labs that were running are now failed (reason volume), and their volumes stay on ${last}. ${archived}`,
  );
}

const memory = (): Labs => ({ engine: 'memory', env: { LAB_ENGINE: 'memory', ...registry }, stop: async () => {} });

function simulated({ print }: Around, why: string): Labs {
  print(`Labs are simulated, and you cannot log in to them: ${why}`);
  return memory();
}

/** Images of this name are never asked for elsewhere. */
const registry = { REGISTRY_URL: 'localhost' };

const onEngine = ({ engine, socketPath, image, folder }: LabsFacts, stop: () => Promise<void>): Labs => ({
  engine,
  env: {
    LAB_ENGINE: 'containers',
    LAB_ENGINE_SOCKET: socketPath,
    LAB_TOOLS_IMAGE: image,
    ...(folder !== null && { LAB_ENGINE_FOLDER: folder }),
    ...registry,
  },
  stop,
});

const starts: Readonly<Record<EngineName, (around: Around) => Promise<Labs>>> = {
  memory: async () => memory(),
  async podman({ place, watch, print }) {
    const part = await supervise(() => podman(place, { print, signal: watch.signal }), watch);
    return onEngine(part.facts, () => part.stop());
  },
  async docker({ place, watch, print }) {
    const facts = await docker(place, print, watch.signal);
    // Someone else's engine: what runs there goes on, and the next start finds it.
    return onEngine(facts, async () => {});
  },
  async kubernetes({ watch, print }) {
    const { kubernetes } = await kubernetesEngine();
    const env = await kubernetes(process.env, { print, signal: watch.signal });
    return { engine: 'kubernetes', env, stop: async () => {} };
  },
};
