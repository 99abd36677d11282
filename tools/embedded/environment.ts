// What the services are told, as the flat list of variables that services/config.ts reads.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { closedToLabs } from './closed.ts';
import { installationOf } from './engine.ts';
import type { Parts } from './parts.ts';
import { keep, type Place, token } from './place.ts';

export type Listeners = { readonly analytics: number; readonly platform: number; readonly infra: number };

export function environment(
  parts: Parts,
  { env }: { readonly env: Readonly<Record<string, string>> },
  place: Place,
  publicUrl: string,
  ports: Listeners,
): Record<string, string> {
  const { postgres, redis, broker, objects, identity } = parts;
  const { facade, platform, infra } = identity.clients;
  const spool = path.join(place.dir, 'spool');
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  return {
    ENVIRONMENT: 'dev',
    // Tells the containers, networks and cluster objects of two checkouts on one machine apart.
    INSTALLATION_ID: installationOf(place),
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    ANALYTICS_LISTEN: `127.0.0.1:${ports.analytics}`,
    PLATFORM_LISTEN: `127.0.0.1:${ports.platform}`,
    INFRA_LISTEN: `127.0.0.1:${ports.infra}`,
    DATABASE_ANALYTICS: postgres.url('analytics', 'app'),
    DATABASE_ANALYTICS_OWNER: postgres.url('analytics', 'owner'),
    DATABASE_PLATFORM: postgres.url('platform', 'app'),
    DATABASE_PLATFORM_OWNER: postgres.url('platform', 'owner'),
    DATABASE_INFRASTRUCTURE: postgres.url('infrastructure', 'app'),
    DATABASE_INFRASTRUCTURE_OWNER: postgres.url('infrastructure', 'owner'),
    REDIS_URL: redis.url,
    BROKER_URL_ANALYTICS: broker.urls.analytics,
    BROKER_URL_PLATFORM: broker.urls.platform,
    BROKER_URL_INFRA: broker.urls.infra,
    BROKER_URL_WORKER: broker.urls.worker,
    OBJECTS_ENDPOINT: objects.endpoint,
    OBJECTS_REGION: objects.region,
    OBJECTS_ACCESS_KEY: objects.accessKey,
    OBJECTS_SECRET_KEY: objects.secretKey,
    ISSUER_ANALYTICS: identity.issuers.analytics,
    ISSUER_LABS: identity.issuers.labs,
    ANALYTICS_CLIENT_ID: facade.id,
    ANALYTICS_CLIENT_SECRET: facade.secret,
    PLATFORM_CLIENT_ID: platform.id,
    PLATFORM_CLIENT_SECRET: platform.secret,
    INFRA_CLIENT_ID: infra.id,
    INFRA_CLIENT_SECRET: infra.secret,
    KEY_RING: keep(path.join(place.dir, 'secrets', 'key_ring'), () => `k1:${token(32)}`),
    SPOOL_DIR: spool,
    INFRA_URL: `http://127.0.0.1:${ports.infra}/infra/v1`,
    ...env,
    LAB_CLOSED: [
      ...closedToLabs([postgres.url('platform', 'app'), redis.url, broker.urls.platform]),
      ...(env.LAB_CLOSED === undefined ? [] : [env.LAB_CLOSED]),
    ].join(),
  };
}
