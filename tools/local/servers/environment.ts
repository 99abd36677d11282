// The configuration of the services, as the flat list of variables that they read.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type DataFolder, keep, token } from './data-folder.ts';
import { closedToLabs } from './lab-engine/closed.ts';
import { installationOf } from './lab-engine/engine.ts';
import { keyVariables } from './objects.ts';
import type { OwnServers } from './own-servers.ts';
import type { EmbeddedParts, PartName } from './parts.ts';

export type Listeners = {
  readonly analytics: number;
  readonly platform: number;
  readonly infra: number;
  readonly web: number;
};

type Variables = Record<string, string>;

const variablesOf: Readonly<Record<PartName, (parts: Omit<EmbeddedParts, 'pid' | 'stop'>) => Variables>> = {
  postgres: ({ postgres }) => ({
    DATABASE_ANALYTICS: postgres.url('analytics', 'app'),
    DATABASE_ANALYTICS_OWNER: postgres.url('analytics', 'owner'),
    DATABASE_PLATFORM: postgres.url('platform', 'app'),
    DATABASE_PLATFORM_OWNER: postgres.url('platform', 'owner'),
    DATABASE_INFRASTRUCTURE: postgres.url('infrastructure', 'app'),
    DATABASE_INFRASTRUCTURE_OWNER: postgres.url('infrastructure', 'owner'),
  }),
  redis: ({ redis }) => ({ REDIS_URL: redis.url }),
  broker: ({ broker }) => ({
    BROKER_URL_ANALYTICS: broker.urls.analytics,
    BROKER_URL_PLATFORM: broker.urls.platform,
    BROKER_URL_INFRA: broker.urls.infra,
    BROKER_URL_WORKER: broker.urls.worker,
  }),
  objects: ({ objects }) => ({
    OBJECTS_ENDPOINT: objects.endpoint,
    OBJECTS_REGION: objects.region,
    ...keyVariables(objects),
  }),
  identity: ({ identity: { issuers, clients } }) => ({
    ISSUER_ANALYTICS: issuers.analytics,
    ISSUER_LABS: issuers.labs,
    ANALYTICS_CLIENT_ID: clients.facade.id,
    ANALYTICS_CLIENT_SECRET: clients.facade.secret,
    PLATFORM_CLIENT_ID: clients.platform.id,
    PLATFORM_CLIENT_SECRET: clients.platform.secret,
    INFRA_CLIENT_ID: clients.infra.id,
    INFRA_CLIENT_SECRET: clients.infra.secret,
  }),
};

export function environment(
  parts: Omit<EmbeddedParts, 'pid' | 'stop'>,
  { env }: { readonly env: Readonly<Record<string, string>> },
  own: OwnServers,
  place: DataFolder,
  publicUrl: string,
  ports: Listeners,
): Variables {
  const spool = path.join(place.dir, 'spool');
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  const servers = Object.entries(variablesOf)
    .filter(([part]) => !own.parts.has(part as PartName))
    .map(([, variables]) => variables(parts));
  const chosen: Variables = Object.assign({}, ...servers, own.env);
  return {
    ENVIRONMENT: 'dev',
    // Distinguishes the containers, networks and cluster objects of two checkouts on one machine.
    INSTALLATION_ID: installationOf(place),
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    // Receivers of webhooks on this machine.
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128',
    ANALYTICS_LISTEN: `127.0.0.1:${ports.analytics}`,
    PLATFORM_LISTEN: `127.0.0.1:${ports.platform}`,
    INFRA_LISTEN: `127.0.0.1:${ports.infra}`,
    WEB_LISTEN: `127.0.0.1:${ports.web}`,
    KEY_RING: keep(path.join(place.dir, 'secrets', 'key_ring'), () => `k1:${token(32)}`),
    SPOOL_DIR: spool,
    INFRA_URL: `http://127.0.0.1:${ports.infra}/infra/v1`,
    INFRA_CLIENTS: chosen.PLATFORM_CLIENT_ID ?? '',
    ...env,
    ...chosen,
    LAB_CLOSED: [...closedToLabs(chosen), ...[env.LAB_CLOSED, own.env.LAB_CLOSED].flatMap((each) => each ?? [])].join(),
  };
}
