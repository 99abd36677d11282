// A JSON Schema as a reader needs it: one type label, limits in words, and its fields, with references and allOf
// resolved.
import { asRecord, isRecord, type Json, type JsonObject } from '../json.ts';
import { limitsOf } from './schema-limits.ts';

/** What one value is; `other`: objects, and values of several kinds. */
export type ValueKind = 'string' | 'integer' | 'number' | 'boolean' | 'file' | 'other';

export interface Shape {
  /** In words, for a page. */
  readonly type: string;
  /** The kind of the value; for a list, of each of its items. */
  readonly kind: ValueKind;
  readonly isList: boolean;
  readonly isNullable: boolean;
  readonly description: string;
  readonly limits: readonly string[];
  /** The values of an enum; of an open one, those known today. */
  readonly values: readonly Json[];
  readonly isOpen: boolean;
  readonly fallback: Json | undefined;
  readonly example: Json | undefined;
  readonly fields: readonly Field[];
  readonly variants: readonly Variant[];
  /** The name of the schema in its document. */
  readonly schema: string | undefined;
  /** The path of the field around it that has the same fields. */
  readonly sameAs: string | undefined;
  /** Where the page has written out the same fields before. */
  readonly shownAt?: PageAnchor;
  readonly hasStates: boolean;
  /** There are more fields than a page can hold; the document has all. */
  readonly isCut: boolean;
}

export interface PageAnchor {
  readonly anchor: string;
  readonly title: string;
}

export interface Field extends Shape {
  readonly key: string;
  /** Dotted, from the top of the body. */
  readonly path: string;
  readonly isRequired: boolean;
}

export interface Variant extends Shape {
  readonly title: string;
  readonly path: string;
}

/** Below it, fields are in the document alone: no reader follows further, and a document could nest for ever. */
const deepest = 9;
const mostFields = 500;

interface Position {
  readonly path: string;
  readonly depth: number;
  /** Schemas that this one lies in, with the path at which they stand. */
  readonly around: ReadonlyMap<string, string>;
}

export function shapeOf(document: JsonObject, schema: Json | undefined): Shape {
  return new Reader(document).shape(schema ?? {}, { path: '', depth: 0, around: new Map() });
}

class Reader {
  readonly #document: JsonObject;
  #fieldCount = 0;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  shape(schema: Json, position: Position): Shape {
    const { value, names } = this.#merged(schema, new Set());
    const [name] = names;
    const known = names.map((each) => position.around.get(each)).find((each) => each !== undefined);
    const around = new Map([...position.around, ...names.map((each) => [each, position.path] as const)]);
    const inside = { ...position, around };
    const variants = this.#variants(value, inside);
    const item = known === undefined ? this.#item(value, inside) : undefined;
    const own = known === undefined ? this.#fields(value, inside) : [];
    const values = valuesOf(value);
    return {
      type: typeOf(value, variants, item),
      kind: variants.length > 0 ? 'other' : kindOf(value, item),
      isList: item !== undefined && variants.length === 0 && typesOf(value)[0] === 'array',
      isNullable: isNullable(value),
      description: textOf(value.description),
      limits: [...limitsOf(value), ...(item === undefined ? [] : item.limits.map((limit) => `each: ${limit}`))],
      values: values.length === 0 && item !== undefined ? item.values : values,
      isOpen: value['x-open-enum'] === true || (item?.isOpen ?? false),
      fallback: value.default,
      example: value['x-open-enum'] === true ? undefined : exampleOf(value),
      fields: [...own, ...(item?.fields ?? [])],
      variants: [...variants, ...(item?.variants ?? [])],
      schema: name ?? item?.schema,
      sameAs: known ?? item?.sameAs,
      hasStates: value['x-states'] !== undefined,
      isCut:
        known === undefined &&
        own.length === 0 &&
        value.properties !== undefined &&
        Object.keys(asRecord(value.properties)).length > 0,
    };
  }

  #item(value: JsonObject, position: Position): Shape | undefined {
    if (!isRecord(value.items) || position.depth >= deepest) return undefined;
    return this.shape(value.items, { ...position, depth: position.depth + 1 });
  }

  #fields(value: JsonObject, { path, depth, around }: Position): readonly Field[] {
    if (depth >= deepest || this.#fieldCount >= mostFields) return [];
    this.#fieldCount += Object.keys(asRecord(value.properties)).length;
    const required = Array.isArray(value.required) ? value.required : [];
    const named = Object.entries(asRecord(value.properties)).map(([key, schema]) => ({ key, schema }));
    const patterns = Object.entries(asRecord(value.patternProperties)).map(([key, schema]) => ({
      key: `/${key}/`,
      schema,
    }));
    const others = isRecord(value.additionalProperties) ? [{ key: '*', schema: value.additionalProperties }] : [];
    return [...named, ...patterns, ...others].map(({ key, schema }) => {
      const inner = path === '' ? key : `${path}.${key}`;
      const shape = this.shape(schema, { path: inner, depth: depth + 1, around });
      return { ...shape, key, path: inner, isRequired: required.includes(key) };
    });
  }

  #variants(value: JsonObject, { path, depth, around }: Position): readonly Variant[] {
    const options = optionsOf(value);
    if (options.length < 2 || depth >= deepest || this.#fieldCount >= mostFields) return [];
    this.#fieldCount += options.length;
    return options.map((option, index) => {
      const { value: merged, names } = this.#merged(option, new Set());
      const title = textOf(merged.title) || names[0] || `option ${index + 1}`;
      const inner = `${path === '' ? '' : `${path}.`}~${title.replaceAll(/\s+/g, '-')}`;
      return { ...this.shape(option, { path: inner, depth: depth + 1, around }), title, path: inner };
    });
  }

  /**
   * The schema without references and allOf; of two values for one keyword the outer one wins. Names lead from the
   * outside in.
   */
  #merged(schema: Json, visited: ReadonlySet<string>): { value: JsonObject; names: readonly string[] } {
    if (!isRecord(schema)) return { value: {}, names: [] };
    const { $ref, allOf, ...rest } = schema;
    const isKnown = typeof $ref === 'string' && visited.has($ref);
    const next = typeof $ref === 'string' ? new Set([...visited, $ref]) : visited;
    const target = typeof $ref === 'string' && !isKnown ? [this.#merged(resolve(this.#document, $ref), next)] : [];
    const parts = Array.isArray(allOf) ? allOf.map((each) => this.#merged(each, next)) : [];
    const only = soleOption(rest);
    const option = only === undefined ? [] : [this.#merged(only, next)];
    const all = [...target, ...parts, ...option];
    const value = all.reduceRight<JsonObject>((outer, part) => joined(part.value, outer), withoutOptions(rest, only));
    const name = typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : [];
    return {
      value,
      names: [...name, ...target.flatMap(({ names }) => names), ...option.flatMap(({ names }) => names)],
    };
  }
}

/** `inner` where `outer` is silent; fields of both. */
function joined(inner: JsonObject, outer: JsonObject): JsonObject {
  const lists = [inner.required, outer.required].filter(Array.isArray).flat();
  const properties = { ...asRecord(inner.properties), ...asRecord(outer.properties) };
  return {
    ...inner,
    ...outer,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(lists.length === 0 ? {} : { required: [...new Set(lists)] }),
  };
}

const isNull = (schema: Json): boolean => isRecord(schema) && schema.type === 'null';

function optionsOf(value: JsonObject): readonly Json[] {
  const options = Array.isArray(value.oneOf) ? value.oneOf : Array.isArray(value.anyOf) ? value.anyOf : [];
  return options.filter((option) => !isNull(option));
}

/** `anyOf: [X, null]` is X that may be null. */
function soleOption(value: JsonObject): Json | undefined {
  const options = optionsOf(value);
  return options.length === 1 ? options[0] : undefined;
}

function withoutOptions(value: JsonObject, only: Json | undefined): JsonObject {
  if (only === undefined) return value;
  const { anyOf, oneOf, ...rest } = value;
  const all = [anyOf, oneOf].filter(Array.isArray).flat();
  return all.some(isNull) ? { ...rest, 'x-nullable': true } : rest;
}

export function resolve(document: JsonObject, ref: string): Json {
  const steps = ref.replace(/^#\/?/, '').split('/').filter(Boolean);
  return steps
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json>((at, step) => asRecord(at)[step] ?? {}, document);
}

function typeOf(value: JsonObject, variants: readonly Variant[], item: Shape | undefined): string {
  const types = typesOf(value);
  const base = variants.length > 0 ? 'one of' : types.map((type) => label(type, value, item)).join(' or ');
  return `${base || implied(value)}${isNullable(value) ? ' or null' : ''}`;
}

const typesOf = (value: JsonObject): readonly string[] =>
  [value.type].flat().filter((type): type is string => typeof type === 'string' && type !== 'null');

const isNullable = (value: JsonObject): boolean =>
  [value.type].flat().includes('null') || value['x-nullable'] === true || hasNullOption(value);

const valueKinds: ReadonlySet<string> = new Set<ValueKind>(['string', 'integer', 'number', 'boolean', 'file']);
const isValueKind = (name: string): name is ValueKind => valueKinds.has(name);

function kindOf(value: JsonObject, item: Shape | undefined): ValueKind {
  const [type = implied(value)] = typesOf(value);
  if (type === 'array') return item === undefined || item.isList ? 'other' : item.kind;
  const kind = (typeof value.format === 'string' ? formats[value.format] : undefined) ?? type;
  return isValueKind(kind) ? kind : 'other';
}

const hasNullOption = (value: JsonObject): boolean =>
  [value.anyOf, value.oneOf].filter(Array.isArray).flat().some(isNull);

function implied(value: JsonObject): string {
  if (value.properties !== undefined || value.additionalProperties !== undefined) return 'object';
  const [first] = valuesOf(value);
  return first === undefined ? 'any' : first === null ? 'null' : typeof first;
}

const formats: Readonly<Record<string, string>> = {
  binary: 'file',
  int32: 'integer',
  int64: 'integer',
  double: 'number',
  float: 'number',
};

function label(type: string, value: JsonObject, item: Shape | undefined): string {
  if (type === 'array') return item === undefined ? 'array' : `array of ${item.type.replace(/^one of$/, 'variants')}`;
  if (type === 'object' && isRecord(value.additionalProperties) && value.properties === undefined) return 'map';
  const format = typeof value.format === 'string' ? value.format : undefined;
  if (format === undefined) return type;
  return formats[format] ?? `${type}, ${format}`;
}

function valuesOf(value: JsonObject): readonly Json[] {
  if (value.const !== undefined) return [value.const];
  if (Array.isArray(value.enum)) return value.enum;
  return value['x-open-enum'] === true && Array.isArray(value.examples)
    ? value.examples.filter((each) => each !== null)
    : [];
}

function exampleOf(value: JsonObject): Json | undefined {
  if (value.example !== undefined) return value.example;
  return Array.isArray(value.examples) ? value.examples[0] : undefined;
}

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');
