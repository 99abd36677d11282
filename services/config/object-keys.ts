// The keys of the object store: a pair for each service, or one pair for all that have none of their own.
import type { Secret } from '../lib/secret.ts';
import type { Role } from './definition.ts';
import type { Config, ConfigMistake } from './types.ts';
import { definitions, type Variable } from './variables.ts';

export type ObjectsAccount = 'analytics' | 'platform' | 'infra' | 'worker';

type Pair = {
  readonly access: Extract<Variable, `OBJECTS_ACCESS_KEY${string}`>;
  readonly secret: Extract<Variable, `OBJECTS_SECRET_KEY${string}`>;
};

const shared: Pair = { access: 'OBJECTS_ACCESS_KEY', secret: 'OBJECTS_SECRET_KEY' };

const own: Readonly<Record<ObjectsAccount, Pair>> = {
  analytics: { access: 'OBJECTS_ACCESS_KEY_ANALYTICS', secret: 'OBJECTS_SECRET_KEY_ANALYTICS' },
  platform: { access: 'OBJECTS_ACCESS_KEY_PLATFORM', secret: 'OBJECTS_SECRET_KEY_PLATFORM' },
  infra: { access: 'OBJECTS_ACCESS_KEY_INFRA', secret: 'OBJECTS_SECRET_KEY_INFRA' },
  worker: { access: 'OBJECTS_ACCESS_KEY_WORKER', secret: 'OBJECTS_SECRET_KEY_WORKER' },
};

export const ownObjectKeyPairs: readonly Pair[] = Object.values(own);
export const objectKeyPairs: readonly Pair[] = [shared, ...ownObjectKeyPairs];

const accountsOf: Readonly<Record<Role, readonly ObjectsAccount[]>> = {
  analytics: ['analytics'],
  ingest: ['analytics'],
  relay: ['analytics'],
  platform: ['platform'],
  infra: ['infra'],
  worker: ['worker'],
  web: [],
  all: ['analytics', 'platform', 'infra', 'worker'],
  migrate: [],
};

type Env = Readonly<Record<string, string | undefined>>;

/** Half a pair, and the shared pair where a chosen role has no other. */
export function objectKeyMistakes(env: Env, roles: readonly Role[]): readonly ConfigMistake[] {
  const isGiven = (variable: Variable): boolean => Boolean(env[variable]?.trim());
  const isAbsent = ({ access, secret }: Pair): boolean => !isGiven(access) && !isGiven(secret);
  const needsShared = roles.flatMap((role) => accountsOf[role]).some((account) => isAbsent(own[account]));
  const expected = objectKeyPairs.filter((pair) => !isAbsent(pair) || (pair === shared && needsShared));
  return expected
    .flatMap(({ access, secret }) => [access, secret])
    .filter((variable) => !isGiven(variable))
    .map((variable) => ({ variable, expected: definitions[variable].reader.expected, found: 'missing' }));
}

/** The pairs of the services that a role belongs to. */
export const objectKeyVariables = (role: Role): readonly Variable[] =>
  accountsOf[role].flatMap((account) => Object.values(own[account]));

/** Undefined only for an account of none of the config's roles. */
export function objectKeyOf(config: Config, account: ObjectsAccount) {
  const pair = [own[account], shared].find(({ access }) => config[access] !== undefined);
  return pair && { accessKey: config[pair.access] as string, secretKey: config[pair.secret] as Secret };
}
