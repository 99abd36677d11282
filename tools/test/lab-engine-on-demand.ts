// One lab engine for a whole test run, started when the first test asks for it.
import path from 'node:path';
import { openPlace } from '../local/servers/data-folder.ts';
import { Failure } from '../local/servers/failure.ts';
import { docker, type LabsFacts } from '../local/servers/lab-engine/engine.ts';
import { podman, podmanObstacle } from '../local/servers/lab-engine/podman.ts';
import { removeStorage } from '../local/servers/lab-engine/podman-storage.ts';
import { supervise } from '../local/servers/processes/supervise.ts';

/** The reason for its absence: the sentence for the test's log. */
export type EngineAnswer = { readonly facts: LabsFacts } | { readonly obstacle: string };

/** `pid`: of a separate Podman, for tests that kill it. */
type TestRun = { readonly facts: LabsFacts; pid?(): number | undefined; stop(): Promise<void> };

export type EngineOnDemand = {
  /** Starts it at the first call. */
  answer(): Promise<EngineAnswer>;
  stop(): Promise<void>;
};

/** The engine's files lie in `dir`; nothing of it is left after `stop`. */
export function engineOnDemand(dir: string): EngineOnDemand {
  const stopping = new AbortController();
  let starting: Promise<TestRun> | undefined;
  return {
    async answer() {
      const obstacle = obstacleHere();
      if (obstacle !== null) return { obstacle };
      starting ??= start(dir, stopping.signal);
      return await starting.then(({ facts }) => ({ facts }), whyNot);
    },
    async stop() {
      stopping.abort(new Failure('The test run is over.'));
      const part = await starting?.catch(() => undefined);
      await part?.stop();
      try {
        removeStorage(path.join(dir, 'labs'));
      } catch (error) {
        // The next run of this checkout tries again; the tests are over.
        console.error(`The folder of the test engine is still there: ${error}`);
      }
    },
  };
}

/** Tests of labs run on the Docker engine that is there, if this variable is set: `COVENANT_TEST_ENGINE=docker`. */
const isOnDocker = (): boolean => process.env.COVENANT_TEST_ENGINE === 'docker';

export const obstacleHere = (): string | null => (isOnDocker() ? null : podmanObstacle());

export async function start(dir: string, signal: AbortSignal, print?: (line: string) => void): Promise<TestRun> {
  // Someone else's engine: what tests make there they remove by their installations.
  if (isOnDocker()) return { facts: await docker(openPlace(dir, false), print, signal), stop: async () => {} };
  const options = { signal, ...(print && { print }) };
  return await supervise(() => podman(openPlace(dir, false), options), { dir, progress: () => undefined, signal });
}

/** What a machine refuses is a reason; anything else is a fault in our code. */
export function whyNot(error: unknown): { readonly obstacle: string } {
  if (!(error instanceof Failure)) throw error;
  return { obstacle: [error.message, ...error.lines].join(' ') };
}
