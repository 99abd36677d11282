// Which pure test files share a thread: a separate thread costs a file 0.12 s of a processor before its first line, and
// what it imports is loaded again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importsOf } from '../selection/imports.ts';
import { slowest } from '../selection/slowest-first.ts';
import { tierOf } from '../selection/tiers.ts';

/** More than run at a time, so that the last one is not alone for long. */
const threads = 6;

/**
 * What a file, and the fixtures that it imports, may not have in a thread that it shares: hooks and other declarations
 * than `test` and `test.serial`, which would be those of all its files; what belongs to the whole thread; time that is
 * waited for or measured; and servers and programs, which may keep the files after it waiting.
 */
const apart = new RegExp(
  [
    String.raw`\btest\.(?!ts\b|serial\()`,
    String.raw`process\.(env|chdir|exitCode|on|once)\b|globalThis|mock\.`,
    String.raw`setTimeout|performance\.|t\.(timeout|snapshot)\(`,
    String.raw`node:(http|https|http2|net|tls|child_process|worker_threads)'|\bfetch\(|\blisten|answering\(|kubernetes`,
  ].join('|'),
);

/** The files for ava: those that stay alone, and modules in `dir` that each stand for some of the others. */
export function shareThreads(root: string, files: readonly string[], dir: string): readonly string[] {
  const shared = files.filter((file) => canShare(root, file)).sort();
  if (shared.length < 2 * threads) return files;
  mkdirSync(dir, { recursive: true });
  const size = Math.ceil(shared.length / threads);
  const modules = Array.from({ length: threads }, (_, i) => shared.slice(i * size, (i + 1) * size))
    .filter((group) => group.length > 0)
    .map((group, i) => {
      const module = path.join(dir, `${i + 1}.test.ts`);
      writeFileSync(module, moduleOf(root, group));
      return path.relative(root, module);
    });
  const isShared = new Set(shared);
  return [...modules, ...files.filter((file) => !isShared.has(file))];
}

const moduleOf = (root: string, group: readonly string[]): string => {
  const thread = path.join(import.meta.dirname, 'thread.ts');
  return `import { runTogether } from ${JSON.stringify(thread)};\nawait runTogether(${JSON.stringify(root)}, ${JSON.stringify(group)});\n`;
};

/** The slowest begin before all others, each at once. */
const alone: ReadonlySet<string> = new Set(slowest);

function canShare(root: string, file: string): boolean {
  if (tierOf(file) !== 'pure' || alone.has(file)) return false;
  const text = readFileSync(path.join(root, file), 'utf8');
  return /^import test\b.* from 'ava';$/m.test(text) && !apart.test(text) && !fixturesOf(root, file).some(staysApart);
}

const staysApart = (text: string): boolean => apart.test(text);

/**
 * The texts of those that it imports, directly or through each other. Code that is no fixture is judged by the tests
 * that call it.
 */
function fixturesOf(root: string, file: string, known = new Set<string>()): readonly string[] {
  const direct = importsOf(root, file).filter((each) => isFixture.test(each) && !known.has(each));
  for (const each of direct) known.add(each);
  return direct.flatMap((each) => [readFileSync(path.join(root, each), 'utf8'), ...fixturesOf(root, each, known)]);
}

const isFixture = /\.fixture\.ts$|(^|\/)(test|fixtures)\/.*\.m?[jt]s$/;

const separator = ' (?:\\x1b\\[\\d+m)*›(?:\\x1b\\[\\d+m)* ';
const standing = new RegExp(['run', 'tests', '[0-9a-f]+', 'threads', '\\d+', ''].join(separator), 'g');

/** What ava shows, without the name of the module that stands for a file. */
export const withoutThreads = (text: string): string => text.replace(standing, '');
