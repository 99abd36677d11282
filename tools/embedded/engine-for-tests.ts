// How a test reaches a lab engine: the one that `npm test` started, else its own Podman, which ends with the file. What a test
// makes on it carries the test's own installation, and what killed tests left there goes at the next start.
import { readFileSync, rmSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { containers } from '../../adapters/cluster/containers/containers.ts';
import { engine } from '../../adapters/cluster/containers/engine.ts';
import { removeInstallation } from '../../adapters/cluster/containers/site.ts';
import type { LabsFacts } from './engine.ts';
import { atEnd } from './for-tests.ts';
import { openPlace } from './place.ts';
import { podman, podmanObstacle } from './podman.ts';
import { isSame, recordOf } from './processes.ts';
import { supervise } from './supervise.ts';
import { testFolder } from './test-folder.ts';

/** `installation` is the file's own; a test that needs two takes `testInstallation`. */
export type TestEngine = Pick<LabsFacts, 'socketPath' | 'image' | 'installation'>;

let starting: Promise<TestEngine> | undefined;

/** Null, and the reason in the test's log, only where Podman cannot be had. */
export async function labEngine(t: Pick<ExecutionContext, 'log'>): Promise<TestEngine | null> {
  const facts = shared();
  const obstacle = facts === undefined ? podmanObstacle() : null;
  if (obstacle !== null) {
    t.log(`runs no labs here: ${obstacle}`);
    return null;
  }
  starting ??= facts === undefined ? own((line) => t.log(line)) : prepared(facts);
  return await starting;
}

function shared(): LabsFacts | undefined {
  const file = process.env.COVENANT_PARTS;
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as { labs?: LabsFacts }).labs;
}

async function own(say: (line: string) => void): Promise<TestEngine> {
  const dir = await testFolder();
  const watch = { dir, progress: () => undefined, signal: new AbortController().signal };
  const part = await supervise(() => podman(openPlace(dir, false), { say }), watch);
  atEnd(async () => {
    await part.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return await prepared(part.facts);
}

async function prepared({ socketPath, image }: LabsFacts): Promise<TestEngine> {
  await sweep(socketPath);
  return { socketPath, image, installation: testInstallation({ socketPath }) };
}

let made = 0;

/** Names its process, and everything of it goes when the file is over. */
export function testInstallation({ socketPath }: Pick<LabsFacts, 'socketPath'>): string {
  const { pid, started } = recordOf(process.pid);
  const installation = `t${pid}x${started}n${made++}`;
  atEnd(async () => {
    using api = engine(socketPath);
    await removeInstallation(api, installation);
  });
  return installation;
}

async function sweep(socketPath: string): Promise<void> {
  using api = engine(socketPath);
  const networks = await api.call<{ Labels: Record<string, string> | null }[]>('GET', '/networks');
  const volumes = await api.call<{ Volumes: { Labels: Record<string, string> | null }[] | null }>('GET', '/volumes');
  const found = [...networks, ...(volumes.Volumes ?? [])].map(({ Labels }) => Labels?.installation_id ?? '');
  for (const installation of new Set(found)) {
    const [, pid, started] = /^t(\d+)x(\d+)n\d+$/.exec(installation) ?? [];
    if (pid === undefined || started === undefined || isSame({ pid: Number(pid), started })) continue;
    await removeInstallation(api, installation).catch(() => undefined); // another file does the same
  }
}

export const clusterOn = ({ socketPath, image, installation }: TestEngine) =>
  containers({ socketPath, installation, toolsImage: image });
