// What a running installation says about itself: run/endpoints.json for programs, a table for people.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { People } from '../seed.ts';
import type { EngineName } from './labs.ts';
import type { Parts } from './parts.ts';

export type Endpoints = ReturnType<typeof describe>;

const fileIn = (dir: string) => path.join(dir, 'endpoints.json');

/** Whole or not at all: whoever waits for the file never reads half of it. */
export function writeEndpoints(dir: string, endpoints: Endpoints): void {
  const draft = `${fileIn(dir)}.new`;
  writeFileSync(draft, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(dir));
}

/** Where a start of this folder is reached; undefined while it comes up. */
export function frontDoorIn(dir: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(fileIn(dir), 'utf8')) as Endpoints).front_door.url;
  } catch {
    return undefined;
  }
}

export const removeEndpoints = (dir: string) => rmSync(fileIn(dir), { force: true });

export type LabsShown = { readonly engine: EngineName; readonly sample: string | null };

export function describe(
  front: string,
  { postgres, redis, broker, objects, identity }: Parts,
  people: People,
  labs: LabsShown,
) {
  const { integrator, platform, demo } = identity.clients;
  const tokenUrl = `${identity.issuers.labs}/protocol/openid-connect/token`;
  const database = (name: string) => postgres.adminUrl.replace(/\/postgres$/, `/${name}`);
  return {
    analytics: {
      base_url: `${front}/analytics/api/v1`,
      users: people.analytics.map(({ email, password, dealers }) => ({ email, password, dealer_ids: dealers })),
      clients: [{ client_id: integrator.id, client_secret: integrator.secret }],
    },
    platform: {
      base_url: `${front}/api/v1`,
      users: people.labs.map(({ username, password, role, studentId }) => ({
        username,
        password,
        role,
        student_id: studentId,
      })),
      token_url: tokenUrl,
      client_id: demo.id,
    },
    infra: {
      base_url: `${front}/infra/v1`,
      token_url: tokenUrl,
      client_id: platform.id,
      client_secret: platform.secret,
    },
    identity: { issuers: identity.issuers },
    front_door: { url: front },
    postgres: {
      analytics: database('analytics'),
      platform: database('platform'),
      infrastructure: database('infrastructure'),
      identity: database('identity'),
    },
    redis: { url: redis.url },
    broker: {
      url: broker.url,
      management_url: broker.managementUrl,
      management_user: broker.managementUser,
      management_password: broker.managementPassword,
    },
    objects: {
      endpoint: objects.endpoint,
      region: objects.region,
      access_key: objects.accessKey,
      secret_key: objects.secretKey,
    },
    labs: { engine: labs.engine, sample_lab_id: labs.sample },
  };
}

export function table(endpoints: Endpoints): string {
  const { analytics, platform, infra, front_door, identity, broker, objects, redis, postgres, labs } = endpoints;
  const addresses = [
    ['everything', front_door.url],
    ['analytics API', analytics.base_url],
    ['lab platform', platform.base_url],
    ['infrastructure', infra.base_url],
    ['identity', `${identity.issuers.analytics}  ${identity.issuers.labs}`],
    ['postgres', withoutPassword(postgres.analytics)],
    ['redis', withoutPassword(redis.url)],
    ['broker', withoutPassword(broker.url)],
    ['broker pages', `${broker.management_url}  ${broker.management_user} / ${broker.management_password}`],
    ['objects', objects.endpoint],
    ['labs', labsLine(labs)],
  ] as const;
  const accounts = [
    ...analytics.users.map((user) => [user.email, user.password, `analytics, ${user.dealer_ids.join(' and ')}`]),
    ...analytics.clients.map((client) => [client.client_id, client.client_secret, 'analytics, a program']),
    ...platform.users.map((user) => [user.username, user.password, `labs, ${user.role}`]),
  ];
  return [
    '',
    ...columns(addresses),
    '',
    ...columns(accounts),
    '',
    'All of this, with every password: run/endpoints.json',
    'Ctrl-C stops everything; what was stored stays for the next start.',
  ].join('\n');
}

const withoutPassword = (url: string) =>
  url.replace(/\/\/([^:/@]*):[^@]*@/, (_, user: string) => (user === '' ? '//' : `//${user}@`));

const labsLine = ({ engine, sample_lab_id }: Endpoints['labs']): string => {
  const where = engine === 'memory' ? 'simulated in memory, nobody can log in' : `run on ${engine}`;
  return sample_lab_id === null ? where : `${where}; to try: ${sample_lab_id}`;
};

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  );
  return rows.map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd());
}
