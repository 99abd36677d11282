// Refuses folders with too many files.
import path from 'node:path';
import { fullFolders, mostFiles } from './full-folders.ts';

for (const { folder, count } of fullFolders(path.join(import.meta.dirname, '../..'))) {
  console.error(
    `${folder}: ${count} files, ${mostFiles} allowed. Move files that belong together into a folder inside.`,
  );
  process.exitCode = 1;
}
