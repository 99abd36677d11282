// Loaded by ava before each test file: writes down how long the file took, and how much of that it kept a processor
// busy.
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { FileSeconds } from './seconds.ts';

const began = performance.now();
const record = process.env.COVENANT_TEST_SECONDS;
let shares: readonly FileSeconds[] | undefined;

/** For a thread that several files share: these are written instead of the whole, as they are when it ends. */
export function recordInstead(files: readonly FileSeconds[]): void {
  shares = files;
}

if (record !== undefined)
  process.once('exit', () => {
    for (const each of shares ?? [whole()]) appendFileSync(record, `${JSON.stringify(each)}\n`);
  });

function whole(): FileSeconds {
  // The time is that of the file's thread alone; what its servers and programs take is in that of the whole run.
  const { user, system } = process.threadCpuUsage();
  const [seconds, cpu] = [(performance.now() - began) / 1000, (user + system) / 1e6];
  return { file: fileURLToPath(test.meta.file), seconds, cpu };
}
