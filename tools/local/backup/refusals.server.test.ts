// Backups that cannot be restored, and restores that must not happen: each one sentence with what to do, and nothing is
// written.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { migrate } from '../../../adapters/store/migrate.ts';
import { testFolder } from '../../test/folder.ts';
import { noSmallDisk, onSmallDisk } from '../../test/small-disk.ts';
import { openPlace } from '../servers/data-folder.ts';
import { startParts } from '../servers/parts.ts';
import { createBackup } from './create-backup.ts';
import { migrated } from './manifest.ts';
import { backupKey, oneChunk, openRepository, textOf } from './repository.ts';
import { restoreBackup } from './restore-backup.ts';

let home: string;
let backups: string;
let system: string;
let id: string;
let segment: string;
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
    fullDisk = backupOnFullDisk(dir, server.adminUrl);
  } finally {
    await parts.stop();
  }
});
test.after.always(() => rmSync(home, { recursive: true, force: true }));

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
