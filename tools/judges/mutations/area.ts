// A part of a contract that is small enough to be asked again for every mutant: everything in it is implemented, and no
// limit ends the questions.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundle } from '../../contract/document/bundle.ts';
import { asRecord, type JsonObject, mapObject } from '../../contract/json.ts';
import type { Person, Values } from '../conformance/requests/values.ts';

export type Area = {
  readonly document: 'analytics' | 'platform' | 'infra';
  /** What paths begin with. */
  readonly paths: readonly string[];
  /** Roles of the people who may do everything. */
  readonly roles: readonly string[];
  readonly values: Values;
  /**
   * How long a request may take. Beyond half a minute no check waits for slow bodies, and a busy machine does not
   * change a verdict.
   */
  readonly timeoutMs?: number;
  /** What each policy grants in its window; more than a run asks when left out. */
  readonly quota?: number;
  /** What is planned stays so. */
  readonly keepsPlanned?: boolean;
  /** Tokens look like JWTs. */
  readonly hasSigned?: true;
  /** Declared replies that are not observed are findings. */
  readonly isStrict?: true;
  /** No time passes: an instance that changed between two reads would change its ETag between them. */
  readonly clockStands?: true;
  /** At the end of a run its limits are used up, and then a part that it depends on goes away. */
  readonly isDegradable?: true;
};

const root = join(import.meta.dirname, '../../..');

/** What a mock has no means to know, and so cannot answer. */
const unreached = { '* 503 unavailable': 'a mock depends on nothing' };

const firstShell = "name: First shell\ncontainers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n";

export const areas = {
  admin: {
    document: 'analytics',
    paths: ['/admin/'],
    roles: ['admin'],
    values: {
      unreached,
      operations: {
        createDealer: {
          good: { fields: { dealer_id: '{{random}}' } },
          causes: {
            '409 conflict': { fields: { dealer_id: '{{createDealer:/dealer_id}}' } },
            '400 invalid-request': { fields: { name: 7 }, place: '/name' },
          },
        },
        replaceDealer: {
          good: {
            path: { dealer_id: '{{createDealer:/dealer_id}}' },
            fields: { dealer_id: '{{createDealer:/dealer_id}}' },
          },
        },
        createGrant: { good: { fields: { principal: '{{random}}' } } },
        createAlias: { good: { fields: { alias: '{{random}}' } } },
        replaceGrant: { good: { fields: { principal: '{{createGrant:/principal}}' } } },
      },
    },
  },
  series: {
    document: 'analytics',
    paths: ['/indices', '/definitions', '/catalog/'],
    roles: [],
    values: {
      unreached,
      operations: {
        listIndices: { more: [{ query: { period_type: 'quarter' } }] },
        listModelFamilies: { good: { query: { brand_id: 'toyota' } } },
      },
    },
  },
  definitions: {
    document: 'analytics',
    paths: ['/definitions'],
    roles: [],
    values: {},
    isStrict: true,
    isDegradable: true,
  },
  signed: { document: 'analytics', paths: ['/definitions'], roles: [], values: { unreached }, hasSigned: true },
  planned: {
    document: 'platform',
    paths: ['/submissions'],
    roles: ['student'],
    values: { unreached },
    keepsPlanned: true,
  },
  tokens: { document: 'analytics', paths: ['/auth/'], roles: [], values: { unreached } },
  jobs: { document: 'analytics', paths: ['/ingest/files', '/ingest/jobs'], roles: [], values: { unreached } },
  slow: {
    document: 'analytics',
    paths: ['/admin/calendars'],
    roles: ['admin'],
    values: { unreached },
    timeoutMs: 5_000,
  },
  limits: {
    document: 'analytics',
    paths: ['/scope', '/policies', '/auth/token'],
    roles: [],
    values: { unreached },
    quota: 300,
  },
  browser: { document: 'platform', paths: ['/auth/login'], roles: [], values: { unreached } },
  deployments: {
    document: 'infra',
    paths: ['/'],
    roles: [],
    clockStands: true,
    // An instance has no last state, and a new password changes none.
    values: { unreached, operations: { rotateAccess: { until: [] } } },
  },
  labs: {
    document: 'platform',
    paths: ['/labs'],
    roles: ['admin', 'teacher', 'student'],
    clockStands: true,
    values: {
      unreached,
      operations: {
        uploadLab: { good: { media: 'application/yaml', body: `lab_id: {{random}}\n${firstShell}` } },
      },
    },
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof areas;

/** Writes the part as a separate document. */
export function written({ document, paths, timeoutMs = 60_000, quota = 20_000, keepsPlanned = false }: Area): {
  readonly root: string;
  readonly file: string;
} {
  const { json } = bundle(root, `spec/${document}/openapi.yaml`);
  const part = {
    ...json,
    'x-defaults': { ...asRecord(json['x-defaults']), timeout_ms: timeoutMs },
    'x-rate-limits': mapObject(asRecord(json['x-rate-limits']), (each) => ({ ...asRecord(each), quota })),
    paths: Object.fromEntries(
      Object.entries(asRecord(json.paths))
        .filter(([path]) => paths.some((each) => path.startsWith(each)))
        .map(([path, item]) => [
          path,
          mapObject(asRecord(item), (each) => (keepsPlanned ? asRecord(each) : implemented(asRecord(each)))),
        ]),
    ),
  };
  const place = mkdtempSync(join(ownFolder(), 'area-'));
  const file = `spec/${document}/openapi.yaml`;
  mkdirSync(dirname(join(place, file)), { recursive: true });
  writeFileSync(join(place, file), JSON.stringify(part));
  for (const shared of ['spec/problems.yaml', 'spec/common.yaml']) cpSync(join(root, shared), join(place, shared));
  return { root: place, file };
}

let own: string | undefined;

/** A folder of this process, and gone with it. */
function ownFolder(): string {
  if (own !== undefined) return own;
  const made = mkdtempSync(join(tmpdir(), 'mutants-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  own = made;
  return made;
}

function implemented({ 'x-planned': _, 'x-limits': limits, responses, ...operation }: JsonObject): JsonObject {
  const { 501: __, ...replies } = asRecord(responses);
  const { timeout_ms: ___, idle_ms: ____, ...kept } = asRecord(limits);
  return { ...operation, ...(limits === undefined ? {} : { 'x-limits': kept }), responses: replies };
}

const opaque = (name: string): string => `token-of-${name}-7c9f3d8e2f64`;

/** It is never read; only its form counts. */
const signed = (name: string, claims: object = {}): string => {
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text({ alg: 'RS256', typ: 'at+jwt' })}.${text({ sub: name, exp: 4070908800, ...claims })}.${Buffer.from(`signature of ${name}`).toString('base64url')}`;
};

/**
 * One who may do everything, one without a role, one who has a role that is never enough, one to whom nothing belongs.
 */
export function callersOf({ roles, hasSigned }: Area): readonly Person[] {
  const tokenOf = hasSigned ? signed : opaque;
  return [
    { name: 'ann', token: tokenOf('ann'), roles },
    { name: 'bob', token: tokenOf('bob'), roles: ['visitor'] },
    { name: 'eve', token: tokenOf('eve'), roles, ownsNothing: true },
  ];
}

/** Given to the run as those that must be refused. */
export const refusedOf = ({ hasSigned }: Area): Readonly<Record<string, string>> =>
  hasSigned
    ? {
        'an expired token': signed('ann', { exp: 1 }),
        'a token for another audience': signed('ann', { aud: 'urn:covenant:nobody' }),
      }
    : {};
