// Which files import which: what a test file can reach, and which tests a change touches.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const statement =
  /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/g;

/** Which of our files the file imports, types aside, relative to `root`. */
export function importsOf(root: string, file: string): readonly string[] {
  if (!existsSync(path.join(root, file))) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(statement)].map(([, from, dynamic]) =>
    path.posix.join(path.posix.dirname(file), from ?? dynamic ?? ''),
  );
}

/** The file and everything that it imports, directly or through others. */
export function reachedFrom(root: string, file: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const each of importsOf(root, file)) reachedFrom(root, each, reached);
  return reached;
}
