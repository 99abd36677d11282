// What a whole run says of the time that it took.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { readSeconds, reportSeconds } from './seconds.ts';

test('a run names its twenty slowest files and keeps the seconds of all', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'seconds-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const record = path.join(root, 'record.jsonl');
  t.deepEqual(readSeconds(root, record), []);
  const line = (n: number) => `${JSON.stringify({ file: path.join(root, `tools/t${n}.test.ts`), seconds: n })}\n`;
  writeFileSync(record, Array.from({ length: 22 }, (_, n) => line(n)).join(''));
  const all = readSeconds(root, record);
  t.deepEqual(all[0], { file: 'tools/t21.test.ts', seconds: 21 });
  const [first, second] = reportSeconds(all, 90_000, { root, list: 'seconds.txt' }).split('\n');
  t.is(first, '22 test files in 1.5 minutes; the seconds of each are in seconds.txt.');
  t.is(second?.split(', ').length, 20);
  t.true(second?.startsWith('The slowest: tools/t21.test.ts 21 s, tools/t20.test.ts 20 s, '));
  t.is(readFileSync(path.join(root, 'seconds.txt'), 'utf8').split('\n')[0], '   21.0  tools/t21.test.ts');
});
