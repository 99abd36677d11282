// What a killed process left is removed, and an upload in progress is not.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { sweepSpool } from './spool.ts';

test('sweepSpool removes folders two hours after the last change in them', async (t) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'covenant-spool-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const now = new Date('2026-11-21T12:00:00Z');
  const at = (file: string, hour: string) =>
    utimesSync(path.join(dir, file), new Date(), new Date(`2026-11-21T${hour}Z`));
  for (const name of ['left', 'growing', 'fresh']) mkdirSync(path.join(dir, name));
  for (const name of ['left/file', 'growing/file']) writeFileSync(path.join(dir, name), 'x');
  at('left/file', '09:59:00');
  at('growing/file', '11:59:00');
  for (const [name, hour] of [
    ['left', '09:00:00'],
    ['growing', '09:00:00'],
    ['fresh', '11:00:00'],
  ] as const)
    at(name, hour);
  t.is(await sweepSpool(dir, now), 1);
  t.deepEqual(readdirSync(dir).sort(), ['fresh', 'growing']);
  t.is(await sweepSpool(path.join(dir, 'missing'), now), 0);
});
