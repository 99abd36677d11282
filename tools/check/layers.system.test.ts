// Each layer rule catches the violation planted for it, and nothing else is said about a good tree. One run for all of
// them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '../..');

const good = {
  'generated/analytics/types.ts': 'export type Job = { job_id: string };',
  'generated/analytics/server.ts': "import type Koa from 'koa';\nexport type Mounted = Koa.Middleware;",
  'adapters/store/port.ts':
    "import type { Job } from '../../generated/analytics/types.ts';\nexport interface Store { job(): Job }\nexport const code = 1;",
  'adapters/store/pg.ts':
    "import type { Store } from './port.ts';\nimport * as pg from 'pg';\nexport const store: Store | unknown = pg;",
  'adapters/broker/amqp.ts': 'export const broker = 1;',
  'services/lib/clock.ts': 'export const clock = 1;',
  'services/analytics/ingest.ts':
    "import type { Store } from '../../adapters/store/port.ts';\nimport { clock } from '../lib/clock.ts';\nexport const ingest = (store: Store) => [store, clock];",
  'services/platform/labs.ts': 'export const labs = 1;',
  'services/composition/adapters.ts':
    "import { store } from '../../adapters/store/pg.ts';\nexport const wired = store;",
  'tools/local/servers/seed.ts':
    "import { wired } from '../../services/composition/adapters.ts';\nexport const seeded = wired;",
  'tools/judges/mock/mock.ts': 'export const mock = 1;',
  'tools/reference/pages/page.ts': 'export const page = 1;',
  'tools/bench/bench.ts': 'export const bench = 1;',
};

/** The other half of the planted cycle, which is reported once. */
const cycle = { 'services/lib/cycle.ts': "import './cycle-back.ts';" };

const planted: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['generated-stands-alone', 'generated/analytics/client.ts', "import '../../services/lib/clock.ts';"],
  ['adapters-see-only-contract', 'adapters/store/lib-spy.ts', "import '../../services/lib/clock.ts';"],
  ['adapters-are-strangers', 'adapters/store/broker-spy.ts', "import '../broker/amqp.ts';"],
  ['services-see-ports-only', 'services/analytics/pg-spy.ts', "import '../../adapters/store/pg.ts';"],
  [
    'ports-are-types',
    'services/analytics/port-spy.ts',
    "import { code } from '../../adapters/store/port.ts';\nexport const c = code;",
  ],
  [
    'ports-know-no-implementation',
    'adapters/store/messages/port.ts',
    "import type { store } from '../pg.ts';\nexport type Kept = typeof store;",
  ],
  ['services-are-strangers', 'services/analytics/platform-spy.ts', "import '../platform/labs.ts';"],
  ['lib-knows-no-service', 'services/lib/platform-spy.ts', "import '../platform/labs.ts';"],
  ['labs-know-no-service', 'services/labs/spy.ts', "import '../platform/labs.ts';"],
  ['production-free-of-tools', 'services/analytics/tools-spy.ts', "import '../../tools/local/servers/seed.ts';"],
  ['rooms-know-none-above', 'tools/contract/lint/spy.ts', "import '../../judges/mock/mock.ts';"],
  ['rooms-know-none-above', 'tools/contract/page-spy.ts', "import '../reference/pages/page.ts';"],
  ['rooms-know-none-above', 'tools/clients/mock-spy.ts', "import '../judges/mock/mock.ts';"],
  ['rooms-know-none-above', 'tools/reference/bench-spy.ts', "import '../bench/bench.ts';"],
  ['no-cycles', 'services/lib/cycle-back.ts', "import './cycle.ts';"],
  ['vendor-behind-its-adapter', 'services/analytics/vendor-spy.ts', "import 'pg';"],
];

let violations: ReadonlyMap<string, readonly string[]>;

test.before(() => {
  const dir = tree({ ...good, ...cycle, ...Object.fromEntries(planted.map(([, file, text]) => [file, text])) });
  violations = violationsIn(dir);
  rmSync(dir, { recursive: true, force: true });
});

test('the layer rules accept every file of a good tree', (t) => {
  const files = planted.map(([, file]) => file);
  t.deepEqual(
    [...violations].filter(([file]) => !files.includes(file)),
    [],
  );
});

for (const [rule, file] of planted)
  test(`${rule} catches the violation planted in ${path.basename(file)}`, (t) => {
    t.deepEqual(violations.get(file), [rule]);
  });

function tree(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'layers-'));
  for (const name of ['pg', 'koa']) {
    mkdirSync(path.join(dir, 'node_modules', name), { recursive: true });
    cpSync(path.join(root, 'node_modules', name, 'package.json'), path.join(dir, 'node_modules', name, 'package.json'));
    mkdirSync(path.join(dir, 'node_modules', name, 'lib'), { recursive: true });
    for (const entry of ['index.js', 'index.mjs', 'application.js'])
      writeFileSync(path.join(dir, 'node_modules', name, 'lib', entry), '');
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), `${text}\n`);
  }
  return dir;
}

/** Rules by the file that breaks them. */
function violationsIn(dir: string): ReadonlyMap<string, readonly string[]> {
  const bin = path.join(root, 'tools/node_modules/.bin/depcruise');
  const args = ['--config', path.join(root, 'tools/check/layers.mjs'), '--output-type', 'json'];
  const folders = ['adapters', 'services', 'generated', 'tools'];
  const { stdout } = spawnSync(process.execPath, [bin, ...args, ...folders], {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  const byFile = Map.groupBy(summary.violations, ({ from }) => from);
  return new Map([...byFile].map(([file, found]) => [file, [...new Set(found.map(({ rule }) => rule.name))]]));
}
