// What an installation does for its backups while it runs.
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { testFolder } from '../../test/folder.ts';
import { startArchiver } from './archiver.ts';
import { copyObjects, objectsOf } from './object-copies.ts';
import { openRepository, removeDrafts } from './repository.ts';
import { spoolOf } from './wal.ts';

test('a log without a folder of backups is announced once and does not fill the disk', async (t) => {
  const dir = await testFolder();
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const spool = spoolOf(dir);
  mkdirSync(spool, { recursive: true });
  for (let count = 0; count < 65; count++) {
    const file = path.join(spool, count.toString(16).toUpperCase().padStart(24, '0'));
    writeFileSync(file, '');
    truncateSync(file, 16 * 1024 ** 2); // sparse
  }
  const lines: string[] = [];
  await startArchiver(dir, (line) => lines.push(line)).stop();
  t.deepEqual(
    [lines, readdirSync(spool)],
    [
      [
        'Backups: the log is archived, but no folder is set. Run `npm run backup`.',
        'Backups: 65 segments of the log were dropped to keep the disk free. Run a backup.',
      ],
      [],
    ],
  );
});

test('the settings of a bucket are written when they change, and drafts of killed processes are removed', async (t) => {
  const dir = await testFolder();
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const bucket = path.join(objectsOf(dir), 'lab-volumes');
  mkdirSync(path.join(bucket, 'versions'), { recursive: true });
  const folder = path.join(dir, 'backups');
  const repository = await openRepository(folder, Buffer.alloc(32), { create: true });
  const stored = path.join(folder, 'objects/lab-volumes/bucket.json');
  const copyWith = async (settings: string) => {
    writeFileSync(path.join(bucket, 'bucket.json'), settings);
    await copyObjects(dir, repository);
    return statSync(stored).mtimeMs;
  };
  await copyWith('{}');
  utimesSync(stored, 1, 1);
  t.is(await copyWith('{}'), 1000);
  t.true((await copyWith('{"versioning":true}')) > 1000);

  for (const name of ['old.half', 'new.half']) writeFileSync(path.join(folder, name), '');
  utimesSync(path.join(folder, 'old.half'), 1, 1);
  await removeDrafts(folder, 2000);
  t.deepEqual(readdirSync(folder).sort(), ['key-check', 'new.half', 'objects']);
});
