// services/config.ts: the environment, read once. One flat list of variables; every mistake is told at once, by name. Who builds things from it: wiring.ts.
import { isAbsolute } from 'node:path';
import { type Failpoint, parseFailpoints } from './kit/failpoints.ts';
import { type KeyRing, parseKeyRing } from './kit/key-ring.ts';
import { type Level, levels } from './kit/log.ts';
import { trustedProxies } from './kit/proxies.ts';
import { Secret } from './kit/secret.ts';

export const roles = ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker', 'all', 'migrate'] as const;
export type Role = (typeof roles)[number];

const labEngines = ['memory', 'containers', 'kubernetes'] as const;
export type LabEngine = (typeof labEngines)[number];

export type Address = { readonly host: string; readonly port: number };
type Reader<T> = { readonly expected: string; readonly read: (text: string) => T };

const secretUrl = (...protocols: string[]): Reader<Secret> => ({
  expected: `a URL that starts with ${protocols.map((each) => `${each}://`).join(' or ')}`,
  read: (text) => {
    const { protocol } = new URL(text);
    if (!protocols.includes(protocol.slice(0, -1))) throw new Error('protocol');
    return new Secret(text);
  },
});

const url: Reader<string> = {
  expected: 'a URL that starts with http:// or https://',
  read: (text) => {
    if (!/^https?:$/.test(new URL(text).protocol)) throw new Error('protocol');
    return text.replace(/\/+$/, '');
  },
};

const pattern = (form: RegExp, expected: string): Reader<string> => ({
  expected,
  read: (text) => {
    if (!form.test(text)) throw new Error('form');
    return text;
  },
});

const oneOf = <T extends string>(values: readonly T[]): Reader<T> => ({
  expected: `one of ${values.join(', ')}`,
  read: (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error('value');
    return found;
  },
});

const address: Reader<Address> = {
  expected: 'host:port, e.g. 127.0.0.1:8000',
  read: (text) => {
    const found = /^(?:\[([0-9a-fA-F:]+)\]|([^\s:]+)):(\d{1,5})$/.exec(text);
    const port = Number(found?.[3]);
    if (!found || port > 65_535) throw new Error('form');
    return { host: found[1] ?? found[2] ?? '', port };
  },
};

const proxies: Reader<readonly string[]> = {
  expected: 'addresses or CIDR ranges with commas, e.g. 127.0.0.1,10.0.0.0/8',
  read: (text) => {
    const list = text.split(',').flatMap((entry) => entry.trim() || []);
    trustedProxies(list);
    return list;
  },
};

const count: Reader<number> = {
  expected: 'a whole number from 1 to 1000',
  read: (text) => {
    if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1_000) throw new Error('range');
    return Number(text);
  },
};

const milliseconds: Reader<number> = {
  expected: 'a whole number from 0 to 10000',
  read: (text) => {
    if (!/^\d{1,5}$/.test(text) || Number(text) > 10_000) throw new Error('range');
    return Number(text);
  },
};

const listOf = (form: RegExp, expected: string): Reader<readonly string[]> => ({
  expected,
  read: (text) => {
    const list = text.split(',').flatMap((entry) => entry.trim() || []);
    if (!list.every((entry) => form.test(entry))) throw new Error('form');
    return list;
  },
});

const name = pattern(/^\S{1,200}$/, 'a name without spaces');
const secret: Reader<Secret> = {
  expected: 'a secret of at least 8 characters',
  read: (text) => (text.length < 8 ? fail() : new Secret(text)),
};
const fail = (): never => {
  throw new Error('length');
};
const keyRing: Reader<KeyRing> = {
  expected: '<id>:<32 bytes in base64>, several with commas, the current one first',
  read: (text) => parseKeyRing(new Secret(text)),
};
const failpointList: Reader<readonly Failpoint[]> = {
  expected: '<name>:<step>:<exit|throw|hang>',
  read: parseFailpoints,
};
const folder: Reader<string> = { expected: 'an absolute path', read: (text) => (isAbsolute(text) ? text : fail()) };
const database = secretUrl('postgres', 'postgresql');
const broker = secretUrl('amqp', 'amqps');

/** A variable: how it is read, and which roles cannot do without it (`[]`: everybody can). */
const variables = {
  ANALYTICS_LISTEN: { reader: address, roles: ['analytics'] },
  PLATFORM_LISTEN: { reader: address, roles: ['platform'] },
  INFRA_LISTEN: { reader: address, roles: ['infra'] },
  PUBLIC_URL: { reader: url, roles: ['analytics', 'platform', 'infra'] },
  TRUSTED_PROXIES: { reader: proxies, roles: [], otherwise: '' },
  DATABASE_ANALYTICS: { reader: database, roles: ['analytics', 'ingest', 'relay'] },
  DATABASE_PLATFORM: { reader: database, roles: ['platform'] },
  DATABASE_INFRASTRUCTURE: { reader: database, roles: ['infra', 'worker', 'relay'] },
  DATABASE_ANALYTICS_OWNER: { reader: database, roles: ['migrate'] },
  DATABASE_PLATFORM_OWNER: { reader: database, roles: ['migrate'] },
  DATABASE_INFRASTRUCTURE_OWNER: { reader: database, roles: ['migrate'] },
  REDIS_URL: { reader: secretUrl('redis', 'rediss'), roles: ['analytics', 'platform', 'infra'] },
  BROKER_URL_ANALYTICS: { reader: broker, roles: ['relay'] },
  BROKER_URL_PLATFORM: { reader: broker, roles: ['platform'] },
  BROKER_URL_INFRA: { reader: broker, roles: ['relay'] },
  BROKER_URL_WORKER: { reader: broker, roles: ['worker'] },
  OBJECTS_ENDPOINT: { reader: url, roles: ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker'] },
  OBJECTS_REGION: { reader: name, roles: ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker'] },
  OBJECTS_ACCESS_KEY: { reader: name, roles: ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker'] },
  OBJECTS_SECRET_KEY: { reader: secret, roles: ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker'] },
  ISSUER_ANALYTICS: { reader: url, roles: ['analytics'] },
  ISSUER_LABS: { reader: url, roles: ['platform', 'infra'] },
  // Keycloak's access tokens have another form than RFC 9068.
  TOKEN_FORM: { reader: oneOf<'rfc9068' | 'keycloak'>(['rfc9068', 'keycloak']), roles: [], otherwise: 'rfc9068' },
  // `anywhere`: plain http to the provider, as inside a cluster.
  ISSUER_HTTP: { reader: oneOf<'loopback' | 'anywhere'>(['loopback', 'anywhere']), roles: [], otherwise: 'loopback' },
  ANALYTICS_CLIENT_ID: { reader: name, roles: ['analytics'] },
  ANALYTICS_CLIENT_SECRET: { reader: secret, roles: ['analytics'] },
  PLATFORM_CLIENT_ID: { reader: name, roles: ['platform'] },
  PLATFORM_CLIENT_SECRET: { reader: secret, roles: ['platform'] },
  INFRA_CLIENT_ID: { reader: name, roles: ['infra'] },
  INFRA_CLIENT_SECRET: { reader: secret, roles: ['infra'] },
  // With its path: how the platform reaches the infrastructure.
  INFRA_URL: { reader: url, roles: ['platform'] },
  // Where labs run; `memory` is for one worker alone, and nobody can log in there.
  LAB_ENGINE: { reader: oneOf(labEngines), roles: ['worker'] },
  LAB_ENGINE_SOCKET: { reader: folder, roles: [] },
  // What the platform's own containers in and around a lab run on: the lab image, as the engine finds it.
  LAB_TOOLS_IMAGE: { reader: name, roles: [] },
  LAB_NAMESPACE: { reader: name, roles: [], otherwise: 'labs' },
  // Where students reach the node ports of the cluster.
  LAB_SSH_HOST: { reader: name, roles: [] },
  // Without it: the account of the pod that the worker runs in.
  KUBECONFIG: { reader: folder, roles: [] },
  // What no lab may reach; each start proves it from inside (decision 13).
  LAB_CLOSED: { reader: listOf(/^\S+:\d{1,5}$/, 'addresses host:port with commas'), roles: [], otherwise: '' },
  // Pods, services and nodes where their addresses are public ones; a lab with internet access reaches none of them.
  LAB_CLOSED_RANGES: { reader: listOf(/^[\d.]+\/\d{1,2}$/, 'CIDR ranges with commas'), roles: [], otherwise: '' },
  REGISTRY_URL: { reader: name, roles: ['worker'] },
  LAB_REGISTRIES: { reader: listOf(/^[^\s/]+$/, 'registry hosts with commas'), roles: [], otherwise: '' },
  KEY_RING: { reader: keyRing, roles: ['analytics', 'platform', 'infra', 'worker', 'relay'] },
  SPOOL_DIR: { reader: folder, roles: ['analytics', 'platform', 'infra'] },
  INSTALLATION_ID: {
    reader: pattern(/^[a-z0-9]{1,32}$/, 'up to 32 of a-z and 0-9'),
    roles: ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker'],
  },
  ENVIRONMENT: { reader: oneOf(['dev', 'stage', 'prod']), roles: [], otherwise: 'prod' },
  REPLICAS: { reader: count, roles: [], otherwise: '1' },
  // Between not ready and closed, which leaves answers in progress the rest of the 25 s that ending may take; behind a load balancer as long as that takes to notice, say 5000.
  STOP_LINGER_MS: { reader: milliseconds, roles: [], otherwise: '500' },
  LOG_LEVEL: { reader: oneOf<Level>(levels), roles: [], otherwise: 'info' },
  FAILPOINT: { reader: failpointList, roles: [], otherwise: '' },
} as const satisfies Record<string, { reader: Reader<unknown>; roles: readonly Role[]; otherwise?: string }>;

export type Variable = keyof typeof variables;
type Value<Name extends Variable> = (typeof variables)[Name]['reader'] extends Reader<infer T> ? T : never;
/** What may be missing, because none of the chosen roles needs it. */
type Optional = { [Name in Variable]: (typeof variables)[Name] extends { otherwise: string } ? never : Name }[Variable];

export type Config = {
  readonly [Name in Exclude<Variable, Optional>]: Value<Name>;
} & { readonly [Name in Optional]: Value<Name> | undefined } & { readonly roles: readonly Role[] };

export type ConfigMistake = {
  readonly variable: string;
  readonly expected: string;
  readonly found: 'missing' | 'wrong';
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly ConfigMistake[];

  constructor(mistakes: readonly ConfigMistake[]) {
    const lines = mistakes.map(({ variable, expected, found }) => `  ${variable} is ${found}: expected ${expected}`);
    super(`The environment has ${mistakes.length} mistake${mistakes.length === 1 ? '' : 's'}:\n${lines.join('\n')}`);
    this.mistakes = mistakes;
  }
}

/** Throws a ConfigError with every mistake. Values of variables are never part of it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, chosen: readonly Role[]): Config {
  const mistakes: ConfigMistake[] = [];
  const entries = Object.entries(variables).map(([variable, facts]) => {
    const {
      reader,
      roles: needing,
      otherwise,
    }: { reader: Reader<unknown>; roles: readonly Role[]; otherwise?: string } = facts;
    const text = env[variable]?.trim() || otherwise;
    if (text === undefined) {
      if (
        chosen.some((role) => needing.includes(role) || (role === 'all' && needing.some((each) => each !== 'migrate')))
      )
        mistakes.push({ variable, expected: reader.expected, found: 'missing' });
      return [variable, undefined] as const;
    }
    try {
      return [variable, reader.read(text)] as const;
    } catch {
      mistakes.push({ variable, expected: reader.expected, found: 'wrong' });
      return [variable, undefined] as const;
    }
  });
  const config = { ...Object.fromEntries(entries), roles: chosen } as Config;
  mistakes.push(...engineMistakes(config), ...productionMistakes(config));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return Object.freeze(config);
}

/** What each engine cannot do without. */
const engineNeeds: Readonly<Record<LabEngine, readonly Variable[]>> = {
  memory: [],
  containers: ['LAB_ENGINE_SOCKET', 'LAB_TOOLS_IMAGE'],
  kubernetes: ['LAB_SSH_HOST', 'LAB_TOOLS_IMAGE'],
};

const engineMistakes = (config: Config): ConfigMistake[] =>
  engineNeeds[config.LAB_ENGINE ?? 'memory']
    .filter((variable) => config[variable] === undefined)
    .map((variable) => ({ variable, expected: variables[variable].reader.expected, found: 'missing' }));

function productionMistakes({ ENVIRONMENT, PUBLIC_URL, FAILPOINT }: Config): ConfigMistake[] {
  if (ENVIRONMENT !== 'prod') return [];
  const open = PUBLIC_URL !== undefined && !PUBLIC_URL.startsWith('https://');
  return [
    ...(open ? [{ variable: 'PUBLIC_URL', expected: 'https:// in production', found: 'wrong' as const }] : []),
    ...(FAILPOINT?.length > 0
      ? [{ variable: 'FAILPOINT', expected: 'nothing in production', found: 'wrong' as const }]
      : []),
  ];
}

/** For a part that only runs in roles which need the variable: readConfig has made sure of it. */
export function needed<T>(value: T | undefined, variable: Variable): T {
  if (value === undefined)
    throw new ConfigError([{ variable, expected: variables[variable].reader.expected, found: 'missing' }]);
  return value;
}
