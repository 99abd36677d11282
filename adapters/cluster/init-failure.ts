// What lab-init says when a lab does not come up. Its line is one, so that every engine can hand it on.
import type { FailureReason } from './port.ts';

/** `timeout` of the lab image, for a script that took longer than it may. */
const outOfTime = '124';

/**
 * `init_script NAME CODE LAST WORDS`, `out_of_memory NAME`, `volume` or `config`.
 * An image that is older than the code and the words says the name alone.
 */
export function parseInitFailure(output: string): [kind: FailureReason, detail: string] {
  const [kind = '', name = '', code = '', ...words] = output.trim().split(' ');
  if (kind === 'out_of_memory') return ['out_of_memory', `the initialization script ${name} was killed`];
  if (kind !== 'init_script') return [kind === 'volume' ? 'volume' : 'config', output];
  if (code === '') return ['init_script', name];
  const how = code === outOfTime ? 'exceeded its timeout' : `exited with code ${code}`;
  const last = words
    .join(' ')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return ['init_script', `${name} ${how}${last === '' ? '' : `: ${last}`}`];
}
