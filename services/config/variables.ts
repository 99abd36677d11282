// Every environment variable of the services: how it is read, which roles require it, and its description for
// operators. deploy/README.md shows this list (tools/generator/tables/variables.ts).
import { analyticsLimits } from '../../generated/analytics/limits.ts';
import { infraLimits } from '../../generated/infra/limits.ts';
import { platformLimits } from '../../generated/platform/limits.ts';
import { boundsInProgress } from '../../generated/runtime/access/in-progress.ts';
import { type Level, levels } from '../lib/log.ts';
import { connectionVariables } from './connection-variables.ts';
import { type Definition, served, serving } from './definition.ts';
import { exceptions } from './exceptions.ts';
import { identityVariables } from './identity-variables.ts';
import { labVariables } from './lab-variables.ts';
import * as read from './readers.ts';

export const variables = {
  ENVIRONMENT: {
    reader: read.oneOf(['dev', 'stage', 'prod']),
    roles: [],
    otherwise: 'prod',
    text: 'In `prod`, unsafe values are rejected, and labs cannot use the image tag `latest`.',
  },
  ALLOW_IN_PRODUCTION: {
    reader: read.someOf(exceptions),
    roles: [],
    otherwise: '',
    text: 'Unsafe values to allow in `prod`. `plaintext-…`: connections without TLS to that dependency, for example inside a service mesh. `any-proxy`: very wide ranges in TRUSTED_PROXIES. `simulated-labs`: `memory` as LAB_ENGINE. `private-webhooks`: WEBHOOK_ALLOWED_RANGES. `shared-secrets`: the same password or secret in two variables.',
  },
  INSTALLATION_ID: {
    reader: read.pattern(/^[a-z0-9]{1,32}$/, 'up to 32 characters a-z and 0-9'),
    roles: serving,
    text: 'Marks every container, cluster object and Redis key of this installation. Never change it while labs run.',
  },
  PUBLIC_URL: {
    reader: read.url,
    roles: served,
    text: 'The address of the front door, as users see it. `https://` in production.',
  },
  TRUSTED_PROXIES: {
    reader: read.proxies,
    roles: [],
    otherwise: '',
    text: 'The proxies whose `X-Forwarded-*` headers are trusted. Rate limits by address and cookies depend on it.',
  },
  ANALYTICS_LISTEN: {
    reader: read.address,
    roles: ['analytics'],
    text: 'The address on which the analytics API listens.',
  },
  PLATFORM_LISTEN: {
    reader: read.address,
    roles: ['platform'],
    text: 'The address on which Backend Platform listens.',
  },
  INFRA_LISTEN: {
    reader: read.address,
    roles: ['infra'],
    text: 'The address on which Backend Infrastructure listens.',
  },
  WEB_LISTEN: {
    reader: read.address,
    roles: ['web'],
    text: 'The address on which the web app is served, such as `0.0.0.0:3000`.',
  },
  WEB_DIR: {
    reader: read.folder,
    roles: ['web'],
    text: 'The folder that `npm run web` wrote.',
  },
  INFRA_URL: {
    reader: read.url,
    roles: ['platform'],
    text: 'The URL of Backend Infrastructure for Backend Platform, including the path, such as `http://infra:8000/infra/v1`.',
  },
  ...connectionVariables,
  ...identityVariables,
  KEY_RING: {
    reader: read.keyRing,
    roles: ['analytics', 'platform', 'infra', 'worker', 'relay'],
    text: 'The keys of the installation, the current one first. Passwords and host keys of labs are derived from them, and secrets of webhooks are sealed with them: keep a backup, and keep former keys in the list. To create a key, run `openssl rand -base64 32`.',
  },
  SPOOL_DIR: {
    reader: read.folder,
    roles: served,
    text: 'A folder for incoming uploads, with space for several files of 1 GiB.',
  },
  SPOOL_RESERVE_MIB: {
    reader: read.wholeNumber(0, 100_000_000),
    roles: [],
    text: 'Free space, in MiB, that uploads leave on the disk of `SPOOL_DIR`. Below it they return 503. Unset: 1024, or a tenth of a smaller disk.',
  },
  DOCS_DIR: {
    reader: read.folder,
    roles: [],
    text: 'The folder that `npm run docs` wrote. With it, each service answers the reference pages at `/docs`.',
  },
  ...labVariables,
  CORS_ORIGINS: {
    reader: read.origins,
    roles: [],
    otherwise: '',
    text: 'Other origins whose pages may call the analytics API and the platform with a bearer token, or `*` for all. Cookies from these origins are ignored.',
  },
  WEBHOOK_ALLOWED_RANGES: {
    reader: read.ranges,
    roles: [],
    otherwise: '',
    text: 'Addresses that webhooks may have beside public ones, for example those of receivers inside your network. Outside production also with plain http. Any user of the analytics API can then send requests to URLs in these ranges.',
  },
  WEBHOOK_PORTS: {
    reader: read.ports,
    roles: [],
    otherwise: '443,8443',
    text: 'Ports that webhooks may have. Outside production, addresses in WEBHOOK_ALLOWED_RANGES may also have port 80 and those from 1024 on.',
  },
  RATE_LIMITS: {
    reader: read.quotas({
      analytics: { ...analyticsLimits, ...boundsInProgress },
      platform: { ...platformLimits, ...boundsInProgress },
      infra: infraLimits,
    }),
    roles: [],
    otherwise: '',
    text: 'Rate limits above those of the contract, for example `analytics.login=2000` for a school behind one address. The `RateLimit-Policy` header returns the current quota. `…-in-progress` bound what one caller has in progress at the same time, in each process.',
  },
  REPLICAS: {
    reader: read.wholeNumber(1, 1000),
    roles: [],
    otherwise: '1',
    text: 'The number of processes that share each rate limit while Redis is unavailable.',
  },
  REDIS_TIMEOUT_MS: {
    reader: read.wholeNumber(10, 60_000),
    roles: [],
    otherwise: '250',
    text: 'How long a request waits for Redis. Then it goes on without: its rate limit is counted by this process alone, and its session is read from the database.',
  },
  DATABASE_TIMEOUT_MS: {
    reader: read.wholeNumber(100, 60_000),
    roles: [],
    otherwise: '3000',
    text: 'How long a request waits for a connection to a database. Then it is answered 503. Few requests wait longer than 10 s in all, so a larger value serves jobs and workers.',
  },
  LEASE_MS: {
    reader: read.wholeNumber(1_000, 300_000),
    roles: [],
    otherwise: '4000',
    text: 'How long an upload, a message, a request to start or stop labs, or an `Idempotency-Key` stays with a process that was killed or has hung. A process at work renews it every third of this time.',
  },
  STOP_LINGER_MS: {
    reader: read.wholeNumber(0, 10_000),
    roles: [],
    otherwise: '500',
    text: 'How long a stopping process still accepts requests after it is no longer ready. Behind a load balancer, set it to the time that the balancer needs to notice, for example 5000. Stopping must not take longer than 25 s in total.',
  },
  LOG_LEVEL: {
    reader: read.oneOf<Level>(levels),
    roles: [],
    otherwise: 'info',
    text: 'The minimum log level. Logs are written to standard output as JSON lines.',
  },
  FAILPOINT: {
    reader: read.failpointList,
    roles: [],
    otherwise: '',
    text: 'For fault tests: ends the process at a given step. Not allowed in production.',
  },
} as const satisfies Record<string, Definition>;

export type Variable = keyof typeof variables;

/** With the type in which the rest of the code sees the list. */
export const definitions: Readonly<Record<Variable, Definition>> = variables;
