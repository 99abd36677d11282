// Refuses words that this repository does not use in names and texts.
import { statSync } from 'node:fs';
import path from 'node:path';
import { wordUses } from './word-uses.ts';

const root = path.join(import.meta.dirname, '../..');
const shown = 12;

for (const [word, uses] of Map.groupBy(wordUses(root), ({ word }) => word)) {
  console.error(`"${word.not[0]}" is used ${uses.length} times. Say: ${word.say}.`);
  const changedAt = (file: string) => statSync(path.join(root, file)).mtimeMs;
  const latest = [...uses].sort((a, b) => changedAt(b.file) - changedAt(a.file));
  console.error('  Files that changed last come first:');
  for (const { file, excerpt } of latest.slice(0, shown)) console.error(`  ${file}: ${excerpt}`);
  process.exitCode = 1;
}
