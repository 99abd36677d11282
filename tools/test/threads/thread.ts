// Several pure test files in one thread, one test after another: what they import is loaded once.
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { recordInstead } from '../record-seconds.ts';
import { type Declared, declaredBy } from './declared.ts';

/** `files` as they are called below `root`; for ava, the tests are those of the file that calls this. */
export async function runTogether(root: string, files: readonly string[]): Promise<void> {
  const addresses = new Set(files.map((file) => pathToFileURL(path.join(root, file)).href));
  const standIn = new URL('declared.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'ava' && addresses.has(context.parentURL ?? '') ? standIn : specifier, context),
  });
  // All of them before the first is handed to ava, which takes no more tests once it has begun.
  const loaded: { readonly file: string; readonly tests: readonly Declared[]; readonly spent: Spent }[] = [];
  for (const file of files) {
    const spent: Spent = { file: path.join(root, file), seconds: 0, cpu: 0 };
    const load = () => import(pathToFileURL(path.join(root, file)).href);
    const tests = await timed(spent, () => declaredBy(load).catch((error: unknown) => [failing(error)]));
    loaded.push({ file, tests: tests.length > 0 ? tests : [failing(new Error('It has no tests.'))], spent });
  }
  recordInstead(loaded.map(({ spent }) => spent));
  for (const { file, tests, spent } of loaded)
    for (const { title, run } of tests)
      test.serial(`${prefixOf(file)} › ${title}`, async (t) => {
        await timed(spent, async () => run(t));
      });
}

const prefixOf = (file: string): string => file.replace(/\.test\.ts$/, '').replaceAll('/', ' › ');

/** The other files of the thread have their say all the same. */
const failing = (error: unknown): Declared => ({
  title: 'is loaded',
  isSerial: true,
  run: () => Promise.reject(error),
});

type Spent = { readonly file: string; seconds: number; cpu: number };

async function timed<T>(spent: Spent, run: () => Promise<T>): Promise<T> {
  const [began, before] = [performance.now(), process.threadCpuUsage()];
  try {
    return await run();
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    spent.seconds += (performance.now() - began) / 1000;
    spent.cpu += (user + system) / 1e6;
  }
}
