// What a base backup says of itself: enough to refuse it before anything is written.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { type Database, readSteps } from '../../../adapters/store/migrate.ts';
import { Failure } from '../servers/failure.ts';
import { type PostgresFacts, withClient } from '../servers/postgres.ts';
import { type Repository, type StoredFile, textOf, within } from './repository.ts';

export type Manifest = {
  readonly format: 1;
  readonly id: string;
  /** The identifier of the installation in the repository. */
  readonly system: string;
  /** The release that wrote the backup. */
  readonly release: string;
  readonly postgres: { readonly major: number; readonly machine: string };
  /** The backup restores times from its end on. */
  readonly started_at: string;
  readonly ended_at: string;
  /** The first and the last segment of the log without which the files are of no use. */
  readonly first_segment: string;
  readonly last_segment: string;
  /** The server's `backup_label`, with which a recovery begins. */
  readonly label: string;
  readonly migrations: Migrations;
  readonly files: StoredFile;
  /** Bytes of the files once they are unpacked. */
  readonly unpacked_bytes: number;
  /** The versions in all buckets, by their documents. */
  readonly versions: readonly string[];
};

/** The checksum of each migration that a database had. */
export type Migrations = Readonly<Record<Database, Readonly<Record<string, string>>>>;

export const migrated = ['analytics', 'platform', 'infrastructure'] as const satisfies readonly Database[];

const root = path.join(import.meta.dirname, '../../..');
export const release = (): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string }).version;

export const databaseUrl = ({ adminUrl }: Pick<PostgresFacts, 'adminUrl'>, name: string): string =>
  adminUrl.replace(/\/postgres$/, `/${name}`);

export async function migrationsOf(server: Pick<PostgresFacts, 'adminUrl'>): Promise<Migrations> {
  const entries = migrated.map(async (name) => [name, await withClient(databaseUrl(server, name), applied)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Migrations;
}

async function applied(client: pg.Client): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await client.query("select to_regclass('public.schema_migrations') is not null as exists");
  if (tables[0]?.exists !== true) return {};
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  return Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Refuses a schema that this release cannot go on from. Returns how many migrations the next start applies. */
export async function requireKnownSchema(migrations: Migrations, madeBy: string): Promise<number> {
  let missing = 0;
  for (const database of migrated) {
    const steps = new Map((await readSteps(database)).map(({ name, sha256 }) => [name, sha256]));
    for (const [name, sha256] of Object.entries(migrations[database])) {
      if (!steps.has(name))
        throw new Failure(
          `The backup is of a newer release (${madeBy}): its database ${database} has the migration ${name}, which ${release()} does not contain. Restore it with that release or a later one.`,
        );
      if (steps.get(name) !== sha256)
        throw new Failure(
          `The backup is of another release (${madeBy}): the migration ${name} of its database ${database} differs from that of ${release()}. Restore it with the release that made it.`,
        );
    }
    missing += [...steps.keys()].filter((name) => !(name in migrations[database])).length;
  }
  return missing;
}

/** All backups that are whole, of all installations, the oldest first. */
export async function listBackups(repository: Repository): Promise<readonly Manifest[]> {
  const systems = (await repository.list('')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(systems.map((system) => backupsIn(within(repository, system))));
  return all.flat().sort((a, b) => Date.parse(a.ended_at) - Date.parse(b.ended_at));
}

async function backupsIn(repository: Repository): Promise<readonly Manifest[]> {
  return Promise.all(
    (await wholeIn(repository)).map(
      async (id) => JSON.parse(await textOf(repository.read(`base/${id}/manifest`))) as Manifest,
    ),
  );
}

/** A backup counts when it has its manifest and its files. */
const wholeIn = async (repository: Repository): Promise<readonly string[]> =>
  (await repository.list('base')).filter((id) =>
    ['manifest', 'files'].every((name) => repository.has(`base/${id}/${name}`)),
  );

export const hasBackup = async (repository: Repository): Promise<boolean> => (await wholeIn(repository)).length > 0;
