// What a whole run says of the time that it took.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { cpuMsSoFar, readSeconds, reportSeconds } from './seconds.ts';

test('a run names its twenty slowest and busiest files and keeps the seconds of all', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'seconds-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const record = path.join(root, 'record.jsonl');
  t.deepEqual(readSeconds(root, record), []);
  const line = (n: number) =>
    `${JSON.stringify({ file: path.join(root, `tools/t${n}.test.ts`), seconds: n, cpu: n === 3 ? 60 : 0 })}\n`;
  writeFileSync(record, Array.from({ length: 22 }, (_, n) => line(n)).join(''));
  const all = readSeconds(root, record);
  t.deepEqual(all[0], { file: 'tools/t21.test.ts', seconds: 21, cpu: 0 });
  const [first, second, third] = reportSeconds(
    all,
    { tookMs: 90_000, cpuMs: 126_000 },
    { root, list: 'seconds.txt' },
  ).split('\n');
  t.is(
    first,
    '22 test files in 1.5 minutes, with 2.1 CPU minutes; the seconds of each, and its CPU seconds, are in seconds.txt.',
  );
  t.is(second?.split(', ').length, 20);
  t.true(second?.startsWith('The slowest: tools/t21.test.ts 21 s, tools/t20.test.ts 20 s, '));
  t.true(third?.startsWith('The busiest, without their servers: tools/t3.test.ts 60 s, '));
  t.is(readFileSync(path.join(root, 'seconds.txt'), 'utf8').split('\n')[0], '   21.0     0.0  tools/t21.test.ts');
});

test('the CPU time of a run is its own and that of what it has waited for', (t) => {
  const [own, waitedFor] = [
    [100, 20],
    [3000, 400],
  ];
  const stat = `7 (node (x) y) S 1 7 7 0 -1 4194304 9 9 0 0 ${[...own, ...waitedFor].join(' ')} 20 0 11 0 5`;
  t.is(cpuMsSoFar(stat), 35_200);
  t.true(cpuMsSoFar() > 0);
});
