// The static part of `npm test`: everything that can be judged without starting a server.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

const steps: readonly (readonly [string, readonly string[]])[] = [
  ['types', ['node_modules/.bin/tsc', '--noEmit']],
  ['lint', ['node_modules/.bin/biome', 'check', '.', '--error-on-warnings']],
];

for (const [name, [command = '', ...args]] of steps) {
  const started = performance.now();
  const { status } = spawnSync(path.join(root, command), args, { cwd: root, stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
