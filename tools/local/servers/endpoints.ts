// json for programs, a table for people.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openExchanges } from './broker/broker-rights.ts';
import { team } from './broker/rabbitmq.ts';
import type { EngineName } from './lab-engine/labs.ts';
import type { OwnServers } from './own-servers.ts';
import type { EmbeddedParts } from './parts.ts';
import type { DemoUsers } from './seed.ts';

export type Endpoints = ReturnType<typeof describe>;

const fileIn = (dir: string) => path.join(dir, 'endpoints.json');

/** Whole or not at all: anyone who waits for the file never reads half of it. */
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

type Started = {
  readonly parts: EmbeddedParts;
  readonly own: OwnServers;
  /** What the services are given. */
  readonly env: Readonly<Record<string, string>>;
  readonly users: DemoUsers;
};

/** For servers of the user's own the file has what the services are given; what only an embedded one has is empty. */
export function describe(front: string, { parts, own, env, users }: Started, labs: LabsShown) {
  const identity = own.parts.has('identity') ? null : parts.identity;
  const postgres = own.parts.has('postgres') ? null : parts.postgres;
  const tokenUrl = identity === null ? '' : `${identity.issuers.labs}/protocol/openid-connect/token`;
  const of = (name: string) => env[name] ?? '';
  const database = (name: string) =>
    postgres?.adminUrl.replace(/\/postgres$/, `/${name}`) ?? of(`DATABASE_${name.toUpperCase()}`);
  const accounts = identity === null ? { analytics: [], labs: [] } : users;
  return {
    analytics: {
      base_url: `${front}/analytics/api/v1`,
      users: accounts.analytics.map(({ email, password, dealers }) => ({ email, password, dealer_ids: dealers })),
      clients:
        identity === null
          ? []
          : [{ client_id: identity.clients.integrator.id, client_secret: identity.clients.integrator.secret }],
    },
    platform: {
      base_url: `${front}/api/v1`,
      users: accounts.labs.map(({ username, password, role, studentId }) => ({
        username,
        password,
        role,
        student_id: studentId,
      })),
      token_url: tokenUrl,
      client_id: identity?.clients.demo.id ?? '',
    },
    infra: {
      base_url: `${front}/infra/v1`,
      token_url: tokenUrl,
      client_id: of('PLATFORM_CLIENT_ID'),
      client_secret: of('PLATFORM_CLIENT_SECRET'),
    },
    identity: { issuers: { analytics: of('ISSUER_ANALYTICS'), labs: of('ISSUER_LABS') } },
    front_door: { url: front },
    postgres: {
      analytics: database('analytics'),
      platform: database('platform'),
      infrastructure: database('infrastructure'),
      identity: identity === null ? '' : parts.postgres.adminUrl.replace(/\/postgres$/, '/identity'),
    },
    redis: { url: of('REDIS_URL') },
    broker: own.parts.has('broker') ? ownBroker(of('BROKER_URL_PLATFORM')) : embeddedBroker(parts.broker),
    objects: {
      endpoint: of('OBJECTS_ENDPOINT'),
      region: of('OBJECTS_REGION'),
      /** An administrator's: it opens every bucket. */
      access_key: own.parts.has('objects') ? of('OBJECTS_ACCESS_KEY') : parts.objects.accessKey,
      secret_key: own.parts.has('objects') ? of('OBJECTS_SECRET_KEY') : parts.objects.secretKey,
    },
    labs: { engine: labs.engine, sample_lab_id: labs.sample },
  };
}

const embeddedBroker = (broker: EmbeddedParts['broker']) => ({
  url: broker.url,
  management_url: broker.managementUrl,
  management_user: broker.managementUser,
  management_password: broker.managementPassword,
  /**
   * For another team: its own queues on these exchanges. On your own broker: npm run broker:accounts -- --team NAME.
   */
  team: { url: broker.teamUrl, queue_prefix: `${team}.`, exchanges: openExchanges } as BrokerTeam | null,
});

type BrokerTeam = { readonly url: string; readonly queue_prefix: string; readonly exchanges: readonly string[] };

const ownBroker = (url: string): ReturnType<typeof embeddedBroker> => ({
  url,
  management_url: '',
  management_user: '',
  management_password: '',
  team: null,
});

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
    ...(broker.management_url === ''
      ? []
      : [['broker pages', `${broker.management_url}  ${broker.management_user} / ${broker.management_password}`]]),
    ['objects', objects.endpoint],
    ['labs', labsLine(labs)],
  ] satisfies readonly (readonly string[])[];
  const accounts = [
    ...analytics.users.map((user) => [user.email, user.password, `analytics, ${user.dealer_ids.join(' and ')}`]),
    ...analytics.clients.map((client) => [client.client_id, client.client_secret, 'analytics, client']),
    ...platform.users.map((user) => [user.username, user.password, `labs, ${user.role}`]),
  ];
  return [
    '',
    ...columns(addresses),
    '',
    ...(accounts.length > 0 ? columns(accounts) : ['  Use the accounts of your own identity provider.']),
    '',
    'All addresses and passwords are in run/endpoints.json',
    'Press Ctrl-C to stop everything. The data is kept for the next start.',
  ].join('\n');
}

const withoutPassword = (url: string) =>
  url.replace(/\/\/([^:/@]*):[^@]*@/, (_, user: string) => (user === '' ? '//' : `//${user}@`));

const labsLine = ({ engine, sample_lab_id }: Endpoints['labs']): string => {
  const where = engine === 'memory' ? 'simulated in memory, without logins' : `run on ${engine}`;
  return sample_lab_id === null ? where : `${where}; sample lab: ${sample_lab_id}`;
};

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  );
  return rows.map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd());
}
