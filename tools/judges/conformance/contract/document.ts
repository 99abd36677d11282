// A contract as its document states it: operations with references followed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { valueAt as at, bundle, escapeKey, followed, isRecord, type Json, keysOf } from './bundle.ts';
import type { Body, Contract, Limit, Operation, Parameter, Reply, Schema } from './contract.ts';

export type { Body, Contract, Limit, Operation, Parameter, Registered, Reply, Schema } from './contract.ts';

/** The run asks what these conventions promise; of another document it could only guess. */
const keepsConventions = (raw: Json): boolean => 'x-document' in raw;

/** The registry beside our own documents, for one that was bundled before. */
const ownRegistry = path.join(import.meta.dirname, '../../../../spec', 'problems.yaml');

/** What the tool can ask nothing about, with what it lacks. */
export class NoContract extends Error {}

export function readContract(file: string): Contract {
  const { raw, registry } = read(file);
  const paths = Object.entries(raw.paths as Json).map(
    ([template, item]) => [template, followed(raw, item as Json)] as const,
  );
  const operations = paths.flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, value]) =>
      isMethod(method) && isRecord(value) ? [operationOf(raw, template, method, value, item)] : [],
    ),
  );
  if (operations.length === 0) throw new NoContract(`${file} has no operation, so there is nothing to ask.`);
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  const methods = new Map([...byPath].map(([at, found]) => [at, found.map(({ method }) => method)]));
  const known = registry ?? (parse(readFileSync(ownRegistry, 'utf8')) as Json).problems;
  const name = String(raw['x-document'] ?? path.basename(file));
  return { name, raw, registry: known as Contract['registry'], operations, methods };
}

const isMethod = (key: string): boolean => ['get', 'put', 'post', 'patch', 'delete'].includes(key);

function read(file: string): ReturnType<typeof bundle> {
  try {
    const found = bundle(file);
    if (!isRecord(found.raw) || !String(found.raw.openapi).startsWith('3.') || !isRecord(found.raw.paths))
      throw new Error('it has no `openapi: 3.x` with `paths`');
    if (!keepsConventions(found.raw))
      throw new Error('it has no x-document, so that it keeps other conventions (try Schemathesis)');
    return found;
  } catch (error) {
    throw new NoContract(`${file} cannot be read as a contract with our conventions: ${(error as Error).message}.`);
  }
}

function operationOf(raw: Json, template: string, method: string, value: Json, item: Json): Operation {
  const place = `${resolved(raw, `/paths/${escapeKey(template)}`)}/${method}`;
  const limits = { ...(raw['x-defaults'] as Json | undefined), ...(value['x-limits'] as Json | undefined) };
  const security = (value.security ?? raw.security ?? []) as readonly Json[];
  const request = followed(raw, (value.requestBody as Json | undefined) ?? {});
  const content = Object.keys((request.content as Json | undefined) ?? {});
  const replies = Object.keys((value.responses as Json | undefined) ?? {}).map((status): [string, Reply] => [
    status,
    replyOf(raw, `${place}/responses/${status}`),
  ]);
  return {
    id: String(value.operationId ?? `${method.toUpperCase()} ${template}`),
    method: method.toUpperCase(),
    path: template,
    planned: value['x-planned'] === true,
    isPublic: security.length === 0 || security.some((each) => Object.keys(each).length === 0),
    takesBearer: security.some((each) => Object.keys(each).some((name) => schemeOf(raw, name)?.scheme === 'bearer')),
    takesSession: security.some((each) => Object.keys(each).some((name) => schemeOf(raw, name)?.in === 'cookie')),
    roles: (value['x-roles'] as readonly string[] | undefined) ?? [],
    parameters: parametersOf(raw, item, value),
    bodies: content.map((media) =>
      bodyOf(raw, resolved(raw, `${place}/requestBody`), media, request.required === true),
    ),
    replies: Object.fromEntries(replies),
    bodyBytes: Number(limits.body_bytes ?? 1 << 20),
    timeoutMs: Number(limits.timeout_ms ?? 10_000),
    idleMs: Number(limits.idle_ms ?? limits.timeout_ms ?? 10_000),
    conditional: value['x-conditional'] as string | undefined,
    idempotent: value['x-idempotency'] === true,
    paged: value['x-page'] === true,
    job: value['x-job'] as Operation['job'],
    limit: limitOf(raw, value['x-rate-limit']),
  };
}

const schemeOf = (raw: Json, name: string): Json | undefined => {
  const scheme = at(raw, ['components', 'securitySchemes', name]) as Json | undefined;
  return scheme && followed(raw, scheme);
};

/** Those of the path, and those of the operation, which come first. */
function parametersOf(raw: Json, item: Json, operation: Json): readonly Parameter[] {
  const all = [operation, item].flatMap(({ parameters = [] }) =>
    (parameters as readonly Json[]).map((each) => parameterOf(raw, each)),
  );
  return all.filter((each, n) => all.findIndex((other) => other.name === each.name && other.in === each.in) === n);
}

function limitOf(raw: Json, value: unknown): Limit | undefined {
  if (!isRecord(value)) return undefined;
  const policy = String(value.policy);
  const { quota, window_s, per } = at(raw, ['x-rate-limits', policy]) as Omit<Limit, 'policy' | 'cost'>;
  return { policy, quota, window_s, cost: Number(value.cost ?? 1), per };
}

function parameterOf(raw: Json, value: Json): Parameter {
  const found = followed(raw, value);
  const [content] = Object.values((found.content as Json | undefined) ?? {});
  const schema = inlined(raw, found.schema ?? (content as Json | undefined)?.schema ?? {}) as Schema;
  return {
    name: String(found.name),
    in: found.in as Parameter['in'],
    required: found.required === true || found.in === 'path',
    schema,
    example: found.example ?? schema.examples?.[0] ?? schema.default,
  };
}

function bodyOf(raw: Json, place: string, media: string, required: boolean): Body {
  const pointer = `${place}/content/${escapeKey(media)}`;
  const content = valueAt(raw, pointer);
  const schema = inlined(raw, content.schema ?? {}) as Schema;
  const examples = Object.values((content.examples as Json | undefined) ?? {}).map((each) => (each as Json).value);
  return { media, required, schema, pointer: `${pointer}/schema`, examples };
}

function replyOf(raw: Json, pointer: string): Reply {
  const place = resolved(raw, pointer);
  const reply = valueAt(raw, place);
  const within = (group: string) =>
    Object.keys((reply[group] as Json | undefined) ?? {}).map((name): [string, string] => [
      name,
      `${resolved(raw, `${place}/${group}/${escapeKey(name)}`)}/schema`,
    ]);
  return {
    problems: (reply['x-problems'] as readonly string[] | undefined) ?? [],
    headers: Object.fromEntries(within('headers')),
    content: Object.fromEntries(within('content')),
  };
}

/** The pointer behind the references at `pointer`. */
function resolved(raw: Json, pointer: string): string {
  const { $ref } = valueAt(raw, pointer);
  return typeof $ref === 'string' ? resolved(raw, $ref.slice(1)) : pointer;
}

const inlinedAt = new WeakMap<Json, Map<string, Schema>>();

/** The schema at a pointer without references; those of our conventions do not recur. */
export function schemaAt(raw: Json, pointer: string): Schema {
  const known = inlinedAt.get(raw) ?? new Map<string, Schema>();
  inlinedAt.set(raw, known);
  const schema = known.get(pointer) ?? (inlined(raw, valueAt(raw, pointer)) as Schema);
  known.set(pointer, schema);
  return schema;
}

/**
 * What contains itself ends where it would begin again: requests are made from this, replies are judged by the document
 * as it stands.
 */
function inlined(raw: Json, value: unknown, within: readonly unknown[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(raw, each, within));
  if (!isRecord(value)) return value;
  const { $ref, ...others } = value;
  if (typeof $ref === 'string' && within.includes($ref)) return {};
  const inside = typeof $ref === 'string' ? [...within, $ref] : within;
  const base = typeof $ref === 'string' ? (inlined(raw, valueAt(raw, $ref.slice(1)), inside) as Json) : {};
  return {
    ...base,
    ...Object.fromEntries(Object.entries(others).map(([key, each]) => [key, inlined(raw, each, within)])),
  };
}

const valueAt = (raw: Json, pointer: string): Json => at(raw, keysOf(pointer)) as Json;
