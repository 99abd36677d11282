// Brings a database to the newest schema, forward only. The steps of a database are numbered; those of every database
// come first.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

export type Database = 'analytics' | 'platform' | 'infrastructure';
export type Step = { readonly name: string; readonly sql: string; readonly sha256: string };

class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies what is missing and returns the names of the applied steps. Safe to run twice and from several processes at
 * once.
 */
export async function migrate(ownerUrl: string, database: Database, steps?: readonly Step[]): Promise<string[]> {
  const planned = steps ?? (await readSteps(database));
  const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    // Held by the session: a second process waits here, then finds nothing left to do.
    await client.query(`select pg_advisory_lock(hashtext('covenant.migrate'))`);
    await ensureAppRole(client);
    const done = await history(client);
    refuseRewrittenHistory(database, planned, done);
    const missing = planned.filter(({ name }) => !done.has(name));
    for (const step of missing) await apply(client, step);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The steps of a database in the order of their application. */
export async function readSteps(database: Database, folder = join(import.meta.dirname, 'sql')): Promise<Step[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  // A later every-*.sql touches no table of a product, so it does not matter that an older database runs it after
  // product steps.
  const ordered = [
    ...names.filter((name) => name.startsWith('every-')),
    ...names.filter((name) => name.startsWith(`${database}-`)),
  ];
  return Promise.all(
    ordered.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql: text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function history(client: Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  return new Map(rows.map((each) => [each.name, each.sha256]));
}

function refuseRewrittenHistory(database: Database, planned: readonly Step[], done: ReadonlyMap<string, string>): void {
  const known = new Map(planned.map((step) => [step.name, step.sha256]));
  for (const [name, sha256] of done) {
    if (!known.has(name))
      throw new MigrationError(
        `Database ${database} has the migration ${name}, which this release does not contain. A newer release applied it, and migrations cannot be undone. Run that release or a later one.`,
      );
    if (known.get(name) !== sha256)
      throw new MigrationError(
        `Migration ${name} of database ${database} has changed since it was applied. Restore the file and add a new migration for the change.`,
      );
  }
}

async function apply(client: Client, step: Step): Promise<void> {
  await client.query('begin');
  try {
    await client.query(step.sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [step.name, step.sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(
      `Migration ${step.name} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** Grants name the role, so it has to be there first. Its login and password are the operator's business. */
async function ensureAppRole(client: Client): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_roles where rolname = 'covenant_app'`);
  if (rows.length > 0) return;
  try {
    await client.query('create role covenant_app nologin');
  } catch (error) {
    // 42710: another database's migration made it a moment ago.
    if (error instanceof Error && 'code' in error && (error.code === '42710' || error.code === '23505')) return;
    throw new MigrationError(
      'The role covenant_app is missing and the owner is not allowed to create it. As an administrator, run: create role covenant_app login password ...',
      { cause: error },
    );
  }
}
