// Comments that a reader has to scroll or to read twice.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const mostColumns = 120;

const exclude = ['**/node_modules/**', '**/__transpiled/**', '**/generated/**', '**/dist/**'];

export type CommentFault = { readonly file: string; readonly line: number; readonly what: string };

/** Lines that are comments and nothing else. An address longer than a line cannot be broken. */
const comment = /^\s*(?:\/\/|\/\*\*?|\*)\s/;
const fragment = /^\s*(?:\/\/|\/\*\*)\s+Of\s/;

export function commentFaults(root: string): readonly CommentFault[] {
  const files = globSync('{adapters,services,tools}/**/*.{ts,tsx,mjs}', { cwd: root, exclude }).sort();
  return files.flatMap((file) => faultsIn(file, readFileSync(path.join(root, file), 'utf8')));
}

function faultsIn(file: string, text: string): readonly CommentFault[] {
  return text.split('\n').flatMap((content, index) => {
    const what = faultOf(content);
    return what === null ? [] : [{ file, line: index + 1, what }];
  });
}

function faultOf(line: string): string | null {
  if (!comment.test(line)) return null;
  if (line.length > mostColumns && line.trimEnd().lastIndexOf(' ') > mostColumns / 2)
    return `has ${line.length} columns; break it before column ${mostColumns}`;
  return fragment.test(line) ? 'begins with "Of"; say what it is: "The limit of ..."' : null;
}
