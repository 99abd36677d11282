// The words that are not used, as the glossary lists them.

import { fillPage, type Page } from './marks.ts';
import { words } from './word-list.ts';

export function wordsPage(root: string): Page {
  const rows = words.map((word) => `| ${word.say} | ${word.not.map((each) => `\`${each}\``).join(' ')} | ${word.in} |`);
  return fillPage(root, 'spec/glossary.md', 'words', ['| say | not | in |', '|---|---|---|', ...rows].join('\n'));
}
