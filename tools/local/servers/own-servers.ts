// Servers of the user's own in place of embedded ones, as the file of `npm start -- --config FILE` names them:
// NAME=value lines, the variables of the services.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ownObjectKeyPairs } from '../../../services/config/object-keys.ts';
import { definitions, type Variable } from '../../../services/config/variables.ts';
import { messageOf } from '../../command-line/message-of.ts';
import { Failure } from './failure.ts';
import type { PartName } from './parts.ts';

export type OwnServers = {
  /** The variables of the file. */
  readonly env: Readonly<Partial<Record<Variable, string>>>;
  /** What the file replaces whole. */
  readonly parts: ReadonlySet<PartName>;
};

/** All of a part's variables stand in the file, or none. */
const variablesOf: Readonly<Record<PartName, readonly Variable[]>> = {
  postgres: [
    'DATABASE_ANALYTICS',
    'DATABASE_ANALYTICS_OWNER',
    'DATABASE_PLATFORM',
    'DATABASE_PLATFORM_OWNER',
    'DATABASE_INFRASTRUCTURE',
    'DATABASE_INFRASTRUCTURE_OWNER',
  ],
  redis: ['REDIS_URL'],
  broker: ['BROKER_URL_ANALYTICS', 'BROKER_URL_PLATFORM', 'BROKER_URL_INFRA', 'BROKER_URL_WORKER'],
  objects: ['OBJECTS_ENDPOINT', 'OBJECTS_REGION', 'OBJECTS_ACCESS_KEY', 'OBJECTS_SECRET_KEY'],
  identity: [
    'ISSUER_ANALYTICS',
    'ISSUER_LABS',
    'ANALYTICS_CLIENT_ID',
    'ANALYTICS_CLIENT_SECRET',
    'PLATFORM_CLIENT_ID',
    'PLATFORM_CLIENT_SECRET',
    'INFRA_CLIENT_ID',
    'INFRA_CLIENT_SECRET',
  ],
};

/**
 * What the file may add to its own part. The pair above makes missing buckets; a service with its own pair uses that
 * one.
 */
const optionalOf: Readonly<Partial<Record<PartName, readonly Variable[]>>> = {
  objects: ownObjectKeyPairs.flatMap(({ access, secret }) => [access, secret]),
};

/** What a start decides itself: its own ports and folders, and the engine of --engine. */
const decidedByStart: readonly Variable[] = [
  'ENVIRONMENT',
  'INSTALLATION_ID',
  'PUBLIC_URL',
  'TRUSTED_PROXIES',
  'ANALYTICS_LISTEN',
  'PLATFORM_LISTEN',
  'INFRA_LISTEN',
  'WEB_LISTEN',
  'WEB_DIR',
  'INFRA_URL',
  'SPOOL_DIR',
  'DOCS_DIR',
  'LAB_ENGINE',
  'LAB_ENGINE_SOCKET',
  'LAB_ENGINE_FOLDER',
  'LAB_TOOLS_IMAGE',
];

export const noOwnServers: OwnServers = { env: {}, parts: new Set() };

/** A mistake is a `Failure` that names the file, every variable in question and what to write; never a value. */
export function readOwnServers(file: string): OwnServers {
  const { env, odd } = valuesOf(file);
  const mistakes = [
    ...odd,
    ...Object.entries(env).toSorted().flatMap(mistakeIn),
    ...incomplete(env),
    ...halfPairs(env),
  ];
  if (mistakes.length > 0) throw new Failure(`${file} cannot be used:\n  ${mistakes.join('\n  ')}`);
  const parts = Object.entries(variablesOf).filter(([, names]) => names.every((name) => env[name] !== undefined));
  return { env, parts: new Set(parts.map(([part]) => part as PartName)) };
}

type Values = { readonly env: Readonly<Record<string, string>>; readonly odd: readonly string[] };

function valuesOf(file: string): Values {
  try {
    const text = readFileSync(file, 'utf8');
    const odd = text
      .split('\n')
      .flatMap((line, at) =>
        /^\s*(#.*|(export\s+)?[A-Za-z_]\w*\s*=.*)?$/.test(line)
          ? []
          : [`Line ${at + 1} does not have the form NAME=value.`],
      );
    return { env: parseEnv(text) as Record<string, string>, odd };
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${messageOf(error)}`);
  }
}

function mistakeIn([name, value]: readonly [string, string]): readonly string[] {
  if (!(name in definitions)) return [`${name} is not a variable of the services; deploy/README.md lists them.`];
  if (decidedByStart.some((each) => each === name)) return [`${name} is set by npm start. Remove it.`];
  try {
    definitions[name as Variable].reader.read(value);
    return [];
  } catch {
    return [`${name} is invalid: expected ${definitions[name as Variable].reader.expected}.`];
  }
}

const calledOf: Readonly<Record<string, string>> = { objects: 'object store', identity: 'identity provider' };

const incomplete = (env: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(variablesOf).flatMap(([part, names]) => {
    const missing = names.filter((name) => env[name] === undefined);
    const given = [...names, ...(optionalOf[part as PartName] ?? [])].some((name) => env[name] !== undefined);
    return missing.length === 0 || !given
      ? []
      : [
          `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing to use your own ${calledOf[part] ?? part}.`,
        ];
  });

const halfPairs = (env: Readonly<Record<string, string>>): readonly string[] =>
  ownObjectKeyPairs.flatMap(({ access, secret }) => {
    if ((env[access] === undefined) === (env[secret] === undefined)) return [];
    return [env[access] === undefined ? `${secret} needs ${access}.` : `${access} needs ${secret}.`];
  });

/** The issuers of an identity provider of the user's own; undefined where the embedded one is in use. */
export const issuersOf = ({ env, parts }: OwnServers): { analytics: string; labs: string } | undefined =>
  parts.has('identity') ? { analytics: env.ISSUER_ANALYTICS ?? '', labs: env.ISSUER_LABS ?? '' } : undefined;
