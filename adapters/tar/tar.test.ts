// Our reading of tar beside tar itself: the awkward tree unpacked and packed by it, in every form that it writes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { awkwardTree, describeTree, fileIn, holeSize, smallTree } from '../cluster/awkward-tree.ts';
import { fields, numberAt, TarBroken, tarEnd, writeNumber } from './header.ts';
import { readTar } from './read.ts';
import { records } from './records.ts';
import { writeEntry } from './write.ts';

const own = process.getuid?.() === 0;

for (const format of ['gnu', 'posix']) {
  test(`tar unpacks the awkward tree, and packs the same tree in the form ${format}`, (t) => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'awkward-'));
    t.teardown(() => {
      execFileSync('chmod', ['-R', 'u+rwx', dir]);
      rmSync(dir, { recursive: true });
    });
    const input = awkwardTree();
    const owner = own ? ['--numeric-owner', '--same-owner'] : [];
    execFileSync('tar', ['-xpf', '-', '-C', dir, ...owner], { input });
    const again = execFileSync(
      'tar',
      ['-cf', '-', '-C', dir, `--format=${format}`, '--sparse', '--numeric-owner', '.'],
      { maxBuffer: 1e9 },
    );
    const described = describeTree(again);
    const expected = describeTree(input);
    if (own) t.deepEqual(described, expected);
    else t.deepEqual(Object.keys(described), Object.keys(expected));
    t.true(again.length < holeSize / 10);
  });
}

test('readTar reads what writeEntry wrote, and finds a file in it', (t) => {
  const tar = awkwardTree();
  t.deepEqual(Buffer.concat([...readTar(tar).map(writeEntry), tarEnd]), tar);
  t.is(fileIn(tar, 'ünïcödé 名'), 'UTF-8\n');
  t.is(fileIn(smallTree('notes.txt', 'kept'), 'notes.txt'), 'kept');
  t.is(fileIn(tar, 'nothing'), null);
});

test('readTar refuses a stream that was cut or changed', (t) => {
  const tar = smallTree('notes.txt', 'kept');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: tar.length - 1025 }), (length) => {
      t.throws(() => readTar(tar.subarray(0, length)), { instanceOf: TarBroken });
    }),
  );
  const changed = Buffer.from(tar);
  changed[0] = 0x41;
  t.throws(() => readTar(changed), { message: 'a header has another sum' });
});

test('readTar refuses a record without a length at once', (t) => {
  for (const text of ['0 size=1\n', '1 size=1\n', 'size=1\n'])
    t.throws(() => records(Buffer.from(text)), { message: 'a record has no length' }, text);
});

test('writeNumber writes a number too large for octal digits like tar, and numberAt reads it', (t) => {
  const large = [8 ** 7, 2 ** 31, 2 ** 40];
  const written = large.map((value) => {
    const header = Buffer.alloc(512);
    writeNumber(header, fields.size, value);
    return numberAt(header, fields.size);
  });
  t.deepEqual(written, large);
  const odd = Buffer.alloc(512, 'x');
  t.throws(() => numberAt(odd, fields.size), { message: 'a number is not one' });
});
