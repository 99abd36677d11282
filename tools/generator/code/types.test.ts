// Types and validators agree: what a validator takes compiles, what it refuses for its structure does not.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import ts from 'typescript';
import { asRecord, type Json, type JsonObject, mapObject } from '../../contract/json.ts';
import type { OperationFacts, Validators } from '../../runtime/contract.ts';
import { beside, drawFrom } from './arbitrary.ts';
import { complete } from './types.ts';
import { emitValidators } from './validators.ts';

const root = join(import.meta.dirname, '../../..');
const documents = [
  'generated/analytics',
  'generated/platform',
  'generated/infra',
  'tools/generator/fixtures/tiny/generated/tiny',
];
const settings = { numRuns: 12, seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()) };

/** That a value, as source text, belongs to a type, or does not. */
type Claim = { type: string; value: string; valid: boolean };

test('a value that a validator accepts compiles, and one that it refuses for its structure does not', async (t) => {
  t.log(`seed ${settings.seed}`);
  const claims = (
    await Promise.all(documents.map(async (folder) => [folder, await claimsOf(t, folder)] as const))
  ).flatMap(([folder, all]) => all.map((claim) => ({ folder, ...claim })));
  const compiles = judge(
    documents.map((folder) => ({ folder, claims: claims.filter((claim) => claim.folder === folder) })),
  );
  const wrong = claims.filter((claim, i) => compiles[i] !== claim.valid);
  t.deepEqual(wrong.slice(0, 5), []);
  const files = claims.filter(({ value }) => value.includes('new Blob'));
  t.true(files.some(({ valid }) => valid) && files.some(({ valid }) => !valid));
  t.true(claims.filter(({ valid }) => valid).length > 100 && claims.filter(({ valid }) => !valid).length > 100);
});

async function claimsOf(t: ExecutionContext, folder: string): Promise<Claim[]> {
  const json = asRecord(complete(JSON.parse(readFileSync(join(root, folder, 'openapi.json'), 'utf8')) as Json));
  const schemas = asRecord(asRecord(json.components).schemas) as Record<string, JsonObject>;
  const validators = await validatorsOf(t, schemas);
  const forms = await formsOf(folder, json, schemas);
  const [plain, withFiles] = [new Map<string, JsonObject>(), new Set<string>()];
  for (const [name, schema] of Object.entries(schemas))
    if (JSON.stringify(schema).includes('"binary"')) withFiles.add(name);
    else plain.set(name, schema);
  // A schema with a file is covered as the form that it is: nothing else has files.
  t.deepEqual([...withFiles].sort(), [...new Set(forms.flatMap(({ name }) => name ?? []))].sort(), folder);
  const claims = [...plain].flatMap(([type, schema]) => {
    const value = drawFrom(schema, schemas);
    return sampleOf(value).flatMap((drawn) => claimOf(type, drawn, validators[type]));
  });
  return [...claims, ...forms.flatMap((form) => formClaims(form, schemas))];
}

/** Good values, and others that lie beside one. */
const sampleOf = <T extends Json>(value: fc.Arbitrary<T>, runs = settings.numRuns) =>
  fc.sample(
    fc.oneof(
      value,
      value.chain((each) => beside(each)),
    ),
    { ...settings, numRuns: runs },
  );

type Form = {
  /** The name of the component that it is, if it is one. */
  name: string | undefined;
  /** How its type is written. */
  type: string;
  schema: JsonObject;
  files: readonly string[];
  validate: Validators[string] | undefined;
};

/** The forms with files of all operations, with the validators that judge them in services. */
async function formsOf(folder: string, json: JsonObject, schemas: Record<string, JsonObject>): Promise<Form[]> {
  const name = folder.split('/').at(-1) ?? '';
  const server = (await import(join(root, folder, 'server.ts'))) as Record<string, Record<string, OperationFacts>>;
  const validators = (await import(join(root, folder, 'validate.js'))) as Validators;
  return Object.values(server[`${name}Operations`] ?? {}).flatMap(({ id, method, path, body }) => {
    if (!Object.values(body?.media ?? {}).includes('multipart')) return [];
    const operation = asRecord(asRecord(asRecord(json.paths)[path])[method.toLowerCase()]);
    const content = asRecord(asRecord(operation.requestBody).content);
    const declared = asRecord(asRecord(content['multipart/form-data']).schema);
    const component = typeof declared.$ref === 'string' ? declared.$ref.split('/').at(-1) : undefined;
    const type = `NonNullable<paths['${path}']['${method.toLowerCase()}']['requestBody']>['content']['multipart/form-data']`;
    const schema = component === undefined ? declared : (schemas[component] ?? {});
    return [{ name: component, type, schema, files: body?.files ?? [], validate: validators[`${id}_multipart`] }];
  });
}

/**
 * A file is a blob, and nothing else is: of that the validators know nothing, since the form reader makes the files.
 */
function formClaims({ type, schema, files, validate }: Form, schemas: Record<string, JsonObject>): Claim[] {
  const file = '\u0000a file';
  const properties = mapObject(asRecord(schema.properties), (each, name) =>
    files.includes(name) ? { const: file } : each,
  );
  const value = drawFrom({ ...schema, properties }, schemas);
  // Few forms have files, and a form has many fields that make it wrong: enough draws for both verdicts.
  return sampleOf(value, 120)
    .flatMap((drawn) => {
      const given = files.filter((name) => name in asRecord(drawn));
      if (given.some((name) => asRecord(drawn)[name] !== file))
        return [{ type, value: JSON.stringify(drawn), valid: false }];
      return claimOf(type, drawn, validate);
    })
    .map((claim) => ({ ...claim, value: claim.value.replaceAll(JSON.stringify(file), 'new Blob([])') }));
}

/**
 * What is only too long, too many or of the wrong form is no matter of types; nor are members that an open object may
 * have.
 */
function claimOf(type: string, drawn: Json, validate: Validators[string] | undefined): Claim[] {
  const value = JSON.stringify(drawn);
  if (value.includes('unheard_of')) return [];
  if (validate?.(structuredClone(drawn))) return [{ type, value, valid: true }];
  const structural = (validate?.errors ?? []).every(
    ({ keyword, params }) => ['type', 'required', 'enum', 'const'].includes(keyword) && params.type !== 'integer',
  );
  return structural ? [{ type, value, valid: false }] : [];
}

async function validatorsOf(t: ExecutionContext, schemas: Record<string, JsonObject>): Promise<Validators> {
  const folder = mkdtempSync(join(tmpdir(), 'validators-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const { js } = emitValidators(schemas, { header: '', runtime: join(root, 'tools/runtime'), components: schemas });
  writeFileSync(join(folder, 'validators.mjs'), js);
  return (await import(join(folder, 'validators.mjs'))) as Validators;
}

/**
 * For each claim, in order: does it compile? One compilation for all. Brands are plain strings here, since only
 * validators mint them.
 */
function judge(groups: readonly { folder: string; claims: readonly Claim[] }[]): boolean[] {
  const sources = new Map(
    groups.map(({ folder, claims }, i) => {
      const types = readFileSync(join(root, folder, 'types.ts'), 'utf8').replace(
        /^import type .*$/m,
        'type BrandedId<_ extends string> = string;',
      );
      const values = claims
        .map(({ type, value }) => `export const v: ${type} = ${value};`)
        .map((line, n) => line.replace(' v:', ` v${n}:`));
      return [
        `/claims${i}.ts`,
        { text: `${types}\n${values.join('\n')}\n`, firstLine: types.split('\n').length, count: claims.length },
      ] as const;
    }),
  );
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    const own = sources.get(name as `/claims${number}.ts`);
    return own ? ts.createSourceFile(name, own.text, ts.ScriptTarget.ES2022) : readSource(name, ...rest);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources].flatMap(([name, { firstLine, count }]) => {
    const source = program.getSourceFile(name);
    const broken = new Set(
      program.getSemanticDiagnostics(source).map(({ start = 0 }) => source?.getLineAndCharacterOfPosition(start).line),
    );
    return Array.from({ length: count }, (_, n) => !broken.has(firstLine + n));
  });
}
