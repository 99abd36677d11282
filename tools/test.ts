// `npm test`: the static checks, then every test file. Arguments are passed on to ava (`npm test -- services/kit`).
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const run = (command: string, args: readonly string[]) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

run(process.execPath, ['tools/check.ts']);
run(path.join(root, 'node_modules/.bin/ava'), process.argv.slice(2));
