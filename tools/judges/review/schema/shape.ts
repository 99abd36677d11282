// A schema in normal form: every $ref, allOf and "X or null" resolved, so that two forms of the same schema compare as
// equal.

import { canonical, equal, fields, list, Node } from '../source.ts';
import { fits, type JsonType, typeOfValue } from './fits.ts';

export type { JsonType };

/** All of these hold together: a schema, the target of its $ref, the members of its allOf. */
export type Schema = readonly Node[];

export const jsonTypes: readonly JsonType[] = ['null', 'boolean', 'object', 'array', 'string', 'number', 'integer'];

export type Choice = {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly node: Node;
  readonly holder: Node;
  readonly options: readonly Schema[];
};

export type Shape = {
  readonly parts: Schema;
  /** Undefined: any type. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** Values as canonical JSON; undefined: not enumerated. */
  readonly values: ReadonlySet<string> | undefined;
  /** New values may come (x-open-enum). */
  readonly open: boolean;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly choices: readonly Choice[];
  /** `false`: no value at all. */
  readonly never: boolean;
};

const shapes = new WeakMap<Schema, Shape>();

export function shapeOf(schema: Schema): Shape {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape = build(schema);
  shapes.set(schema, shape);
  return shape;
}

export const schemaOf = (node: Node): Schema => [node];
export const schemaId = (schema: Schema): string => schema.map((node) => node.id).join('&');

/** Nodes of a keyword, in every part that has it. */
export const keyword = (shape: Shape, name: string): Node[] => shape.parts.flatMap((part) => part.raw(name) ?? []);

/** The schemas of a keyword that has one for each name; what several parts say of a name holds together. */
export function byName(shape: Shape, name: string): ReadonlyMap<string, Schema> {
  const found = new Map<string, Node[]>();
  for (const node of keyword(shape, name))
    for (const each of Object.keys(node.fields)) {
      const child = node.raw(each);
      if (child !== undefined) found.set(each, [...(found.get(each) ?? []), child]);
    }
  return found;
}

/** Where a keyword stands, or else the schema itself: what a report points at. */
export const placeOf = (shape: Shape, name: string): Node | undefined => keyword(shape, name)[0] ?? shape.parts[0];

function build(schema: Schema): Shape {
  const parts = flatten(schema);
  const choices = parts.flatMap((part) => choicesOf(part));
  for (const choice of choices) {
    const real = choice.options.filter((option) => !isNull(option));
    const [only] = real;
    if (only !== undefined && real.length === 1) return mergeOption(parts, choice, only, choice.options.length > 1);
    const values = enumerated(choice);
    if (values !== undefined)
      return shapeOf([without(choice), ...parts.filter((part) => part !== choice.holder), stated(choice.node, values)]);
  }
  return plain(parts, choices);
}

function choicesOf(part: Node): Choice[] {
  return (['oneOf', 'anyOf'] as const).flatMap((name) => {
    const node = part.raw(name);
    if (node === undefined) return [];
    const options = list(node.value).flatMap((_, index) => node.raw(index) ?? []);
    return [{ keyword: name, node, holder: part, options: options.map(schemaOf) }];
  });
}

/** `anyOf: [X]` and `anyOf: [X, null]` mean X, and X or null. */
function mergeOption(parts: Schema, choice: Choice, option: Schema, nullable: boolean): Shape {
  const inner = shapeOf([without(choice), ...parts.filter((part) => part !== choice.holder), ...option]);
  if (!nullable) return inner;
  const twice = choice.keyword === 'oneOf' && admitsNull(inner);
  const { types = new Set(jsonTypes.filter((type) => type !== 'integer')), values } = inner;
  if (twice)
    return {
      ...inner,
      types: new Set([...types].filter((type) => type !== 'null')),
      values: values === undefined ? undefined : new Set([...values].filter((each) => each !== 'null')),
    };
  return {
    ...inner,
    types: inner.types === undefined ? undefined : new Set([...inner.types, 'null']),
    values: values === undefined ? undefined : new Set([...values, 'null']),
  };
}

const descriptive = new Set('const enum type title description deprecated $comment'.split(' '));

/** `oneOf` of nothing but single values is an enumeration with words to each value. */
function enumerated({ keyword: name, options }: Choice): readonly unknown[] | undefined {
  const sets = options.map((option) => {
    const parts = flatten(option);
    const plainly = parts.every((part) => Object.keys(part.fields).every((key) => descriptive.has(key)));
    return plainly && parts.some((part) => 'const' in part.fields || 'enum' in part.fields)
      ? plain(parts, []).values
      : undefined;
  });
  const all = sets.flatMap((set) => (set === undefined ? [] : [...set]));
  if (sets.length === 0 || sets.includes(undefined)) return undefined;
  if (name === 'oneOf' && new Set(all).size < all.length) return undefined; // a value that fits two is refused
  return all.map((each) => JSON.parse(each) as unknown);
}

/** Something that the schema says without writing it, at the place where it follows from. */
const stated = (place: Node, values: readonly unknown[]): Node =>
  new Node(place.sources, place.file, [...place.path, 'enum'], { enum: values });

/** A schema of several types as one schema for each, so that it compares with alternatives. */
export function byType(shape: Shape): readonly Schema[] {
  const [first] = shape.parts;
  const types = [...(shape.types ?? [])].filter((type) => type !== 'null');
  if (first === undefined || types.length < 2 || shape.values !== undefined) return [shape.parts];
  return types.map((type) => [
    ...shape.parts,
    new Node(first.sources, first.file, [...first.path, 'type', type], { type }),
  ]);
}

/** One schema for each option, with everything beside the choice; only the first choice is taken apart. */
export function optionsOf(shape: Shape): readonly Schema[] {
  const [choice] = shape.choices;
  if (choice === undefined) return [shape.parts];
  const rest = shape.parts.filter((part) => part !== choice.holder);
  return choice.options.map((option) => [...option, without(choice), ...rest]);
}

/**
 * The holder of a choice as if the choice were not there; it keeps its place. Put before what may name the holder in an
 * allOf, it stands for it.
 */
function without({ holder, keyword: name }: Choice): Node {
  const { [name]: _, ...rest } = holder.fields;
  return Object.create(holder, { value: { value: rest }, fields: { value: rest } }) as Node;
}

/** A schema with all that holds beside it. A cycle of allOf adds nothing new, so each node counts once. */
function flatten(schema: Schema, visited = new Set<string>()): Node[] {
  return schema.flatMap((node) => {
    if (visited.has(node.id) && node.target() === undefined) return [];
    visited.add(node.id);
    const target = node.target();
    const members = node.raw('allOf');
    return [
      ...(target === undefined || Object.keys(node.fields).length > 1 || '$dynamicRef' in node.fields ? [node] : []),
      ...(target === undefined || visited.has(target.id) ? [] : flatten([target], visited)),
      ...(members === undefined
        ? []
        : flatten(
            list(members.value).flatMap((_, index) => members.raw(index) ?? []),
            visited,
          )),
    ];
  });
}

function plain(parts: Schema, choices: readonly Choice[]): Shape {
  const declared = wholeNumbers(commonTypes(parts.map(typesOf)), parts);
  const listed = intersection(parts.map((part) => valuesOf(part)));
  const open = parts.some((part) => part.fields['x-open-enum'] === true);
  const values =
    listed === undefined || open
      ? listed
      : new Set([...listed].filter((each) => fits(JSON.parse(each), declared, parts)));
  return {
    parts,
    types: values === undefined || open ? declared : new Set([...values].map((each) => typeIn(each, declared))),
    values,
    open,
    required: new Set(parts.flatMap((part) => list(part.fields.required).filter((each) => typeof each === 'string'))),
    properties: propertiesOf(parts),
    choices,
    never: parts.some((part) => part.value === false),
  };
}

const typeIn = (value: string, declared: ReadonlySet<JsonType> | undefined): JsonType => {
  const type = typeOfValue(JSON.parse(value));
  return type === 'integer' && declared?.has('number') ? 'number' : type;
};

/** Multiples of a whole number are whole. */
function wholeNumbers(types: ReadonlySet<JsonType> | undefined, parts: Schema): ReadonlySet<JsonType> | undefined {
  if (!types?.has('number') || !parts.some((part) => Number.isInteger(part.fields.multipleOf))) return types;
  return new Set([...types].map((type) => (type === 'number' ? 'integer' : type)));
}

/**
 * Each name with all that is said of it. A closed part sees the names beside it only, so it refuses those of other
 * parts.
 */
function propertiesOf(parts: Schema): ReadonlyMap<string, Schema> {
  const properties = new Map<string, Node[]>();
  for (const part of parts)
    for (const name of Object.keys(fields(part.fields.properties))) {
      const node = part.raw('properties')?.raw(name);
      if (node !== undefined) properties.set(name, [...(properties.get(name) ?? []), node]);
    }
  const closed = parts.filter((part) => part.fields.additionalProperties === false);
  for (const name of properties.keys())
    if (closed.some((part) => !(name in fields(part.fields.properties)) && !matches(part, name)))
      properties.delete(name);
  return properties;
}

const matches = (part: Node, name: string): boolean =>
  Object.keys(fields(part.fields.patternProperties)).some((pattern) => new RegExp(pattern, 'u').test(name));

/** `nullable` is the word of OpenAPI 3.0 for a type union with null. */
function typesOf({ fields: { type, nullable } }: Node): ReadonlySet<JsonType> | undefined {
  if (type === undefined) return undefined;
  const names = new Set((Array.isArray(type) ? type : [type]) as JsonType[]);
  if (nullable === true) names.add('null');
  return names.has('number') ? new Set([...names].filter((name) => name !== 'integer')) : names;
}

function valuesOf(part: Node): ReadonlySet<string> | undefined {
  const all = [
    'const' in part.fields ? new Set([canonical(part.fields.const)]) : undefined,
    Array.isArray(part.fields.enum) ? new Set(part.fields.enum.map(canonical)) : undefined,
  ];
  return intersection(all);
}

function intersection<T>(sets: readonly (ReadonlySet<T> | undefined)[]): ReadonlySet<T> | undefined {
  const real = sets.filter((each) => each !== undefined);
  const [first, ...others] = real;
  if (first === undefined) return undefined;
  return new Set([...first].filter((each) => others.every((other) => other.has(each))));
}

/** integer and number together mean integer, in whichever order they stand. */
function commonTypes(sets: readonly (ReadonlySet<JsonType> | undefined)[]): ReadonlySet<JsonType> | undefined {
  const real = sets.filter((each) => each !== undefined);
  const whole = real.some((types) => types.has('integer')) && real.every((types) => hasWhole(types));
  const common = intersection(real);
  return whole && common !== undefined ? new Set([...common, 'integer']) : common;
}

const hasWhole = (types: ReadonlySet<JsonType>): boolean => types.has('integer') || types.has('number');

export const isNull = (schema: Schema): boolean => {
  const [node] = schema;
  return (
    schema.length === 1 &&
    node !== undefined &&
    (equal(node.fields.type, 'null') || equal(node.fields.enum, [null]) || node.fields.const === null)
  );
};

export const admitsNull = ({ never, types, values }: Shape): boolean =>
  !never && (types === undefined || types.has('null')) && (values === undefined || values.has('null'));

/** Whether a value of this type is possible, so that keywords for the type mean something. */
export const admits = (shape: Shape, ...types: readonly JsonType[]): boolean =>
  shape.types === undefined ||
  types.some((type) => shape.types?.has(type)) ||
  (types.includes('number') && shape.types.has('integer'));
