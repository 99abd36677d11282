// Ids that answers name, and the addresses that they fit: by Location, by the operation that returns the status of work
// (x-job), by the brand of an id (x-brand).
import { isRecord } from '../contract/bundle.ts';
import { type Contract, type Operation, type Parameter, type Schema, schemaAt } from '../contract/document.ts';
import type { Until } from '../requests/values.ts';
import type { Request, WireReply } from '../requests/wire.ts';
import { jsonOf } from './judge.ts';

export type Bindings = {
  /** Keeps every id that a good answer names. */
  learn(operation: Operation, request: Request, answer: WireReply): void;
  of(operation: Operation, parameter: Parameter): unknown;
  /** Every id in the operation's address is known. */
  isBound(operation: Operation): boolean;
  /** Whether the operation's answer can name the id that the other one has in its address. */
  gives(operation: Operation, other: Operation, parameter: Parameter): boolean;
  /** Where the status of the work that an operation began is returned, and which states are final. */
  endOf(operation: Operation): readonly Until[];
  /** All ids that were learnt, by brand. */
  readonly brands: ReadonlyMap<string, string>;
};

type Link = { readonly brand: string; readonly value: string };

export function bindings(contract: Contract): Bindings {
  const { raw, operations, methods } = contract;
  const bound = new Map<string, string>();
  const brands = new Map<string, string>();
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const templates = [...methods.keys()].map((template) => ({ template, form: formOf(template) }));
  const bindPath = (path: string) => {
    for (const { template, form } of templates) {
      const values = form.exec(path)?.slice(1);
      if (values === undefined) continue;
      for (const [at, prefix] of prefixesOf(template).entries()) {
        const value = decodeURIComponent(values[at] ?? '');
        if (value !== '') bound.set(prefix, value);
      }
    }
  };
  const of: Bindings['of'] = (operation, parameter) =>
    (parameter.in === 'path' ? bound.get(prefixOf(operation.path, parameter.name)) : undefined) ??
    brands.get(String(parameter.schema['x-brand']));

  return {
    brands,
    of,
    learn(operation, request, answer) {
      const { location } = answer.headers;
      if (location !== undefined) bindPath(new URL(location, 'http://x').pathname);
      if (operation.path.includes('{')) bindPath(request.path.split('?')[0] ?? '');
      const body = jsonOf(answer);
      const { status, id } = operation.job ?? {};
      const prefixes = prefixesOf(byId.get(status ?? '')?.path ?? '');
      const value = isRecord(body) && id !== undefined ? body[id] : undefined;
      if (prefixes.length === 1 && typeof value === 'string') bound.set(prefixes[0] ?? '', value);
      const pointer = operation.replies[answer.status]?.content['application/json'];
      if (pointer === undefined) return;
      for (const { brand, value } of linksIn(raw, pointer, body)) if (!brands.has(brand)) brands.set(brand, value);
    },
    isBound: (operation) =>
      operation.parameters.every((parameter) => parameter.in !== 'path' || of(operation, parameter) !== undefined),
    gives: givesIn(contract, byId),
    endOf({ job }) {
      const status = byId.get(job?.status ?? '');
      const fields = status
        ? replySchemas(raw, status).flatMap(({ properties = {} }) => Object.entries(properties))
        : [];
      return fields.flatMap(([name, field]) => {
        const { final: is } = (field['x-states'] ?? {}) as { final?: readonly string[] };
        return is === undefined ? [] : [{ operation: status?.id ?? '', pointer: `/${name}`, is }];
      });
    },
  };
}

const replySchemas = (raw: Contract['raw'], { replies }: Operation): readonly Schema[] =>
  Object.entries(replies).flatMap(([status, { content }]) =>
    Number(status) < 300 && content['application/json'] ? [schemaAt(raw, content['application/json'])] : [],
  );

const givesIn =
  ({ raw }: Contract, byId: ReadonlyMap<string, Operation>): Bindings['gives'] =>
  (operation, other, parameter) => {
    const prefix = prefixOf(other.path, parameter.name);
    const collection = prefix.slice(0, prefix.lastIndexOf('/'));
    const creates = operation.path === collection && operation.method === 'POST' && '201' in operation.replies;
    const begins = operation.job !== undefined && (byId.get(operation.job.status)?.path ?? '').startsWith(prefix);
    const brand = parameter.schema['x-brand'];
    const needsSame = prefixesOf(operation.path).includes(prefix);
    const names =
      brand !== undefined && replySchemas(raw, operation).some((schema) => brandsIn(schema).includes(String(brand)));
    return !needsSame && (creates || begins || names);
  };

/** `/labs/{id}/access` fits whatever ends so, whichever way a front door leads there. */
const formOf = (template: string): RegExp =>
  new RegExp(`${template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`);

/** `/labs/{id}/runs/{run}` gives `/labs/{id}` and `/labs/{id}/runs/{run}`. */
export const prefixesOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{[^}]+\}/g)].map((match) => template.slice(0, match.index + match[0].length));

const prefixOf = (template: string, name: string): string =>
  template.slice(0, template.indexOf(`{${name}}`) + name.length + 2);

/** Every id that an answer names, with its brand. */
export const linksIn = (raw: Contract['raw'], pointer: string, value: unknown): readonly Link[] =>
  linksOf(schemaAt(raw, pointer), value);

function linksOf(schema: Schema, value: unknown): readonly Link[] {
  const brand = schema['x-brand'];
  if (typeof brand === 'string') return typeof value === 'string' ? [{ brand, value }] : [];
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as readonly Schema[] | undefined) ?? []);
  return [
    ...parts.flatMap((part) => linksOf(part, value)),
    ...(Array.isArray(value) && schema.items ? value.flatMap((each) => linksOf(schema.items as Schema, each)) : []),
    ...(isRecord(value)
      ? Object.entries(schema.properties ?? {}).flatMap(([name, field]) => linksOf(field, value[name]))
      : []),
  ];
}

function brandsIn(schema: Schema): readonly string[] {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as readonly Schema[] | undefined) ?? []);
  const below = [...parts, ...(schema.items ? [schema.items] : []), ...Object.values(schema.properties ?? {})];
  return [...(typeof schema['x-brand'] === 'string' ? [schema['x-brand']] : []), ...below.flatMap(brandsIn)];
}
