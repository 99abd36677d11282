// The commands of the README and of the pages that continue it, and the answers that they show: what a reader types,
// and what is compared of what comes back.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type Block = { readonly language: string; readonly text: string };

/** The code blocks of a page in their order, or those below one heading. */
export function blocksOf(file: string, heading?: string): readonly Block[] {
  const page = readFileSync(file, 'utf8');
  const chapter = heading === undefined ? page : page.split(/^## /m).find((text) => text.startsWith(heading));
  if (chapter === undefined) throw new Error(`${file} has no chapter "${heading}".`);
  return [...chapter.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** The jobs of the README, each with the page that continues it in the same terminal. */
export const analyticsJob = (root: string): readonly Block[] => [
  ...blocksOf(path.join(root, 'README.md'), 'First job: '),
  ...blocksOf(path.join(root, 'spec/analytics/README.md')),
];

export const labJob = (root: string): readonly Block[] => [
  ...blocksOf(path.join(root, 'README.md'), 'First job: ').slice(0, 1),
  ...blocksOf(path.join(root, 'README.md'), 'Second job: '),
  ...blocksOf(path.join(root, 'spec/platform/README.md')),
];

const mark = '----- of the next block -----';

/** All shell blocks as one session, each answering on its own. */
export const session = (blocks: readonly Block[]): string =>
  blocks
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join(`\necho; echo '${mark}'\n`);

export const answersOf = (output: string): readonly string[] => output.split(mark).map((text) => text.trim());

/** For each shell block the answer that is shown right after it; undefined where none is. */
export const shownIn = (blocks: readonly Block[]): readonly (Block | undefined)[] =>
  blocks.flatMap(({ language }, at) => {
    if (language !== 'sh') return [];
    const next = blocks[at + 1];
    return [next?.language === 'json' || next?.language === 'csv' ? next : undefined];
  });

const leftOut = '...';

/** The JSON of a block, in which `...` stands where fields are left out, or the rest of a list. */
export const documentOf = (text: string): unknown =>
  JSON.parse(
    text.replaceAll(/,\s*\.\.\.(?=\s*\])/g, `,"${leftOut}"`).replaceAll(/,\s*\.\.\.(?=\s*[,}])/g, `,"${leftOut}":true`),
  ) as unknown;

/** The answer without the fields that the README leaves out, and without what is never the same twice. */
export function likeShown(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(shown)) {
    if (shown.at(-1) !== leftOut) return answer.map((each, i) => likeShown(each, shown[i]));
    return [...answer.slice(0, shown.length - 1).map((each, i) => likeShown(each, shown[i])), leftOut];
  }
  if (!isObject(answer) || !isObject(shown)) return masked(answer);
  const names = leftOut in shown ? Object.keys(answer).filter((name) => name in shown) : Object.keys(answer);
  const kept = names.map((name) => [name, likeShown(answer[name], shown[name])]);
  return Object.fromEntries(leftOut in shown ? [...kept, [leftOut, true]] : kept);
}

export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each)]));
  if (typeof value !== 'string') return value;
  return value
    .replace(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'an id')
    .replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
