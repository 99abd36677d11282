// What a contract said on an earlier day: the dates in a document are what its author wrote, the history is what
// everybody could read.

import { spawnSync } from 'node:child_process';

/**
 * A file as it was when the day was over; undefined: it was not there; `unknown`: the clone does not reach back so far.
 */
export type History = (file: string, day: Date) => string | undefined | 'unknown';

/**
 * The history of the commits that lead to `ref`. Asked only where a Sunset has passed, so it costs the usual review
 * nothing.
 */
export function historyOf(ref: string, root: string): History {
  const git = (...args: string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
    return status === 0 ? stdout : undefined;
  };
  return (file, day) => {
    const end = new Date(day);
    end.setUTCHours(23, 59, 59, 0);
    const commit = git('rev-list', '-1', `--before=${end.toISOString()}`, '--end-of-options', ref, '--')?.trim();
    if (commit !== undefined && commit !== '') return git('show', '--end-of-options', `${commit}:${file}`);
    return git('rev-parse', '--is-shallow-repository')?.trim() === 'true' ? 'unknown' : undefined;
  };
}
