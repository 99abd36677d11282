// What the operations of each role do.
import { asRecord, type Json, type JsonObject } from '../../generator/json.ts';
import type { Operation } from '../../generator/model.ts';
import type { Reply, SuccessReply } from '../../runtime/exchange.ts';
import { type ProblemReply, refuse } from '../../runtime/problem.ts';
import type { Desk, Request } from './desk.ts';
import { callNow, instanceNow, summed, wished } from './instances.ts';
import { pageOf } from './pages.ts';
import { examplesOf, itemsOf, type Kind, type Role, successOf } from './roles.ts';
import { drawn, identifierOf, membersOf } from './schema.ts';
import { addressOf, collectionOf, type Thing } from './things.ts';

export type RoleWithKind = Role & { readonly kind: Kind };
export type Act = (desk: Desk, operation: Operation, request: Request, role: RoleWithKind) => Reply;

/** For roles that need the thing of the address. */
const withThing =
  (act: (desk: Desk, operation: Operation, request: Request, kind: Kind, thing: Thing) => Reply): Act =>
  (desk, operation, request, { kind }) => {
    const thing = desk.things.find(addressOf(kind.template, request.path), scopeOf(request));
    return thing === undefined ? notFound() : act(desk, operation, request, kind, thing);
  };

export const acts: Readonly<Record<Role['is'], Act>> = {
  fixed: (desk, operation, request) => shown(desk, operation, request),
  read: withThing((desk, operation, request, kind, thing) =>
    shown(desk, operation, request, current(desk, kind, thing)),
  ),
  part: withThing((desk, operation, request, _, thing) => partOf(desk, operation, request, thing)),
  list: (desk, operation, request, { kind }) => {
    if (!isAboveThere(desk, kind, request)) return notFound();
    const above = addressOf(collectionOf(kind.template), request.path);
    const things = desk.things.list(above, kind.template, scopeOf(request));
    const items = itemsOf(desk.backend.document.schemas, operation) ?? {};
    const values = things.map((each) => picked(desk, items, current(desk, kind, each)));
    return paged(desk, operation, request, values);
  },
  create: (desk, operation, request, { kind }) => make(desk, operation, request, kind, false),
  begin: (desk, operation, request, { kind }) =>
    make(desk, operation, wished(desk, operation, request, undefined), kind, true),
  replace: withThing((desk, operation, request, kind, thing) => {
    const before = current(desk, kind, thing);
    if (request.ifMatch?.(revisionOf(before)) === false) return stale();
    const wrong = contradiction(operation, request);
    if (wrong) return wrong;
    thing.value = desk.maker.overlaid(kind.schema, before, request.fields);
    return shown(desk, operation, request, thing.value);
  }),
  'replace-part': withThing((desk, operation, request, kind, thing) => {
    const { path } = operation.facts;
    const read = desk.backend.document.operations.find(({ facts }) => facts.path === path && facts.method === 'GET');
    const before = partOf(desk, read ?? operation, { ...request, fields: {} }, thing);
    if (request.ifMatch?.(before.revision ?? '') === false) return stale();
    const after =
      request.text ??
      desk.maker.overlaid(successOf(read ?? operation)?.schema ?? {}, before.body as Json, request.fields);
    thing.parts.set(path, after);
    const reply = typeof after === 'string' ? current(desk, kind, thing) : after;
    return { ...shown(desk, operation, request, reply), revision: revisionOf(after) };
  }),
  remove: withThing((desk, operation, request, kind, thing) => {
    if (request.ifMatch?.(revisionOf(current(desk, kind, thing))) === false) return stale();
    desk.things.remove(thing.address);
    return { status: successOf(operation)?.status ?? 204 };
  }),
  act: withThing((desk, operation, request, kind) => {
    const id = kind.id === undefined ? undefined : named(desk, kind.schema, operation, request.path)[kind.id];
    return shown(desk, operation, wished(desk, operation, request, id));
  }),
};

const notFound = (): ProblemReply =>
  refuse('not-found', { detail: 'The resource does not exist, or you do not have access to it.' });
const stale = (): ProblemReply => refuse('precondition-failed', { detail: 'Read it again and send the new ETag.' });
const scopeOf = ({ caller }: Request): string => caller?.scopeKey ?? '';
const revisionOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** The things that an address passes through on its way. */
function isAboveThere({ roles, things }: Desk, kind: Kind, request: Request): boolean {
  const collection = collectionOf(kind.template);
  return roles.kinds
    .filter(({ template }) => collection === template || collection.startsWith(`${template}/`))
    .every(({ template }) => things.find(addressOf(template, request.path), scopeOf(request)) !== undefined);
}

/** The address says one thing and the body another. */
function contradiction({ facts }: Operation, { path, fields }: Request): ProblemReply | undefined {
  if (!facts.problems.includes('business-rule')) return undefined;
  const names = Object.keys(path).filter((name) => fields[name] !== undefined && fields[name] !== path[name]);
  if (names.length === 0) return undefined;
  return {
    status: 422,
    problem: {
      slug: 'business-rule',
      detail: 'The body speaks of something else than the address.',
      errors: names.map((name) => ({
        pointer: `/${name}`,
        rule: 'same_as_path',
        message: 'must be as in the address',
      })),
    },
  };
}

/** As it is by now. */
function current(desk: Desk, kind: Kind, thing: Thing): JsonObject {
  const { maker, now, stepMs, roles } = desk;
  if (thing.way) return instanceNow(desk, kind, thing);
  if (!thing.moves) return summed(desk, kind, thing, thing.value);
  const results = roles.resultsIn(kind.schema);
  if (results) return callNow(desk, results, thing);
  const steps = Math.floor((now().getTime() - thing.madeAt) / stepMs);
  const value = maker.stepped(kind.schema, thing.value, steps, kind.examples);
  const endedAt = new Date(thing.madeAt + stepMs * maker.steps(kind.schema));
  const late = Object.fromEntries(Object.entries(value).filter(([name]) => thing.value[name] === null));
  return { ...value, ...maker.dated(kind.schema, late, endedAt) };
}

function make(desk: Desk, operation: Operation, request: Request, kind: Kind, moves: boolean): Reply {
  const { maker, things, now, backend } = desk;
  const wrong = isAboveThere(desk, kind, request) ? contradiction(operation, request) : notFound();
  if (wrong) return wrong;
  const chosen = kind.id === undefined ? undefined : request.fields[kind.id];
  const id = chosen !== undefined && backend.follows(kind.parameter.schema, chosen) ? chosen : maker.newId(kind);
  const path = { ...request.path, [kind.parameter.name]: id };
  const address = addressOf(kind.template, path);
  const there = things.at(address);
  if (there && !there.isExample && operation.facts.problems.includes('conflict'))
    return refuse409(`There is ${String(id)} already.`);
  things.remove(address);
  const [first = {}] = kind.examples;
  const [told] = examplesOf(backend.document.bundle.json, operation);
  const example = maker.overlaid(kind.schema, first, asRecord(told?.[1]));
  const whole = maker.overlaid(kind.schema, example, {
    ...named(desk, kind.schema, operation, path),
    ...request.fields,
    ...own(kind, id),
  });
  const value = maker.dated(kind.schema, whole, now());
  const thing: Thing = {
    address,
    template: kind.template,
    scope: scopeOf(request),
    isExample: false,
    moves,
    madeAt: now().getTime(),
    value,
    parts: partsOf(desk, kind, request),
  };
  things.keep(thing);
  const reply = shown(desk, operation, { ...request, path }, current(desk, kind, thing));
  return moves ? reply : { ...reply, headers: { Location: address } };
}

const own = (kind: Kind, id: Json): JsonObject => (kind.id === undefined ? {} : { [kind.id]: id });
const refuse409 = (detail: string): ProblemReply => ({ status: 409, problem: { slug: 'conflict', detail } });

/** What was sent as text is what is read as text below the thing. */
function partsOf({ backend, roles }: Desk, kind: Kind, { text }: Request): Map<string, Json> {
  const texts = backend.document.operations.filter((each) => {
    const role = roles.of(each.facts.id);
    const media = successOf(each)?.type ?? '';
    return role.is === 'part' && role.kind === kind && !/[/+]json$/.test(media);
  });
  return new Map(text === undefined ? [] : texts.map(({ facts }) => [facts.path, text]));
}

/** Members of a reply that the address names. */
function named({ backend }: Desk, schema: JsonObject, { parameters }: Operation, path: Request['path']): JsonObject {
  const { schemas } = backend.document;
  const pairs = parameters
    .filter((each) => each.in === 'path')
    .map((each) => [identifierOf(schemas, schema, each), path[each.name]] as const);
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [[name, value]])),
  );
}

/** The success of an operation: its example with everything in place that is known. */
function shown(desk: Desk, operation: Operation, request: Request, value?: JsonObject): SuccessReply {
  const { maker, backend } = desk;
  const success = successOf(operation) ?? operation.replies[0];
  if (success === undefined) throw new Error(`${operation.facts.id} has no reply but problems`);
  const { status, type, schema } = success;
  if (type === undefined) return { status, ...(value === undefined ? {} : { revision: revisionOf(value) }) };
  const [first] = examplesOf(backend.document.bundle.json, operation, status);
  const example = (first?.[1] ?? drawn(backend.document.schemas, schema, 1)) as Json;
  if (!/[/+]json$/.test(type)) return { status, body: example, revision: revisionOf(example) };
  const items = asRecord(example).items;
  if (operation.facts.method === 'GET' && Array.isArray(items)) {
    const page = paged(desk, operation, request, items as readonly Json[]);
    return page as SuccessReply;
  }
  const known = { ...named(desk, schema, operation, request.path), ...request.fields, ...value };
  const body = maker.overlaid(schema, example, known);
  return { status, body, revision: revisionOf(value ?? body) };
}

/** Of a thing what a list tells of it. */
function picked({ backend, maker }: Desk, items: JsonObject, value: JsonObject): JsonObject {
  const names = new Set(membersOf(backend.document.schemas, items).map(([name]) => name));
  const known = Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
  return maker.overlaid(items, known, {});
}

function paged(desk: Desk, operation: Operation, request: Request, all: readonly Json[]): Reply {
  const success = successOf(operation);
  const [first] = examplesOf(desk.backend.document.bundle.json, operation);
  const page = pageOf(operation.facts.id, request.query, request.path, all);
  if ('status' in page) return page;
  const { items, next_cursor } = page;
  const takesPages = operation.facts.parameters.query.cursor !== undefined;
  const body = { ...asRecord(first?.[1]), items: takesPages ? items : all, ...(takesPages ? { next_cursor } : {}) };
  return { status: success?.status ?? 200, body, revision: revisionOf(body) };
}

/** What is below a thing: as it was sent, else as in the example. */
function partOf(desk: Desk, operation: Operation, request: Request, thing: Thing): SuccessReply {
  const part = thing.parts.get(operation.facts.path);
  return part === undefined ? shown(desk, operation, request) : { status: 200, body: part, revision: revisionOf(part) };
}
