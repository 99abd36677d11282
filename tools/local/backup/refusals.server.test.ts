// Backups that cannot be restored, and restores that must not happen: each one sentence with what to do, and nothing is
// written.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { migrate } from '../../../adapters/store/migrate.ts';
import { testFolder } from '../../test/folder.ts';
import { noSmallDisk, onSmallDisk } from '../../test/small-disk.ts';
import { openPlace } from '../servers/data-folder.ts';
import { startParts } from '../servers/parts.ts';
import { withClient } from '../servers/postgres.ts';
import { destinationOf } from './archiver.ts';
import { createBackup } from './create-backup.ts';
import { lockBackups } from './lock.ts';
import { listBackups, migrated } from './manifest.ts';
import { backupKey, oneChunk, openRepository, type Repository, textOf, within } from './repository.ts';
import { requireNoGap, restoreBackup } from './restore-backup.ts';
import { shipWal, spoolOf } from './wal.ts';

let home: string;
let backups: string;
let system: string;
let id: string;
let segment: string;
let later: readonly string[];
let fullDisk: string | undefined;

const at = (name: string) => path.join(home, name);
const keyIn = (dir: string) => backupKey(dir, { create: false });

test.before(async () => {
  home = await testFolder();
  backups = at('backups');
  const dir = at('run');
  const parts = await startParts({ dir, only: ['postgres', 'objects'], place: openPlace(dir, true) });
  try {
    await Promise.all(migrated.map((name) => migrate(parts.postgres.url(name, 'owner'), name)));
    const repository = await openRepository(backups, backupKey(dir, { create: true }), { create: true });
    const server = { adminUrl: parts.postgres.adminUrl };
    const manifest = await createBackup({ dir, server, repository, print: () => undefined });
    ({ id, system, last_segment: segment } = manifest);
    later = await writeSegments(dir, server.adminUrl, within(repository, system));
    fullDisk = backupOnFullDisk(dir, server.adminUrl);
  } finally {
    await parts.stop();
  }
});
test.after.always(() => rmSync(home, { recursive: true, force: true }));

/** Three segments of the log after the backup, each with a transaction. */
async function writeSegments(dir: string, adminUrl: string, repository: Repository): Promise<readonly string[]> {
  const names: string[] = [];
  await withClient(adminUrl, async (client) => {
    for (let count = 0; count < 3; count++) {
      await client.query(`create table mark_${count} ()`);
      const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
      names.push(rows[0]?.name ?? '');
    }
  });
  while (!repository.has(`wal/${names.at(-1)}`)) {
    await shipWal(spoolOf(dir), repository);
    await pause(50);
  }
  return names;
}

/** What a backup to a disk of 4 MiB says, and what it leaves there; undefined where the machine cannot make one. */
function backupOnFullDisk(dir: string, adminUrl: string): string | undefined {
  mkdirSync(at('small'));
  const program = `
    const [folder, dir, adminUrl, to] = process.argv.slice(1);
    const [{ createBackup }, { backupKey, openRepository }] = await Promise.all(['create-backup.ts', 'repository.ts'].map((file) => import(folder + '/' + file)));
    const repository = await openRepository(to, backupKey(dir, { create: false }), { create: true });
    await createBackup({ dir, server: { adminUrl }, repository, print() {} }).catch((error) => console.log(error.message));
    const { readdirSync } = await import('node:fs');
    console.log(readdirSync(to, { recursive: true }).filter((name) => /manifest|files/.test(name)).join());`;
  const node = [
    process.execPath,
    '--input-type=module',
    '-e',
    program,
    import.meta.dirname,
    dir,
    adminUrl,
    at('small'),
  ];
  const command = onSmallDisk(at('small'), 4, node);
  if (command === undefined) return undefined;
  return spawnSync(command[0], command.slice(1), { encoding: 'utf8', timeout: 120_000 }).stdout;
}

/** A copy of the backups that a test may change. */
function copyOf(name: string): string {
  cpSync(backups, at(name), { recursive: true });
  return at(name);
}

async function restoreFrom(folder: string, to: Date | 'latest' = 'latest', key = keyIn(at('run'))): Promise<string> {
  const dir = at(`target-${path.basename(folder)}`);
  try {
    const repository = await openRepository(folder, key, { create: false });
    await restoreBackup({ dir, repository, to, print: () => undefined });
    return 'restored';
  } catch (error) {
    const left = existsSync(dir) ? readdirSync(dir) : [];
    return `${error instanceof Error ? error.message : error}${left.length === 0 ? '' : ` Left: ${left}`}`.replaceAll(
      home,
      'HOME',
    );
  }
}

test('a restore refuses a backup that is truncated, changed or incomplete before it writes anything', async (t) => {
  const files = (folder: string) => path.join(folder, system, 'base', id, 'files');
  const short = copyOf('short');
  truncateSync(files(short), readFileSync(files(short)).length - 1000);
  const changed = copyOf('changed');
  const bytes = readFileSync(files(changed));
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  writeFileSync(files(changed), bytes);
  const gap = copyOf('gap');
  rmSync(path.join(gap, system, 'wal', segment));
  const begun = copyOf('begun');
  rmSync(path.join(begun, system, 'base', id, 'manifest'));

  const name = `base/${id}/files`;
  t.deepEqual(
    [await restoreFrom(short), await restoreFrom(changed), await restoreFrom(gap), await restoreFrom(begun)],
    [
      `The backup is truncated: its file ${system}/${name} ends too early. Copy it again, or restore an older backup.`,
      `The backup is damaged: its file ${system}/${name} has changed. Copy it again, or restore an older backup.`,
      `The backup is incomplete: its file wal/${segment} is missing. Copy it again, or restore an older one.`,
      'HOME/begun holds no complete backup. Name another folder with --from PATH.',
    ],
  );
});

test('a restore refuses a gap in the log after the backup, and restores the last time before it', async (t) => {
  const folder = copyOf('hole');
  rmSync(path.join(folder, system, 'wal', later[1] ?? ''));
  const refusal = await restoreFrom(folder);
  const [, time = ''] = /--to (\S+)\.$/.exec(refusal) ?? [];
  const behind = t.throws(() => requireNoGap({ missing: later[1] }, new Date(), time, { ended_at: time }));
  const restored = await restoreFrom(folder, new Date(time));
  const sentence = `The log has a gap: its file wal/${later[1]} is missing, and nothing after ${time} can be restored. Copy that file again, or restore that time with --to ${time}.`;
  t.deepEqual(
    [refusal, behind.message, restored, destinationOf(at('target-hole'))],
    [sentence, sentence, 'restored', folder],
  );
});

test('a restore from a folder of two installations asks which one, and does not count a backup without files', async (t) => {
  const folder = copyOf('two');
  const repository = await openRepository(folder, keyIn(at('run')), { create: false });
  const manifest = JSON.parse(await textOf(repository.read(`${system}/base/${id}/manifest`)));
  await repository.write('77/base/1/manifest', oneChunk(JSON.stringify({ ...manifest, system: '77' })));
  const withoutFiles = (await listBackups(repository)).map((each) => each.system);
  await repository.write('77/base/1/files', oneChunk(''));
  const newest = `(newest backup: ${manifest.ended_at})`;
  t.deepEqual(
    [withoutFiles, await restoreFrom(folder)],
    [
      [system],
      `HOME/two holds backups of 2 installations. Choose one with --system: ${[system, '77']
        .sort()
        .map((name) => `${name} ${newest}`)
        .join(', ')}.`,
    ],
  );
});

test('a second backup is refused while one runs, and the lock of a process that ended is taken over', (t) => {
  const folder = at('locked');
  const lock = path.join(folder, '1', 'lock');
  {
    using _first = lockBackups(folder, '1');
    t.throws(() => lockBackups(folder, '1'), {
      message: `Another backup of this installation runs (process ${process.pid} on ${hostname()}). Wait until it has ended; if none runs, remove ${lock}.`,
    });
  }
  writeFileSync(lock, JSON.stringify({ host: hostname(), process: { pid: process.pid, started: 'before' } }));
  {
    using _second = lockBackups(folder, '1');
  }
  t.false(existsSync(lock));
});

test('a restore refuses another key, an installation that exists, and a time that the backups do not reach', async (t) => {
  const repository = await openRepository(backups, keyIn(at('run')), { create: false });
  const existing = await restoreBackup({ dir: at('run'), repository, to: 'latest', print: () => undefined }).then(
    () => 'restored',
    String,
  );
  t.deepEqual(
    [
      await restoreFrom(backups, 'latest', Buffer.alloc(32)),
      await restoreFrom(backups, new Date('2020-01-01T00:00:00Z')).then((text) => text.replace(/\d{4}-.*Z/, 'TIME')),
      await restoreFrom(backups, new Date('2199-01-01T00:00:00Z')).then((text) =>
        text.replace(/to \d{4}-.*Z, and/, 'to TIME, and'),
      ),
      existing.replaceAll(home, 'HOME'),
    ],
    [
      'The backups in HOME/backups were encrypted with another key. Set BACKUP_KEY to the key with which they were made.',
      'There is no backup of that time: the oldest one is of TIME. Choose a later time, or --to latest.',
      'The backups reach up to TIME, and 2199-01-01T00:00:00.000Z is later. Choose an earlier time, or --to latest.',
      'Failure: HOME/run holds an installation, and a restore goes into an empty folder only. Stop it with `npm run stop`, move it, for example with `mv HOME/run HOME/run.before`, and run the restore again.',
    ],
  );
});

test('a restore refuses the schema of a newer release and of one that differs, and names the migration', async (t) => {
  const withMigration = async (folder: string, name: string) => {
    const repository = await openRepository(copyOf(folder), keyIn(at('run')), { create: false });
    const file = `${system}/base/${id}/manifest`;
    const manifest = JSON.parse(await textOf(repository.read(file)));
    manifest.release = '9.0.0';
    manifest.migrations.platform[name] = 'another checksum';
    await repository.write(file, oneChunk(JSON.stringify(manifest)));
    return restoreFrom(at(folder));
  };
  const [newer, other] = [await withMigration('newer', 'platform-9999'), await withMigration('other', 'platform-0001')];
  t.regex(
    newer,
    /^The backup is of a newer release \(9\.0\.0\): its database platform has the migration platform-9999, which [\d.]+ does not contain\. Restore it with that release or a later one\.$/,
  );
  t.regex(
    other,
    /^The backup is of another release \(9\.0\.0\): the migration platform-0001 of its database platform differs from that of [\d.]+\. Restore it with the release that made it\.$/,
  );
});

test('a backup to a full disk says so, and leaves nothing that counts as a backup', (t) => {
  if (fullDisk === undefined) {
    t.log(noSmallDisk);
    return t.pass();
  }
  t.is(
    fullDisk.replaceAll(home, 'HOME').trim(),
    'The disk with HOME/small is full, so this backup was not made. Free some space there and run it again; earlier backups are kept.',
  );
});
