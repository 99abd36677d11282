// Folders with more files than a reader takes in at a glance.
import { globSync } from 'node:fs';
import path from 'node:path';

/** A folder with more wants folders inside, one for each concept. */
export const mostFiles = 25;

const exclude = [
  '**/node_modules/**',
  '**/__transpiled/**',
  // No one looks for a file in what is generated.
  '**/generated/**',
  // Found by number: decisions in their index, migrations in the order in which they run. Neither is ever renamed.
  'spec/decisions/**',
  'adapters/store/sql/**',
];

export type FullFolder = { readonly folder: string; readonly count: number };

export function fullFolders(root: string): readonly FullFolder[] {
  const files = globSync('{adapters,deploy,services,spec,tools}/**', { cwd: root, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => path.relative(root, parentPath));
  return [...Map.groupBy(files, (folder) => folder)]
    .map(([folder, { length: count }]) => ({ folder, count }))
    .filter(({ count }) => count > mostFiles)
    .sort((a, b) => b.count - a.count);
}
