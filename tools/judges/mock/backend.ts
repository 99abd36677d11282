// The contract as openapi-backend sees it: routes, request validators and examples of one document, in the shape that
// the stages of the runtime ask for. The stages themselves (tools/runtime) are those of the services, so that protocol
// and problems are the same; nothing that generation made takes part.
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { protocolProblems } from '../../../generated/runtime/protocol-problems.ts';
import type { ApiDocument, Operation, Parameter } from '../../contract/document/model.ts';
import { readDocument } from '../../contract/document/read-document.ts';
import { asRecord, type JsonObject, mapObject } from '../../contract/json.ts';
// The root's: tools/node_modules holds an older version for another package.
import addFormats from '../../node_modules/ajv-formats/dist/index.js';
import type { Contract, Found, OperationFacts, Validators } from '../../runtime/contract.ts';
import { formats, type SchemaError, type Validator } from '../../runtime/formats.ts';
import { resolved } from './schema.ts';

export type Backend = {
  readonly api: OpenAPIBackend;
  readonly document: ApiDocument;
  readonly contract: Contract;
  /** Does the value follow the schema of the document? */
  readonly follows: (schema: JsonObject, value: unknown) => boolean;
};

/** A mock of an earlier release answers with the stages of this one, which may have more problems. */
const ofRuntime = Object.fromEntries(
  Object.entries(protocolProblems).map(([slug, { status, title }]) => [
    slug,
    { status, title, meaning: title, action: '', fields: {} },
  ]),
);

/** Planned operations answer 501 as in the services, unless `planned` lets them be served. */
export async function backendOf(root: string, file: string, planned: 'refused' | 'served'): Promise<Backend> {
  const document = readDocument(root, file, ofRuntime);
  const api = await new OpenAPIBackend({
    definition: structuredClone(document.bundle.json) as unknown as Document,
    quick: true,
    strict: true,
    ajvOpts: { strict: false, allErrors: true, useDefaults: true },
    customizeAjv: (ajv) => {
      addFormats.default(ajv);
      for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
      return ajv;
    },
  }).init();
  const operations = document.operations.map((each) => (planned === 'served' ? served(each) : each));
  const compile = compilerOf(api, document);
  return {
    api,
    document: { ...document, operations },
    contract: {
      operations: Object.fromEntries(operations.map(({ facts }) => [facts.id, facts])),
      problems: document.problems,
      validators: validatorsOf({ ...document, operations }, compile),
      replies: async () => ({}),
      route: routesOf(api, operations),
    },
    follows: (schema, value) => compile(schema)(value) as boolean,
  };
}

function served(operation: Operation): Operation {
  const { planned: _, ...facts } = operation.facts;
  return { ...operation, facts };
}

type Compile = (schema: JsonObject) => Validator<unknown>;

/** Compiled on first use and kept. */
function compilerOf(api: OpenAPIBackend, { bundle }: ApiDocument): Compile {
  const ajv = api.validator.getAjv('requestBodyValidator' as Parameters<typeof api.validator.getAjv>[0]);
  const base = { $id: 'document', components: { schemas: asRecord(asRecord(bundle.json.components).schemas) } };
  ajv.addSchema(base);
  const kept = new WeakMap<JsonObject, Validator<unknown>>();
  return (schema) => {
    const known = kept.get(schema);
    if (known !== undefined) return known;
    const made = ajv.compile(absolute(schema) as JsonObject) as unknown as Validator<unknown>;
    kept.set(schema, made);
    return made;
  };
}

/** A schema that stands alone still finds what it refers to. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace(/^#/, 'document#') : absolute(each),
    ]),
  );
}

const groups = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

function validatorsOf(
  { operations, schemas }: Pick<ApiDocument, 'operations' | 'schemas'>,
  compile: Compile,
): Validators {
  return Object.fromEntries(
    operations.flatMap(({ facts, parameters, bodies }) => [
      ...Object.entries(groups).map(([where, part]) => {
        const mine = parameters.filter((each) => each.in === where);
        return [`${facts.id}_${part}`, lazy(() => compile(groupSchema(mine)))] as const;
      }),
      ...bodies.map(({ kind, schema }) => {
        const own = kind === 'multipart' ? () => withoutFiles(resolved(schemas, schema)) : () => schema;
        return [`${facts.id}_${kind}`, lazy(() => compile(own()))] as const;
      }),
    ]),
  );
}

const groupSchema = (parameters: readonly Parameter[]): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
});

/** What a file holds is not for a schema: it lies on the disk by then. */
const withoutFiles = (schema: JsonObject): JsonObject => ({
  ...schema,
  properties: mapObject(asRecord(schema.properties), (each) => (asRecord(each).format === 'binary' ? {} : each)),
});

/** Documents have many operations, and a mock is asked for few. */
function lazy(make: () => Validator<unknown>): Validator<unknown> {
  let made: Validator<unknown> | undefined;
  let errors: readonly SchemaError[] | null = null;
  const validate = (value: unknown): value is unknown => {
    made ??= make();
    const holds = made(value);
    errors = made.errors ?? null;
    return holds;
  };
  return Object.defineProperty(validate, 'errors', { get: () => errors }) as Validator<unknown>;
}

const verbs = ['get', 'put', 'post', 'patch', 'delete'];

function routesOf(api: OpenAPIBackend, operations: readonly Operation[]): Contract['route'] {
  const allow = (facts: readonly OperationFacts[]) =>
    [...facts.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].sort().join(', ');
  return (segments): Found | undefined => {
    const path = `/${segments.map(encodeURIComponent).join('/')}`;
    const ids = verbs.map((method) => api.router.matchOperation({ method, path, headers: {} })?.operationId);
    const templates = operations.filter(({ facts }) => ids.includes(facts.id)).map(({ facts }) => facts.path);
    // Each method has a match by itself: `/users/import` is no `/users/{id}`, although that alone has a GET.
    const [template] = templates.toSorted((a, b) => a.split('{').length - b.split('{').length);
    if (template === undefined) return undefined;
    const mine = operations.map(({ facts }) => facts).filter((facts) => facts.path === template);
    return {
      resource: {
        path: template,
        methods: Object.fromEntries(mine.map((facts) => [facts.method, facts.id])),
        allow: allow(mine),
      },
      path: valuesOf(template, segments),
    };
  };
}

const valuesOf = (template: string, segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    template
      .slice(1)
      .split('/')
      .flatMap((each, i) => (each.startsWith('{') ? [[each.slice(1, -1), segments[i] ?? '']] : [])),
  );
