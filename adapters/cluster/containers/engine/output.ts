// What a container prints on its standard output.
import type { Readable } from 'node:stream';
import { unavailable } from '../../faults.ts';
import type { Engine } from './engine.ts';
import { standardOutput } from './frames.ts';

/**
 * Fails with a ClusterError when the engine is killed meanwhile: `pipe` alone would leave its reader waiting for ever.
 */
export async function outputOf(
  engine: Pick<Engine, 'stream'>,
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<Readable> {
  const log = await engine.stream('GET', `/containers/${id}/logs`, { query: { stdout: 'true', ...query } });
  const output = standardOutput();
  log.once('error', (error) => output.destroy(unavailable(error)));
  output.once('close', () => log.destroy());
  return log.pipe(output);
}
