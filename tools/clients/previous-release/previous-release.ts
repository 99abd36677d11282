// The whole project as it was at the release before: its contracts, its generated clients and its services.
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { documents } from '../build.ts';

const run = promisify(execFile);

/** The commit of a release, or one sentence why none can be read. */
export type Previous = { readonly commit: string } | { readonly missing: string };

/** The last commit before this one that set the version of a client. */
export async function previousRelease(root: string): Promise<Previous> {
  const git = async (...args: readonly string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  try {
    // The first commit of a shallow clone seems to have written all files.
    if ((await git('rev-parse', '--is-shallow-repository')) === 'true')
      return { missing: 'this clone is shallow: git fetch --unshallow' };
    const head = await git('rev-parse', 'HEAD');
    const files = documents.map((document) => `spec/${document}/openapi.yaml`);
    const commits = (await git('log', '-2', '--format=%H', '-G^x-package:', '--', ...files)).split('\n');
    const commit = commits.find((each) => each !== '' && each !== head);
    return commit === undefined ? { missing: 'the history has no earlier release' } : { commit };
  } catch {
    return { missing: 'there is no git, or this folder is no repository' };
  }
}

/**
 * Its files in `to`, with the packages that are installed here: a release names them, and they are not fetched again.
 */
export async function extractRelease(root: string, commit: string, to: string): Promise<string> {
  mkdirSync(to, { recursive: true });
  const archive = path.join(to, 'release.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', to]);
  for (const folder of ['node_modules', 'tools/node_modules'])
    symlinkSync(path.join(root, folder), path.join(to, folder));
  return to;
}
