// What pages and code point at: files that Markdown links to, and decisions by their number.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readDecisions } from '../generator/tables/decisions.ts';

const pages = ['**/*.md'];
const sources = ['*.md', '{spec,services,adapters,tools,deploy}/**/*.{ts,md,yaml,sql,mjs}'];
const exclude = [
  '**/node_modules/**',
  '**/__transpiled/**',
  'generated/**',
  'run/**',
  '**/fixtures/**',
  '**/corpus/**',
  // They link to pages, which their own test follows.
  'tools/reference/pages/guides/**',
];

/** One line for each relative link that leads nowhere. */
export const brokenLinks = (root: string): readonly string[] =>
  files(root, pages).flatMap(({ file, text }) =>
    [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(path.join(root, path.dirname(file), target)))
      .map((target) => `${file}: there is no ${target}`),
  );

/** One line for each number after "decision" that has no file. */
export function unknownDecisions(root: string): readonly string[] {
  const known = new Set(readDecisions(path.join(root, 'spec/decisions')).map(({ number }) => number));
  return files(root, sources).flatMap(({ file, text }) =>
    [...text.matchAll(/\bdecisions? ((?:\d+(?:, | and )?)+)/gi)]
      .flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])
      .filter((number) => !known.has(Number(number)))
      .map((number) => `${file}: there is no decision ${number} in spec/decisions/`),
  );
}

const files = (root: string, patterns: readonly string[]) =>
  globSync(patterns, { cwd: root, exclude })
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
