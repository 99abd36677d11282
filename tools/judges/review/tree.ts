// The contract files of one state of the repository: a commit, read through git without a checkout, or the working
// tree.

import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Text by path from the root of the repository. */
export type Tree = ReadonlyMap<string, string>;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const run = promisify(execFile);
/** The values of a conformance run stand beside the documents and are no promise. */
const isContract = (path: string): boolean =>
  /\.ya?ml$/.test(path) && !path.includes('/examples/') && !/(^|\/)conformance\.ya?ml$/.test(path);

/** The contracts of a commit. One `git cat-file --batch` for all files, since starting git costs more than reading. */
export async function treeAt(ref: string, root: string, folder = 'spec'): Promise<Tree> {
  const commit = await commitOf(ref, root);
  const { stdout } = await run('git', ['ls-tree', '-r', '-z', commit, '--', folder], { cwd: root, maxBuffer: 1 << 26 });
  const entries = stdout
    .split('\0')
    .map((line) => /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line))
    .flatMap((match) => (match?.[1] && match[2] && isContract(match[2]) ? [{ id: match[1], path: match[2] }] : []));
  const contents = await objects(
    entries.map(({ id }) => id),
    root,
  );
  return new Map(entries.map(({ path }, index) => [path, contents[index]?.toString('utf8') ?? '']));
}

/** The contracts as they stand on the disk, committed or not. */
export function workingTree(root: string, folder = 'spec'): Tree {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true }) : [];
  const paths = names
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter(isContract)
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

export async function commitOf(ref: string, root: string): Promise<string> {
  // Behind --end-of-options a ref that looks like an option stays a ref.
  const found = await run('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], {
    cwd: root,
  }).catch(() => undefined);
  if (found === undefined) throw new UsageError(await whyNot(ref, root));
  return found.stdout.trim();
}

async function whyNot(ref: string, root: string): Promise<string> {
  const asked = await run('git', ['rev-parse', '--is-shallow-repository'], { cwd: root }).catch(
    (error: Error & { readonly code?: unknown }) => error,
  );
  if (asked instanceof Error)
    return asked.code === 'ENOENT'
      ? 'git is missing: the review reads earlier contracts through it.'
      : 'This folder is not a git repository (or belongs to another user), so there is nothing to compare with.';
  const missing = `There is no commit "${ref}" here.`;
  if (asked.stdout.trim() !== 'true')
    return `${missing} Is it fetched (git fetch origin), and is a branch of a remote named as such (origin/main)?`;
  return `${missing} This clone is shallow: git fetch --unshallow, or have the CI fetch the whole history (fetch-depth: 0).`;
}

/** Where a folder stands in its repository; empty at the root. */
export const prefixOf = async (folder: string): Promise<string> =>
  (await run('git', ['rev-parse', '--show-prefix'], { cwd: folder })).stdout.trim();

/** Files by their ids or by `COMMIT:PATH`; undefined where there is no such file. */
export async function objects(names: readonly string[], root: string): Promise<(Buffer | undefined)[]> {
  if (names.length === 0) return [];
  const git = spawn('git', ['cat-file', '--batch'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  git.stdin.end(`${names.join('\n')}\n`);
  const output = Buffer.concat((await git.stdout.toArray()) as Buffer[]);
  const contents: (Buffer | undefined)[] = [];
  for (let at = 0; contents.length < names.length; ) {
    const end = output.indexOf('\n', at);
    if (end < 0) throw new Error('git cat-file ended early');
    const [, kind, size] = / (\w+) (\d+)$/.exec(output.toString('utf8', at, end)) ?? [];
    const next = size === undefined ? end + 1 : end + 1 + Number(size) + 1;
    contents.push(kind === 'blob' ? output.subarray(end + 1, next - 1) : undefined);
    at = next;
  }
  return contents;
}
