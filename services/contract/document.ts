// A contract as its bundled document states it: operations with references followed, read without the generator. What a value must look like: schemas.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const documents = ['analytics', 'platform', 'infra'] as const;
export type DocumentName = (typeof documents)[number];

type Json = Readonly<Record<string, unknown>>;

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
  readonly minItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
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
  readonly schema: Schema;
  readonly examples: readonly unknown[];
};

export type Reply = {
  readonly problems: readonly string[];
  /** Where the schema of each header stands. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the schema of each media type stands. */
  readonly content: Readonly<Record<string, string>>;
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly planned: boolean;
  readonly isPublic: boolean;
  readonly roles: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Body[];
  readonly needsBody: boolean;
  readonly replies: Readonly<Record<string, Reply>>;
  readonly bodyBytes: number;
  readonly timeoutMs: number;
  readonly conditional: string | undefined;
  readonly limit: { readonly policy: string; readonly quota: number; readonly window_s: number };
};

export type Contract = {
  readonly name: DocumentName;
  readonly raw: Json;
  readonly basePath: string;
  readonly operations: readonly Operation[];
  /** The methods of each path, in upper case. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
};

const generated = path.join(import.meta.dirname, '..', '..', 'generated');

export function readContract(name: DocumentName): Contract {
  const raw = JSON.parse(readFileSync(path.join(generated, name, 'openapi.json'), 'utf8')) as Json;
  const operations = Object.entries(raw.paths as Json).flatMap(([template, item]) =>
    Object.entries(item as Json).flatMap(([method, value]) =>
      isOperation(value) ? [operationOf(raw, template, method, value)] : [],
    ),
  );
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  const methods = new Map([...byPath].map(([at, found]) => [at, found.map(({ method }) => method)]));
  return { name, raw, basePath: name === 'infra' ? '/infra/v1' : '/api/v1', operations, methods };
}

const isOperation = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && 'operationId' in value;

function operationOf(raw: Json, template: string, method: string, value: Json): Operation {
  const at = `/paths/${escapeKey(template)}/${method}`;
  const defaults = raw['x-defaults'] as { body_bytes: number; timeout_ms: number };
  const limits = { ...defaults, ...(value['x-limits'] as object | undefined) };
  const { policy } = value['x-rate-limit'] as { policy: string };
  const security = (value.security ?? raw.security ?? []) as readonly unknown[];
  return {
    id: String(value.operationId),
    method: method.toUpperCase(),
    path: template,
    planned: value['x-planned'] === true,
    isPublic: security.length === 0,
    roles: (value['x-roles'] as readonly string[] | undefined) ?? [],
    parameters: ((value.parameters as readonly Json[] | undefined) ?? []).map((each) => parameterOf(raw, each)),
    needsBody: (value.requestBody as Json | undefined)?.required === true,
    bodies: Object.entries(((value.requestBody as Json | undefined)?.content as Json | undefined) ?? {}).map(
      ([media, content]) => bodyOf(raw, media, content as Json),
    ),
    replies: Object.fromEntries(
      Object.keys(value.responses as Json).map((status) => [status, replyOf(raw, `${at}/responses/${status}`)]),
    ),
    bodyBytes: limits.body_bytes,
    timeoutMs: limits.timeout_ms,
    conditional: value['x-conditional'] as string | undefined,
    limit: {
      policy,
      ...(raw['x-rate-limits'] as Record<string, { quota: number; window_s: number }>)[policy],
    } as never,
  };
}

function parameterOf(raw: Json, value: Json): Parameter {
  const found = followed(raw, value);
  return {
    name: String(found.name),
    in: found.in as Parameter['in'],
    required: found.required === true,
    schema: inlined(raw, found.schema) as Schema,
    example: found.example,
  };
}

const bodyOf = (raw: Json, media: string, content: Json): Body => ({
  media,
  schema: inlined(raw, content.schema) as Schema,
  examples: Object.values((content.examples as Json | undefined) ?? {}).map((each) => (each as Json).value),
});

function replyOf(raw: Json, pointer: string): Reply {
  const at = resolved(raw, pointer);
  const reply = valueAt(raw, at);
  const within = (group: string) =>
    Object.keys((reply[group] as Json | undefined) ?? {}).map((name): [string, string] => [
      name,
      `${resolved(raw, `${at}/${group}/${escapeKey(name)}`)}/schema`,
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

/** A schema of a request without references; those do not recur. */
function inlined(raw: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(raw, each));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...others } = value as Json;
  const base = typeof $ref === 'string' ? (inlined(raw, valueAt(raw, $ref.slice(1))) as Json) : {};
  return { ...base, ...Object.fromEntries(Object.entries(others).map(([key, each]) => [key, inlined(raw, each)])) };
}

function valueAt(raw: Json, pointer: string): Json {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce((value, key) => value[key] as Json, raw);
}

export const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
