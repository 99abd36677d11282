// What the schema's validator found, in words and with the place in the file.
import schema from '../../../generated/lab/lab-config.schema.json' with { type: 'json' };
import type { SchemaError } from '../../../generated/runtime/formats.ts';
import { guess } from '../../../generated/runtime/nearest-word.ts';
import { escapeKey, type Mistake, mostMistakes, type Tree } from './tree.ts';

type Schema = {
  readonly type?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-message'?: string;
};

export function mistakesOf(errors: readonly SchemaError[], tree: Tree): Mistake[] {
  // `pattern` and `not` of one schema have one text.
  const found = new Map<string, Mistake>();
  for (const error of inOrder(errors, tree)) {
    if (found.size >= mostMistakes) break;
    const mistake = mistakeOf(error, tree);
    if (mistake === null || tree.broken(mistake.pointer ?? '')) continue;
    found.set(`${mistake.pointer} ${mistake.message}`, mistake);
  }
  return [...found.values()];
}

/** As they stand in the file: finding words for one costs much more than finding where it is. */
function inOrder(errors: readonly SchemaError[], tree: Tree): readonly SchemaError[] {
  if (errors.length <= mostMistakes) return errors;
  const offset = ({ instancePath, keyword, params }: SchemaError): number => {
    const place = tree.place(instancePath) ?? { value: 0, key: 0 };
    const name = params.additionalProperty ?? params.propertyName;
    if (typeof name === 'string') return tree.place(`${instancePath}/${escapeKey(name)}`)?.key ?? place.key;
    return keyword === 'required' ? place.key : place.value;
  };
  return errors
    .map((error) => ({ error, at: offset(error) }))
    .sort((a, b) => a.at - b.at)
    .map(({ error }) => error);
}

function mistakeOf(error: SchemaError & { propertyName?: string }, tree: Tree): Mistake | null {
  const { instancePath: parent, keyword, params } = error;
  if (error.propertyName !== undefined) return null; // its `propertyNames` says it again, once
  const place = tree.place(parent) ?? { value: 0, key: 0 };
  if (keyword === 'required') {
    const pointer = `${parent}/${escapeKey(String(params.missingProperty))}`;
    return { offset: place.key, pointer, rule: keyword, message: `${params.missingProperty} is missing` };
  }
  const name = params.additionalProperty ?? params.propertyName;
  if (typeof name === 'string') {
    const pointer = `${parent}/${escapeKey(name)}`;
    const offset = tree.place(pointer)?.key ?? place.key;
    const message =
      keyword === 'propertyNames' ? messageOf(schemaAt(parent).propertyNames) : unknownSetting(name, parent);
    return { offset, pointer, rule: keyword, message, value: name };
  }
  if (keyword === 'uniqueItems') {
    const pointer = `${parent}/${Math.max(Number(params.i), Number(params.j))}`;
    return { offset: tree.place(pointer)?.value ?? place.value, pointer, rule: keyword, message: 'is duplicated' };
  }
  const value = valueAt(tree.value, parent);
  const shown = value === null || typeof value === 'object' ? {} : { value: String(value) };
  return { offset: place.value, pointer: parent, rule: keyword, message: sentenceOf(error, value), ...shown };
}

function sentenceOf({ instancePath, keyword, params }: SchemaError, value: unknown): string {
  const node = schemaAt(instancePath);
  const limit = Number(params.limit);
  switch (keyword) {
    case 'type':
      return wrongType(String(params.type), value);
    case 'enum': {
      const meant = typeof value === 'string' ? guess(value, node.enum ?? []) : null;
      return `must be ${oneOf(node.enum ?? [])}${meant === null ? '' : `; did you mean ${meant}?`}`;
    }
    case 'minimum':
    case 'maximum':
      return `must be a whole number from ${node.minimum} to ${node.maximum}`;
    case 'format':
      return 'must be a UUID';
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minProperties':
      return 'must have at least one';
    case 'maxProperties':
    case 'maxItems':
      return `must have at most ${limit}`;
    default:
      return messageOf(node);
  }
}

const messageOf = (node: Schema | undefined): string => node?.['x-message'] ?? 'is not allowed';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of names to values',
};

function wrongType(expectedType: string, value: unknown): string {
  const must = `must be ${kinds[expectedType] ?? expectedType}`;
  if (value === null) return `${must}, but is empty`;
  if (expectedType === 'string' && typeof value !== 'object') return `${must}; put it in quotes`;
  if (expectedType === 'integer' && typeof value === 'string' && /^\d+$/.test(value))
    return `${must}; remove the quotes`;
  const meant = { yes: true, on: true, no: false, off: false }[String(value).toLowerCase()];
  return expectedType === 'boolean' && meant !== undefined ? `${must}; write ${meant}` : must;
}

function unknownSetting(name: string, parent: string): string {
  const known = Object.keys(schemaAt(parent).properties ?? {});
  const meant = guess(name, known);
  if (meant !== null) return `is not a known setting; did you mean ${meant}?`;
  const home = homes.find(([, settings]) => settings.includes(name))?.[0];
  return `is not a known setting; ${home === undefined ? `known settings: ${known.join(', ')}` : `it belongs ${home}`}`;
}

const settings = (name: keyof typeof schema.$defs): readonly string[] =>
  Object.keys((schema.$defs[name] as Schema).properties ?? {});

const homes: readonly (readonly [where: string, settings: readonly string[]])[] = [
  ['at the top of the file', Object.keys(schema.properties)],
  ['to a container', settings('Container')],
  ['to resources', settings('Resources')],
  ['to an entry of init_scripts', settings('InitScript')],
];

const oneOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The schema of a place; `{}` for a place without one. */
function schemaAt(pointer: string): Schema {
  let node: Schema = schema as Schema;
  for (const part of pointer.split('/').slice(1)) {
    const inner = Object.hasOwn(node.properties ?? {}, part) ? node.properties?.[part] : undefined;
    const other = typeof node.additionalProperties === 'object' ? node.additionalProperties : node.items;
    node = resolved(inner ?? other ?? {});
  }
  return node;
}

function resolved(node: Schema): Schema {
  const name = node.$ref?.replace('#/$defs/', '') as keyof typeof schema.$defs | undefined;
  return name === undefined ? node : (schema.$defs[name] as Schema);
}

/** The value at a pointer that the validator gave, so each part exists. */
function valueAt(value: unknown, pointer: string): unknown {
  let inner = value;
  for (const part of pointer.split('/').slice(1))
    inner = (inner as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return inner;
}
