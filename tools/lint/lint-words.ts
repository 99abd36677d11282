// Refuses words that this repository does not use in names and texts, beside those that are still pending.
import { statSync } from 'node:fs';
import path from 'node:path';
import { newWords } from './words-pending.ts';

const root = path.join(import.meta.dirname, '../..');
const shown = 12;

for (const { key, allowed, uses } of newWords(root)) {
  const [{ word }] = uses as [(typeof uses)[number]];
  console.error(`${key}: ${uses.length} uses, ${allowed} allowed (tools/lint/words-pending.json). Say: ${word.say}.`);
  const changedAt = (file: string) => statSync(path.join(root, file)).mtimeMs;
  const latest = [...uses].sort((a, b) => changedAt(b.file) - changedAt(a.file));
  console.error('  Files that changed last come first:');
  for (const { file, excerpt } of latest.slice(0, shown)) console.error(`  ${file}: ${excerpt}`);
  process.exitCode = 1;
}
