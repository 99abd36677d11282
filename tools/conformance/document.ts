// A contract as its document states it: operations with references followed. What a value must look like: schemas.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { valueAt as at, bundle, escapeKey, isRecord, type Json, keysOf } from './bundle.ts';

export type Schema = Json & {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly examples?: readonly unknown[];
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
};

export type Body = {
  readonly media: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Where the schema stands. */
  readonly pointer: string;
  readonly examples: readonly unknown[];
};

export type Reply = {
  readonly problems: readonly string[];
  /** Where the schema of each header stands. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the schema of each media type stands. */
  readonly content: Readonly<Record<string, string>>;
};

export type Limit = {
  readonly policy: string;
  readonly quota: number;
  readonly window_s: number;
  readonly cost: number;
  /** By whom it is counted. */
  readonly per: 'principal' | 'address';
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly planned: boolean;
  readonly isPublic: boolean;
  /** Whether a bearer token is among the credentials that it takes. */
  readonly takesBearer: boolean;
  /** Whether the cookie of a session is. */
  readonly takesSession: boolean;
  readonly roles: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Body[];
  readonly replies: Readonly<Record<string, Reply>>;
  readonly bodyBytes: number;
  readonly timeoutMs: number;
  /** How long a body may stand still; as long as the request may take when the document says nothing. */
  readonly idleMs: number;
  readonly conditional: string | undefined;
  readonly idempotent: boolean;
  readonly paged: boolean;
  /** The operation that tells how the work goes that this one began. */
  readonly job: { readonly status: string; readonly id: string } | undefined;
  readonly limit: Limit | undefined;
};

export type Registered = {
  readonly status: number;
  readonly title: string;
  readonly fields?: Readonly<Record<string, 'string' | 'integer'>>;
};

export type Contract = {
  readonly name: string;
  readonly raw: Json;
  /** Problems by slug; none when the document comes without its registry. */
  readonly registry: Readonly<Record<string, Registered>> | undefined;
  readonly operations: readonly Operation[];
  /** The methods of each path, in upper case. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
};

/** The registry beside our own documents, for one that was bundled before. */
const ownRegistry = path.join(import.meta.dirname, '..', '..', 'spec', 'problems.yaml');

/** What the tool can ask nothing about, with what it lacks. */
export class NoContract extends Error {}

export function readContract(file: string): Contract {
  const { raw, registry } = read(file);
  const operations = Object.entries(raw.paths as Json).flatMap(([template, item]) =>
    Object.entries(item as Json).flatMap(([method, value]) =>
      isRecord(value) && 'operationId' in value ? [operationOf(raw, template, method, value)] : [],
    ),
  );
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  const methods = new Map([...byPath].map(([at, found]) => [at, found.map(({ method }) => method)]));
  const known = registry ?? (parse(readFileSync(ownRegistry, 'utf8')) as Json).problems;
  const name = String(raw['x-document'] ?? path.basename(file));
  return { name, raw, registry: known as Contract['registry'], operations, methods };
}

function read(file: string) {
  try {
    const found = bundle(file);
    if (!isRecord(found.raw) || !String(found.raw.openapi).startsWith('3.') || !isRecord(found.raw.paths))
      throw new Error('it has no `openapi: 3.x` with `paths`');
    return found;
  } catch (error) {
    throw new NoContract(`${file} cannot be read as an OpenAPI 3.1 document: ${(error as Error).message}.`);
  }
}

function operationOf(raw: Json, template: string, method: string, value: Json): Operation {
  const place = `/paths/${escapeKey(template)}/${method}`;
  const limits = { ...(raw['x-defaults'] as Json | undefined), ...(value['x-limits'] as Json | undefined) };
  const security = (value.security ?? raw.security ?? []) as readonly Json[];
  const request = followed(raw, (value.requestBody as Json | undefined) ?? {});
  const content = Object.keys((request.content as Json | undefined) ?? {});
  return {
    id: String(value.operationId),
    method: method.toUpperCase(),
    path: template,
    planned: value['x-planned'] === true,
    isPublic: security.length === 0 || security.some((each) => Object.keys(each).length === 0),
    takesBearer: security.some((each) => Object.keys(each).some((name) => schemeOf(raw, name)?.scheme === 'bearer')),
    takesSession: security.some((each) => Object.keys(each).some((name) => schemeOf(raw, name)?.in === 'cookie')),
    roles: (value['x-roles'] as readonly string[] | undefined) ?? [],
    parameters: ((value.parameters as readonly Json[] | undefined) ?? []).map((each) => parameterOf(raw, each)),
    bodies: content.map((media) =>
      bodyOf(raw, resolved(raw, `${place}/requestBody`), media, request.required === true),
    ),
    replies: Object.fromEntries(
      Object.keys(value.responses as Json).map((status) => [status, replyOf(raw, `${place}/responses/${status}`)]),
    ),
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

function limitOf(raw: Json, value: unknown): Limit | undefined {
  if (!isRecord(value)) return undefined;
  const policy = String(value.policy);
  const { quota, window_s, per } = at(raw, ['x-rate-limits', policy]) as Omit<Limit, 'policy' | 'cost'>;
  return { policy, quota, window_s, cost: Number(value.cost ?? 1), per };
}

function parameterOf(raw: Json, value: Json): Parameter {
  const found = followed(raw, value);
  const schema = inlined(raw, found.schema) as Schema;
  return {
    name: String(found.name),
    in: found.in as Parameter['in'],
    required: found.required === true,
    schema,
    example: found.example ?? schema.examples?.[0] ?? schema.default,
  };
}

function bodyOf(raw: Json, place: string, media: string, required: boolean): Body {
  const pointer = `${place}/content/${escapeKey(media)}`;
  const content = valueAt(raw, pointer);
  return {
    media,
    required,
    schema: inlined(raw, content.schema) as Schema,
    pointer: `${pointer}/schema`,
    examples: Object.values((content.examples as Json | undefined) ?? {}).map((each) => (each as Json).value),
  };
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

const followed = (raw: Json, value: Json): Json =>
  typeof value.$ref === 'string' ? followed(raw, valueAt(raw, value.$ref.slice(1))) : value;

const inlinedAt = new WeakMap<Json, Map<string, Schema>>();

/** The schema at a pointer without references; those of our conventions do not recur. */
export function schemaAt(raw: Json, pointer: string): Schema {
  const known = inlinedAt.get(raw) ?? new Map<string, Schema>();
  inlinedAt.set(raw, known);
  const schema = known.get(pointer) ?? (inlined(raw, valueAt(raw, pointer)) as Schema);
  known.set(pointer, schema);
  return schema;
}

/** What contains itself ends where it would begin anew: requests are made from this, replies are judged by the document as it stands. */
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
