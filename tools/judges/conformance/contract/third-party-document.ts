// Documents that follow none of our conventions, as the rest of the tool reads them: OpenAPI 3.0 as 3.1, and without what no schema engine can read.
import { isRecord, type Json, keysOf, valueAt } from './bundle.ts';
import { textLike } from './pattern.ts';

/** Ours have a name of their own (spec/README.md). */
export const keepsConventions = (raw: Json): boolean => 'x-document' in raw;

const ofRequests = '/x-requests';

/** The same document in the words of OpenAPI 3.1, and within it once more as its requests are judged: some fields only replies have, others only requests. */
export function bothDirections(raw: Json): Json {
  const replies = modern(raw, 'writeOnly');
  const requests = redirected(modern(raw, 'readOnly')) as Json;
  return { ...replies, [ofRequests.slice(1)]: requests };
}

/** Where the schema that stands at a pointer is for requests. */
export const inRequests = (pointer: string): string => ofRequests + pointer;

function redirected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redirected);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === '$ref' && typeof each === 'string' ? each.replace(/^#/, `#${ofRequests}`) : redirected(each),
  ]);
  return Object.fromEntries(entries);
}

type Unjudged = 'readOnly' | 'writeOnly';

function modern(raw: Json, unjudged: Unjudged): Json {
  const isOld = String(raw.openapi).startsWith('3.0');
  const within = (value: unknown, isName = false): unknown => {
    if (Array.isArray(value)) return value.map((each) => within(each));
    if (!isRecord(value)) return value;
    // Examples are values, and what stands in `properties` or `schemas` has names of the author's.
    const entries = Object.entries(value).map(([key, each]): [string, unknown] => [
      key,
      !isName && isValue(key) ? each : within(each, !isName && isNames(key)),
    ]);
    const whole = Object.fromEntries(entries);
    return isName ? whole : readable(isOld ? newer(whole) : whole, unjudged);
  };
  return within(raw) as Json;
}

const isValue = (key: string): boolean => ['example', 'examples', 'default', 'enum', 'const'].includes(key);
const isNames = (key: string): boolean =>
  ['properties', 'patternProperties', 'schemas', 'parameters', 'responses', 'paths', 'headers', '$defs'].includes(key);

const edges = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

function newer(schema: Json): Json {
  const { nullable, ...rest } = schema;
  const found: Record<string, unknown> = { ...(nullable === undefined ? schema : rest) };
  for (const [excluded, edge] of edges) {
    if (found[excluded] === true) {
      found[excluded] = found[edge];
      delete found[edge];
    } else if (found[excluded] === false) delete found[excluded];
  }
  if (nullable !== true) return found;
  if (typeof found.type !== 'string') return 'type' in found ? found : { anyOf: [found, { type: 'null' }] };
  const values = Array.isArray(found.enum) && !found.enum.includes(null) ? { enum: [...found.enum, null] } : {};
  return { ...found, type: [found.type, 'null'], ...values };
}

/** A pattern that JavaScript does not know is nothing that a value could be judged by, and so is the lack of a field that only the other side has. */
function readable(schema: Json, unjudged: Unjudged): Json {
  const { pattern, ...others } = schema;
  const kept = typeof pattern === 'string' && !isPattern(pattern) ? others : schema;
  const { required, properties } = kept;
  if (!Array.isArray(required) || !isRecord(properties)) return kept;
  const isOther = (name: unknown) => (properties[String(name)] as Json | undefined)?.[unjudged] === true;
  return { ...kept, required: required.filter((name) => !isOther(name)) };
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

/** References that lead nowhere within the document. */
export function brokenReferences(raw: Json): readonly string[] {
  const found = new Set<string>();
  const within = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Json;
    if (typeof $ref === 'string' && $ref.startsWith('#/') && valueAt(raw, keysOf($ref.slice(1))) === undefined)
      found.add($ref);
    for (const each of Object.values(value)) within(each);
  };
  within(raw);
  return [...found];
}

/** How far references are followed; what is optional, or another choice, is not worth as much. */
const farthest = 8;

/** A value without references, as far as a request needs it: schemas of large systems lead from one to the next without an end. */
export function near(raw: Json, value: unknown, left = farthest): unknown {
  if (Array.isArray(value)) return value.map((each) => near(raw, each, left));
  if (!isRecord(value)) return value;
  const { $ref, properties, ...others } = value;
  if (typeof $ref === 'string' && left <= 0) return {};
  const base = typeof $ref === 'string' ? (near(raw, valueAt(raw, keysOf($ref.slice(1))), left - 1) as Json) : {};
  const required = Array.isArray(value.required) ? value.required : [];
  const costOf = (key: string) => (['oneOf', 'anyOf'].includes(key) ? 2 : 0);
  return {
    ...base,
    ...(isRecord(properties)
      ? { properties: mapped(properties, (each, name) => near(raw, each, required.includes(name) ? left : left - 2)) }
      : {}),
    ...mapped(others, (each, key) => near(raw, each, left - costOf(key))),
  };
}

const mapped = (value: Json, make: (each: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, make(each, key)]));

/** A schema of a request as one: what `allOf` joins stands together, and what only replies have is gone. */
export function asRequest(schema: unknown): Json {
  if (!isRecord(schema)) return {};
  const { allOf, ...own } = schema;
  const parts = [own, ...(Array.isArray(allOf) ? allOf : [])].map((part) => (part === own ? own : asRequest(part)));
  const joined: Json = { ...Object.assign({}, ...parts), ...together(parts) };
  const all = isRecord(joined.properties) ? Object.entries(joined.properties) : [];
  const properties = Object.fromEntries(
    all
      .filter(([, field]) => !(isRecord(field) && field.readOnly === true))
      .map(([name, field]) => [name, asRequest(field)]),
  );
  const required = Array.isArray(joined.required)
    ? {
        required: joined.required.filter(
          (name) => !(all.some(([each]) => each === name) && !(String(name) in properties)),
        ),
      }
    : {};
  return {
    ...joined,
    ...(all.length === 0 ? {} : { type: joined.type ?? 'object', properties }),
    ...required,
    ...(isRecord(joined.items) ? { items: asRequest(joined.items) } : {}),
    ...branches(joined),
    ...exampleOf(joined),
  };
}

/** A value with a format can be asked with no other text than one of that format. */
function exampleOf({ pattern, minLength, examples, example, enum: values }: Json): Json {
  if (typeof pattern !== 'string' || examples !== undefined || values !== undefined) return {};
  const made = example ?? textLike(pattern, Math.max(1, Number(minLength ?? 1)));
  return made === undefined ? {} : { examples: [made] };
}

const branches = (schema: Json): Json =>
  Object.fromEntries(
    ['oneOf', 'anyOf'].flatMap((key) => (Array.isArray(schema[key]) ? [[key, schema[key].map(asRequest)]] : [])),
  );

function together(parts: readonly Json[]): Json {
  const properties = parts.map((part) => part.properties).filter(isRecord);
  const required = parts.map((part) => part.required).filter((each) => Array.isArray(each));
  return {
    ...(properties.length === 0 ? {} : { properties: Object.assign({}, ...properties) as Json }),
    ...(required.length === 0 ? {} : { required: [...new Set(required.flat())] }),
  };
}
