// The drill: a throw-away installation is backed up, marked, destroyed and restored, and what comes back is compared
// with what was there.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { migrate } from '../../../adapters/store/migrate.ts';
import { openPlace } from '../servers/data-folder.ts';
import { Failure } from '../servers/failure.ts';
import type { ObjectsFacts } from '../servers/objects.ts';
import { type EmbeddedParts, startParts } from '../servers/parts.ts';
import { databases, withClient } from '../servers/postgres.ts';
import { destinationFile, startArchiver } from './archiver.ts';
import { type Checksums, differences, tableChecksums } from './checksums.ts';
import { createBackup } from './create-backup.ts';
import { draftOf } from './half-restored.ts';
import { lockBackups } from './lock.ts';
import { databaseUrl, migrated } from './manifest.ts';
import { backupKey, openRepository, type Repository, systemOf, within } from './repository.ts';
import { restoreBackup } from './restore-backup.ts';
import { logReachesTo } from './wal.ts';

export type DrillInput = {
  /** Made for the drill, and removed after it. */
  readonly folder: string;
  /** How long the installation writes at least before it is destroyed. */
  readonly writesMs: number;
  readonly archiveTimeoutS?: number;
  readonly print: (line: string) => void;
};

export type DrillResult = {
  readonly rpo_s: number;
  readonly rto_s: number;
  readonly tables: number;
  readonly archives: number;
};

/** Where servers of a drill run. */
export const serverFolders = (folder: string): readonly string[] =>
  ['first', 'latest', 'between', 'proof'].flatMap((name) => [
    path.join(folder, name),
    draftOf(path.join(folder, name)),
  ]);

export async function drill(input: DrillInput): Promise<DrillResult> {
  const { folder, print } = input;
  const first = path.join(folder, 'first');
  const backups = path.join(folder, 'backups');
  const repository = await prepareFolder(first, backups);
  const { point, before, lastWrite } = await liveAndDie(first, repository, input);
  print('destroyed    databases and buckets');
  await rm(path.join(first, 'postgres'), { recursive: true });
  await rm(path.join(first, 'objects'), { recursive: true });

  const latest = path.join(folder, 'latest');
  await restoreBackup({ dir: latest, repository, to: 'latest', print: () => undefined });
  const rpo_s = await withParts(latest, async ({ postgres }) => secondsLost(postgres.adminUrl, lastWrite));

  const begun = performance.now();
  const between = path.join(folder, 'between');
  await restoreBackup({ dir: between, repository, to: point, print });
  const compared = await withParts(between, async (parts) => {
    const rto_s = (performance.now() - begun) / 1000;
    requireSame(before, await stateOf(parts, Object.keys(before.archives)));
    return rto_s;
  });
  const [tables, archives] = [Object.keys(before.tables).length, Object.keys(before.archives).length];
  return { rpo_s, rto_s: compared, tables, archives };
}

async function prepareFolder(dir: string, backups: string): Promise<Repository> {
  const place = openPlace(dir, true);
  await writeFile(destinationFile(place.dir), backups);
  return openRepository(backups, backupKey(place.dir, { create: true }), { create: true });
}

/** By version id, since rows of the databases name archives so. */
type State = { readonly tables: Checksums; readonly archives: Readonly<Record<string, string>> };
type Life = { readonly point: Date; readonly before: State; readonly lastWrite: number };

async function liveAndDie(dir: string, repository: Repository, input: DrillInput): Promise<Life> {
  const { print, archiveTimeoutS } = input;
  const parts = await partsIn(dir);
  const archiver = startArchiver(dir, print);
  try {
    await Promise.all(migrated.map((name) => migrate(parts.postgres.url(name, 'owner'), name)));
    await mark(parts, 'before the backup');
    const kept = [await putArchive(parts.objects, 'anna')];
    const { adminUrl } = parts.postgres;
    const timeout = archiveTimeoutS === undefined ? {} : { archiveTimeoutS };
    {
      using _lock = lockBackups(repository.folder, systemOf(dir));
      await createBackup({ dir, server: { adminUrl }, repository, print, ...timeout });
    }
    await mark(parts, 'first mark');
    kept.push(await putArchive(parts.objects, 'anna'), await putArchive(parts.objects, 'ben'));
    const before = await stateOf(parts, kept);
    const point = new Date();
    await pause(50); // the marks have different times
    await mark(parts, 'second mark');
    await damage(parts);
    print('marked       two transactions, and a time between them');
    const lastWrite = await writeUntilReached(point, within(repository, systemOf(dir)), adminUrl, input.writesMs);
    process.kill(parts.pid('postgres') ?? 0, 'SIGKILL');
    await archiver.kill();
    return { point, before, lastWrite };
  } finally {
    await archiver.kill();
    await parts.stop();
  }
}

/** A server that is killed here stays dead. */
const partsIn = (dir: string): Promise<EmbeddedParts> =>
  startParts({ dir, only: ['postgres', 'objects'], durable: true, mayRestart: () => new Promise(() => undefined) });

async function withParts<T>(dir: string, use: (parts: EmbeddedParts) => Promise<T>): Promise<T> {
  const parts = await partsIn(dir);
  try {
    return await use(parts);
  } finally {
    await parts.stop();
  }
}

async function mark({ postgres }: EmbeddedParts, text: string): Promise<void> {
  for (const database of databases)
    await withClient(databaseUrl(postgres, database), async (client) => {
      await client.query(
        'create table if not exists drill_marks (id bigserial primary key, at timestamptz default clock_timestamp(), text text)',
      );
      await client.query('insert into drill_marks (text) values ($1)', [text]);
    });
}

/** What an operator would restore to the time before. */
async function damage({ postgres, objects }: EmbeddedParts): Promise<void> {
  await withClient(databaseUrl(postgres, 'platform'), (client) => client.query('drop table labs cascade'));
  await withClient(databaseUrl(postgres, 'analytics'), (client) => client.query('delete from drill_marks'));
  await putArchive(objects, 'anna');
  using s3 = clientOf(objects);
  await s3.client.send(new DeleteObjectCommand({ Bucket: 'lab-volumes', Key: keyOf('ben') }));
}

const reachedWithinMs = 120_000;

/** Writes for so long, and until the backups reach the point. Returns when the last row was committed. */
async function writeUntilReached(point: Date, repository: Repository, adminUrl: string, ms: number): Promise<number> {
  return withClient(databaseUrl({ adminUrl }, 'infrastructure'), async (client) => {
    let last = Date.now();
    const begun = performance.now();
    while (performance.now() < begun + ms || (await logReachesTo(repository)) <= point.getTime()) {
      if (performance.now() > begun + reachedWithinMs)
        throw new Failure(`The drill failed: the log was not shipped within ${reachedWithinMs / 1000} s.`);
      await pause(100);
      await client.query("insert into drill_marks (text) values ('while it runs')");
      last = Date.now();
    }
    return last;
  });
}

async function secondsLost(adminUrl: string, lastWrite: number): Promise<number> {
  return withClient(databaseUrl({ adminUrl }, 'infrastructure'), async (client) => {
    const { rows } = await client.query<{ at: Date }>('select max(at) as at from drill_marks');
    return Math.max(0, (lastWrite - (rows[0]?.at.getTime() ?? 0)) / 1000);
  });
}

const keyOf = (student: string) => `lab-drill-student-${student}.tar.gz`;

function clientOf({ endpoint, region, accessKey, secretKey }: ObjectsFacts) {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  return { client, [Symbol.dispose]: () => client.destroy() };
}

/** Returns `key version`. */
async function putArchive(objects: ObjectsFacts, student: string): Promise<string> {
  using s3 = clientOf(objects);
  const Key = keyOf(student);
  const { VersionId = '' } = await s3.client.send(
    new PutObjectCommand({ Bucket: 'lab-volumes', Key, Body: randomBytes(300_000) }),
  );
  return `${Key} ${VersionId}`;
}

async function stateOf({ postgres, objects }: EmbeddedParts, archives: readonly string[]): Promise<State> {
  using s3 = clientOf(objects);
  const sums = archives.map(async (name) => {
    const [Key = '', VersionId = ''] = name.split(' ');
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: 'lab-volumes', Key, VersionId }));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return { tables: await tableChecksums(postgres), archives: Object.fromEntries(await Promise.all(sums)) };
}

function requireSame(before: State, after: State): void {
  const changed = [...differences(before.tables, after.tables), ...differences(before.archives, after.archives)];
  if (changed.length > 0)
    throw new Failure(`The drill failed: after the restore these differ from what they were: ${changed.join(', ')}.`);
}

/**
 * Restores the newest backup of an installation beside it and reads every row and every archive. Returns the backup and
 * how long it took.
 */
export async function proveRestore(
  folder: string,
  repository: Repository,
  system: string,
  print: (line: string) => void,
) {
  const dir = path.join(folder, 'proof');
  const begun = performance.now();
  const { backup } = await restoreBackup({ dir, repository, system, to: 'latest', print });
  const tables = await withParts(dir, async ({ postgres }) => Object.keys(await tableChecksums(postgres)).length);
  if (!existsSync(path.join(dir, 'objects'))) throw new Failure('The drill failed: the backup has no buckets.');
  return { backup, tables, rto_s: (performance.now() - begun) / 1000 };
}
