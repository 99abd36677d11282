// One lab engine for a whole test run, started when the first test asks for it: over HTTP, since tests are processes of their own. The asking: engine-for-tests.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { docker, type LabsFacts } from './engine.ts';
import { Failure } from './failure.ts';
import { openPlace } from './place.ts';
import { podman, podmanObstacle } from './podman.ts';
import { removeStorage } from './podman-storage.ts';
import { supervise } from './supervise.ts';

/** Why there is none: the sentence for the test's log. */
export type EngineAnswer = { readonly facts: LabsFacts } | { readonly obstacle: string };

/** `pid`: of a Podman of our own, for tests that kill it. */
type TestRun = { readonly facts: LabsFacts; pid?(): number | undefined; stop(): Promise<void> };

export type EngineOnDemand = {
  readonly url: string;
  /** Begins now, so that nobody who asks later waits for the image to be built. */
  begin(): void;
  stop(): Promise<void>;
};

/** The engine's files lie in `dir`; nothing of it is left after `stop`. */
export async function engineOnDemand(dir: string): Promise<EngineOnDemand> {
  const stopping = new AbortController();
  let starting: Promise<TestRun> | undefined;
  const answer = async (): Promise<EngineAnswer> => {
    const obstacle = obstacleHere();
    if (obstacle !== null) return { obstacle };
    starting ??= start(dir, stopping.signal);
    return await starting.then(({ facts }) => ({ facts }), whyNot);
  };
  const server = createServer((_, response) => {
    answer().then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: () => void answer().catch(() => undefined),
    async stop() {
      stopping.abort(new Failure('The test run is over.'));
      server.close();
      server.closeAllConnections();
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

/** Tests of labs run on the Docker engine that is there when they are told so: `COVENANT_TEST_ENGINE=docker`. */
const isOnDocker = (): boolean => process.env.COVENANT_TEST_ENGINE === 'docker';

export const obstacleHere = (): string | null => (isOnDocker() ? null : podmanObstacle());

export async function start(dir: string, signal: AbortSignal, say?: (line: string) => void): Promise<TestRun> {
  // Somebody else's engine: what tests make there they remove by their installations.
  if (isOnDocker()) return { facts: await docker(openPlace(dir, false), say, signal), stop: async () => {} };
  const options = { signal, ...(say && { say }) };
  return await supervise(() => podman(openPlace(dir, false), options), { dir, progress: () => undefined, signal });
}

/** What a machine refuses is a reason; anything else is a fault of ours. */
export function whyNot(error: unknown): { readonly obstacle: string } {
  if (!(error instanceof Failure)) throw error;
  return { obstacle: [error.message, ...error.lines].join(' ') };
}
