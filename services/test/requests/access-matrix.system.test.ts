// Every operation of the contract that takes an access token, asked by every kind of caller for what is theirs and for
// what is not: who is let in, and what refuses others. The operations, their filters and bodies come from the contract
// and their groups from the policies, so that a new one is in the matrix; what a group permits is written here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { readPolicies } from '../../../tools/generator/policies/cedar.ts';
import { raised } from '../../../tools/judges/services/callers.fixture.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, type Granted, grant, login, upload } from '../fixtures/users.ts';
import { callers, matrix, other, own } from './access-matrix.fixture.ts';

const root = path.join(import.meta.dirname, '../../..');

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: true;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly schema?: { readonly type?: string };
};
type Media = { readonly examples?: Readonly<Record<string, { readonly value: Readonly<Record<string, unknown>> }>> };
type Operation = {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
};
type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
};

const contract = JSON.parse(readFileSync(path.join(root, 'generated/analytics/openapi.json'), 'utf8')) as Contract;
const groups = new Map(readPolicies(root).actions.map(({ name, groups: [group = 'anyone'] }) => [name, group]));
const groupNames = new Set(groups.values());
const operations = Object.entries(contract.paths).flatMap(([template, methods]) =>
  Object.entries(methods)
    .filter(([, { security = [] }]) => security.some((scheme) => 'bearer' in scheme))
    .map(([method, operation]) => ({ template, method: method.toUpperCase(), ...operation })),
);
type Asked = (typeof operations)[number];

/** What a request asks for: what every grant contains, or one value that no grant contains. */
const attributes = ['own', 'dealer_id', 'brand_id', 'region_id'] as const;
type Attribute = (typeof attributes)[number];

const declared = ({ parameters = [] }: Asked): readonly Parameter[] =>
  parameters.map((each) =>
    '$ref' in each ? (contract.components.parameters[each.$ref.split('/').at(-1) ?? ''] as Parameter) : each,
  );
const bodyOf = ({ requestBody }: Asked): Readonly<Record<string, unknown>> | undefined =>
  Object.values(Object.values(requestBody?.content ?? {})[0]?.examples ?? {})[0]?.value;

const isOfJob = ({ template }: Asked): boolean => template.includes('/jobs/{id}');
const isOfDealer = ({ template }: Asked): boolean => template.startsWith('/dealers/{dealer_id}');

/** Attributes that the operation names, in its path, its query or its body; a job is one of a dealer. */
function attributesOf(asked: Asked): readonly Attribute[] {
  const names = [
    ...declared(asked)
      .filter((each) => each.in === 'query')
      .map(({ name }) => name),
    ...Object.keys(bodyOf(asked) ?? {}),
  ];
  const isDealers = groups.get(asked.operationId) !== 'administer';
  return attributes.filter(
    (each) =>
      each === 'own' ||
      (isDealers && (names.includes(each) || ((isOfJob(asked) || isOfDealer(asked)) && each === 'dealer_id'))),
  );
}

const foreign = { dealer_id: other, brand_id: 'opel', region_id: 'bergen' } as const;
const owned = { dealer_id: own, brand_id: 'toyota', region_id: 'oslo' } as const;

type Jobs = { readonly own: string; readonly other: string };

function requestOf(
  asked: Asked,
  attribute: Attribute,
  jobs: Jobs,
): { readonly url: string; readonly init: RequestInit } {
  const named = (name: string) =>
    name === attribute ? foreign[name as keyof typeof foreign] : owned[name as keyof typeof owned];
  const [query, headers] = [new URLSearchParams(), new Headers()];
  let url = asked.template.replace('/jobs/{id}', `/jobs/${attribute === 'dealer_id' ? jobs.other : jobs.own}`);
  for (const { name, in: place, required, example, examples } of declared(asked)) {
    const value = String(example ?? Object.values(examples ?? {})[0]?.value ?? '');
    if (place === 'path' && name === 'dealer_id' && isOfDealer(asked)) url = url.replace('{dealer_id}', named(name));
    else if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === 'query' && name in owned) query.set(name, String(named(name)));
    else if (place === 'query' && required) query.set(name, value);
    else if (place === 'header' && required) headers.set(name, value);
  }
  const body = bodyOf(asked);
  if (body === undefined) return { url: `${url}?${query}`, init: { method: asked.method, headers } };
  const fields = { ...body, ...('dealer_id' in body ? { dealer_id: named('dealer_id') } : {}) };
  if (asked.requestBody?.content['application/json'] === undefined)
    return { url, init: { method: asked.method, headers, body: formOf(fields) } };
  headers.set('content-type', 'application/json');
  return { url: `${url}?${query}`, init: { method: asked.method, headers, body: JSON.stringify(fields) } };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (name !== 'file') form.set(name, String(value));
  form.set('file', new Blob(['period_start,brand,units_sold\n2026-01,Toyota,1\n']), 'sales.csv');
  return form;
}

/**
 * `+`: permitted, whatever the answer; else the policy and the attribute that refuse it, or the status. A 400 would
 * hide the decision.
 */
async function outcomeOf(
  api: Running,
  token: string | undefined,
  { url, init }: ReturnType<typeof requestOf>,
): Promise<string> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${api.url}/api/v1${url}`, { ...init, headers });
  const text = await response.text();
  if (response.status === 403) {
    const { policy, attribute, type } = JSON.parse(text) as Record<string, string>;
    return policy === undefined ? `403 ${type?.split('/').at(-1)}` : `${policy}:${attribute}`;
  }
  if (response.status === 401) return '401';
  const isRefused = [400, 405, 415, 429].includes(response.status) || response.status >= 500;
  if (isRefused) return `${response.status} ${text}`;
  const isSecret = url.includes('/jobs/') || text.includes('The dealer does not exist, or you have no grant for it.');
  return response.status === 404 && isSecret ? '404' : '+';
}

function expectedOf(asked: Asked): Readonly<Record<string, readonly string[]>> {
  const isNamed = declared(asked).some(({ in: place, name }) => place === 'query' && name === 'dealer_id');
  const place = isOfDealer(asked) ? 'dealer' : isOfJob(asked) && !isNamed ? 'job' : 'dealer_id';
  const names = attributesOf(asked).map((each) => (each === 'dealer_id' ? place : each));
  const row = matrix[asked.operationId] ?? matrix[`${groups.get(asked.operationId)} ${names.join(' ')}`];
  if (row === undefined)
    throw new Error(`${asked.operationId} has no row: ${groups.get(asked.operationId)} ${names.join(' ')}`);
  return { anonymous: names.map(() => '401'), ...row };
}

/** Tokens of each kind of caller, and a job of each dealer that has rejected rows and changes to show. */
async function prepared(whole: System, api: Running) {
  await dealers(whole, [own, other]);
  const tokenOf = async (roles: readonly string[], grants: readonly Granted[]): Promise<string> => {
    const { id, email, password } = await freshUser(whole.identity, 'analytics', roles);
    await grant(whole, id, grants);
    return (await login(api, { id, email, password })).access_token;
  };
  const jobOf = async (dealer_id: string): Promise<string> => {
    const token = await tokenOf([], [{ dealer: dealer_id }]);
    const file =
      'period_start,brand,region,units_sold\n2026-01,Toyota,Oslo,1\n2026-01,Opel,Bergen,2\n2026-01,Saab,Oslo,many\n';
    const job = await accepted(
      await upload(api, token, file, { dealer_id, period: '2026-01', dry_run: 'true', on_error: 'skip' }),
    );
    await ended(api, token, job);
    return job;
  };
  const tokens: [name: string, token: string | undefined][] = [['anonymous', undefined]];
  for (const [name, { roles = [], grants }] of Object.entries(callers))
    tokens.push([name, await tokenOf(roles, grants)]);
  return { tokens, jobs: { own: await jobOf(own), other: await jobOf(other) } };
}

test('each operation permits and refuses each kind of caller as the matrix says, for each attribute', async (t) => {
  t.timeout(240_000);
  const whole = await system(t);
  const api = await whole.run(['analytics', 'ingest'], raised);
  const { tokens, jobs } = await prepared(whole, api);
  for (const asked of operations) {
    const found = Object.fromEntries(
      await Promise.all(
        tokens.map(async ([name, token]) => {
          const outcomes = attributesOf(asked).map((each) => outcomeOf(api, token, requestOf(asked, each, jobs)));
          return [name, await Promise.all(outcomes)] as const;
        }),
      ),
    );
    t.deepEqual(found, expectedOf(asked), asked.operationId);
  }
});

test('the matrix has no row that no operation needs, and each operation has its group', (t) => {
  const used = new Set(operations.map((asked) => expectedOf(asked)).map((row) => JSON.stringify(row)));
  t.is(used.size, new Set(Object.values(matrix).map((row) => JSON.stringify(row))).size);
  t.deepEqual(
    operations.map(({ operationId }) => operationId).toSorted(),
    [...groups.keys()].filter((name) => !groupNames.has(name)).toSorted(),
  );
});
