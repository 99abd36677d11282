// `npm test`: the static checks, then every test file on one set of real servers, which end with the run whatever happens.
// Arguments are passed on to ava (`npm test -- services/kit`); then only the files that they name run.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Parts, startParts } from './embedded/parts.ts';
import { printFailure } from './embedded/progress.ts';
import { testFolder } from './embedded/test-folder.ts';

const root = path.join(import.meta.dirname, '..');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort(signal));

process.exitCode = await run().catch((error: unknown) => {
  if (!stopping.signal.aborted) printFailure(error);
  return 1;
});

async function run(): Promise<number> {
  const checked = await finished(spawn(process.execPath, ['tools/check.ts'], { cwd: root, stdio: 'inherit' }));
  if (checked !== 0) return checked;
  const dir = await testFolder();
  let parts: Parts | undefined;
  try {
    parts = await startParts({ dir, durable: false, signal: stopping.signal });
    return await runTests(dir, parts);
  } finally {
    await parts?.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function runTests(dir: string, parts: Parts): Promise<number> {
  const facts = path.join(dir, 'parts.json');
  writeFileSync(facts, JSON.stringify(parts.facts), { mode: 0o600 });
  const ava = path.join(root, 'node_modules', '.bin', 'ava');
  const env = { ...process.env, COVENANT_PARTS: facts };
  return finished(spawn(process.execPath, [ava, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env }));
}

/** A Ctrl-C reaches the child as well; one that came by `kill` is passed on. */
async function finished(child: ChildProcess): Promise<number> {
  const pass = () => child.kill('SIGTERM');
  stopping.signal.addEventListener('abort', pass);
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  stopping.signal.removeEventListener('abort', pass);
  return code;
}
