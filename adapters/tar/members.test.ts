// Members of a tar stream are changed and dropped; the rest passes byte by byte. The streams are GNU tar's own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import test from 'ava';
import { changeMembers, type MemberChange } from './members.ts';

const cutAt = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );

const changed = async (bytes: Buffer, change: MemberChange, size = 1000): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(changeMembers(cutAt(bytes, size), change)));

const listed = (input: Buffer): readonly string[] =>
  execFileSync('tar', ['--list', '--verbose', '--quoting-style=c'], {
    input,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
    .split('\n')
    .map((line) => line.replace(/ .* "/, ' "'))
    .filter((line) => line !== '');

const long = `${'d'.repeat(120)}/${'e'.repeat(120)}`;

function packed(): Buffer {
  const dir = mkdtempSync(path.join(tmpdir(), 'covenant-members-'));
  try {
    mkdirSync(path.join(dir, long), { recursive: true });
    writeFileSync(path.join(dir, long, 'file'), 'x'.repeat(70_000), { mode: 0o644 });
    writeFileSync(path.join(dir, 'ä'), 'umlaut', { mode: 0o644 });
    symlinkSync('l'.repeat(200), path.join(dir, 'link'));
    const hole = openSync(path.join(dir, 'hole'), 'w', 0o644);
    for (let at = 0; at < 40; at++) writeSync(hole, 'data', at * 1024 * 1024);
    const args = ['--create', '--file=-', '--format=gnu', '--sparse', '--sort=name', `--directory=${dir}`, '.'];
    return execFileSync('tar', args, { maxBuffer: 1e8 });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test('changeMembers passes on what it does not change, however the stream is cut', async (t) => {
  const tar = packed();
  for (const size of [1, 511, 512, 513, 65_536, tar.length])
    t.true((await changed(tar, () => ({}), size)).equals(tar), `${size}`);
});

test('changeMembers names members like tar, long names and bytes included', async (t) => {
  const names: string[] = [];
  await changed(packed(), (name) => {
    names.push(name);
    return {};
  });
  const utf8 = names.map((name) => Buffer.from(name, 'latin1').toString());
  t.deepEqual(utf8, ['./', `./${long.split('/')[0]}/`, `./${long}/`, `./${long}/file`, './hole', './link', './ä']);
});

test('changeMembers sets a mode, and drops a member with all that belongs to it', async (t) => {
  const tar = packed();
  const drops = [`./${long}/file`, './link', './'];
  const after = await changed(tar, (name) =>
    drops.includes(name) ? 'drop' : name === './hole' ? { mode: 0 } : { mode: 0o2751 },
  );
  t.deepEqual(listed(after), [
    `drwxr-s--x "./${long.split('/')[0]}/"`,
    `drwxr-s--x "./${long}/"`,
    '---------- "./hole"',
    '-rwxr-s--x "./\\303\\244"',
  ]);
});

test('changeMembers reports a stream that is cut off as an error, not as an end', async (t) => {
  const tar = packed();
  for (const at of [100, 700, 5_000, 60_000])
    await t.throwsAsync(
      changed(tar.subarray(0, at), () => ({})),
      { message: /cut off/ },
      `${at}`,
    );
});
