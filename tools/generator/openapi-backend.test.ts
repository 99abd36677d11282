// Routing and request validation beside openapi-backend, an implementation by others, on every document. What differs on purpose is listed, with its reason.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { type Document, OpenAPIBackend } from 'openapi-backend';
// The root's, since tools/node_modules holds an older one of somebody else's.
import addFormats from '../../node_modules/ajv-formats/dist/index.js';
import type { Found, OperationFacts, Validators } from '../runtime/contract.ts';
import { isRefusal } from '../runtime/exchange.ts';
import { readPairs } from '../runtime/parameters.ts';
import { segmentsOf } from '../runtime/path.ts';
import { beside, drawFrom } from './arbitrary.ts';
import { asRecord, isRecord, type Json, type JsonObject } from './json.ts';

const root = join(import.meta.dirname, '../..');
const documents = [
  'generated/analytics',
  'generated/platform',
  'generated/infra',
  'tools/generator/fixtures/tiny/generated/tiny',
];

type Ours = {
  name: string;
  json: JsonObject;
  operations: Record<string, OperationFacts>;
  route(segments: readonly string[]): Found | undefined;
  validators: Validators;
};

async function load(folder: string): Promise<Ours> {
  const name = folder.split('/').at(-1) ?? '';
  const [server, routes, validators] = await Promise.all(
    ['server.ts', 'routes.ts', 'validate.js'].map(
      (file) => import(join(root, folder, file)) as Promise<Record<string, unknown>>,
    ),
  );
  return {
    name,
    json: JSON.parse(readFileSync(join(root, folder, 'openapi.json'), 'utf8')) as JsonObject,
    operations: server?.[`${name}Operations`] as Ours['operations'],
    route: routes?.route as Ours['route'],
    validators: validators as Validators,
  };
}

/** As far as it goes for 3.1: `quick` skips its check against the 3.0 schema, formats are added, text is coerced. */
async function backendOf(json: JsonObject): Promise<OpenAPIBackend> {
  const api = new OpenAPIBackend({
    definition: structuredClone(json) as unknown as Document,
    quick: true,
    strict: true,
    coerceTypes: true,
    ajvOpts: { strict: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  });
  return api.init();
}

const settings = {
  numRuns: Number(process.env.FAST_CHECK_RUNS ?? 60),
  seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()),
};

/** One path of the operation, its parameters as given. */
const fill = (path: string, values: (name: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values(name));

const schemasOf = (json: JsonObject) => asRecord(asRecord(json.components).schemas) as Record<string, JsonObject>;

/** What ours finds: an operation, 404, 405, or a refusal of the path itself. */
function ourMatch({ route }: Ours, method: string, path: string): string {
  const segments = segmentsOf(path);
  if (isRefusal(segments)) return 'refused';
  const found = segments && route(segments);
  return found === undefined ? 'none' : (found.resource.methods[method] ?? 'other method');
}

const theirMatch = (api: OpenAPIBackend, method: string, path: string): string =>
  api.router.matchOperation({ method, path, headers: {} })?.operationId ?? 'none';

for (const folder of documents) {
  test(`${folder}: each path leads to the operation that openapi-backend finds`, async (t) => {
    const ours = await load(folder);
    const api = await backendOf(ours.json);
    t.log(`seed ${settings.seed}`);
    const segment = fc
      .string({ unit: fc.constantFrom(...'abz019-_.~!$&()*+,;=:@'), minLength: 1, maxLength: 12 })
      .filter((text) => !/^\.\.?$/.test(text));
    for (const { id, method, path } of Object.values(ours.operations)) {
      fc.assert(
        fc.property(fc.array(segment, { minLength: 5, maxLength: 5 }), (segments) => {
          const asked = fill(path, () => segments.pop() ?? 'x');
          // A literal path may be hit by chance; then both find it.
          const found = ourMatch(ours, method, asked);
          return found === theirMatch(api, method, asked) && (found === id || asked !== path);
        }),
        { ...settings, numRuns: 20 },
      );
    }
    t.pass();
  });

  test(`${folder}: hostile paths lead nowhere that openapi-backend does not go either`, async (t) => {
    const ours = await load(folder);
    const api = await backendOf(ours.json);
    const found: string[] = [];
    for (const { method, path } of Object.values(ours.operations)) {
      for (const hostile of hostilePaths(fill(path, () => 'a1'))) {
        const [mine, theirs] = [ourMatch(ours, method, hostile), theirMatch(api, method, hostile)];
        if (mine === theirs || justified.some(({ applies }) => applies(mine, theirs, hostile))) continue;
        found.push(`${method} ${hostile}: ours ${mine}, theirs ${theirs}`);
      }
    }
    t.deepEqual(found, []);
  });
}

const hostilePaths = (path: string): string[] => [
  `${path}/`,
  `${path}//`,
  `/${path}`,
  path.replace('/', '//'),
  `${path}/.`,
  `${path}/..`,
  `${path}/%2e%2e`,
  `/.${path}`,
  `${path}%`,
  `${path}%zz`,
  `${path}%ff`,
  `${path}%00`,
  `${path}%0a`,
  `${path}%2f`,
  `${path}%2F..`,
  `${path};x=1`,
  `${path}.json`,
  `${path}/__proto__`,
  path.replace('a1', '__proto__'),
  path.replace('a1', 'constructor'),
  path.replace('a1', '%61%31'),
  path.replace('a', '%61'),
  path.toUpperCase(),
  ` ${path}`,
  `${path} `,
  `${path}\u00e6`,
  `${path}\\`,
  path.slice(0, -1),
  '/',
  '',
];

/** Where we differ on purpose. */
const justified: readonly { why: string; applies(ours: string, theirs: string, path: string): boolean }[] = [
  {
    why: 'a path with a broken escape, a control character, an empty or a dot segment is refused as such, with 400',
    applies: (ours) => ours === 'refused',
  },
  {
    why: 'a trailing slash is another address; theirs cuts it off',
    applies: (ours, _, path) => ours === 'none' && path.endsWith('/'),
  },
  {
    why: 'an address without the method is 405 for us; theirs has none, or goes on to a path template',
    applies: (ours) => ours === 'other method',
  },
  {
    why: '%61 is an a (RFC 3986, 6.2.2.2); theirs compares literals undecoded',
    applies: (_, theirs, path) => path.includes('%') && (theirs === 'none' || path.includes('%61')),
  },
];

for (const folder of documents) {
  test(`${folder}: bodies are judged as openapi-backend judges them`, async (t) => {
    const ours = await load(folder);
    const api = await backendOf(ours.json);
    t.log(`seed ${settings.seed}`);
    const seen = { accepted: 0, refused: 0 };
    for (const { id, operation, path, method } of jsonBodies(ours)) {
      const schema = asRecord(asRecord(asRecord(asRecord(operation.requestBody).content)['application/json']).schema);
      const validate = ours.validators[`${id}_json`];
      const value = drawFrom(schema, schemasOf(ours.json));
      fc.assert(
        fc.property(fc.oneof(value, value.chain(beside)), (body) => {
          const mine = validate?.(structuredClone(body)) ?? true;
          const theirs = judgeBody(api, id, method, path, ours, body);
          seen[mine ? 'accepted' : 'refused']++;
          if (mine !== theirs && !(theirs && !mine && stricterFormat(validate?.errors)))
            throw new Error(`${id}: ours ${mine} ${JSON.stringify(validate?.errors)}, theirs ${theirs}`);
        }),
        settings,
      );
    }
    t.true(jsonBodies(ours).length === 0 || (seen.accepted > 5 && seen.refused > 5), JSON.stringify(seen));
  });

  test(`${folder}: queries are judged as openapi-backend judges them`, async (t) => {
    const ours = await load(folder);
    const api = await backendOf(ours.json);
    t.log(`seed ${settings.seed}`);
    const seen = { accepted: 0, refused: 0 };
    for (const { id, method, path, parameters } of Object.values(ours.operations)) {
      const schema = querySchema(ours, id);
      if (schema === undefined) continue;
      const value = drawFrom(schema, schemasOf(ours.json));
      fc.assert(
        fc.property(fc.oneof({ weight: 3, arbitrary: value }, value.chain(beside)), (drawn) => {
          const pairs = pairsOf(isRecord(drawn) ? drawn : {});
          const { values, errors } = readPairs(pairs, parameters.query, () => ({}));
          const validate = ours.validators[`${id}_query`];
          const mine = errors.length === 0 && (validate?.(values) ?? true);
          seen[mine ? 'accepted' : 'refused']++;
          const theirs = judgeQuery(
            api,
            id,
            method,
            fill(path, (name) => pathValue(ours, id, name)),
            pairs,
          );
          if (mine !== theirs && !coercedByThem(mine, pairs, validate?.errors))
            throw new Error(
              `${id} ${JSON.stringify(pairs)}: ours ${mine} ${JSON.stringify(validate?.errors)}, theirs ${theirs}`,
            );
        }),
        settings,
      );
    }
    t.true(seen.accepted > 5 && seen.refused > 5, JSON.stringify(seen));
  });
}

type JsonBody = { id: string; method: string; path: string; operation: JsonObject };

function jsonBodies({ json, operations }: Ours): JsonBody[] {
  return Object.values(operations).flatMap(({ id, method, path, body }) => {
    const operation = asRecord(asRecord(asRecord(json.paths)[path])[method.toLowerCase()]);
    return body?.media['application/json'] === 'json' ? [{ id, method, path, operation }] : [];
  });
}

function parametersOf({ json, operations }: Ours, id: string): JsonObject[] {
  const { path = '', method = '' } = operations[id] ?? {};
  const item = asRecord(asRecord(json.paths)[path]);
  const all = [
    ...((item.parameters ?? []) as Json[]),
    ...((asRecord(item[method.toLowerCase()]).parameters ?? []) as Json[]),
  ].map(asRecord);
  return all.map((each) =>
    typeof each.$ref === 'string'
      ? asRecord(asRecord(asRecord(json.components).parameters)[each.$ref.split('/').at(-1) ?? ''])
      : each,
  );
}

function querySchema(ours: Ours, id: string): JsonObject | undefined {
  const mine = parametersOf(ours, id).filter((each) => each.in === 'query');
  if (mine.length === 0) return undefined;
  return {
    type: 'object',
    required: mine.filter(({ required }) => required === true).map(({ name }) => name ?? ''),
    properties: Object.fromEntries(mine.map(({ name, schema }) => [String(name), schema ?? {}])),
  };
}

/** A value for a path parameter that its schema takes, the same each time. */
function pathValue(ours: Ours, id: string, name: string): string {
  const schema = asRecord(parametersOf(ours, id).find((each) => each.in === 'path' && each.name === name)?.schema);
  return encodeURIComponent(String(fc.sample(drawFrom(schema, schemasOf(ours.json)), { numRuns: 1, seed: 1 })[0]));
}

function headersOf(ours: Ours, id: string): Record<string, string> {
  const required = parametersOf(ours, id).filter((each) => each.in === 'header' && each.required === true);
  return Object.fromEntries(
    required.map(({ name, schema }) => [
      String(name).toLowerCase(),
      String(fc.sample(drawFrom(asRecord(schema), schemasOf(ours.json)), { numRuns: 1, seed: 1 })[0]),
    ]),
  );
}

function judgeBody(api: OpenAPIBackend, id: string, method: string, path: string, ours: Ours, body: Json): boolean {
  const filled = fill(path, (name) => pathValue(ours, id, name));
  const headers = { 'content-type': 'application/json', ...headersOf(ours, id) };
  return api.validateRequest({ method, path: filled, headers, query: {}, body: structuredClone(body) }, id).valid;
}

type Pair = readonly [string, string];

const pairsOf = (values: JsonObject): Pair[] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each): Pair => [name, typeof each === 'string' ? each : JSON.stringify(each)]),
  );

function judgeQuery(api: OpenAPIBackend, id: string, method: string, path: string, pairs: readonly Pair[]): boolean {
  const query = `?${new URLSearchParams(pairs as [string, string][])}`;
  return (
    api.validateRequest({ method, path: path + query, headers: {} }, id).valid ||
    onlyOthers(api, id, method, path + query)
  );
}

/** What is asked for is the query; a missing header or body is no matter here. */
function onlyOthers(api: OpenAPIBackend, id: string, method: string, path: string): boolean {
  const { errors } = api.validateRequest({ method, path, headers: {} }, id);
  return (errors ?? []).every(
    ({ instancePath, params }) =>
      /^\/(header|cookie|path)|^\/requestBody/.test(instancePath) ||
      ['header', 'requestBody', 'cookie'].includes(String(params.missingProperty)),
  );
}

/** Formats of ours are stricter in three places, named in runtime/formats.ts. */
const stricterFormat = (errors: Validators[string]['errors']): boolean =>
  (errors ?? []).length > 0 &&
  (errors ?? []).every(
    ({ keyword, params }) =>
      keyword === 'format' && ['date-time', 'uri', 'uuid', 'int64', 'email'].includes(String(params.format)),
  );

/**
 * Texts that ajv makes numbers, booleans or one-item lists of, and we do not: '', ' 1', '1e3', '0x10', 'null' as text for a number. Without coercion a
 * repeated scalar is a list for both.
 */
const coercedByThem = (mine: boolean, pairs: readonly Pair[], errors: Validators[string]['errors']): boolean =>
  (!mine && pairs.some(([, text]) => text === '' || /^\s|\s$|[eExX.+]|^0\d|^-0$/.test(text))) ||
  (!mine && stricterFormat(errors));
