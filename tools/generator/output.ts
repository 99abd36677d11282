// Generated files on the disk: written, or compared with what they should be. Paths are relative to the root, with `/`.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export interface GeneratedFiles {
  readonly root: string;
  /** Folders that hold nothing else. */
  readonly folders: readonly string[];
  /** Folders within them that another command writes. */
  readonly foreign?: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

/** What differs, is missing, or is made by nothing; byte by byte. */
export const differences = (output: GeneratedFiles): string[] => [
  ...changedFiles(output).map(([path]) => `${path} differs`),
  ...strayFiles(output).map((path) => `${path} is made by nothing`),
];

/** Files that are right already keep their time, so that nothing is rebuilt for them. */
export function write(output: GeneratedFiles): void {
  for (const path of strayFiles(output)) rmSync(join(output.root, path));
  for (const [path, content] of changedFiles(output)) {
    mkdirSync(join(output.root, dirname(path)), { recursive: true });
    writeFileSync(join(output.root, path), content);
  }
}

const changedFiles = ({ root, files }: GeneratedFiles) =>
  [...files].filter(([path, content]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== content;
  });

const strayFiles = ({ root, folders, foreign = [], files }: GeneratedFiles): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**`),
    { cwd: root, withFileTypes: true, exclude: foreign.map((folder) => `${folder}/**`) },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(posix.relative(root, entry.parentPath), entry.name))
    .filter((path) => !files.has(path));
