// `npm run schema`: writes today's schema of each database to generated/schema, from a PostgreSQL that ran the
// migrations.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '../../adapters/store/migrate.ts';
import { answerHelp } from '../command-line/options.ts';
import { startParts } from '../local/servers/parts.ts';
import { testFolder } from '../test/folder.ts';
import { removeFolder } from '../test/memory-folder.ts';
import { databases, fileOf, outdatedFiles } from './files.ts';
import { schemaOf } from './schema.ts';

const usage = `Usage: npm run schema [-- --check]

Writes generated/schema/*.sql from the migrations in adapters/store/sql, on a PostgreSQL that it starts and stops.
With --check nothing is started or written: exit code 1 when a file was made from other migrations.`;

answerHelp(usage);
const root = path.join(import.meta.dirname, '../..');

if (process.argv.includes('--check')) {
  const sentences = await outdatedFiles(root);
  for (const sentence of sentences) console.error(sentence);
  process.exitCode = sentences.length > 0 ? 1 : 0;
} else await writeSchemas();

async function writeSchemas(): Promise<void> {
  const dir = await testFolder();
  const servers = await startParts({ dir, only: ['postgres'], durable: false });
  try {
    mkdirSync(path.join(root, 'generated/schema'), { recursive: true });
    for (const database of databases) {
      const ownerUrl = servers.postgres.url(database, 'owner');
      await migrate(ownerUrl, database);
      writeFileSync(path.join(root, fileOf(database)), await schemaOf(ownerUrl, database));
    }
  } finally {
    await servers.stop();
    removeFolder(dir);
  }
}
