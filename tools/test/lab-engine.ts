// How a test reaches a lab engine: the one that `npm test` started, else its own Podman, which ends with the file. What
// a test makes on it carries the test's own installation, and what killed tests left there goes at the next start.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ExecutionContext } from 'ava';
import { type ContainersSettings, containers } from '../../adapters/cluster/containers/containers.ts';
import { engine } from '../../adapters/cluster/containers/engine/engine.ts';
import { removeInstallation } from '../../adapters/cluster/containers/site.ts';
import { Failure } from '../local/servers/failure.ts';
import type { LabsFacts } from '../local/servers/lab-engine/engine.ts';
import { removeStorage } from '../local/servers/lab-engine/podman-storage.ts';
import { isSame, recordOf } from '../local/servers/processes/processes.ts';
import { testFolder } from './folder.ts';
import { type EngineAnswer, obstacleHere, start, whyNot } from './lab-engine-on-demand.ts';
import { atEnd } from './servers.ts';

/** `installation` is the file's own; a test that needs two takes `testInstallation`. */
export type TestEngine = Pick<LabsFacts, 'socketPath' | 'image' | 'installation' | 'folder'>;

/** Longer than building and loading the image takes on a busy machine; beyond it the test does without. */
const timeoutMs = 240_000;

const notInTime = `the engine was not ready within ${timeoutMs / 1000} s`;

let starting: Promise<TestEngine | string> | undefined;

/** Null, and the reason in the test's log, only where Podman cannot be had. */
export async function labEngine(t: Pick<ExecutionContext, 'log'>): Promise<TestEngine | null> {
  starting ??= answer().then<TestEngine | string>((found) =>
    'obstacle' in found ? found.obstacle : prepared(found.facts),
  );
  const found = await starting;
  if (typeof found !== 'string') return found;
  t.log(`skipped, since no labs run here: ${found}`);
  return null;
}

async function answer(): Promise<EngineAnswer> {
  const url = process.env.COVENANT_TEST_SERVERS;
  if (url === undefined) return await own();
  const response = await fetch(`${url}/engine`, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  if (response === null) return { obstacle: notInTime };
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as EngineAnswer;
}

async function own(): Promise<EngineAnswer> {
  const obstacle = obstacleHere();
  if (obstacle !== null) return { obstacle };
  const dir = await testFolder();
  const limit = new AbortController();
  setTimeout(() => limit.abort(new Failure(notInTime)), timeoutMs).unref();
  const starting = start(dir, limit.signal);
  atEnd(async () => {
    await (await starting.catch(() => undefined))?.stop();
    removeStorage(path.join(dir, 'labs'));
    rmSync(dir, { recursive: true, force: true });
  });
  return await starting.then(({ facts }) => ({ facts }), whyNot);
}

async function prepared({ socketPath, image, folder }: LabsFacts): Promise<TestEngine> {
  await sweep(socketPath);
  return { socketPath, image, folder, installation: testInstallation({ socketPath }) };
}

let made = 0;

/**
 * Names its process, and its thread, since test files share one process; and everything of it goes when the file is
 * over.
 */
export function testInstallation({ socketPath }: Pick<LabsFacts, 'socketPath'>): string {
  const { pid, started } = recordOf(process.pid);
  const installation = `t${pid}x${started}w${threadId}n${made++}`;
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
    const [, pid, started] = /^t(\d+)x(\d+)w\d+n\d+$/.exec(installation) ?? [];
    if (pid === undefined || started === undefined || isSame({ pid: Number(pid), started })) continue;
    await removeInstallation(api, installation).catch(() => undefined); // another file does the same
  }
}

export const clusterOn = (
  { socketPath, image, installation, folder }: TestEngine,
  more: Pick<ContainersSettings, 'reserveGi'> = {},
) => containers({ socketPath, installation, toolsImage: image, folder, ...more });
