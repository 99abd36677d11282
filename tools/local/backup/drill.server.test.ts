// The path of a backup, on real servers: made while the installation runs, destroyed, restored to a point between two
// marks.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { testFolder } from '../../test/folder.ts';
import { drill } from './drill.ts';

test('the drill gets back all tables and archives at a point between two marks, and loses what was written in the last seconds only', async (t) => {
  t.timeout(300_000);
  const home = await testFolder();
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const folder = path.join(home, 'drill');
  mkdirSync(folder, { mode: 0o711 });
  const lines: string[] = [];
  const result = await drill({ folder, writesMs: 3_000, archiveTimeoutS: 2, print: (line) => lines.push(line) });
  t.log(result, lines);
  t.true(result.rpo_s <= 30, `${result.rpo_s} s`);
  t.is(result.archives, 3);
  t.true(result.tables > 50);
});
