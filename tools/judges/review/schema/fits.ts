// Whether a value of an enumeration is valid under what stands beside the enumeration.

import { isMultiple } from '../../../runtime/formats.ts';
import { equal, list, type Node, text } from '../source.ts';

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'string' | 'number' | 'integer';

export function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : (typeof value as 'string' | 'boolean');
}

/** Formats, and keywords of lists and objects, are taken as met: what breaks them cannot be enumerated. */
export function fits(value: unknown, types: ReadonlySet<JsonType> | undefined, parts: readonly Node[]): boolean {
  const type = typeOfValue(value);
  if (types !== undefined && !types.has(type) && !(type === 'integer' && types.has('number'))) return false;
  if (
    parts.some(
      ({ fields: { enum: values } }) => Array.isArray(values) && !list(values).some((each) => equal(each, value)),
    )
  )
    return false;
  if (parts.some(({ fields }) => 'const' in fields && !equal(fields.const, value))) return false;
  if (typeof value === 'string') return parts.every((part) => textFits(value, part));
  return typeof value !== 'number' || parts.every((part) => numberFits(value, part));
}

function textFits(value: string, { fields: { minLength, maxLength, pattern } }: Node): boolean {
  const { length } = [...value];
  if (typeof minLength === 'number' && length < minLength) return false;
  if (typeof maxLength === 'number' && length > maxLength) return false;
  return text(pattern) === '' || new RegExp(text(pattern), 'u').test(value);
}

function numberFits(value: number, { fields }: Node): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...more } = fields as Record<
    string,
    number | undefined
  >;
  const decimals = more['x-decimals'];
  const multipleOf = more.multipleOf ?? (decimals === undefined ? undefined : Number(`1e-${decimals}`));
  return (
    !(minimum !== undefined && value < minimum) &&
    !(maximum !== undefined && value > maximum) &&
    !(exclusiveMinimum !== undefined && value <= exclusiveMinimum) &&
    !(exclusiveMaximum !== undefined && value >= exclusiveMaximum) &&
    (multipleOf === undefined || isMultiple(value, multipleOf))
  );
}

/** A schema that says nothing of its values. */
export const isAny = (node: Node): boolean =>
  node.value === true ||
  (node.value !== false && Object.keys(node.fields).every((key) => silent.has(key) || key.startsWith('x-')));

export const silent = new Set(
  'title description summary examples example default deprecated $comment $defs definitions $id $schema $anchor $dynamicAnchor externalDocs'.split(
    ' ',
  ),
);
