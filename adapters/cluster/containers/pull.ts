// adapters/cluster/containers/pull.ts: fetches an image that the engine does not have.
import { text } from 'node:stream/consumers';
import type { Engine } from './engine.ts';
import { ClusterError } from './faults.ts';

/** A large image over a slow line; the instance's own deadline is the worker's. */
const PULL_MS = 600_000;

export class NoImage extends ClusterError {}

export async function pull(engine: Engine, image: string): Promise<void> {
  // What is called so was loaded by somebody; there is nobody to ask for it.
  if (image.startsWith('localhost/')) throw new NoImage('refused', `${image} is not on this engine`);
  try {
    const query = { fromImage: image };
    const log = await engine.stream('POST', '/images/create', { query, silenceMs: PULL_MS });
    const error = (await text(log)).split('\n').map(errorOf).find(Boolean);
    if (error) throw new NoImage('refused', error);
  } catch (error) {
    if (error instanceof ClusterError && error.kind === 'unavailable') throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw error instanceof NoImage ? error : new NoImage('refused', why, error);
  }
}

/** The engine says 200 first and tells the outcome in the last of many lines. */
function errorOf(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { error?: string }).error;
  } catch {
    return undefined;
  }
}
