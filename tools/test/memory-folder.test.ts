// What tests keep in memory goes with the folder that it belongs to.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { keepInMemory, removeFolder, sweepMemory } from './memory-folder.ts';

function scene(t: ExecutionContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'memory-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const [home, dir] = [path.join(root, 'memory'), path.join(root, 'tests', '0a1b')];
  for (const folder of [home, dir]) mkdirSync(folder, { recursive: true });
  return { home, dir };
}

test('PostgreSQL of a test run writes to memory, which is free again when the folder is removed', (t) => {
  const { home, dir } = scene(t);
  keepInMemory(dir, { home, leastBytes: 0 });
  writeFileSync(path.join(dir, 'postgres', 'PG_VERSION'), '15');
  t.deepEqual(readdirSync(path.join(home, 'covenant-test-0a1b', 'postgres')), ['PG_VERSION']);
  removeFolder(dir, { home, leastBytes: 0 });
  t.deepEqual([readdirSync(home), existsSync(dir)], [[], false]);
});

test('PostgreSQL of a test run writes to the disk where memory is short', (t) => {
  const { home, dir } = scene(t);
  keepInMemory(dir, { home, leastBytes: Number.MAX_SAFE_INTEGER });
  keepInMemory(dir, { home: path.join(home, 'missing'), leastBytes: 0 });
  t.deepEqual([readdirSync(home), readdirSync(dir)], [[], []]);
});

test('the next run frees the memory of a removed folder, and keeps that of the others', (t) => {
  const { home, dir } = scene(t);
  const other = path.join(dir, '..', '2c3d');
  mkdirSync(other);
  for (const each of [dir, other]) keepInMemory(each, { home, leastBytes: 0 });
  rmSync(dir, { recursive: true });
  sweepMemory({ home, leastBytes: 0 });
  t.deepEqual(readdirSync(home), ['covenant-test-2c3d']);
});
