// TypeScript types of the schemas that messages use. HTTP types come from openapi-typescript instead.
import { asRecord, isRecord, type Json, type JsonObject } from '../../contract/json.ts';
import { referredName, type Schemas } from './references.ts';

/** One exported type per schema. */
export function emitTypes(schemas: Schemas, header: string): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema, name)};`,
  );
  const brands = types.some((type) => type.includes('Brand<'))
    ? "import type { Brand } from '../runtime/brand.ts';\n"
    : '';
  return `${[`${header}\n${brands}`, ...types].join('\n')}\n`;
}

function typeOf(schema: Json, at: string, indent = ''): string {
  if (schema === true || !isRecord(schema)) return 'unknown';
  const name = referredName(schema);
  if (name !== undefined) return name;
  if (typeof schema['x-brand'] === 'string')
    return `Brand<'${schema['x-brand']}'>${Array.isArray(schema.type) && schema.type.includes('null') ? ' | null' : ''}`;
  if (schema.const !== undefined) return literal(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ');
  for (const [keyword, glue] of [
    ['oneOf', ' | '],
    ['anyOf', ' | '],
    ['allOf', ' & '],
  ] as const) {
    const parts = schema[keyword];
    if (Array.isArray(parts))
      return parts.map((part, i) => bracket(typeOf(part, `${at}/${keyword}/${i}`, indent), glue)).join(glue);
  }
  const type = schema.type;
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, at, indent)).join(' | ');
  return plain(
    schema,
    typeof type === 'string' ? type : schema.properties === undefined ? 'unknown' : 'object',
    at,
    indent,
  );
}

function plain(schema: JsonObject, type: string, at: string, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly ${bracket(typeOf(schema.items ?? true, `${at}/items`, indent), ' & ')}[]`;
    case 'object':
      return objectType(schema, at, indent);
    default:
      throw new Error(`${at}: type ${type} is not supported in messages`);
  }
}

function objectType(schema: JsonObject, at: string, indent: string): string {
  const properties = Object.entries(asRecord(schema.properties ?? null));
  const rest = schema.additionalProperties;
  if (properties.length === 0)
    return `{ readonly [key: string]: ${isRecord(rest) ? typeOf(rest, `${at}/*`, indent) : rest === false ? 'never' : 'unknown'} }`;
  const required = schema.required;
  const inner = `${indent}  `;
  const lines = properties.map(([name, property]) => {
    const mark = Array.isArray(required) && required.includes(name) ? '' : '?';
    return `${comment(property, inner)}${inner}readonly ${/^[A-Za-z_]\w*$/.test(name) ? name : literal(name)}${mark}: ${typeOf(property, `${at}/${name}`, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const bracket = (type: string, glue: string): string =>
  glue === ' & ' && type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type;

const literal = (value: Json): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);

function comment(schema: Json, indent: string): string {
  const text = asRecord(schema).description;
  if (typeof text !== 'string') return '';
  const lines = text.trim().replaceAll('*/', '* /').split('\n');
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
