// Types and validators agree: what a validator takes compiles, what it refuses for its structure does not.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import ts from 'typescript';
import type { Validators } from '../runtime/contract.ts';
import { beside, drawFrom } from './arbitrary.ts';
import { asRecord, type Json, type JsonObject } from './json.ts';
import { emitValidators } from './validators.ts';

const root = join(import.meta.dirname, '../..');
const documents = [
  'generated/analytics',
  'generated/platform',
  'generated/infra',
  'tools/generator/fixtures/tiny/generated/tiny',
];
const settings = { numRuns: 12, seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()) };

type Claim = { type: string; value: Json; valid: boolean };

test('what a validator takes compiles, and what it refuses for its structure does not', async (t) => {
  t.log(`seed ${settings.seed}`);
  const claims = (
    await Promise.all(documents.map(async (folder) => [folder, await claimsOf(t, folder)] as const))
  ).flatMap(([folder, all]) => all.map((claim) => ({ folder, ...claim })));
  const compiles = judge(
    documents.map((folder) => ({ folder, claims: claims.filter((claim) => claim.folder === folder) })),
  );
  const wrong = claims.filter((claim, i) => compiles[i] !== claim.valid);
  t.deepEqual(wrong.slice(0, 5), []);
  t.true(claims.filter(({ valid }) => valid).length > 100 && claims.filter(({ valid }) => !valid).length > 100);
});

async function claimsOf(t: { teardown(fn: () => void): void }, folder: string): Promise<Claim[]> {
  const json = JSON.parse(readFileSync(join(root, folder, 'openapi.json'), 'utf8')) as JsonObject;
  const schemas = asRecord(asRecord(json.components).schemas) as Record<string, JsonObject>;
  const validators = await validatorsOf(t, schemas);
  return Object.keys(schemas).flatMap((type) => {
    if (JSON.stringify(schemas[type]).includes('"binary"')) return [];
    const value = drawFrom(schemas[type] ?? {}, schemas);
    return fc
      .sample(fc.oneof(value, value.chain(beside)), settings)
      .flatMap((drawn) => claimOf(type, drawn, validators[type]));
  });
}

/** What is only too long, too many or of the wrong form is no matter of types; nor are members that an open object may have. */
function claimOf(type: string, value: Json, validate: Validators[string] | undefined): Claim[] {
  if (JSON.stringify(value).includes('unheard_of')) return [];
  if (validate?.(structuredClone(value))) return [{ type, value, valid: true }];
  const structural = (validate?.errors ?? []).every(
    ({ keyword, params }) => ['type', 'required', 'enum', 'const'].includes(keyword) && params.type !== 'integer',
  );
  return structural ? [{ type, value, valid: false }] : [];
}

async function validatorsOf(
  t: { teardown(fn: () => void): void },
  schemas: Record<string, JsonObject>,
): Promise<Validators> {
  const folder = mkdtempSync(join(tmpdir(), 'validators-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const { js } = emitValidators(schemas, { header: '', runtime: join(root, 'tools/runtime'), components: schemas });
  writeFileSync(join(folder, 'validators.mjs'), js);
  return (await import(join(folder, 'validators.mjs'))) as Validators;
}

/** For each claim, in order: does it compile? One compilation for all. Brands are plain strings here, since only validators mint them. */
function judge(groups: readonly { folder: string; claims: readonly Claim[] }[]): boolean[] {
  const sources = new Map(
    groups.map(({ folder, claims }, i) => {
      const types = readFileSync(join(root, folder, 'types.ts'), 'utf8').replace(
        /^import type .*$/m,
        'type BrandedId<_ extends string> = string;',
      );
      const values = claims
        .map(({ type, value }) => `export const v: ${type} = ${JSON.stringify(value)};`)
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
