// The trial listing beside tar itself, on whatever a home can hold.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { TarListing } from './listing.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'tar-entries-'));
test.after.always(() => rmSync(home, { recursive: true, force: true }));

const tar = (...args: string[]) => execFileSync('tar', args, { maxBuffer: 1 << 28 });

test.before(() => {
  const at = (name: string) => path.join(home, name);
  mkdirSync(at('folder/deep'), { recursive: true });
  writeFileSync(at('plain.txt'), 'kept');
  writeFileSync(at('empty'), '');
  writeFileSync(at('two\nlines'), 'x'.repeat(1_000));
  writeFileSync(at(`${'long'.repeat(60)}`), 'y'.repeat(512));
  writeFileSync(at('closed'), 'z', { mode: 0 });
  chmodSync(at('folder'), 0o2770);
  linkSync(at('plain.txt'), at('hard'));
  symlinkSync('t'.repeat(150), at('soft'));
  writeFileSync(at('holes'), '');
  truncateSync(at('holes'), 50_000_000);
  const many = openSync(at('many holes'), 'w');
  for (let n = 0; n < 60; n++) writeSync(many, Buffer.alloc(4_096, 2), 0, 4_096, n * 1_000_000);
  closeSync(many);
  writeFileSync(at('folder/deep/end'), 'e'.repeat(100_000));
});

function count(archive: Buffer, sizes: readonly number[]): number {
  const listing = new TarListing();
  let at = 0;
  for (let n = 0; at < archive.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    listing.push(archive.subarray(at, at + size));
    at += size;
  }
  listing.end();
  return listing.entries;
}

for (const form of ['gnu', 'posix', 'ustar', 'oldgnu', 'v7'] as const) {
  test(`TarListing counts what tar writes as ${form} like tar lists it, in pieces of any size`, (t) => {
    const names = form === 'ustar' || form === 'v7' ? ['plain.txt', 'empty', 'folder', 'hard', 'closed'] : ['.'];
    const sparse = form === 'gnu' || form === 'posix' || form === 'oldgnu' ? ['--sparse'] : [];
    const archive = tar('-c', `--format=${form}`, ...sparse, '-C', home, ...names);
    const file = path.join(os.tmpdir(), `entries-${process.pid}-${form}.tar`);
    writeFileSync(file, archive);
    const listed = tar('-t', '--quoting-style=escape', '-f', file).toString().trimEnd().split('\n').length;
    rmSync(file);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 }), (sizes) => {
        t.is(count(archive, [Math.max(200, ...sizes), ...sizes.map((size) => Math.max(100, size))]), listed);
      }),
      { numRuns: 10 },
    );
    t.is(count(archive, [511, 513, 1]), listed);
  });
}

test('TarListing reports an archive that was cut off or damaged', (t) => {
  const archive = tar('-c', '-C', home, 'plain.txt', 'folder');
  for (const length of [0, 100, 512, 1_024, archive.length - 10_240]) {
    const short = archive.subarray(0, Math.max(0, length));
    t.throws(() => count(short, [4_096]), { name: 'TarBroken' }, String(length));
  }
  const damaged = Buffer.from(archive);
  damaged[0] = 1;
  t.throws(() => count(damaged, [4_096]), { name: 'TarBroken' });
});
