// What still uses a word that is refused, counted by top-level folder, so that moving a file within it changes nothing.
// The counts only fall: `npm run generate` lowers them, the check refuses more.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '../docs/marks.ts';
import { type Use, wordUses } from './word-uses.ts';

const file = 'tools/lint/words-pending.json';

type Counts = ReadonlyMap<string, number>;

/** A line such as `"services names told": 12,`. Two branches that both lower it are merged by keeping both lines; the lower one counts. */
function readPending(root: string): Counts {
  const content = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';
  const pending = new Map<string, number>();
  for (const [, key = '', count] of content.matchAll(/^\s*"(\w[^"]*)": (\d+)/gm))
    pending.set(key, Math.min(Number(count), pending.get(key) ?? Number.POSITIVE_INFINITY));
  return pending;
}

const keyOf = ({ file: used, place, word }: Use): string => `${used.split('/')[0]} ${place} ${word.not[0]}`;

/** The counts as they are now, where they are lower than those that the file has. */
export function pendingWords(root: string): Page {
  const uses = Map.groupBy(wordUses(root), keyOf);
  const lines = [...readPending(root)]
    .map(([key, count]) => [key, Math.min(count, uses.get(key)?.length ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => `  ${JSON.stringify(key)}: ${count}`);
  return { path: file, content: `{\n${lines.join(',\n')}\n}\n` };
}

export type TooMany = { readonly key: string; readonly allowed: number; readonly uses: readonly Use[] };

/** Words that are used more often than the file has it. */
export function newWords(root: string): readonly TooMany[] {
  const pending = readPending(root);
  return [...Map.groupBy(wordUses(root), keyOf)]
    .map(([key, uses]) => ({ key, allowed: pending.get(key) ?? 0, uses }))
    .filter(({ allowed, uses }) => uses.length > allowed);
}
