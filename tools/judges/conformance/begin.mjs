// `npm run conformance`, on whatever Node the machine has: what can be told at once is told before anything is
// installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const args = process.argv.slice(2);
const has = (name) => args.some((each) => each === name || each.startsWith(`${name}=`));
const given = (name) =>
  args.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? args[args.indexOf(name) + 1];

const endpoints = has('--endpoints') ? given('--endpoints') : 'run/endpoints.json';
const needsEndpoints = !['--url', '--broker', '--help', '--document'].some(has);
if (needsEndpoints && !existsSync(String(endpoints))) {
  console.error(`${endpoints} is missing: start the installation with npm start, or name --url.`);
  process.exit(2);
}
const installed = spawnSync(process.execPath, [path.join(root, 'tools/bootstrap.mjs'), 'conformance'], {
  stdio: 'inherit',
});
if (installed.status !== 0) process.exit(installed.status ?? 1);
const node = path.join(root, 'node_modules/.bin/node');
const { status } = spawnSync(node, [path.join(root, 'tools/judges/conformance/main.ts'), ...args], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
