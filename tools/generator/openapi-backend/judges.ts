// For tests: requests to the operations of our documents, judged by our request side as it runs in services, and by
// openapi-backend, an implementation by others.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { type Document, OpenAPIBackend } from 'openapi-backend';
// The root's, since tools/node_modules holds an older one of someone else's.
import addFormats from '../../../node_modules/ajv-formats/dist/index.js';
import { readDocument } from '../../contract/document/read-document.ts';
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../../contract/json.ts';
import { portable } from '../../contract/portable-pattern.ts';
import type { Found, OperationFacts, Validators } from '../../runtime/contract.ts';
import { type Exchange, isRefusal } from '../../runtime/exchange.ts';
import type { ProblemReply } from '../../runtime/problem.ts';
import { readBody, readParameters, refuseByHead } from '../../runtime/request/input.ts';
import { segmentsOf } from '../../runtime/request/path.ts';

const root = join(import.meta.dirname, '../../..');
export const documents = [
  'generated/analytics',
  'generated/platform',
  'generated/infra',
  'tools/generator/fixtures/tiny/generated/tiny',
];

export type Ours = {
  readonly json: JsonObject;
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly operations: Readonly<Record<string, OperationFacts>>;
  route(segments: readonly string[]): Found | undefined;
  readonly validators: Validators;
};

export async function load(folder: string): Promise<Ours> {
  const name = folder.split('/').at(-1) ?? '';
  const [server, routes, validators] = await Promise.all(
    ['server.ts', 'routes.ts', 'validate.js'].map(
      (file) => import(join(root, folder, file)) as Promise<Record<string, unknown>>,
    ),
  );
  const published = JSON.parse(readFileSync(join(root, folder, 'openapi.json'), 'utf8')) as JsonObject;
  const json = withExactPatterns(published, exactPatterns(folder, name)) as JsonObject;
  return {
    json,
    schemas: asRecord(asRecord(json.components).schemas) as Record<string, JsonObject>,
    operations: server?.[`${name}Operations`] as Ours['operations'],
    route: routes?.route as Ours['route'],
    validators: validators as Validators,
  };
}

/**
 * The patterns of the contract by what is published in their place: services check the former, which take fewer texts
 * beyond ASCII.
 */
function exactPatterns(folder: string, name: string): ReadonlyMap<string, string> {
  const { bundle } = readDocument(join(root, folder, '../..'), `spec/${name}/openapi.yaml`);
  const patterns = [...JSON.stringify(bundle.json).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
  return new Map(
    patterns.map(([, quoted = '""']) => {
      const exact = JSON.parse(quoted) as string;
      const result = portable(exact);
      return ['pattern' in result ? result.pattern : exact, exact];
    }),
  );
}

function withExactPatterns(value: Json, exact: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((each) => withExactPatterns(each, exact));
  if (!isRecord(value)) return value;
  return mapObject(value, (each, key) =>
    key === 'pattern' && typeof each === 'string' ? (exact.get(each) ?? each) : withExactPatterns(each, exact),
  );
}

/** As far as it goes for 3.1: `quick` skips its check against the 3.0 schema, formats are added, text is coerced. */
export async function backendOf({ json }: Ours, mediaType?: string): Promise<OpenAPIBackend> {
  const api = new OpenAPIBackend({
    definition: withBodiesOf(mediaType, structuredClone(json)) as unknown as Document,
    quick: true,
    strict: true,
    coerceTypes: true,
    ajvOpts: { strict: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  });
  return api.init();
}

/** For a body with several media types openapi-backend knows one schema, that of JSON before that of a form. */
function withBodiesOf(mediaType: string | undefined, json: JsonObject): JsonObject {
  if (mediaType === undefined) return json;
  const operations = Object.values(asRecord(json.paths)).flatMap((item) => Object.values(asRecord(item)));
  for (const operation of operations) {
    const body = asRecord(asRecord(operation).requestBody);
    const media = asRecord(body.content)[mediaType];
    if (media !== undefined) Object.assign(body, { content: { [mediaType]: media } });
  }
  return json;
}

export type Request = {
  readonly path: string;
  /** With its `?`, or empty. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Sent;
};

/** A body as it goes over the wire, and as a framework in front of openapi-backend would hand it over. */
export type Sent = { readonly mediaType: string; readonly text: string; readonly parsed: Json };

/** Why ours refuses it; undefined when it would reach the handler. */
export async function refusalByUs(ours: Ours, id: string, request: Request): Promise<ProblemReply | undefined> {
  const segments = segmentsOf(request.path);
  if (isRefusal(segments)) return segments;
  const found = segments && ours.route(segments);
  const operation = ours.operations[id];
  if (operation === undefined || found?.resource.methods[operation.method] !== id)
    throw new Error(`${request.path} is not ${id}`);
  const x = exchangeOf(ours, operation, found.path, request);
  try {
    for (const stage of [refuseByHead, readParameters, readBody]) {
      const refused = await stage(x);
      if (refused) return refused;
    }
    return undefined;
  } finally {
    if (x.folder !== undefined) await rm(x.folder, { recursive: true, force: true });
  }
}

function exchangeOf(
  { validators }: Ours,
  operation: OperationFacts,
  segments: Exchange['segments'],
  { path, query, headers, body }: Request,
): Exchange {
  const length = body && { 'content-type': body.mediaType, 'content-length': String(Buffer.byteLength(body.text)) };
  const req = Object.assign(Readable.from(body ? [Buffer.from(body.text)] : []), {
    method: operation.method,
    url: path + query,
    complete: true,
    headers: { ...headers, ...length },
  });
  const res = new ServerResponse(req as never);
  const ctx = new Koa().createContext(req as never, res);
  // What these stages look at; the rest of an exchange is for stages that are not asked here.
  return {
    contract: { validators },
    host: { spoolDir: tmpdir() },
    requestId: randomUUID(),
    ...{ ctx, req, res, operation, segments },
    input: { path: {}, query: {}, headers: {}, cookies: {} },
  } as unknown as Exchange;
}

export function acceptedByThem(api: OpenAPIBackend, id: string, request: Request): boolean {
  const { path, query, headers, body } = request;
  const operation = operationOf(api, id);
  const given = body ? { body: structuredClone(body.parsed) } : {};
  const type = body ? { 'content-type': body.mediaType } : {};
  return api.validateRequest(
    { method: operation.method, path: path + query, headers: { ...headers, ...type }, ...given },
    operation,
  ).valid;
}

const operations = new WeakMap<OpenAPIBackend, Map<string, NonNullable<ReturnType<OpenAPIBackend['getOperation']>>>>();

/** Its router copies the whole document whenever it is asked for an operation. */
function operationOf(api: OpenAPIBackend, id: string) {
  const known = operations.get(api) ?? new Map(api.getOperations().map((each) => [each.operationId ?? '', each]));
  operations.set(api, known);
  const operation = known.get(id);
  if (operation === undefined) throw new Error(`openapi-backend has no ${id}`);
  return operation;
}

export type DeclaredParameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: JsonObject;
};

export function parametersOf({ json, operations }: Ours, id: string): DeclaredParameter[] {
  const { path = '', method = '' } = operations[id] ?? {};
  const item = asRecord(asRecord(json.paths)[path]);
  const declared = [item, asRecord(item[method.toLowerCase()])].flatMap(
    ({ parameters }) => (parameters ?? []) as Json[],
  );
  return declared.map((each) => {
    const { $ref } = asRecord(each);
    const shared = asRecord(asRecord(json.components).parameters);
    const {
      name,
      in: where,
      required,
      schema,
    } = asRecord(typeof $ref === 'string' ? shared[$ref.split('/').at(-1) ?? ''] : each);
    return {
      name: String(name),
      in: where as DeclaredParameter['in'],
      required: required === true,
      schema: asRecord(schema),
    };
  });
}

export function bodySchema({ json, operations }: Ours, id: string, mediaType: string): JsonObject {
  const { path = '', method = '' } = operations[id] ?? {};
  const { requestBody } = asRecord(asRecord(asRecord(json.paths)[path])[method.toLowerCase()]);
  return asRecord(asRecord(asRecord(asRecord(requestBody).content)[mediaType]).schema);
}
