// The name of a test file says what it needs, and is true.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { reachedFrom } from './imports.ts';
import { isJudges, type Tier, testFiles, tierOf } from './tiers.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Modules that a tier may not reach: anyone who imports them can start what they stand for. */
const servers = ['tools/test/servers.ts', 'tools/test/lab-engine.ts', 'tools/local/servers/s3/server.ts'];
const systems = ['services/test/fixtures/system.ts', 'tools/local/start/start.fixture.ts', 'tools/test/browser.ts'];
const forbidden: Readonly<Record<Tier, readonly string[]>> = {
  pure: [...servers, ...systems],
  server: systems,
  system: [],
  fault: [],
};
/** One of our programs as a separate process; programs of the machine, such as tar, are no servers. */
const ownProgram = /\bprocess\.execPath\b/;

function misnamed(below: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const tier = tierOf(file);
    const reached = reachedFrom(below, file);
    const found = forbidden[tier].filter((each) => reached.has(each));
    const spawns = tier === 'pure' && ownProgram.test(readFileSync(path.join(below, file), 'utf8'));
    return [...found, ...(spawns ? ['a program of ours'] : [])].map((each) => `${file} reaches ${each}`);
  });
}

test('each test file reaches no more than its name says', (t) => {
  t.deepEqual(
    misnamed(
      root,
      testFiles(root).filter((file) => !isJudges(file)),
    ),
    [],
  );
});

function tree(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tiers-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  }
  return dir;
}

const far = '../../tools/test/servers.ts';
const node = 'process';

test('a pure test that reaches a server through others, or starts one of our programs, is found', (t) => {
  const dir = tree(t, {
    'tools/test/servers.ts': 'export const parts = 1;\nexport type Parts = 1;',
    'services/a/x.fixture.ts': "import {\n  parts,\n} from '../../tools/test/servers.ts';",
    'services/a/through.test.ts': "import './x.fixture.ts';",
    'services/a/late.test.ts': `await import('${far}');`,
    'services/a/types.test.ts': "import type { Parts } from '../../tools/test/servers.ts';",
    'services/a/honest.server.test.ts': "import './x.fixture.ts';",
    'services/a/spawns.test.ts': `spawn(${node}.execPath, []);`,
  });
  t.deepEqual(misnamed(dir, testFiles(dir)), [
    'services/a/late.test.ts reaches tools/test/servers.ts',
    'services/a/spawns.test.ts reaches a program of ours',
    'services/a/through.test.ts reaches tools/test/servers.ts',
  ]);
});

test('every module that stands for a tier exists', (t) => {
  for (const file of [...servers, ...systems]) t.notThrows(() => readFileSync(path.join(root, file)));
});

test('tier and owner of a test follow from its path', (t) => {
  t.deepEqual(
    ['a.test.ts', 'a.server.test.ts', 'a.system.test.ts', 'a.fault.test.ts', 'a-faults.test.ts', 'server.test.ts'].map(
      tierOf,
    ),
    ['pure', 'server', 'system', 'fault', 'fault', 'pure'],
  );
  t.true(['tools/judges/review/x.test.ts', 'tools/judges/services/x.system.test.ts'].every(isJudges));
  t.false(['tools/test/selection/tiers.test.ts', 'services/lib/x.test.ts'].some(isJudges));
});
