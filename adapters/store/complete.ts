// What a database lacks before the services can work in it, by the name that an operator creates it under.

import type { Store } from './database.ts';
import { StoreError } from './faults.ts';
import { type Database, readSteps } from './migrate.ts';
import { row, sql } from './query.ts';

/**
 * One round trip once nothing is missing. Rejects when the database does not answer.
 * A login that the server refuses is missing too: another try changes nothing until an operator does.
 */
export function missingParts(store: Store, database: Database): () => Promise<readonly string[]> {
  let isComplete = false;
  return async () => {
    try {
      if (isComplete) await store.ping();
      const missing = isComplete ? [] : await missingIn(store, database);
      isComplete = missing.length === 0;
      return missing;
    } catch (error) {
      const name = refusedLogin(error, database);
      if (name === undefined) throw error;
      return [name];
    }
  };
}

async function missingIn(store: Store, database: Database): Promise<readonly string[]> {
  const { member, migrated } = await store.one(sql.type(row<{ member: boolean; migrated: boolean }>())`
    select coalesce((select pg_has_role(current_user, oid, 'usage') from pg_roles where rolname = 'covenant_app'), false) as member,
      to_regclass('public.schema_migrations') is not null as migrated`);
  const steps = (await readSteps(database)).map(({ name }) => name);
  const role = member ? [] : ['role covenant_app'];
  if (!member || !migrated) return [...role, ...(migrated ? [] : [migrationName(steps.at(-1))])];
  const applied = await store.anyFirst(sql.type(row<{ name: string }>())`select name from schema_migrations`);
  const missing = steps.filter((name) => !applied.includes(name));
  return missing.length === 0 ? [] : [migrationName(missing.at(-1))];
}

/** The role `migrate` applies all up to it. */
const migrationName = (step: string | undefined): string => `migration ${step}`;

// https://www.postgresql.org/docs/15/errcodes-appendix.html
function refusedLogin(error: unknown, database: Database): string | undefined {
  if (!(error instanceof StoreError)) return undefined;
  if (error.code === '3D000') return `database ${database}`;
  return error.code === '28P01' || error.code === '28000' ? `login to database ${database}` : undefined;
}
