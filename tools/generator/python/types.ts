// Python types of a document: a TypedDict for each object, with a base class for the members that may be missing;
// literals for enums.

import type { ApiDocument } from '../../contract/document/model.ts';
import { ContractError } from '../../contract/document/source.ts';
import { asRecord, type JsonObject } from '../../contract/json.ts';
import { pascal } from '../code/print.ts';
import { complete } from '../code/types.ts';
import { docstring, isMember, quoted, scalars } from './print.ts';

/** The text of `types.py`. */
export function emitPythonTypes({ schemas, name, bundle }: ApiDocument): string {
  const blocks = new Map<string, string>();
  const types = new Types(schemas, blocks, '', (schema) => bundle.placeOf(schema));
  for (const each of Object.keys(schemas)) types.declare(each, asRecord(schemas[each]));
  const names = [...blocks.keys()];
  return `"""Values of the ${name} API, as they are in JSON. Replies may have more members, and open enums more values, than are here."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict, Union

from .._uploads import UploadSource

${[...blocks.values()].join('\n')}
__all__ = [
${names.map((each) => `    ${quoted(each)},\n`).join('')}]
`;
}

/** The type of a schema where it is used, such as of a parameter; `prefix` names the module of the types. */
export const pythonType = (document: ApiDocument, schema: JsonObject, prefix = 't.'): string =>
  new Types(document.schemas, new Map(), prefix).of(schema, '');

class Types {
  readonly #schemas: ApiDocument['schemas'];
  readonly #blocks: Map<string, string>;
  readonly #prefix: string;
  readonly #placeOf: (schema: JsonObject) => string;
  readonly #declared = new Map<string, JsonObject>();

  constructor(
    schemas: ApiDocument['schemas'],
    blocks: Map<string, string>,
    prefix: string,
    placeOf: (schema: JsonObject) => string = () => '',
  ) {
    this.#schemas = schemas;
    this.#blocks = blocks;
    this.#prefix = prefix;
    this.#placeOf = placeOf;
  }

  /** Each base class stands before what is made of it. */
  declare(name: string, schema: JsonObject): void {
    const declared = this.#declared.get(name);
    if (declared === schema) return;
    if (declared !== undefined)
      throw new ContractError([
        `${this.#placeOf(schema)}: this schema and that at ${this.#placeOf(declared)} would both be ${name} in the Python client; rename one, or name the inner one in components/schemas`,
      ]);
    this.#declared.set(name, schema);
    const parts = (schema.allOf ?? []) as readonly JsonObject[];
    const about = typeof schema.description === 'string' ? docstring(schema.description, '') : '';
    if (parts.length > 0) this.#declareObject(name, merged(parts, schema), parts.flatMap(referred));
    else if (schema.properties !== undefined) this.#declareObject(name, schema, []);
    else this.#blocks.set(name, `${name}: TypeAlias = ${quotedWhereLater(this.of(schema, name))}\n${about}`);
  }

  #declareObject(name: string, schema: JsonObject, bases: readonly string[]): void {
    for (const base of bases) this.declare(base, asRecord(this.#schemas[base]));
    const required = asRecord(complete(schema)).required as readonly string[] | undefined;
    const narrowed = (required ?? []).filter((each) => !((schema.required ?? []) as readonly string[]).includes(each));
    const members = Object.entries(asRecord(schema.properties)).map(([key, value]) => {
      const about = asRecord(value).description;
      const type = this.of(asRecord(value), `${name}${pascalOf(key)}`);
      return { key, type, about: typeof about === 'string' ? docstring(about, '    ') : '' };
    });
    const odd = members.find(({ key }) => !isMember(key));
    if (odd !== undefined) throw new Error(`${name} has a member ${odd.key}, which no Python class can have.`);
    const always = members.filter(({ key }) => required?.includes(key));
    const sometimes = members.filter((each) => !always.includes(each));
    const about = typeof schema.description === 'string' ? docstring(schema.description, '    ') : '';
    const text = (list: typeof members) => list.map(({ key, type, about: a }) => `    ${key}: ${type}\n${a}`).join('');
    const head = (own: string, from: string) => `class ${own}(${from}):\n`;
    const parents = bases.length === 0 ? 'TypedDict' : bases.join(', ');
    const isMixed = always.length > 0 && sometimes.length > 0;
    const whole = isMixed
      ? `${head(`_${name}`, parents)}${text(always)}\n\n${head(name, `_${name}, total=False`)}${about}${text(sometimes)}`
      : `${head(name, sometimes.length > 0 ? `${parents}, total=False` : parents)}${about}${text(members) || (about ? '' : '    pass\n')}`;
    const note =
      narrowed.length === 0
        ? ''
        : `\n\n# Answers to requests with \`fields\` are without the others.\nsetattr(${name}, "__narrowed__", frozenset({${narrowed.map(quoted).join(', ')}}))\n`;
    this.#blocks.set(name, `\n${whole}${note}`);
  }

  /** `inline` names the class of an object that has no name in the contract. */
  of(schema: JsonObject, inline: string): string {
    if (typeof schema.$ref === 'string') return this.#prefix + (schema.$ref.split('/').at(-1) ?? '');
    const either = (schema.anyOf ?? schema.oneOf) as readonly JsonObject[] | undefined;
    if (either !== undefined) return union(either.map((each, i) => this.of(each, `${inline}${i || ''}`)));
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    const types = [schema.type ?? []].flat() as readonly string[];
    if (Array.isArray(schema.enum))
      return union([
        `Literal[${schema.enum
          .filter((each) => each !== null)
          .map(literal)
          .join(', ')}]`,
        ...(types.includes('null') ? ['None'] : []),
      ]);
    if (schema['x-open-enum'] === true && Array.isArray(schema.examples))
      return union([
        `Literal[${schema.examples
          .filter((each) => each !== null)
          .map(literal)
          .join(', ')}]`,
        'str',
        ...(types.includes('null') ? ['None'] : []),
      ]);
    if (schema.format === 'binary') return 'UploadSource';
    return types.length === 0 ? 'Any' : union(types.map((type) => this.#single(type, schema, inline)));
  }

  #single(type: string, schema: JsonObject, inline: string): string {
    if (type === 'array') return `list[${this.of(asRecord(schema.items), `${inline}Item`)}]`;
    if (type !== 'object') return scalars[type] ?? 'Any';
    if (schema.properties !== undefined && inline !== '') {
      this.declare(inline, schema);
      return this.#prefix + inline;
    }
    const values = schema.additionalProperties;
    const isTyped = typeof values === 'object' && values !== null;
    return `dict[str, ${isTyped ? this.of(values as JsonObject, `${inline}Value`) : 'Any'}]`;
  }
}

const referred = ({ $ref }: JsonObject): string[] => (typeof $ref === 'string' ? [$ref.split('/').at(-1) ?? ''] : []);

/** What the parts that are no references say together. */
function merged(parts: readonly JsonObject[], schema: JsonObject): JsonObject {
  const own = parts.filter(({ $ref }) => $ref === undefined);
  return {
    ...schema,
    properties: Object.assign({}, ...own.map(({ properties }) => properties)),
    required: own.flatMap(({ required }) => (required ?? []) as readonly string[]),
  } as JsonObject;
}

const union = (types: readonly string[]): string =>
  types.length === 1 ? (types[0] ?? 'Any') : `Union[${[...new Set(types)].join(', ')}]`;

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** An alias is evaluated when the module is loaded, perhaps before the class that it names. */
const quotedWhereLater = (type: string): string =>
  /\b[A-Z]\w+\b/.test(type.replaceAll(/\b(Literal|Union|Any|None|UploadSource)\b|"[^"]*"/g, '')) ? `'${type}'` : type;

const pascalOf = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map(pascal)
    .join('');
