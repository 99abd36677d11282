// Each role as a separate process, with the variables that the operator's page says it needs and no others.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { emptyDatabase, parts } from '../../../tools/test/servers.ts';
import { type Role, roles } from '../../config/definition.ts';
import { objectKeyVariables } from '../../config/object-keys.ts';
import { definitions } from '../../config/variables.ts';
import { type System, system } from '../fixtures/system.ts';

const main = path.join(import.meta.dirname, '../../main.ts');

let whole: System;
test.before(async (t) => {
  whole = await system(t);
});

/**
 * Unsets what the role can do without, except for the object store's key of its service, the engine and the environment
 * that tests run in.
 */
function environmentOf({ env }: System, role: Role): NodeJS.ProcessEnv {
  const kept = ['PATH', 'ENVIRONMENT', 'LAB_ENGINE', ...objectKeyVariables(role)];
  return Object.fromEntries(
    Object.keys(env)
      .filter((name) => !kept.includes(name))
      .filter((name) => {
        const needing = definitions[name as keyof typeof definitions].roles;
        return !needing.some((each) => each === role || (role === 'all' && each !== 'migrate'));
      })
      .map((name) => [name, undefined]),
  );
}

for (const role of roles.filter((name) => name !== 'migrate'))
  test.serial(`the role ${role} starts with its own variables and ends with 0 on SIGTERM`, async (t) => {
    const process = await whole.run([role], environmentOf(whole, role));
    t.is(await process.end('SIGTERM'), 0);
    const events = process.lines.map(({ event }) => event);
    t.deepEqual(
      ['ready', 'stopping', 'stopped'].filter((event) => !events.includes(event)),
      [],
    );
  });

type Run = { readonly code: number; readonly events: readonly string[]; readonly errors: string };

/** Ends when the process ends; the limit of the test file is the only one. */
async function migrate(env: NodeJS.ProcessEnv): Promise<Run> {
  const result = await promisify(execFile)(process.execPath, [main, 'migrate'], { env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const lines = result.stdout.split('\n').filter((line) => line.startsWith('{'));
  return {
    code: 'code' in result ? result.code : 0,
    events: lines.map((line) => (JSON.parse(line) as { event: string }).event),
    errors: result.stderr,
  };
}

async function emptyDatabases(t: Parameters<typeof parts>[0]) {
  const { postgres } = await parts(t, ['postgres']);
  const [analytics, platform, infrastructure] = await Promise.all([
    emptyDatabase(postgres, 'analytics'),
    emptyDatabase(postgres, 'platform'),
    emptyDatabase(postgres, 'infrastructure'),
  ]);
  return {
    PATH: process.env.PATH,
    ENVIRONMENT: 'dev',
    DATABASE_ANALYTICS_OWNER: analytics.ownerUrl,
    DATABASE_PLATFORM_OWNER: platform.ownerUrl,
    DATABASE_INFRASTRUCTURE_OWNER: infrastructure.ownerUrl,
  };
}

test.serial(
  'the role migrate ends with 0 when every table exists, and again when there is nothing to do',
  async (t) => {
    const env = await emptyDatabases(t);
    const first = await migrate(env);
    t.deepEqual([first.code, [...new Set(first.events)], first.errors], [0, ['migrated'], '']);
    t.deepEqual(await migrate(env), { code: 0, events: [], errors: '' });
  },
);

test.serial('the role migrate ends with 1 and the reason when a migration cannot be applied', async (t) => {
  const env = await emptyDatabases(t);
  await withClient(env.DATABASE_PLATFORM_OWNER, (client) => client.query('create table users (something text)'));
  const { code, errors } = await migrate(env);
  t.is(code, 1);
  t.regex(errors, /Migration platform-0001 failed and was rolled back: relation "users" already exists/);
});
