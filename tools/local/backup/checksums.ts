// The content of all tables as checksums that do not depend on the order of rows, to compare a restored database with
// the one that it was.
import { databases, type PostgresFacts, withClient } from '../servers/postgres.ts';
import { databaseUrl } from './manifest.ts';

/** `database.table`: the number of rows and a checksum of them. */
export type Checksums = Readonly<Record<string, string>>;

/** The restore itself marks this one, so that the sweep holds. */
const marked = 'infrastructure.public.timeline';

export async function tableChecksums(server: Pick<PostgresFacts, 'adminUrl'>): Promise<Checksums> {
  const all: Record<string, string> = {};
  for (const database of databases)
    await withClient(databaseUrl(server, database), async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
      );
      for (const { name } of tables) {
        if (`${database}.${name}` === marked) continue;
        const { rows } = await client.query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${name} t`,
        );
        all[`${database}.${name}`] = rows[0]?.sum ?? '';
      }
    });
  return all;
}

/** The tables that differ, those that one side lacks included. */
export const differences = (before: Checksums, after: Checksums): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]).sort();
