// What the contracts of a package have changed since its version was set, from the repository's history.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { Step } from '../judges/review/change.ts';
import { historyOf } from '../judges/review/lifecycle/history.ts';
import { review } from '../judges/review/review.ts';
import { treeAt, workingTree } from '../judges/review/tree.ts';

const run = promisify(execFile);

export type { Step };

export type Release = { readonly version: string; readonly commit: string; readonly step: Step };

/** The commit that set the version of this document last, and what has changed since; undefined where no commit did. */
export async function releaseOf(document: string, root: string, today = new Date()): Promise<Release | undefined> {
  const commit = await lastWith('^x-package:', document, root);
  if (commit === undefined) return undefined;
  const version = packageOf((await treeAt(commit, root)).get(document) ?? '')?.version;
  if (version === undefined) return undefined;
  return { version, commit, step: await largestStep([document], { commit, root, today }) };
}

/** The same of package.json, whose version packages of several documents have. */
export async function projectRelease(
  documents: readonly string[],
  root: string,
  today = new Date(),
): Promise<Release | undefined> {
  const commit = await lastWith('^  "version":', 'package.json', root);
  if (commit === undefined) return undefined;
  const { stdout } = await run('git', ['show', `${commit}:package.json`], { cwd: root });
  const { version } = JSON.parse(stdout) as { readonly version: string };
  return { version, commit, step: await largestStep(documents, { commit, root, today }) };
}

const steps = ['major', 'minor', 'none'] as const satisfies readonly Step[];

type Since = { readonly commit: string; readonly root: string; readonly today: Date };

async function largestStep(files: readonly string[], { commit, root, today }: Since): Promise<Step> {
  const { documents } = review(await treeAt(commit, root), workingTree(root), {
    today,
    history: historyOf(commit, root),
  });
  const found = documents.filter(({ file }) => files.includes(file)).map(({ step }) => step);
  return steps.find((step) => found.includes(step)) ?? 'none';
}

async function lastWith(pattern: string, file: string, root: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', ['log', '-1', '--format=%H', `-G${pattern}`, '--', file], { cwd: root });
    return stdout.trim() || undefined;
  } catch {
    return undefined; // no repository, such as an unpacked archive
  }
}

export type Package = { readonly name: string; readonly version: string };

/** The package of a contract in the working tree, where each that is packed has one. */
export function packageAt(document: string, root: string): Package {
  const named = packageOf(readFileSync(join(root, document), 'utf8'));
  if (named === undefined) throw new Error(`${document} has no x-package with name and version.`);
  return named;
}

function packageOf(text: string): Package | undefined {
  const { 'x-package': value } = parse(text) as { 'x-package'?: Partial<Package> };
  return value?.name === undefined || value.version === undefined
    ? undefined
    : { name: value.name, version: value.version };
}
