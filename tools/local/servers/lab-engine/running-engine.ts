// The container engine of the installation that runs in this checkout.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Engine, engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { Failure } from '../failure.ts';
import { dockerSocket } from './engine.ts';
import { socketIn } from './podman.ts';

/** Throws a `Failure` when none runs, or when labs run on something else. */
export async function runningEngine(dir: string): Promise<Engine> {
  const file = path.join(dir, 'engine');
  const name = existsSync(file) ? readFileSync(file, 'utf8') : 'podman';
  if (name === 'kubernetes')
    throw new Failure('The labs of this checkout run on Kubernetes.', [
      'Write the image to a file (--file FILE.tar), and push it to the registry of the cluster or load it into its nodes.',
    ]);
  if (name === 'memory')
    throw new Failure(
      'The labs of this checkout are simulated, so they have no images. See the output of `npm start`.',
    );
  const api = engine(name === 'docker' ? dockerSocket() : socketIn(path.join(dir, 'labs')));
  try {
    await api.call('GET', '/_ping', { silenceMs: 5_000 });
    return api;
  } catch (error) {
    api[Symbol.dispose]();
    throw new Failure('The lab engine of this checkout is not running. Run `npm start` first.', [], error);
  }
}
