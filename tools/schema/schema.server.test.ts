// The files of generated/schema, held to a real PostgreSQL that ran the migrations.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type { ClientBase } from 'pg';
import { roleName, withClient } from '../local/servers/postgres.ts';
import { emptyDatabase, freshDatabase, parts } from '../test/servers.ts';
import { advice, databases, fileOf } from './files.ts';
import { readGroups, schemaOf } from './schema.ts';

const root = path.join(import.meta.dirname, '../..');

for (const database of databases) {
  test(`${fileOf(database)} is what its migrations make`, async (t) => {
    const { postgres } = await parts(t, ['postgres']);
    const { ownerUrl } = await freshDatabase(postgres, database);
    t.is(readFileSync(path.join(root, fileOf(database)), 'utf8'), await schemaOf(ownerUrl, database), advice);
  });

  test(`The statements of ${fileOf(database)} make the same schema in an empty database`, async (t) => {
    const { postgres } = await parts(t, ['postgres']);
    const [migrated, empty] = [await freshDatabase(postgres, database), await emptyDatabase(postgres, database)];
    const groups = await readGroups(migrated.ownerUrl);
    const statements = groups.flatMap((group) => group.statements);
    await withClient(empty.ownerUrl, (client) => runInAnyOrder(client, statements.flatMap(withoutForeignKeys)));
    t.deepEqual(await readGroups(empty.ownerUrl), groups);
  });

  test(`${fileOf(database)} names no role of an installation`, (t) => {
    const text = readFileSync(path.join(root, fileOf(database)), 'utf8');
    const grantees = text.matchAll(/^grant .* to (.*);$/gm);
    t.deepEqual([...new Set([...grantees].map(([, grantee]) => grantee))], ['covenant_app']);
    const roles = databases.flatMap((name) => [roleName(name, 'owner'), roleName(name, 'app')]);
    t.deepEqual(
      roles.filter((role) => text.includes(role)),
      [],
    );
  });
}

const foreignKey = /,\n {2}(constraint \S+ foreign key .*)/g;

/** Two tables may refer to each other: foreign keys are added once both are there. */
function withoutForeignKeys(statement: string): readonly string[] {
  const table = /^create (?:unlogged )?table (\S+)/.exec(statement)?.[1];
  if (table === undefined) return [statement];
  const keys = [...statement.matchAll(foreignKey)].map(([, key = '']) => key.replace(/,$/, ''));
  return [
    statement.replace(foreignKey, (line) => (line.endsWith(',') ? ',' : '')),
    ...keys.map((key) => `alter table ${table} add ${key}`),
  ];
}

/** The files are in the order of names, so a statement may need one that comes later. */
async function runInAnyOrder(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query('set check_function_bodies = off');
  for (let waiting = statements; waiting.length > 0; ) {
    const failures = new Map<string, unknown>();
    for (const statement of waiting)
      await client.query(statement).catch((error: unknown) => failures.set(statement, error));
    if (failures.size === waiting.length)
      throw new AggregateError(failures.values(), `PostgreSQL refuses: ${[...failures.keys()].join(';\n')}`);
    waiting = [...failures.keys()];
  }
}
