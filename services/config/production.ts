// What a production installation refuses, each by name. What an operator may want all the same is named in
// ALLOW_IN_PRODUCTION.

import type { Secret } from '../lib/secret.ts';
import type { Exception } from './exceptions.ts';
import { isOnThisMachine } from './local-address.ts';
import { guessableSecrets, sharedSecrets } from './secrets.ts';
import type { Config, ConfigMistake } from './types.ts';
import type { Variable } from './variables.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Rule = (config: Config, env: Env) => readonly ConfigMistake[];

export function productionMistakes(config: Config, env: Env): readonly ConfigMistake[] {
  if (config.ENVIRONMENT !== 'prod') return [];
  return rules().flatMap((rule) => rule(config, env));
}

const rules = (): readonly Rule[] => [
  openAddress,
  failpoint,
  plaintext,
  guessableSecrets,
  sharedSecrets,
  weakKeys,
  wideProxies,
  simulatedLabs,
  privateWebhooks,
];

const unsafe = (variable: Variable, expected: string): ConfigMistake => ({ variable, expected, found: 'unsafe' });

const openAddress: Rule = ({ PUBLIC_URL }) =>
  PUBLIC_URL !== undefined && !PUBLIC_URL.startsWith('https://')
    ? [unsafe('PUBLIC_URL', 'https:// in production')]
    : [];

const failpoint: Rule = ({ FAILPOINT }) =>
  FAILPOINT?.length > 0 ? [unsafe('FAILPOINT', 'no value in production')] : [];

const databases = [
  'DATABASE_ANALYTICS',
  'DATABASE_PLATFORM',
  'DATABASE_INFRASTRUCTURE',
  'DATABASE_ANALYTICS_OWNER',
  'DATABASE_PLATFORM_OWNER',
  'DATABASE_INFRASTRUCTURE_OWNER',
] as const;
const brokers = ['BROKER_URL_ANALYTICS', 'BROKER_URL_PLATFORM', 'BROKER_URL_INFRA', 'BROKER_URL_WORKER'] as const;

/** Connections without TLS, except to this machine. */
const connections: readonly {
  readonly variables: readonly Variable[];
  readonly exception: Exception;
  readonly expected: string;
  readonly isEncrypted: (url: URL) => boolean;
}[] = [
  {
    variables: databases,
    exception: 'plaintext-postgres',
    expected: 'TLS (sslmode=require, verify-ca or verify-full)',
    isEncrypted: ({ searchParams }) => {
      const modes = searchParams.getAll('sslmode'); // drivers differ in which of several counts
      return modes.length > 0 && modes.every((mode) => ['require', 'verify-ca', 'verify-full'].includes(mode));
    },
  },
  {
    variables: ['REDIS_URL'],
    exception: 'plaintext-redis',
    expected: 'TLS (rediss://)',
    isEncrypted: ({ protocol }) => protocol === 'rediss:',
  },
  {
    variables: brokers,
    exception: 'plaintext-broker',
    expected: 'TLS (amqps://)',
    isEncrypted: ({ protocol }) => protocol === 'amqps:',
  },
  {
    variables: ['OBJECTS_ENDPOINT'],
    exception: 'plaintext-objects',
    expected: 'TLS (https://)',
    isEncrypted: ({ protocol }) => protocol === 'https:',
  },
  {
    variables: ['INFRA_URL'],
    exception: 'plaintext-infra',
    expected: 'TLS (https://)',
    isEncrypted: ({ protocol }) => protocol === 'https:',
  },
];

const plaintext: Rule = (config) => [
  ...connections.flatMap(({ variables, exception, expected, isEncrypted }) =>
    variables
      .filter((variable) => {
        const url = urlOf(config, variable);
        return url !== undefined && !isOnThisMachine(url) && !isEncrypted(url);
      })
      .filter(() => !config.ALLOW_IN_PRODUCTION?.includes(exception))
      .map((variable) => unsafe(variable, `${expected} in production, or ${exception} in ALLOW_IN_PRODUCTION`)),
  ),
  ...(['ISSUER_ANALYTICS', 'ISSUER_LABS'] as const).flatMap((variable) => {
    const url = urlOf(config, variable);
    const isOpen = url !== undefined && url.protocol !== 'https:' && !isOnThisMachine(url);
    return isOpen && config.ISSUER_HTTP !== 'anywhere'
      ? [unsafe(variable, 'TLS (https://) in production, or ISSUER_HTTP=anywhere')]
      : [];
  }),
];

function urlOf(config: Config, variable: Variable): URL | undefined {
  const value = config[variable];
  const text = typeof value === 'object' && 'reveal' in value ? (value as Secret).reveal() : value;
  return typeof text === 'string' ? new URL(text) : undefined;
}

/** 32 random bytes have about 30 different values; one in 10^20 keys has fewer than 20. */
const leastDifferentBytes = 20;

const weakKeys: Rule = (_, { KEY_RING = '' }) =>
  KEY_RING.split(',').some((entry) => {
    const bytes = Buffer.from(entry.split(':')[1] ?? '', 'base64');
    return bytes.length === 32 && (new Set(bytes).size < leastDifferentBytes || isSequence(bytes));
  })
    ? [unsafe('KEY_RING', 'random keys, for example from `openssl rand -base64 32`')]
    : [];

const privateWebhooks: Rule = ({ WEBHOOK_ALLOWED_RANGES, ALLOW_IN_PRODUCTION }) =>
  WEBHOOK_ALLOWED_RANGES.length > 0 && !ALLOW_IN_PRODUCTION.includes('private-webhooks')
    ? [unsafe('WEBHOOK_ALLOWED_RANGES', 'no value in production, or private-webhooks in ALLOW_IN_PRODUCTION')]
    : [];

const isSequence = (bytes: Buffer): boolean =>
  new Set(bytes.subarray(1).map((byte, at) => byte - (bytes[at] ?? 0))).size === 1;

/**
 * The widest ranges that anybody has behind a front door: 10.0.0.0/8, fc00::/7, and of other IPv6 addresses those of
 * one network.
 */
const wideProxies: Rule = ({ TRUSTED_PROXIES, ALLOW_IN_PRODUCTION }) => {
  const isWide = (entry: string) => {
    const [address = '', bits] = entry.split('/');
    const widest = address.includes(':') ? (/^f[cd]/i.test(address) ? 7 : 32) : 8;
    return bits !== undefined && Number(bits) < widest;
  };
  return TRUSTED_PROXIES?.some(isWide) && !ALLOW_IN_PRODUCTION?.includes('any-proxy')
    ? [unsafe('TRUSTED_PROXIES', 'the addresses of your proxies, or any-proxy in ALLOW_IN_PRODUCTION')]
    : [];
};

const simulatedLabs: Rule = ({ LAB_ENGINE, ALLOW_IN_PRODUCTION }) =>
  LAB_ENGINE === 'memory' && !ALLOW_IN_PRODUCTION?.includes('simulated-labs')
    ? [unsafe('LAB_ENGINE', 'containers or kubernetes in production, or simulated-labs in ALLOW_IN_PRODUCTION')]
    : [];
