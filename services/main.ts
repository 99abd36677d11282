// The one executable: `node services/main.ts ROLE...` runs the named roles in this process until a signal; `migrate`
// alone ends by itself.

import { type Adapters, wire } from './composition/adapters.ts';
import { processes } from './composition/roles.ts';
import { type Role, roles } from './config/definition.ts';
import { ConfigError, readConfig } from './config/read-config.ts';
import { surviveLostOutput } from './lib/log.ts';
import { shutDown, stopSignal } from './lib/shutdown.ts';

surviveLostOutput();

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !roles.some((role) => role === name));
if (chosen.length === 0 || unknown.length > 0) {
  const why = unknown.length > 0 ? `Unknown role: ${unknown.join(', ')}.` : 'No role was given.';
  console.error(`${why} Choose from: ${roles.join(', ')}.`);
  process.exit(2);
}

try {
  await run(chosen as Role[]);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

async function run(names: readonly Role[]): Promise<void> {
  const config = readConfig(process.env, names);
  const stack = new AsyncDisposableStack();
  const parts = wire(config, stack);
  if (names.every((name) => name === 'migrate')) return await runOnce(parts, stack);
  const stopping = stopSignal();
  for (const name of names) await processes[name](parts, stack);
  parts.log.info('ready', { role: names.join(',') });
  await stopping;
  await shutDown({ stack, health: parts.health, log: parts.log, lingerMs: config.STOP_LINGER_MS });
}

/**
 * Ends by itself, as a Job or an init container has to; a signal ends it like any program, and the open migration is
 * rolled back.
 */
async function runOnce(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  try {
    await processes.migrate(parts, stack);
  } finally {
    await stack.disposeAsync();
  }
}
