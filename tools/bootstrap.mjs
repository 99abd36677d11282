// Makes a machine with Node 20 and npm ready: installs what the lock files name, and the Debian packages. Runs before
// each command of package.json, on the system's old Node and without dependencies, hence .mjs.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  browserPackages,
  installDebian,
  installIfPossible,
  labPackages,
  packagesFor,
  readerPackages,
  Stop,
} from './bootstrap/debian.mjs';
import { stampOf } from './bootstrap/stamp.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const purpose = process.argv[2] ?? 'start';

try {
  installDebian(packagesFor[purpose] ?? []);
  if (['start', 'test', 'bench'].includes(purpose))
    for (const packages of [labPackages, readerPackages]) installIfPossible(packages);
  if (purpose === 'test') installIfPossible(browserPackages);
} catch (error) {
  if (error instanceof Stop) fail(error.message);
  throw error;
}
installPackages(root, []);
// The generator and the linters stand apart, and are many: what needs none of them does not wait for them.
if (!['start', 'conformance', 'review', 'mock', 'docs', 'accounts'].includes(purpose))
  for (const folder of purpose === 'package' ? ['tools'] : ['tools', 'tools/generator/policies'])
    installPackages(path.join(root, folder), ['--ignore-scripts']);

function installPackages(folder, flags) {
  const stamp = stampOf(folder);
  if (stamp.isRight) return;
  // npm's own variables of the outer run would make the inner run believe that it is that run.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([k]) => !/^npm_(lifecycle|package|command)/i.test(k)),
  );
  const npm = process.env.npm_execpath;
  const command = npm ? [process.execPath, npm] : ['npm'];
  const args = [...command.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...flags];
  console.error(`Installing the packages of ${path.relative(root, folder) || 'the project'} (once per lock file) ...`);
  const { status } = spawnSync(command[0], args, { cwd: folder, stdio: ['inherit', 2, 2], env });
  if (status !== 0) fail(`npm ci failed in ${folder}; see its output above.`);
  if (folder === root && nodeMajor() < 26)
    fail('Node 26 is missing after npm ci: were install scripts blocked? Try: npm rebuild node');
  stamp.write();
}

function nodeMajor() {
  const { stdout } = spawnSync(path.join(root, 'node_modules', '.bin', 'node'), ['-v'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
