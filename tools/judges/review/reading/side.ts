// One side of a review of two documents: a document that a user named, as a file or in git, with the files that it
// refers to.
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { type History, historyOf } from '../lifecycle/history.ts';
import { commitOf, objects, prefixOf, type Tree, UsageError } from '../tree.ts';
import { parse, textOf } from './parsed.ts';

export type Side = {
  /** Texts by path from the folder of the document; the document itself stands under `root`. */
  readonly files: Tree;
  /** The same on both sides of a review, whatever the document is called: places are compared by their file. */
  readonly root: string;
  /** What the document is called beside the files that refer back to it. */
  readonly base: string;
  /** What a user calls each file. */
  readonly names: ReadonlyMap<string, string>;
  readonly history?: History | undefined;
};

export type Where = {
  /** Where relative paths begin. */
  readonly folder: string;
  /** The repository that references are looked up in. */
  readonly repository: string;
};

type Source = {
  readonly path: string;
  readonly history?: History | undefined;
  /** The bytes of each file; undefined where there is none. */
  read(paths: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
};

const root = './document';

export async function sideOf(argument: string, where: Where): Promise<Side> {
  const { path, history, read } = await sourceOf(argument, where);
  const [folder, base] = [posix.dirname(path), posix.basename(path)];
  const [files, names] = [new Map<string, string>(), new Map<string, string>()];
  const visited = new Set([root]);
  for (let due = [root]; due.length > 0; ) {
    const paths = due.map((file) => (file === root ? path : posix.join(folder, file)));
    const contents = await read(paths);
    due = due.flatMap((file, index) => {
      const [name = '', bytes] = [paths[index], contents[index]];
      // A reference to a file that is missing is reported where a comparison follows it.
      if (bytes === undefined) return [];
      names.set(file, name);
      const text = textOf(name, bytes);
      files.set(file, text);
      const targets = filesIn(parse(name, text).value).map((each) => posix.join(posix.dirname(file), each));
      return targets.filter((each) => each !== base && !visited.has(each) && visited.add(each));
    });
  }
  if (!files.has(root)) throw new UsageError(`There is no document ${argument}.`);
  return { files, root, base, names, history };
}

/** Files that references lead to, not addresses. */
function filesIn(value: unknown, visited = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || visited.has(value)) return [];
  visited.add(value);
  const ref: unknown = '$ref' in value ? value.$ref : undefined;
  const file = typeof ref === 'string' && !isAddress(ref) ? fileIn(ref) : '';
  return [...(file === '' ? [] : [file]), ...Object.values(value).flatMap((each) => filesIn(each, visited))];
}

export const isAddress = (ref: string): boolean => /^([a-z][a-z\d+.-]+:|\/\/)/i.test(ref);

/** The part of a reference before its `#`, with spaces written as `%20` made spaces again. */
export const fileIn = (ref: string): string => decoded(ref.split('#')[0] ?? '');

/** What is no percent encoding stands for itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function sourceOf(argument: string, { folder, repository }: Where): Promise<Source> {
  const file = { path: argument.replaceAll('\\', '/'), read: (paths: readonly string[]) => filesAt(folder, paths) };
  const [content] = await file.read([argument]);
  if (content !== undefined) return file;
  if (/^https?:/i.test(argument))
    throw new UsageError(`${argument} is an address: store the document in a file first.`);
  const [, ref = '', named = ''] = /^([^:]+):(.+)$/s.exec(argument) ?? [];
  if (named === '')
    throw new UsageError(
      `There is no file ${argument}. A document in git is named REF:PATH, such as main:spec/openapi.yaml.`,
    );
  const commit = await commitOf(ref, repository);
  const path = /^\.\.?\//.test(named) ? posix.join(await prefixOf(repository), named) : posix.normalize(named);
  const read = async (paths: readonly string[]) => {
    // Git ends at a path that leads out of the repository.
    const inside = paths.filter((each) => !each.startsWith('../'));
    const contents = await objects(
      inside.map((each) => `${commit}:${each}`),
      repository,
    );
    return paths.map((each) => contents[inside.indexOf(each)]);
  };
  return { path, history: historyOf(commit, repository), read };
}

const filesAt = (folder: string, paths: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> =>
  Promise.all(
    paths.map((path) =>
      readFile(path.startsWith('/') ? path : join(folder, path)).catch((error: unknown) => missing(path, error)),
    ),
  );

function missing(path: string, error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') throw new UsageError(`${path} is a folder: name the document in it.`);
  if (code === 'EACCES') throw new UsageError(`${path} may not be read by this user.`);
  return undefined;
}
