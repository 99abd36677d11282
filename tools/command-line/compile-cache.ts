// What Node has compiled of our programs is kept, so that a process which loads them again has half the work.
import path from 'node:path';

/**
 * For every process that is started from here on. Node finds out itself what is out of date; the folder may be removed
 * at any time.
 */
export function keepCompiled(run: string): void {
  process.env.NODE_COMPILE_CACHE = path.resolve(process.env.NODE_COMPILE_CACHE ?? path.join(run, 'compiled'));
}
