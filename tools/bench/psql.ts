// `psql \copy` into the staging table of a job: the yardstick of the benchmark "ingest".
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { openStaging, stagingName, stagingTable } from '../../adapters/store/analytics/staging.ts';
import type { Store } from '../../adapters/store/database.ts';
import { sql } from '../../adapters/store/query.ts';
import { columns } from './sales-file.ts';

const run = promisify(execFile);

/** The program itself, past the wrapper that Debian puts before it; undefined when there is none. */
export async function findPsql(): Promise<string | undefined> {
  const found = [...globSync('/usr/lib/postgresql/*/bin/psql').sort().reverse(), 'psql'];
  for (const program of found) {
    const works = await run(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (works) return program;
  }
  return undefined;
}

/** Seconds of the copy alone: start and connection of psql are measured by themselves and taken off. */
export async function psqlCopy(program: string, url: string, store: Store, file: string): Promise<number> {
  const job_id = randomUUID();
  // The project makes the table, so both copy into the same shape.
  const copy = await openStaging(store, job_id, 1, { columns, delimiter: ',' });
  const closed = finished(copy).catch(() => {});
  copy.destroy();
  await closed;
  const table = `staging.${stagingName(job_id, 1)}`;
  const bare = await seconds(program, url, 'select 1');
  const all = await seconds(
    program,
    url,
    `\\copy ${table} (${columns.join(', ')}) from '${file}' with (format csv, header true)`,
  );
  await store.query(sql.unsafe`drop table ${stagingTable(job_id, 1)}`);
  return all - bare;
}

async function seconds(program: string, address: string, command: string): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(address);
  const args = [
    '-X',
    '-q',
    '-v',
    'ON_ERROR_STOP=1',
    '-h',
    hostname,
    '-p',
    port,
    '-U',
    username,
    '-d',
    pathname.slice(1),
  ];
  const started = performance.now();
  await run(program, [...args, '-c', command], { env: { ...process.env, PGPASSWORD: password } });
  return (performance.now() - started) / 1000;
}
