// Pages of which a program writes one part: it stands between two marks, and the rest is written by hand.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type Page = { readonly path: string; readonly content: string };

/** The page with its part `name` as it should be. Throws when the page has lost its marks. */
export function fillPage(root: string, page: string, name: string, part: string): Page {
  const begin = `<!-- ${name}: written by npm run generate -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = readFileSync(path.join(root, page), 'utf8').split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its marks ${begin} and ${end}.`);
  return { path: page, content: `${before}${begin}\n\n${part}\n\n${end}${after}` };
}
