// What each of the newest releases changed in the contracts, for the changelog page: spec/releases.json.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { review } from '../review.ts';
import { type Tree, treeAt, workingTree } from '../tree.ts';

const run = promisify(execFile);

export type Release = {
  readonly version: string;
  /** `info.version` of each document that callers find changed, by its file. */
  readonly contracts: Readonly<Record<string, string>>;
  /** The lines of the review. */
  readonly changes: readonly string[];
};

/** So many are on the page. */
const newest = 3;

/**
 * Newest first. A release is the commit that sets the version of package.json; the newest may not be committed yet.
 * Undefined in a clone that lacks one of them.
 */
export async function releasesOf(root: string): Promise<readonly Release[] | undefined> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout;
  const isShallow = await git('rev-parse', '--is-shallow-repository').catch(() => 'no repository');
  if (isShallow.trim() !== 'false') return undefined;
  const found = await git('log', `-${newest + 1}`, '--format=%H', '-G^  "version":', '--', 'package.json');
  const commits = await Promise.all(
    found
      .split('\n')
      .filter((commit) => commit !== '')
      .map(async (commit) => ({
        version: versionIn(await git('show', `${commit}:package.json`)),
        // What has ended since counted then: the lines of a release stay as they are.
        date: new Date((await git('show', '-s', '--format=%cI', commit)).trim()),
        tree: () => treeAt(commit, root),
      })),
  );
  const version = versionIn(readFileSync(join(root, 'package.json'), 'utf8'));
  const working = { version, date: new Date(), tree: async () => workingTree(root) };
  const states = commits[0]?.version === version ? commits : [working, ...commits];
  if (states.length <= newest) return undefined;
  const trees = await Promise.all(states.slice(0, newest + 1).map(({ tree }) => tree()));
  return states
    .slice(0, newest)
    .map((state, index) => releaseOf(state, trees[index + 1] as Tree, trees[index] as Tree));
}

type State = { readonly version: string; readonly date: Date };

function releaseOf({ version, date: today }: State, before: Tree, after: Tree): Release {
  const { changes, documents } = review(before, after, { today });
  const noticed = changes.filter(({ rating }) => rating !== 'editorial');
  return {
    version,
    contracts: Object.fromEntries(
      documents.flatMap(({ file, counts, after: now }) =>
        counts.breaking + counts.additive > 0 && now !== undefined && now.label !== '' ? [[file, now.label]] : [],
      ),
    ),
    changes: noticed.map(({ rating, changelog }) => `${rating === 'breaking' ? 'Breaking. ' : ''}${changelog}`),
  };
}

const versionIn = (manifest: string): string => String((JSON.parse(manifest) as { readonly version: unknown }).version);
