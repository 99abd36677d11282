// What an operation takes: parameters, bodies, and how text becomes their values.
import type { BodyKind, Coercion, Coercions, OperationFacts } from '../../runtime/contract.ts';
import { asRecord, type JsonObject } from '../json.ts';
import type { BodyMedia, Parameter } from './model.ts';
import type { Reading } from './reading.ts';
import { checkBody, checkFiles, checkParameter } from './serialisation.ts';

export function parameter(reading: Reading, json: JsonObject): Parameter {
  const schema = asRecord(json.schema);
  const parameter = {
    in: json.in as Parameter['in'],
    name: String(json.name),
    required: json.required === true,
    commas: json.explode === false,
    schema,
  };
  checkParameter(reading, json, parameter);
  return parameter;
}

export function coercions(reading: Reading, parameters: readonly Parameter[], where: Parameter['in']): Coercions {
  const mine = parameters.filter((each) => each.in === where);
  return Object.fromEntries(mine.map(({ name, schema, commas }) => [name, coercion(reading, schema, name, commas)]));
}

type Scalar = Exclude<Coercion, `${string}${'[]' | ' list'}`>;
const scalars = ['string', 'integer', 'number', 'boolean'] as const satisfies readonly Scalar[];

/** What text stands for. Only scalars and lists of scalars have a form in an address or a form field. */
function coercion(reading: Reading, schema: JsonObject, name: string, commas = false): Coercion {
  const resolved = reading.resolve(schema);
  if (resolved.type !== 'array') return scalar(reading, schema, name);
  return `${scalar(reading, asRecord(resolved.items), name)}${commas ? ' list' : '[]'}`;
}

function scalar(reading: Reading, schema: JsonObject, name: string): Scalar {
  const resolved = reading.resolve(schema);
  const branches = [...reading.list(resolved.oneOf), ...reading.list(resolved.anyOf), ...reading.list(resolved.allOf)];
  const types = new Set(
    branches.length > 0 && resolved.type === undefined
      ? branches.map((each) => scalar(reading, each, name))
      : [resolved.type],
  );
  const [type] = types;
  const known = scalars.find((each) => each === type);
  if (types.size === 1 && known !== undefined) return known;
  reading.wrong(
    schema,
    'type',
    `"${name}" must be one string, integer, number or boolean, or a list of them, to be written as text`,
  );
  return 'string';
}

export function bodies(reading: Reading, json: JsonObject): BodyMedia[] {
  const content = asRecord(reading.resolve(asRecord(json.requestBody)).content);
  const all = Object.entries(content).map(([type, media]) => {
    const schema = asRecord(asRecord(media).schema);
    const properties = Object.entries(asRecord(reading.resolve(schema).properties));
    const defaults = properties
      // A default beside a reference is that of the field alone.
      .filter(([, each]) => ({ ...reading.resolve(asRecord(each)), ...asRecord(each) }).default !== undefined)
      .map(([name]) => name);
    return { type, kind: kindOf(type), schema, defaults };
  });
  checkBody(reading, json, all);
  for (const { kind, schema } of all) if (kind === 'json') checkFiles(reading, schema);
  return all;
}

export function bodyFacts(
  reading: Reading,
  json: JsonObject,
  bodies: readonly BodyMedia[],
): NonNullable<OperationFacts['body']> {
  const forms = bodies.filter(({ kind }) => kind === 'form' || kind === 'multipart');
  const fields = Object.assign(
    {},
    ...forms.map(({ schema }) => asRecord(reading.resolve(schema).properties)),
  ) as Record<string, JsonObject>;
  const isFile = (schema: JsonObject) => reading.resolve(schema).format === 'binary';
  const plain = Object.entries(fields).filter(([, schema]) => !isFile(schema));
  return {
    required: reading.resolve(asRecord(json.requestBody)).required === true,
    media: Object.fromEntries(bodies.map(({ type, kind }) => [type, kind])),
    ...(forms.length === 0
      ? {}
      : { fields: Object.fromEntries(plain.map(([name, schema]) => [name, coercion(reading, schema, name)])) }),
    ...(forms.some(({ kind, schema }) => kind === 'form' && isOpen(reading, schema)) ? { open: true } : {}),
    ...(forms.length === 0 ? {} : { files: Object.keys(fields).filter((name) => isFile(asRecord(fields[name]))) }),
  };
}

const isOpen = (reading: Reading, schema: JsonObject): boolean =>
  reading.resolve(schema)['x-open-request'] !== undefined;

function kindOf(type: string): BodyKind {
  if (/[/+]json$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type === 'multipart/form-data' ? 'multipart' : 'text';
}
