import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { convertNorway } from './convert.ts';

const text = readFileSync(new URL('norway_new_car_sales_by_make.csv', import.meta.url), 'utf8');

test('the converter makes an upload of the real file, and reports what it changed', (t) => {
  const { csv, remarks } = convertNorway(text);
  const rows = csv.trimEnd().split('\n');
  t.deepEqual(rows.slice(0, 3), [
    'period_start,brand,units_sold',
    '2007-01-01,Toyota,2884',
    '2007-01-01,Volkswagen,2521',
  ]);
  t.is(rows.length, 1 + 4_377 - 10 - 1);
  t.deepEqual(
    [remarks.length, remarks[0], remarks.at(-1)],
    [
      11,
      'line 39: dropped, no make (1 units in 2007-01)',
      'lines 3640 and 3652: added up, Lexus twice in 2015-04 (73 + 1)',
    ],
  );
});

test('the converter drops only units without a make', (t) => {
  const sum = (lines: string[], field: number) =>
    lines.reduce((total, line) => total + Number(line.split(',')[field]), 0);
  const raw = text.trimEnd().split('\r\n').slice(1);
  const without = raw.filter((line) => line.split(',')[2] === 'NA');
  t.is(without.length, 10);
  t.is(sum(convertNorway(text).csv.trimEnd().split('\n').slice(1), 2), sum(raw, 3) - sum(without, 3));
});

test('the converter refuses another file with the line that does not fit', (t) => {
  t.throws(() => convertNorway('a,b\n1,2\n'), { message: 'unexpected header line: a,b' });
  t.throws(() => convertNorway('"Year","Month","Make","Quantity","Pct"\r\n2007,1,Toyota,x,1\r\n'), {
    message: /^line 2 is not/,
  });
});

test('the converter fails with a message when its file is missing', (t) => {
  const program = fileURLToPath(new URL('convert.ts', import.meta.url));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      timeout: 180_000,
    });
    return { status, stdout, stderr };
  };
  const usage = 'Usage: convert.ts norway_new_car_sales_by_make.csv > norway.csv\n';
  t.deepEqual(run(), { status: 2, stdout: '', stderr: usage });
  t.deepEqual(run('--help'), { status: 0, stdout: usage, stderr: '' });
  const sentence = "no-such.csv cannot be converted: ENOENT: no such file or directory, open 'no-such.csv'\n";
  t.deepEqual(run('no-such.csv'), { status: 1, stdout: '', stderr: sentence });
});
