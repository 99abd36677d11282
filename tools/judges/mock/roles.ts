// What each operation does to the mock's resources, derived from its address, its method and the conventions of the
// contracts, never from its id.

import type { ApiDocument, Operation, Parameter } from '../../contract/document/model.ts';
import { asRecord, type JsonObject } from '../../contract/json.ts';
import { collectionOf } from './resource-store.ts';
import { identifierOf, membersOf, resolved, type Schemas } from './schema.ts';

/** All resources with one address template, such as `/admin/dealers/{dealer_id}`. */
export type ResourceKind = {
  readonly template: string;
  readonly parameter: Parameter;
  /** The schema of a resource where it is read. */
  readonly schema: JsonObject;
  /** The member of it that ends its address. */
  readonly id: string | undefined;
  readonly examples: readonly JsonObject[];
};

export type Role =
  | { readonly is: 'read' | 'replace' | 'remove' | 'act'; readonly kind: ResourceKind }
  | { readonly is: 'create' | 'begin' | 'list'; readonly kind: ResourceKind }
  /** A single part of a resource, such as its configuration; it exists when the resource does. */
  | { readonly is: 'part' | 'replace-part'; readonly kind: ResourceKind }
  | { readonly is: 'fixed' };

/** The results of a call, one for each instance that it is about. */
export type Results = { readonly name: string; readonly outcomes: readonly unknown[]; readonly kind: ResourceKind };

export type Roles = {
  readonly kinds: readonly ResourceKind[];
  /** Those that results speak of. */
  readonly instances: readonly ResourceKind[];
  readonly resultsOf: (operation: Operation) => Results | undefined;
  readonly resultsIn: (schema: JsonObject) => Results | undefined;
  readonly of: (id: string) => Role;
};

export function rolesOf(document: ApiDocument): Roles {
  const templates = new Set(
    document.operations.map(({ facts }) => itemPart(facts.path)).filter((each) => each !== undefined),
  );
  const read = [...templates].map((template) => kindOf(document, template));
  const kinds = [...read, ...followedIn(document, read)];
  const roles = new Map(document.operations.map((each) => [each.facts.id, roleOf(document, kinds, each)]));
  const resultsIn = (schema: JsonObject) => resultsAbout(document, kinds, schema);
  const resultsOf = (operation: Operation) =>
    operation.facts.job === undefined ? undefined : resultsIn(successOf(operation)?.schema ?? {});
  const instances = document.operations.map((each) => resultsOf(each)?.kind).filter((each) => each !== undefined);
  return {
    kinds,
    instances: [...new Set(instances)],
    resultsOf,
    resultsIn,
    of: (id) => roles.get(id) ?? { is: 'fixed' },
  };
}

/** Resources without an address, which a list shows while work continues; the first member identifies each. */
function followedIn(document: ApiDocument, read: readonly ResourceKind[]): readonly ResourceKind[] {
  const paths = new Set(document.operations.map(({ facts }) => facts.job?.path));
  return document.operations.flatMap((operation) => {
    const { path, method } = operation.facts;
    const items = itemsOf(document.schemas, operation);
    const [id, schema] = membersOf(document.schemas, items ?? {})[0] ?? [];
    const isRead = read.some(({ template }) => collectionOf(template) === path);
    if (method !== 'GET' || !paths.has(path) || isRead || items === undefined || !id || !schema) return [];
    const [example] = examplesOf(document.bundle.json, operation);
    const examples = ((asRecord(example?.[1]).items ?? []) as readonly unknown[]).map(asRecord);
    const parameter = { name: id, in: 'path', required: true, commas: false, schema } as const;
    return [{ template: `${path}/{${id}}`, parameter, schema: items, id, examples }];
  });
}

/** A list in the schema whose items are the results of a command for resources that have a state. */
function resultsAbout(
  { schemas }: ApiDocument,
  kinds: readonly ResourceKind[],
  schema: JsonObject,
): Results | undefined {
  return membersOf(schemas, schema).flatMap(([name, each]) => {
    const members = new Map(membersOf(schemas, asRecord(resolved(schemas, each).items)));
    const outcome = members.get('outcome');
    const kind = kinds.find(
      ({ id, schema: own }) =>
        id !== undefined && members.has(id) && membersOf(schemas, own).some(([each]) => each === 'state'),
    );
    if (outcome === undefined || kind === undefined) return [];
    return [{ name, outcomes: (resolved(schemas, outcome).examples ?? []) as readonly unknown[], kind }];
  })[0];
}

/** The path up to its last parameter. */
const itemPart = (path: string): string | undefined => /^.*\{\w+\}/.exec(path)?.[0];

function kindOf({ operations, schemas, bundle }: ApiDocument, template: string): ResourceKind {
  const at = (path: string, method: string) =>
    operations.find(({ facts }) => facts.path === path && facts.method === method);
  const collection = collectionOf(template);
  const own = at(template, 'GET') ?? at(template, 'PUT');
  const made = own ?? at(collection, 'POST');
  const listed = made === undefined ? at(collection, 'GET') : undefined;
  const schema = (made && successOf(made)?.schema) ?? (listed && itemsOf(schemas, listed)) ?? {};
  const inPath = operations.filter(({ facts }) => itemPart(facts.path) === template);
  const name = template.slice(template.lastIndexOf('{') + 1, -1);
  const parameter = inPath
    .flatMap(({ parameters }) => parameters)
    .find((each) => each.in === 'path' && each.name === name);
  if (parameter === undefined) throw new Error(`${template} has a parameter that is not described`);
  return {
    template,
    parameter,
    schema,
    id: identifierOf(schemas, schema, parameter),
    examples:
      made === undefined
        ? listedExamples(bundle.json, listed)
        : examplesOf(bundle.json, made).map(([, value]) => asRecord(value)),
  };
}

/** Resources that are only listed and deleted have their examples in the list. */
const listedExamples = (json: JsonObject, list: Operation | undefined): JsonObject[] =>
  (list === undefined ? [] : examplesOf(json, list)).flatMap(([, value]) => {
    const { items } = asRecord(value);
    return Array.isArray(items) ? items.map(asRecord) : [];
  });

function roleOf(document: ApiDocument, kinds: readonly ResourceKind[], operation: Operation): Role {
  const { facts } = operation;
  const { path, method } = facts;
  const find = (template: string | undefined) => kinds.find((each) => each.template === template);
  const status = find(facts.job?.path);
  if (method === 'POST' && status !== undefined && !path.startsWith(status.template))
    return { is: 'begin', kind: status };
  const own = find(path);
  if (own)
    return {
      is: method === 'GET' ? 'read' : method === 'DELETE' ? 'remove' : method === 'POST' ? 'act' : 'replace',
      kind: own,
    };
  const items = kinds.find(({ template }) => collectionOf(template) === path);
  const creates = operation.replies.some(({ status: each }) => each === 201);
  if (items && method === 'POST' && creates) return { is: 'create', kind: items };
  if (items && method === 'GET' && itemsOf(document.schemas, operation)) return { is: 'list', kind: items };
  const above = find(itemPart(path));
  if (above === undefined) return { is: 'fixed' };
  return { is: method === 'GET' ? 'part' : method === 'PUT' ? 'replace-part' : 'act', kind: above };
}

export const successOf = ({ replies }: Operation) => replies.find(({ status }) => status < 300);

/** The schema of the items of a list. */
export function itemsOf(schemas: Schemas, operation: Operation): JsonObject | undefined {
  const items = membersOf(schemas, successOf(operation)?.schema ?? {}).find(([name]) => name === 'items')?.[1];
  return items === undefined ? undefined : asRecord(resolved(schemas, items).items);
}

/** Examples of the reply with this status, else of the success, by name. */
export function examplesOf(
  json: JsonObject,
  operation: Operation,
  status?: number,
  media?: string,
): [string, unknown][] {
  const replies = asRecord(describedIn(json, operation).responses);
  const reply = referredIn(json, asRecord(replies[String(status ?? successOf(operation)?.status ?? 200)]));
  const content = asRecord(reply.content);
  const { example, examples } = asRecord(content[media ?? Object.keys(content)[0] ?? '']);
  if (example !== undefined) return [['example', example]];
  return Object.entries(asRecord(examples)).map(([key, each]) => [key, asRecord(each).value]);
}

/** Values for all parameters of the template, from the examples of the document; none when one has no example. */
export function pathExamples(
  { bundle, operations }: ApiDocument,
  { template, id, examples }: ResourceKind,
): JsonObject | undefined {
  const { json } = bundle;
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const written = operations
    .filter(({ facts: { path } }) => path.startsWith(`${template}/`) || `${template}/`.startsWith(`${path}/`))
    .flatMap((each) => (describedIn(json, each).parameters ?? []) as readonly JsonObject[])
    .map((each) => referredIn(json, each));
  const pairs = names.map((name) => [
    name,
    written.find((each) => each.in === 'path' && each.name === name && each.example !== undefined)?.example ??
      (name === id ? examples[0]?.[name] : undefined),
  ]);
  return pairs.every(([, value]) => value !== undefined) ? (Object.fromEntries(pairs) as JsonObject) : undefined;
}

export function headerExample(json: JsonObject, operation: Operation, status: number, name: string): string {
  const reply = referredIn(json, asRecord(asRecord(describedIn(json, operation).responses)[String(status)]));
  const header = referredIn(json, asRecord(asRecord(reply.headers)[name]));
  const [first] = (asRecord(header.schema).examples ?? []) as readonly unknown[];
  return String(header.example ?? first ?? 'example');
}

const describedIn = (json: JsonObject, { facts }: Operation): JsonObject =>
  asRecord(asRecord(asRecord(json.paths)[facts.path])[facts.method.toLowerCase()]);

function referredIn(json: JsonObject, value: JsonObject): JsonObject {
  const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(value.$ref)) ?? [];
  return name === '' ? value : asRecord(asRecord(asRecord(json.components)[section])[name]);
}
