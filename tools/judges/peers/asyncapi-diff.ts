// @asyncapi/diff, a package of npm.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Judges, npm } from './corpus-judge.ts';
import { installed } from './peer.ts';

const version = '0.5.0';
type Found = Record<'breaking' | 'nonBreaking' | 'unclassified', () => readonly unknown[]>;

export const asyncapiDiff: Judges = async (folder) => {
  const name = `@asyncapi/diff ${version}`;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const [command, first] = npm;
  const args = [...first, 'install', '--ignore-scripts', '--no-audit', '--no-fund', `@asyncapi/diff@${version}`];
  const absent = await installed(command, args, { folder });
  if (absent) return { name, ...absent };
  const { diff } = createRequire(join(folder, 'package.json'))('@asyncapi/diff') as {
    diff: (before: unknown, after: unknown) => Found;
  };
  return {
    name,
    kinds: ['asyncapi'],
    judge(_, { before, after }) {
      const [old, now] = [before, after].map((tree) => dereferenced(parse([...tree.values()][0] ?? '')));
      const found = diff(old, now);
      return found.breaking().length > 0 ? 'breaking' : found.nonBreaking().length > 0 ? 'additive' : 'editorial';
    },
  };
};

/** It compares documents whose references are resolved already. */
function dereferenced(document: unknown): unknown {
  const resolve = (node: unknown, depth: number): unknown => {
    if (typeof node !== 'object' || node === null || depth > 12) return node;
    if (Array.isArray(node)) return node.map((each) => resolve(each, depth + 1));
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, resolve(each, depth + 1)]));
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (at, step) => (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );
    return resolve(target, depth + 1);
  };
  return resolve(document, 0);
}
