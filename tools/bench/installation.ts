// A whole installation as `npm start` has it, labs in memory, for as long as a benchmark needs it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');
const startSeconds = 300;

export type Installation = AsyncDisposable & { readonly endpoints: string };

/**
 * `settings`: variables of the services, as the file of `npm start -- --config FILE` has them. `checkout`: the folder
 * of another version.
 */
export async function installed(
  run: string,
  signal: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
  checkout = root,
): Promise<Installation> {
  const installation = start(run, settings, checkout);
  const endpoints = path.join(run, 'endpoints.json');
  try {
    await ready(installation, endpoints, signal);
  } catch (error) {
    await stopped(installation);
    throw error;
  }
  return { endpoints, [Symbol.asyncDispose]: () => stopped(installation) };
}

function start(run: string, settings: Readonly<Record<string, string>>, checkout: string): ChildProcess {
  const config = `${run}.env`;
  mkdirSync(path.dirname(config), { recursive: true });
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return spawn(process.execPath, ['tools/local/start/main.ts', '--engine', 'memory', '--config', config], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, COVENANT_RUN: run },
  });
}

async function ready(installation: ChildProcess, endpoints: string, signal: AbortSignal): Promise<void> {
  for (
    const deadline = performance.now() + startSeconds * 1000;
    !existsSync(endpoints);
    await pause(200, undefined, { signal })
  ) {
    if (installation.exitCode !== null)
      throw new Error(`The installation ended with ${installation.exitCode} before it was ready.`);
    if (performance.now() > deadline) throw new Error(`The installation was not ready within ${startSeconds} s.`);
  }
}

async function stopped(installation: ChildProcess): Promise<void> {
  if (installation.exitCode !== null || installation.signalCode !== null) return;
  const ended = once(installation, 'exit');
  installation.kill('SIGINT');
  const late = pause(60_000, 'late', { ref: false });
  if ((await Promise.race([ended, late])) === 'late') installation.kill('SIGKILL');
}
