// Every environment variable of the services: how it is read, which roles cannot do without it, what an operator is told about it.
// deploy/README.md shows this list (tools/generator/operator-page.ts).
import { analyticsLimits } from '../../generated/analytics/limits.ts';
import { infraLimits } from '../../generated/infra/limits.ts';
import { platformLimits } from '../../generated/platform/limits.ts';
import { type Level, levels } from '../lib/log.ts';
import * as read from './readers.ts';

export const roles = ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker', 'all', 'migrate'] as const;
export type Role = (typeof roles)[number];

const labEngines = ['memory', 'containers', 'kubernetes'] as const;
export type LabEngine = (typeof labEngines)[number];

/** What production refuses unless the operator names it in ALLOW_IN_PRODUCTION. */
export const exceptions = [
  'plaintext-postgres',
  'plaintext-redis',
  'plaintext-broker',
  'plaintext-objects',
  'plaintext-infra',
  'any-proxy',
  'simulated-labs',
  'private-webhooks',
] as const;
export type Exception = (typeof exceptions)[number];

export type Definition = {
  readonly reader: read.Reader<unknown>;
  /** Those that do not start without it; `[]`: it is optional. */
  readonly roles: readonly Role[];
  readonly otherwise?: string;
  /** One sentence for the operator. */
  readonly text: string;
};

const database = read.secretUrl('postgres', 'postgresql');
const broker = read.secretUrl('amqp', 'amqps');
const served = ['analytics', 'platform', 'infra'] as const;
const serving = ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker'] as const;

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
    text: 'Unsafe values to allow in `prod`. `plaintext-…`: connections without TLS to that dependency, for example inside a service mesh. `any-proxy`: very wide ranges in TRUSTED_PROXIES. `simulated-labs`: `memory` as LAB_ENGINE. `private-webhooks`: WEBHOOK_ALLOWED_RANGES.',
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
  INFRA_URL: {
    reader: read.url,
    roles: ['platform'],
    text: 'The URL of Backend Infrastructure for Backend Platform, including the path, such as `http://infra:8000/infra/v1`.',
  },
  DATABASE_ANALYTICS: {
    reader: database,
    roles: ['analytics', 'ingest', 'relay'],
    text: 'The database `analytics`, as a login role in the group `covenant_app`.',
  },
  DATABASE_PLATFORM: {
    reader: database,
    roles: ['platform'],
    text: 'The database `platform`, as a login role in the group `covenant_app`.',
  },
  DATABASE_INFRASTRUCTURE: {
    reader: database,
    roles: ['infra', 'worker', 'relay'],
    text: 'The database `infrastructure`, as a login role in the group `covenant_app`.',
  },
  DATABASE_ANALYTICS_OWNER: {
    reader: database,
    roles: ['migrate'],
    text: 'The database `analytics`, as its owner, which creates its tables.',
  },
  DATABASE_PLATFORM_OWNER: {
    reader: database,
    roles: ['migrate'],
    text: 'The database `platform`, as its owner, which creates its tables.',
  },
  DATABASE_INFRASTRUCTURE_OWNER: {
    reader: database,
    roles: ['migrate'],
    text: 'The database `infrastructure`, as its owner, which creates its tables.',
  },
  REDIS_URL: {
    reader: read.secretUrl('redis', 'rediss'),
    roles: served,
    text: 'The Redis server, without a database number. Database 0 is the cache, 1 contains sessions, and 3 counts requests.',
  },
  BROKER_URL_ANALYTICS: {
    reader: broker,
    roles: ['relay'],
    text: 'The broker, with the account of the analytics API.',
  },
  BROKER_URL_PLATFORM: {
    reader: broker,
    roles: ['platform'],
    text: 'The broker, with the account of Backend Platform.',
  },
  BROKER_URL_INFRA: {
    reader: broker,
    roles: ['relay'],
    text: 'The broker, with the account of Backend Infrastructure.',
  },
  BROKER_URL_WORKER: { reader: broker, roles: ['worker'], text: 'The broker, with the account of the task worker.' },
  OBJECTS_ENDPOINT: { reader: read.url, roles: serving, text: 'The S3 server. Buckets are addressed in path style.' },
  OBJECTS_REGION: { reader: read.name, roles: serving, text: 'The region for request signatures.' },
  OBJECTS_ACCESS_KEY: {
    reader: read.name,
    roles: [],
    text: 'The access key id of every service without a separate one in the variables below. Required by the roles of such a service.',
  },
  OBJECTS_SECRET_KEY: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_ANALYTICS: {
    reader: read.name,
    roles: [],
    text: 'The access key id of the analytics API, used by the roles `analytics`, `ingest` and `relay`.',
  },
  OBJECTS_SECRET_KEY_ANALYTICS: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_PLATFORM: { reader: read.name, roles: [], text: 'The access key id of Backend Platform.' },
  OBJECTS_SECRET_KEY_PLATFORM: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_INFRA: { reader: read.name, roles: [], text: 'The access key id of Backend Infrastructure.' },
  OBJECTS_SECRET_KEY_INFRA: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_WORKER: { reader: read.name, roles: [], text: 'The access key id of the task worker.' },
  OBJECTS_SECRET_KEY_WORKER: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  ISSUER_ANALYTICS: {
    reader: read.url,
    roles: ['analytics'],
    text: 'The OpenID Connect issuer of the users of the analytics API.',
  },
  ISSUER_LABS: {
    reader: read.url,
    roles: ['platform', 'infra'],
    text: 'The OpenID Connect issuer of teachers and students.',
  },
  TOKEN_FORM: {
    reader: read.oneOf<'rfc9068' | 'keycloak'>(['rfc9068', 'keycloak']),
    roles: [],
    otherwise: 'rfc9068',
    text: 'The format of access tokens: RFC 9068 or Keycloak.',
  },
  ISSUER_HTTP: {
    reader: read.oneOf<'loopback' | 'anywhere'>(['loopback', 'anywhere']),
    roles: [],
    otherwise: 'loopback',
    text: 'Where plain http to the issuers is allowed: on the loopback interface, or `anywhere`, for example inside a cluster.',
  },
  ANALYTICS_CLIENT_ID: {
    reader: read.name,
    roles: ['analytics'],
    text: 'The confidential client of the analytics API, with the password and refresh token grants.',
  },
  ANALYTICS_CLIENT_SECRET: { reader: read.secret, roles: ['analytics'], text: 'Its secret.' },
  PLATFORM_CLIENT_ID: {
    reader: read.name,
    roles: ['platform'],
    text: 'The confidential client of Backend Platform, with the code, refresh token and client credentials grants.',
  },
  PLATFORM_CLIENT_SECRET: { reader: read.secret, roles: ['platform'], text: 'Its secret.' },
  INFRA_CLIENT_ID: {
    reader: read.name,
    roles: ['infra'],
    text: 'The confidential client of Backend Infrastructure, with the client credentials grant.',
  },
  INFRA_CLIENT_SECRET: { reader: read.secret, roles: ['infra'], text: 'Its secret.' },
  INFRA_CLIENTS: {
    reader: read.listOf(/^\S{1,200}$/, 'client ids separated by commas'),
    roles: ['infra'],
    text: 'The clients whose tokens Backend Infrastructure accepts if they have the role `service`. The first must be the client of Backend Platform; only that client can send requests on behalf of a user.',
  },
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
  DOCS_DIR: {
    reader: read.folder,
    roles: [],
    text: 'The folder that `npm run docs` wrote. With it, each service answers the reference pages at `/docs`.',
  },
  LAB_ENGINE: {
    reader: read.oneOf(labEngines),
    roles: ['worker'],
    text: 'Where labs run: a container engine, a Kubernetes cluster, or simulated in `memory`, without logins.',
  },
  LAB_ENGINE_SOCKET: {
    reader: read.folder,
    roles: [],
    text: 'The socket of the container engine. Required for `containers`.',
  },
  LAB_ENGINE_FOLDER: {
    reader: read.folder,
    roles: [],
    text: 'A folder of the machine of the container engine, for the file systems of homes. Without it, volumes on Podman share a file system, and their size is only measured periodically.',
  },
  LAB_DISK_RESERVE_GI: {
    reader: read.wholeNumber(0, 100_000),
    roles: [],
    otherwise: '5',
    text: 'The space in GiB that homes of labs leave free on the disk of a container engine on this machine: a new home waits until its size and this reserve are free. Homes grow as they fill, so make it larger than what a class may write at once.',
  },
  LAB_TOOLS_IMAGE: {
    reader: read.name,
    roles: [],
    text: 'The lab image, which is also used by the pods that read and restore volumes. Required for `containers` and `kubernetes`.',
  },
  LAB_NAMESPACE: { reader: read.name, roles: [], otherwise: 'labs', text: 'The Kubernetes namespace of labs.' },
  LAB_SSH_HOST: {
    reader: read.name,
    roles: [],
    text: 'The host at which students reach the node ports. Required for `kubernetes`.',
  },
  LAB_UIDS: {
    reader: read.oneOf<'per-lab' | 'shared'>(['per-lab', 'shared']),
    roles: [],
    otherwise: 'per-lab',
    text: 'Whether labs on Kubernetes run with separate uids, so that nodes can count what each of them uses, or all with 10001, for namespaces that prescribe uids. Volumes keep the uid that they were created with. On Podman labs always have separate uids; on Docker they share 10001.',
  },
  LAB_CPU_REQUEST_PERCENT: {
    reader: read.wholeNumber(1, 100),
    roles: [],
    otherwise: '5',
    text: 'The share of its CPU limit that a lab pod requests on Kubernetes, which schedules pods by their requests.',
  },
  LAB_MEMORY_REQUEST_PERCENT: {
    reader: read.wholeNumber(1, 100),
    roles: [],
    otherwise: '20',
    text: 'The share of its memory limit that a lab pod requests on Kubernetes.',
  },
  KUBECONFIG: {
    reader: read.folder,
    roles: [],
    text: 'The cluster and the account to use. Defaults to the service account that the worker runs with.',
  },
  LAB_CLOSED: {
    reader: read.listOf(/^\S+:\d{1,5}$/, 'host:port addresses separated by commas'),
    roles: [],
    otherwise: '',
    text: 'Addresses that labs must not reach. Each start verifies this from inside the lab.',
  },
  LAB_CLOSED_RANGES: {
    reader: read.listOf(/^[\d.]+\/\d{1,2}$/, 'CIDR ranges separated by commas'),
    roles: [],
    otherwise: '',
    text: 'The public addresses of pods, services and nodes, which labs with internet access must not reach.',
  },
  REGISTRY_URL: {
    reader: read.name,
    roles: ['worker'],
    text: 'The value of `{registry_url}` in lab configurations.',
  },
  LAB_REGISTRIES: {
    reader: read.listOf(/^[^\s/]+$/, 'registry hosts separated by commas'),
    roles: [],
    otherwise: '',
    text: 'Other registries that lab configurations may use.',
  },
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
    text: 'Addresses that webhooks may have beside public ones, for example those of receivers inside your network. Outside production also with plain http. Receivers in these ranges get requests that any user of the analytics API chose the URL of.',
  },
  RATE_LIMITS: {
    reader: read.quotas({ analytics: analyticsLimits, platform: platformLimits, infra: infraLimits }),
    roles: [],
    otherwise: '',
    text: 'Rate limits above those of the contract, for example `analytics.login=200` for a school behind one address. The `RateLimit-Policy` header returns the current quota.',
  },
  REPLICAS: {
    reader: read.wholeNumber(1, 1000),
    roles: [],
    otherwise: '1',
    text: 'The number of processes that share each rate limit while Redis is unavailable.',
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
