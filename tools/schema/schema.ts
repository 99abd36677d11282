// Today's schema of a database that has run all its migrations.
import { type Database, readSteps } from '../../adapters/store/migrate.ts';
import { withClient } from '../local/servers/postgres.ts';
import { readCatalog } from './catalog.ts';
import { schemaFile } from './files.ts';
import { type Group, groupsOf } from './print.ts';

export const readGroups = (ownerUrl: string): Promise<readonly Group[]> =>
  withClient(ownerUrl, async (client) => groupsOf(await readCatalog(client)));

/** The text of its file in generated/schema. */
export const schemaOf = async (ownerUrl: string, database: Database): Promise<string> =>
  schemaFile(database, await readSteps(database), await readGroups(ownerUrl));
