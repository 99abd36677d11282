// A good value of any schema, for documents that give no example.
import { randomUUID } from 'node:crypto';
import type { Schema } from './contract.ts';
import { textLike } from './pattern.ts';
import { asRequest } from './third-party-document.ts';

/** None: it is not plain how to make one. */
export function sampleOf(schema: Schema, depth = 0): unknown {
  const { examples, const: only, enum: values, oneOf, anyOf } = schema as Schema & Branches;
  const given = [schema.example, Array.isArray(examples) ? examples[0] : undefined, schema.default, only, values?.[0]];
  const known = given.find((each) => each !== undefined && each !== null);
  if (known !== undefined) return known;
  const [branch] = oneOf ?? anyOf ?? [];
  if (branch !== undefined) {
    const { oneOf: _, anyOf: __, ...own } = schema as Schema & Branches;
    return sampleOf(asRequest({ allOf: [own, branch] }) as Schema, depth + 1);
  }
  return ofType(schema, depth);
}

type Branches = { readonly oneOf?: readonly Schema[]; readonly anyOf?: readonly Schema[] };

/** What contains itself is not followed any further. */
const deepest = 8;

function ofType(schema: Schema, depth: number): unknown {
  const type = [schema.type ?? []].flat().find((each) => each !== 'null');
  const { properties = {}, required = [], items = {} } = schema;
  if (depth > deepest) return undefined;
  if (type === 'object' || (type === undefined && schema.properties !== undefined)) {
    const isRequired = (name: string) => required.includes(name);
    const fields = Object.entries(properties).filter(([name]) => isRequired(name));
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, depth + 1)]));
  }
  if (type === 'array') return listOf(schema, sampleOf(items, depth + 1));
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return numberOf(schema, type);
  return type === 'string' ? textOf(schema) : null;
}

/** One item says more than none. */
function listOf({ minItems = 0, maxItems = 1, items = {} }: Schema, first: unknown): readonly unknown[] {
  const length = first === undefined ? 0 : Math.max(minItems, Math.min(1, maxItems));
  return Array.from({ length }, (_, n) => apart(first, items, n));
}

function apart(value: unknown, items: Schema, n: number): unknown {
  if (n === 0) return value;
  const other = items.enum?.[n];
  if (other !== undefined) return other;
  return typeof value === 'string' ? `${value}${n}` : typeof value === 'number' ? value + n : value;
}

function numberOf(schema: Schema, type: string): number {
  const { minimum, maximum, exclusiveMinimum: over, exclusiveMaximum: under, multipleOf } = schema;
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.5);
  const least = minimum ?? (over === undefined ? undefined : over + step);
  const most = maximum ?? (under === undefined ? undefined : under - step);
  const span = least !== undefined && least > 1 ? least : most !== undefined && most < 1 ? most : 1;
  // By whole steps a second: 3 * 0.0001 is not 0.0003.
  return multipleOf === undefined ? span : Math.ceil(span / multipleOf) / (1 / multipleOf);
}

const ofFormat: Readonly<Record<string, () => string>> = {
  date: () => '2026-11-21',
  'date-time': () => '2026-11-21T07:41:12Z',
  time: () => '07:41:12Z',
  email: () => 'somebody@a.example',
  uri: () => 'https://a.example/',
  uuid: randomUUID,
  hostname: () => 'a.example',
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  byte: () => 'YWJj',
};

function textOf({ format = '', pattern, minLength = 0, maxLength = 200 }: Schema): string | undefined {
  const formed = ofFormat[format]?.();
  if (formed !== undefined) return formed;
  if (pattern !== undefined) return textLike(pattern, Math.max(1, minLength));
  return 'sample'.slice(0, maxLength).padEnd(minLength, 'x');
}
