// The shared messages of a document for Python: a TypedDict for each object, an alias for each other schema, the
// schemas as data, and a definition for each message.
import { asRecord, isRecord, type Json, type JsonObject } from '../../contract/json.ts';
import { docstring, isMember, scalars } from '../python/print.ts';
import { reachable } from './messages-schemas.ts';
import { referredName, type Schemas } from './references.ts';

/** As facts.js reads it. */
interface SharedFacts {
  readonly type: string;
  readonly text: string;
  readonly exchange: string;
  readonly routingKey: string;
  readonly payload: string;
  readonly headers: string;
  readonly schemaVersion?: number;
  readonly examples: readonly { readonly name: string; readonly headers: JsonObject; readonly payload: JsonObject }[];
}

interface Facts {
  readonly shared: readonly SharedFacts[];
  readonly schemas: Schemas;
  readonly header: string;
}

/** A module of the package in tools/clients/python-messages. */
export function emitPython({ shared, schemas, header }: Facts): string {
  const used = reachable(
    schemas,
    shared.flatMap(({ payload, headers }) => [payload, headers]),
  );
  const named = inOrder(used);
  const types = named.map(([name, schema]) => namedType(name, schema));
  const code = [
    ...types,
    `_schemas: Schemas = ${literal(Object.fromEntries(named.map(([name, schema]) => [name, bare(schema, name)])))}`,
    ...shared.flatMap((each) => [definition(each), samplesOf(each)]),
  ].join('\n\n');
  return `${header.replace(/^\/\//, '#')}\n${imports(code)}\n\n${code}\n`;
}

function imports(code: string): string {
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const typing = ['Literal', 'TypeAlias', 'TypedDict'].filter(uses);
  return [
    `from typing import ${typing.join(', ')}`,
    '',
    ...(uses('NotRequired') ? ['from .compatibility import NotRequired'] : []),
    'from .definition import Definition, Message, Schemas',
  ].join('\n');
}

/** A name stands before its uses: Python reads a module from top to bottom. */
function inOrder(schemas: Schemas): readonly (readonly [string, JsonObject])[] {
  const done = new Map<string, JsonObject>();
  const place = (name: string, schema: JsonObject, under: readonly string[]): void => {
    if (done.has(name)) return;
    if (under.includes(name)) throw new Error(`${name}: schemas of messages cannot contain themselves`);
    for (const inner of Object.keys(reachable(schemas, [name])))
      if (inner !== name) place(inner, schemas[inner] ?? {}, [...under, name]);
    done.set(name, schema);
  };
  for (const [name, schema] of Object.entries(schemas)) place(name, schema, []);
  return [...done];
}

function namedType(name: string, schema: JsonObject): string {
  const text = typeof schema.description === 'string' ? schema.description : '';
  if (schema.type !== 'object') return `${comment(text)}${name}: TypeAlias = ${typeOf(schema, name)}`;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(asRecord(schema.properties ?? null)).map(([field, property]) => {
    const type = typeOf(property, `${name}.${field}`);
    return {
      field,
      type: required.includes(field) ? type : `NotRequired[${type}]`,
      text: asRecord(property).description,
    };
  });
  // A class cannot have a field with the name of a keyword, such as `from`.
  if (fields.some(({ field }) => !isMember(field)))
    return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(({ field, type }) => `        "${field}": ${type},`).join('\n')}\n    },\n)${documentation(text, '')}`;
  const lines = fields.map(
    ({ field, type, text: note }) => `    ${field}: ${type}${documentation(note ?? '', '    ')}`,
  );
  return `\nclass ${name}(TypedDict):\n${text === '' ? '' : `    ${quoted(text)}\n\n`}${lines.join('\n')}\n`;
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
const quoted = (text: string): string => docstring(oneLine(text), '').trimEnd();
const comment = (text: string): string => (text === '' ? '' : `# ${oneLine(text)}\n`);
const documentation = (text: Json, indent: string): string =>
  typeof text === 'string' && text !== '' ? `\n${indent}${quoted(text)}` : '';

function typeOf(schema: Json, at: string): string {
  const name = referredName(schema);
  if (name !== undefined) return name;
  const { type, enum: values, const: only, items } = asRecord(schema);
  if (only !== undefined) return `Literal[${literal(only)}]`;
  if (Array.isArray(values)) return `Literal[${values.map((value) => literal(value)).join(', ')}]`;
  const types = (Array.isArray(type) ? type : [type]).map((each) => {
    if (each === 'array') return `list[${typeOf(items ?? {}, `${at}[]`)}]`;
    const found = scalars[String(each)];
    if (found === undefined) throw new Error(`${at}: type ${String(each)} is not supported in messages for Python`);
    return found;
  });
  return types.join(' | ');
}

/** What validation.py of the package knows; it must not pass over another rule. */
const rules = [
  '$ref',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
];
const notes = ['description', 'title', 'examples', 'example', 'default'];
const formats = ['uuid', 'date', 'date-time', 'uri', 'int32', 'int64', 'double'];

function bare(schema: Json, at: string): Json {
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key.startsWith('x-') || notes.includes(key)) return [];
      if (!rules.includes(key)) throw new Error(`${at}: ${key} is not supported in messages for Python`);
      return [[key, rule(key, value, at)]];
    }),
  );
}

function rule(key: string, value: Json, at: string): Json {
  if (key === '$ref') return referredName({ $ref: value }) ?? '';
  if (key === 'items') return bare(value, `${at}[]`);
  if (key === 'properties')
    return Object.fromEntries(
      Object.entries(asRecord(value)).map(([name, each]) => [name, bare(each, `${at}.${name}`)]),
    );
  if (key === 'format' && !formats.includes(String(value)))
    throw new Error(`${at}: format ${String(value)} is not supported in messages for Python`);
  if (key === 'pattern') return pythonPattern(String(value), at);
  return value;
}

/** In Python `$` also matches before a last newline. */
function pythonPattern(pattern: string, at: string): string {
  if (/\\[pPuk]|\(\?</.test(pattern)) throw new Error(`${at}: the pattern ${pattern} means something else in Python`);
  return pattern.replace(/(?<!\\)\$$/, '\\Z');
}

const constant = (routingKey: string): string => routingKey.replaceAll(/\W/g, '_').toUpperCase();

const definition = ({ type, text, exchange, routingKey, payload, headers, schemaVersion = 1 }: SharedFacts): string =>
  `${constant(routingKey)}: Definition[${payload}] = Definition(
    name="${routingKey}",
    type="${type}",
    exchange="${exchange}",
    schema_version=${schemaVersion},
    headers="${headers}",
    payload="${payload}",
    schemas=_schemas,
)
${quoted(text)}`;

const samplesOf = ({ routingKey, payload, examples }: SharedFacts): string =>
  `${constant(routingKey)}_SAMPLES: dict[str, Message[${payload}]] = {\n${examples.map((each) => sample(routingKey, each)).join('\n')}\n}`;

const sample = (name: string, { name: title, headers, payload }: SharedFacts['examples'][number]): string => {
  const { message_id: id, occurred_at: occurredAt, traceparent = null } = headers;
  return `    ${literal(title)}: Message(
        name=${literal(name)},
        id=${literal(id ?? null)},
        occurred_at=${literal(occurredAt ?? null)},
        traceparent=${literal(traceparent)},
        payload=${literal(payload, '        ')},
    ),`;
};

/** A value as Python writes it. */
function literal(value: Json, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, indent)).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const inner = `${indent}    `;
  return `{\n${entries.map(([key, each]) => `${inner}${JSON.stringify(key)}: ${literal(each, inner)},`).join('\n')}\n${indent}}`;
}
