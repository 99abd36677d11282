// Each constraint that a document puts on what is sent, by its place, and values at its edge that must be taken.

import { distinct } from '../requests/invalid-values.ts';
import { bodyIn, type Filled, isForm } from '../requests/request.ts';
import { sample } from '../requests/vary.ts';
import { escapeKey, isRecord } from './bundle.ts';
import type { Body, Operation, Parameter, Schema } from './document.ts';

/** Where a value stands, in parts: the group of the request, and the keys below it. */
export type ConstraintLocation = {
  readonly where: 'path' | 'query' | 'headers' | 'body';
  readonly keys: readonly string[];
  /** As findings name it: a JSON Pointer into the body, or the name of a parameter. */
  readonly name: string;
  readonly schema: Schema;
  /** What the good request has there. */
  readonly good: unknown;
  /** Everything is text there at first. */
  readonly isText: boolean;
};

const keywords = [
  'type',
  'enum',
  'const',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
] as const;

export type Keyword = (typeof keywords)[number];

export function placesOf(operation: Operation, filled: Filled): readonly ConstraintLocation[] {
  const body = bodyIn(operation, filled.media);
  const asked = operation.parameters.filter(({ in: where }) => where !== 'cookie').map((each) => inPlace(each, filled));
  return [...asked, ...(body ? ofBody(body, filled.body) : [])];
}

function inPlace({ name, in: at, schema, example }: Parameter, filled: Filled): ConstraintLocation {
  const where = at === 'header' ? 'headers' : (at as 'path' | 'query');
  const key = at === 'header' ? name.toLowerCase() : name;
  return { where, keys: [key], name, schema, good: filled[where]?.[key] ?? example, isText: true };
}

function ofBody(body: Body, sent: unknown): readonly ConstraintLocation[] {
  const isText = isForm(body);
  const within = (schema: Schema, good: unknown, keys: readonly string[]): readonly ConstraintLocation[] => {
    const name = keys.map((key) => `/${escapeKey(key)}`).join('');
    const below = isText && keys.length > 0 ? [] : Object.entries(schema.properties ?? {});
    const [first] = Array.isArray(good) ? good : [];
    return [
      { where: 'body', keys, name, schema, good, isText },
      ...below.flatMap(([key, field]) => within(field, isRecord(good) ? good[key] : undefined, [...keys, key])),
      ...(schema.items !== undefined && first !== undefined && !isText
        ? within(schema.items, first, [...keys, '0'])
        : []),
    ];
  };
  return within(body.schema, sent ?? body.examples[0], []);
}

export function constraintsOf(place: ConstraintLocation): readonly Keyword[] {
  const { where, keys, schema, isText } = place;
  const types = [schema.type ?? []].flat();
  // Text has no other type where everything is text; what a form lacks is reported at the field.
  const isWhole = where === 'body' && keys.length === 0;
  const free = isWhole
    ? ['type', 'format', ...(isText ? ['required'] : [])]
    : isText && (types.includes('string') || types.includes('array'))
      ? // In a query the shortest list that can be sent has one item.
        ['type', ...(isQueryList(place) && (schema.minItems ?? 0) <= 1 ? ['minItems'] : [])]
      : [];
  return keywords.filter((keyword) => constrains(schema, keyword) && !free.includes(keyword));
}

/** Sent as the parameter once for each item. */
const isQueryList = ({ where, schema: { items } }: ConstraintLocation): boolean =>
  where === 'query' && items !== undefined;

const constrains = (schema: Schema, keyword: Keyword): boolean =>
  schema[keyword] !== undefined &&
  !(keyword === 'uniqueItems' && schema[keyword] !== true) &&
  !(keyword === 'required' && schema.required?.length === 0) &&
  !(keyword === 'maxItems' && isBoundedByItems(schema)) &&
  !(keyword === 'format' && isForReaders(schema));

/** Each of the few good items once is no longer than the list may be. */
const isBoundedByItems = ({ uniqueItems, items, maxItems = 0 }: Schema): boolean =>
  uniqueItems === true && items?.enum !== undefined && items.enum.length <= maxItems;

/** Formats that say how a value is shown or sent, and exclude none. */
const isForReaders = ({ format }: Schema): boolean => format === 'binary' || format === 'password';

export type Edge = { readonly rule: Keyword; readonly value: unknown };

/**
 * Values that the place must take, at the edge of each constraint that has one; what has none is kept by the good
 * value.
 */
export function goodEdges(place: ConstraintLocation): readonly Edge[] {
  const { schema, good, isText, keys } = place;
  const types = [schema.type ?? []].flat();
  const { minimum, maximum, enum: values = [], items, minItems = 0, maxItems } = schema;
  const edge = (rule: Keyword, value: unknown): readonly Edge[] => (value === undefined ? [] : [{ rule, value }]);
  const isList = isQueryList(place) || !isText;
  const listEdge = (rule: Keyword, count: number | undefined): readonly Edge[] =>
    isList && items !== undefined && count !== undefined ? edge(rule, many(items, first, count)) : [];
  const first = (Array.isArray(good) ? good[0] : undefined) ?? (items === undefined ? undefined : sample(items));
  const found = [
    ...values.flatMap((value) => edge('enum', value)),
    ...(types.includes('boolean') ? [true, false].flatMap((value) => edge('type', value)) : []),
    ...(types.includes('null') && !isText ? edge('type', null) : []),
    ...edge('minimum', minimum),
    ...edge('maximum', maximum),
    ...edge('exclusiveMinimum', beside(schema, schema.exclusiveMinimum, 1)),
    ...edge('exclusiveMaximum', beside(schema, schema.exclusiveMaximum, -1)),
    ...(good === undefined ? edge('type', sample(schema)) : []),
    ...textEdges(schema, good, types, keys.length === 0 ? longestBody : longestText),
    ...listEdge('minItems', schema.minItems),
    ...(items !== undefined && !isText && minItems === 0 ? edge('type', []) : []),
    ...listEdge('maxItems', maxItems),
  ];
  const text = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value));
  return isText ? found.map(({ rule, value }) => ({ rule, value: text(value) })) : found;
}

/** The nearest good number, as far as numbers are whole or steps of something. */
const beside = ({ type, multipleOf }: Schema, edge: number | undefined, side: 1 | -1): number | undefined =>
  edge === undefined ? undefined : edge + side * (multipleOf ?? ([type].flat().includes('integer') ? 1 : 0.5));

const many = (items: Schema, first: unknown, count: number): readonly unknown[] | undefined =>
  items.enum !== undefined && count <= items.enum.length
    ? items.enum.slice(0, count)
    : count === 0
      ? []
      : count === 1
        ? first === undefined
          ? undefined
          : [first]
        : distinct(items, first, count);

/** Text beyond that is a matter of the body's limit. */
const longestText = 4096;
const longestBody = 1 << 20;

function textEdges(schema: Schema, good: unknown, types: readonly string[], longest: number): readonly Edge[] {
  const { minLength, maxLength, format, enum: values } = schema;
  if (!types.includes('string') || values !== undefined || !['email', 'password', 'uri', undefined].includes(format))
    return [];
  const edge = (rule: Keyword, length: number | undefined): readonly Edge[] => {
    const text = length === undefined || length > longest ? undefined : textOf(schema, String(good ?? ''), length);
    return text === undefined ? [] : [{ rule, value: text }];
  };
  return [...edge('minLength', minLength), ...edge('maxLength', maxLength)];
}

/** A text of that length; none when the pattern says too much of it. */
export function textOf(
  { pattern = '', format, examples = [] }: Schema,
  good: string,
  length: number,
): string | undefined {
  if (format === 'email') return emailOf(length);
  if (format === 'uri') return length < 20 ? undefined : 'https://a.example/'.padEnd(length, 'x');
  const form = new RegExp(pattern, 'u');
  const fillers = ['x', 'a', 'A', '1', '0', good.at(1) ?? 'a', good.at(-1) ?? 'a'];
  const ends = [good.slice(0, 1), good.slice(-1)] as const;
  const candidates = fillers.flatMap((filler) => [
    filler.repeat(length),
    good.slice(0, length).padEnd(length, filler),
    length < 2 ? '' : `${ends[0]}${filler.repeat(length - 2)}${ends[1]}`,
    `a${filler.repeat(Math.max(0, length - 1))}`,
  ]);
  const given = examples.filter((each) => typeof each === 'string');
  return [...given, ...candidates].find((text) => text.length === length && form.test(text));
}

/** Its parts are as long as parts of addresses may be. */
function emailOf(length: number): string | undefined {
  const end = '.example';
  const local = 'a'.repeat(Math.min(64, length - end.length - 2));
  const left = length - local.length - 1 - end.length;
  if (local === '' || left < 1) return undefined;
  const labels = Array.from({ length: Math.ceil(left / 50) }, (_, n) => 'b'.repeat(Math.min(50, left - n * 50)));
  // A dot between each two of them takes the place of a letter.
  const host = labels.join('.').slice(0, left).replace(/\.$/, 'b');
  return `${local}@${host}${end}`;
}

/** Any good value shows that they let it through; the others have edges. */
const withoutEdges: readonly Keyword[] = [
  'type',
  'const',
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
  'required',
];

export const keptByAny = (place: ConstraintLocation): readonly Keyword[] =>
  constraintsOf(place).filter((keyword) => withoutEdges.includes(keyword));
