// A base backup of a running installation: the files of PostgreSQL with all its databases, the secrets, and what is new
// in the buckets. Nothing of Redis: it holds no only copy (decision 23). Nothing of the broker: what it would have to
// publish again is in the outboxes.
import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../servers/failure.ts';
import type { PostgresFacts } from '../servers/postgres.ts';
import { entriesOf, fileEntry, textEntry } from './file-list.ts';
import { type Manifest, migrationsOf, release } from './manifest.ts';
import { copyObjects } from './object-copies.ts';
import { oneChunk, type Repository, systemOf, within } from './repository.ts';
import { chainOf, timelineOf } from './timelines.ts';
import { shipWal, spoolOf } from './wal.ts';

export type BackupInput = {
  /** The folder of the installation. */
  readonly dir: string;
  readonly server: Pick<PostgresFacts, 'adminUrl'>;
  readonly repository: Repository;
  readonly print: (line: string) => void;
  readonly archiveTimeoutS?: number;
};

/**
 * A segment is archived at the latest after this time, if anything was written. With the time to ship it, less than a
 * minute is lost.
 */
const archiveTimeoutS = 30;

/**
 * Rebuilt at each start, or of no use elsewhere: https://www.postgresql.org/docs/15/protocol-replication.html lists
 * them.
 */
const folderLeftOut =
  /^(pg_wal|pg_replslot|pg_stat_tmp|pg_subtrans|pg_notify|pg_serial|pg_snapshots|pg_dynshmem)(\/|$)/;
const fileLeftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|recovery\.signal|global\/pg_control)$/;
const temporary = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*|t\d+_\d+[^/]*)$/;
const isLeftOut = (name: string) => folderLeftOut.test(name) || fileLeftOut.test(name) || temporary.test(name);

export async function createBackup(input: BackupInput): Promise<Manifest> {
  const { dir, server } = input;
  const id = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const client = new pg.Client({ connectionString: server.adminUrl });
  client.on('error', () => undefined);
  await client.connect().catch(() => {
    throw new Failure(
      'PostgreSQL does not answer. Start the installation with `npm start`, then run the backup again.',
    );
  });
  const repository = within(input.repository, systemOf(dir));
  try {
    const manifest = await writeBackup(id, client, { ...input, repository });
    if (!repository.has(`base/${id}/files`))
      throw new Failure('The files of this backup were removed while it was made. Run it again.');
    await repository.write(`base/${id}/manifest`, oneChunk(JSON.stringify(manifest)));
    return manifest;
  } catch (error) {
    await repository.remove(`base/${id}`);
    throw error;
  } finally {
    await client.end(); // and with the session a backup that has begun
  }
}

async function writeBackup(id: string, client: pg.Client, input: BackupInput): Promise<Manifest> {
  const { dir, server, repository, print } = input;
  const startedAt = new Date();
  await startArchiving(client, dir, input.archiveTimeoutS ?? archiveTimeoutS);
  const migrations = await migrationsOf(server);
  const first = await segmentOf(client, 'select pg_walfile_name(pg_backup_start($1, true)) as name', [id]);
  const counter = { bytes: 0 };
  const files = await repository.write(`base/${id}/files`, counted(filesOf(dir), counter));
  print(`databases    ${sizeOf(counter.bytes)}, stored as ${sizeOf(files.bytes)}`);
  const stopped = await client.query<Stopped>(
    'select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop()',
  );
  const endedAt = new Date();
  const { last, label } = stopped.rows[0] ?? { last: first, label: '' };
  // A recovery to `ended_at` stops before a later transaction: this one.
  await client.query('select pg_current_xact_id()');
  const end = await segmentOf(client, 'select pg_walfile_name(pg_switch_wal()) as name', []);
  await shipUntil(first, end, dir, repository);
  print('log          shipped up to the end of the backup');
  const versions = await copyObjects(dir, repository);
  print(`buckets      ${versions.length} versions of objects`);
  return {
    ...{
      format: 1,
      id,
      system: systemOf(dir),
      release: release(),
      migrations,
      files,
      unpacked_bytes: counter.bytes,
      versions,
      label,
    },
    postgres: { major: await majorOf(client), machine: `${process.platform}-${process.arch}` },
    ...{ started_at: startedAt.toISOString(), ended_at: endedAt.toISOString() },
    ...{ first_segment: first, last_segment: last },
  };
}

type Stopped = { readonly last: string; readonly label: string };

/** The archive command of the server begins to copy once its folder exists (postgres.ts). */
async function startArchiving(client: pg.Client, dir: string, timeoutS: number): Promise<void> {
  const spool = spoolOf(dir);
  if (!existsSync(spool)) {
    mkdirSync(spool, { mode: 0o700 });
    const { uid, gid } = statSync(dataOf(dir));
    chownSync(spool, uid, gid);
  }
  const { rows } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
  if (rows[0]?.mode === 'off')
    throw new Failure(
      'This installation was started by an older release. Run `npm run stop` and `npm start`, then run the backup again.',
    );
  await client.query(`alter system set archive_timeout = ${timeoutS}`);
  await client.query('select pg_reload_conf()');
}

const dataOf = (dir: string) => path.join(dir, 'postgres', 'data');

async function segmentOf(client: pg.Client, query: string, values: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(query, [...values]);
  return rows[0]?.name ?? '';
}

const majorOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  return Math.floor((rows[0]?.version ?? 0) / 10_000);
};

async function* filesOf(dir: string): AsyncGenerator<Buffer> {
  yield* entriesOf(path.join(dir, 'secrets'), 'secrets');
  const installation = path.join(dir, 'installation');
  if (existsSync(installation)) yield* textEntry('installation', readFileSync(installation, 'utf8'));
  yield* entriesOf(dataOf(dir), 'postgres/data', isLeftOut);
  yield* fileEntry(path.join(dataOf(dir), 'global/pg_control'), 'postgres/data/global/pg_control');
}

async function* counted(source: AsyncIterable<Buffer>, counter: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    counter.bytes += chunk.length;
    yield chunk;
  }
}

const shipsWithinMs = 120_000;

/** `npm start` ships the log too, and may be at it. */
async function shipUntil(first: string, last: string, dir: string, repository: Repository): Promise<void> {
  const branches = [{ timeline: timelineOf(first), from: 0 }];
  for (const deadline = performance.now() + shipsWithinMs; performance.now() < deadline; await pause(200)) {
    await shipWal(spoolOf(dir), repository);
    if (chainOf(await repository.list('wal'), branches, first, last).segments.includes(last)) return;
  }
  throw new Failure(
    `The log of the database was not archived within ${shipsWithinMs / 1000} s, so this backup was not made. See run/log/postgres.log, and run it again.`,
  );
}

export const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MiB` : `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
