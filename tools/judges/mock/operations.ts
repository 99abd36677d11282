// What the operations of each role do.

import type { Operation } from '../../contract/document/model.ts';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import type { Reply, SuccessReply } from '../../runtime/exchange.ts';
import { type ProblemReply, refuse } from '../../runtime/problem.ts';
import type { MockContext, Request } from './context.ts';
import { callNow, instanceNow, withLabStatus, withResults } from './instances.ts';
import { pageOf } from './pages.ts';
import { addressOf, collectionOf, type Resource } from './resource-store.ts';
import { examplesOf, itemsOf, type ResourceKind, type Role, successOf } from './roles.ts';
import { drawn, identifierOf, membersOf } from './schema.ts';

export type RoleWithKind = Role & { readonly kind: ResourceKind };
export type OperationHandler = (
  context: MockContext,
  operation: Operation,
  request: Request,
  role: RoleWithKind,
) => Reply;

/** For roles that need the resource at the address. */
const withResource =
  (
    handle: (
      context: MockContext,
      operation: Operation,
      request: Request,
      kind: ResourceKind,
      resource: Resource,
    ) => Reply,
  ): OperationHandler =>
  (context, operation, request, { kind }) => {
    const resource = context.resources.find(addressOf(kind.template, request.path), scopeOf(request));
    return resource === undefined ? notFound() : handle(context, operation, request, kind, resource);
  };

export const handlersByRole: Readonly<Record<Role['is'], OperationHandler>> = {
  fixed: (context, operation, request) => shown(context, operation, request),
  read: withResource((context, operation, request, kind, resource) =>
    shown(context, operation, request, current(context, kind, resource)),
  ),
  part: withResource((context, operation, request, _, resource) => partOf(context, operation, request, resource)),
  list: (context, operation, request, { kind }) => {
    if (!isAboveThere(context, kind, request)) return notFound();
    const above = addressOf(collectionOf(kind.template), request.path);
    const resources = context.resources.list(above, kind.template, scopeOf(request));
    const items = itemsOf(context.backend.document.schemas, operation) ?? {};
    const values = resources.map((each) => picked(context, items, current(context, kind, each)));
    return paged(context, operation, request, values);
  },
  create: (context, operation, request, { kind }) => make(context, operation, request, kind, false),
  begin: (context, operation, request, { kind }) =>
    make(context, operation, withResults(context, operation, request, undefined), kind, true),
  replace: withResource((context, operation, request, kind, resource) => {
    const before = current(context, kind, resource);
    if (request.ifMatch?.(revisionOf(before)) === false) return stale();
    const wrong = contradiction(operation, request);
    if (wrong) return wrong;
    resource.value = context.builder.overlaid(kind.schema, before, request.fields);
    return shown(context, operation, request, resource.value);
  }),
  'replace-part': withResource((context, operation, request, kind, resource) => {
    const { path } = operation.facts;
    const read = context.backend.document.operations.find(({ facts }) => facts.path === path && facts.method === 'GET');
    const before = partOf(context, read ?? operation, { ...request, fields: {} }, resource);
    if (request.ifMatch?.(before.revision ?? '') === false) return stale();
    const after =
      request.text ??
      context.builder.overlaid(successOf(read ?? operation)?.schema ?? {}, before.body as Json, request.fields);
    resource.parts.set(path, after);
    const reply = typeof after === 'string' ? current(context, kind, resource) : after;
    return { ...shown(context, operation, request, reply), revision: revisionOf(after) };
  }),
  remove: withResource((context, operation, request, kind, resource) => {
    if (request.ifMatch?.(revisionOf(current(context, kind, resource))) === false) return stale();
    context.resources.remove(resource.address);
    return { status: successOf(operation)?.status ?? 204 };
  }),
  act: withResource((context, operation, request, kind) => {
    const id = kind.id === undefined ? undefined : named(context, kind.schema, operation, request.path)[kind.id];
    return shown(context, operation, withResults(context, operation, request, id));
  }),
};

const notFound = (): ProblemReply =>
  refuse('not-found', { detail: 'The resource does not exist, or you do not have access to it.' });
const stale = (): ProblemReply => refuse('precondition-failed', { detail: 'Read it again and send the new ETag.' });
const scopeOf = ({ caller }: Request): string => caller?.scopeKey ?? '';
const revisionOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** Whether all parent resources of an address exist. */
function isAboveThere({ roles, resources }: MockContext, kind: ResourceKind, request: Request): boolean {
  const collection = collectionOf(kind.template);
  return roles.kinds
    .filter(({ template }) => collection === template || collection.startsWith(`${template}/`))
    .every(({ template }) => resources.find(addressOf(template, request.path), scopeOf(request)) !== undefined);
}

/** The refusal of a body that contradicts the address. */
function contradiction({ facts }: Operation, { path, fields }: Request): ProblemReply | undefined {
  if (!facts.problems.includes('business-rule')) return undefined;
  const names = Object.keys(path).filter((name) => fields[name] !== undefined && fields[name] !== path[name]);
  if (names.length === 0) return undefined;
  return {
    status: 422,
    problem: {
      slug: 'business-rule',
      detail: 'The body contradicts the address.',
      errors: names.map((name) => ({
        pointer: `/${name}`,
        rule: 'same_as_path',
        message: 'must be as in the address',
      })),
    },
  };
}

/** What of a body stands in the address that it gets. */
const partsOfAddress = ({ template }: ResourceKind, fields: JsonObject): JsonObject =>
  Object.fromEntries(
    [...template.slice(collectionOf(template).length).matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => [name, fields[name]] as const)
      .filter((pair): pair is readonly [string, Json] => pair[1] !== undefined),
  );

/** As it is by now. */
function current(context: MockContext, kind: ResourceKind, resource: Resource): JsonObject {
  const { builder, now, stepMs, roles } = context;
  if (resource.states) return instanceNow(context, kind, resource);
  if (!resource.moves) return withLabStatus(context, kind, resource, resource.value);
  const results = roles.resultsIn(kind.schema);
  if (results) return callNow(context, results, resource);
  const steps = Math.floor((now().getTime() - resource.madeAt) / stepMs);
  const value = builder.stepped(kind.schema, resource.value, steps, kind.examples);
  const endedAt = new Date(resource.madeAt + stepMs * builder.steps(kind.schema));
  const late = Object.fromEntries(Object.entries(value).filter(([name]) => resource.value[name] === null));
  return { ...value, ...builder.dated(kind.schema, late, endedAt) };
}

function make(context: MockContext, operation: Operation, request: Request, kind: ResourceKind, moves: boolean): Reply {
  const { builder, resources, now, backend } = context;
  const wrong = isAboveThere(context, kind, request) ? contradiction(operation, request) : notFound();
  if (wrong) return wrong;
  const chosen = kind.id === undefined ? undefined : request.fields[kind.id];
  const id = chosen !== undefined && backend.follows(kind.parameter.schema, chosen) ? chosen : builder.newId(kind);
  const path = { ...request.path, ...partsOfAddress(kind, request.fields), [kind.parameter.name]: id };
  const address = addressOf(kind.template, path);
  const there = resources.at(address);
  if (there && !there.isExample && operation.facts.problems.includes('conflict'))
    return refuse409(`There is ${String(id)} already.`);
  resources.remove(address);
  const [first = {}] = kind.examples;
  const [success] = examplesOf(backend.document.bundle.json, operation);
  const example = builder.overlaid(kind.schema, first, asRecord(success?.[1]));
  const whole = builder.overlaid(kind.schema, example, {
    ...named(context, kind.schema, operation, path),
    ...request.fields,
    ...own(kind, id),
  });
  const value = builder.dated(kind.schema, whole, now());
  const resource: Resource = {
    address,
    template: kind.template,
    scope: scopeOf(request),
    isExample: false,
    moves,
    madeAt: now().getTime(),
    value,
    parts: partsOf(context, kind, request),
  };
  resources.keep(resource);
  const reply = shown(context, operation, { ...request, path }, current(context, kind, resource));
  return moves ? reply : { ...reply, headers: { Location: address } };
}

const own = (kind: ResourceKind, id: Json): JsonObject => (kind.id === undefined ? {} : { [kind.id]: id });
const refuse409 = (detail: string): ProblemReply => ({ status: 409, problem: { slug: 'conflict', detail } });

/** Text that was sent is what is read as text below the resource. */
function partsOf({ backend, roles }: MockContext, kind: ResourceKind, { text }: Request): Map<string, Json> {
  const texts = backend.document.operations.filter((each) => {
    const role = roles.of(each.facts.id);
    const media = successOf(each)?.type ?? '';
    return role.is === 'part' && role.kind === kind && !/[/+]json$/.test(media);
  });
  return new Map(text === undefined ? [] : texts.map(({ facts }) => [facts.path, text]));
}

/** Members of a reply that the address names. */
function named(
  { backend }: MockContext,
  schema: JsonObject,
  { parameters }: Operation,
  path: Request['path'],
): JsonObject {
  const { schemas } = backend.document;
  const pairs = parameters
    .filter((each) => each.in === 'path')
    .map((each) => [identifierOf(schemas, schema, each), path[each.name]] as const);
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [[name, value]])),
  );
}

/** The success of an operation: its example with all known values in place. */
function shown(context: MockContext, operation: Operation, request: Request, value?: JsonObject): SuccessReply {
  const { builder, backend } = context;
  const success = successOf(operation) ?? operation.replies[0];
  if (success === undefined) throw new Error(`${operation.facts.id} has no reply but problems`);
  const { status, type, schema } = success;
  if (type === undefined) return { status, ...(value === undefined ? {} : { revision: revisionOf(value) }) };
  const [first] = examplesOf(backend.document.bundle.json, operation, status);
  const example = (first?.[1] ?? drawn(backend.document.schemas, schema, 1)) as Json;
  if (!/[/+]json$/.test(type)) return { status, body: example, revision: revisionOf(example) };
  const items = asRecord(example).items;
  if (operation.facts.method === 'GET' && Array.isArray(items)) {
    const page = paged(context, operation, request, items as readonly Json[]);
    return page as SuccessReply;
  }
  const known = { ...named(context, schema, operation, request.path), ...request.fields, ...value };
  const body = builder.overlaid(schema, example, known);
  return { status, body, revision: revisionOf(value ?? body) };
}

/** The fields of a resource that its list shows. */
function picked({ backend, builder }: MockContext, items: JsonObject, value: JsonObject): JsonObject {
  const names = new Set(membersOf(backend.document.schemas, items).map(([name]) => name));
  const known = Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
  return builder.overlaid(items, known, {});
}

function paged(context: MockContext, operation: Operation, request: Request, all: readonly Json[]): Reply {
  const success = successOf(operation);
  const [first] = examplesOf(context.backend.document.bundle.json, operation);
  const page = pageOf(operation.facts.id, request.query, request.path, all);
  if ('status' in page) return page;
  const { items, next_cursor } = page;
  const takesPages = operation.facts.parameters.query.cursor !== undefined;
  const body = { ...asRecord(first?.[1]), items: takesPages ? items : all, ...(takesPages ? { next_cursor } : {}) };
  return { status: success?.status ?? 200, body, revision: revisionOf(body) };
}

/** A part of a resource: as it was sent, else as in the example. */
function partOf(context: MockContext, operation: Operation, request: Request, resource: Resource): SuccessReply {
  const part = resource.parts.get(operation.facts.path);
  return part === undefined
    ? shown(context, operation, request)
    : { status: 200, body: part, revision: revisionOf(part) };
}
