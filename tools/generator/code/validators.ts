// Compiles JSON schemas to a module of plain functions: no ajv, no `require` at run time. Used for HTTP and messages.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { isRecord, type Json, type JsonObject, mapObject } from '../../contract/json.ts';
import { formats } from '../../runtime/formats.ts';

export interface ValidatorOptions {
  /** First line of both files. */
  readonly header: string;
  /** Where the module finds the runtime, such as `../runtime`. */
  readonly runtime: string;
  /** Schemas that `#/components/schemas/NAME` means. */
  readonly components?: Readonly<Record<string, JsonObject>>;
  /** Fill in `default`s (requests) or leave values as they are (replies, messages). */
  readonly defaults?: boolean;
  /** TypeScript type that a validator mints, by name; `unknown` without. */
  readonly types?: Readonly<Record<string, string>>;
  /** Import lines that those types need. */
  readonly imports?: readonly string[];
}

const componentPrefix = '#/components/schemas/';
const annotations = new Set(['title', 'description', 'examples', 'deprecated', 'readOnly', 'writeOnly']);

/** One exported validator for each schema; names must be JavaScript identifiers. */
export function emitValidators(
  schemas: Readonly<Record<string, JsonObject>>,
  options: ValidatorOptions,
): { js: string; dts: string } {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    messages: false,
    inlineRefs: false,
    useDefaults: options.defaults ?? false,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  // ajv divides binary fractions: 126.96 / 0.0001 is not a whole number there, and an error that is allowed for small
  // numbers refuses large ones.
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    error: { message: 'multipleOf', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code: (context) => context.fail(_`!isMultiple(${context.data}, ${context.schemaCode})`),
  });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  for (const [name, schema] of Object.entries(options.components ?? {})) ajv.addSchema(bare(schema), `schema:${name}`);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(bare(schema), name);
  const names = Object.keys(schemas);
  const words = wordsOf([...Object.values(options.components ?? {}), ...Object.values(schemas)]);
  return { js: inWords(moduleCode(ajv, names, options), words), dts: declarations(names, options) };
}

function moduleCode(ajv: Ajv2020, names: readonly string[], { header, runtime }: ValidatorOptions): string {
  const code = standalone
    .default(ajv, Object.fromEntries(names.map((name) => [name, name])))
    .replace('"use strict";\n', '')
    .replaceAll(/const (\w+) = require\("ajv\/dist\/runtime\/(ucs2length|equal)"\)\.default;/g, 'const $1 = $2;');
  if (/\brequire\(/.test(code))
    throw new Error(`a validator asks for a helper that the runtime lacks: ${/.*\brequire\(.*/.exec(code)?.[0]}`);
  return `${header}\nimport { equal, formats, isMultiple, ucs2length } from '${runtime}/formats.ts';\n${code.trimEnd()}\n`;
}

/** What each pattern means, by `x-message`. */
function wordsOf(values: readonly Json[], found = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const value of values) {
    if (isRecord(value)) {
      const { pattern, 'x-message': message } = value;
      if (typeof pattern === 'string' && typeof message === 'string') found.set(pattern, message);
    }
    if (typeof value === 'object' && value !== null) wordsOf(Object.values(value) as Json[], found);
  }
  return found;
}

/** Adds to a broken pattern what it means; ajv has no place for that. */
function inWords(code: string, words: ReadonlyMap<string, string>): string {
  const patternParams = (pattern: string, more = '') => `params:{pattern: ${JSON.stringify(pattern)}${more}}`;
  let all = code;
  for (const [pattern, message] of words)
    all = all.replaceAll(patternParams(pattern), () => patternParams(pattern, `, words: ${JSON.stringify(message)}`));
  return all;
}

function declarations(
  names: readonly string[],
  { header, runtime, types = {}, imports = [] }: ValidatorOptions,
): string {
  const lines = names.map((name) => `export declare const ${name}: Validator<${types[name] ?? 'unknown'}>;`);
  return `${[header, `import type { Validator } from '${runtime}/formats.ts';`, ...imports, '', ...lines].join('\n')}\n`;
}

/** Decimals as steps. Only here, since ordinary validators divide binary numbers. */
const withSteps = (schema: JsonObject): JsonObject =>
  typeof schema['x-decimals'] === 'number' ? { ...schema, multipleOf: Number(`1e-${schema['x-decimals']}`) } : schema;

/** The schema without what only readers need, its references as the names given above. */
function bare(schema: Json): JsonObject {
  const walk = (value: Json, isSchema: boolean): Json => {
    if (Array.isArray(value)) return value.map((item) => walk(item, isSchema));
    if (!isRecord(value)) return value;
    return mapObject(isSchema ? withSteps(value) : value, (inner, key) => {
      if (!isSchema) return walk(inner, true);
      if (annotations.has(key) || key.startsWith('x-')) return undefined;
      if (key === '$ref' && typeof inner === 'string') return inner.replace(componentPrefix, 'schema:');
      if (key === 'default' || key === 'enum' || key === 'const') return inner;
      return walk(inner, key !== 'properties');
    });
  };
  return walk(schema, true) as JsonObject;
}
