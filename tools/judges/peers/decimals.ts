// Numbers with decimals, as the published documents describe them, judged by validators with their default settings:
// jsonschema of Python, and ajv.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import { installed, output, type Peer } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
const version = '4.26.0';
const perSchema = 1_000;

type Case = { readonly schema: JsonObject; readonly values: readonly number[] };

const program = `
import json, sys
from jsonschema import Draft202012Validator
refused = []
for case in json.load(open(sys.argv[1])):
    validator = Draft202012Validator(case["schema"])
    refused += [value for value in case["values"] if not validator.is_valid(value)]
print(json.dumps(refused))
`;

export const decimalsPeer: Peer = {
  name: 'decimals',
  async compare(folder, { list }) {
    const bin = join(folder, 'venv/bin');
    const absent =
      (await installed('python3', ['-m', 'venv', 'venv'], { folder })) ??
      (await installed(join(bin, 'pip'), ['install', '--quiet', `jsonschema==${version}`], { folder }));
    if (absent) return absent;
    const seed = Date.now();
    const cases = casesOf(seed);
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
    writeFileSync(join(folder, 'judge.py'), program);
    const python = JSON.parse(
      await output(join(bin, 'python'), ['judge.py', 'cases.json'], { folder, timeoutMs: 300_000 }),
    ) as number[];
    const ajv = cases.flatMap(({ schema, values }) => {
      const validate = new Ajv2020({ strict: false }).compile(schema);
      return values.filter((value) => !validate(value));
    });
    const lines = [
      `${cases.length} schemas, ${cases.length * perSchema} random numbers, seed ${seed}`,
      `- jsonschema ${version} refused ${python.length}`,
      `- ajv refused ${ajv.length}`,
      ...(list ? [...new Set([...python, ...ajv])].map((value) => `  - ${value}`) : []),
    ];
    return { text: lines.join('\n'), ok: cases.length > 0 && python.length + ajv.length === 0 };
  },
};

const casesOf = (seed: number): readonly Case[] =>
  globSync('generated/*/openapi.json', { cwd: root }).flatMap((file) =>
    [...decimalsIn(JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonObject)].map((schema) => ({
      schema,
      values: drawn(schema, seed),
    })),
  );

function* decimalsIn(value: Json | undefined): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  const schema = Array.isArray(value) ? {} : asRecord(value);
  const { 'x-decimals': decimals, multipleOf } = schema;
  if (decimals !== undefined || (multipleOf !== undefined && Number(multipleOf) % 1 !== 0)) yield schema;
  for (const each of Object.values(value)) yield* decimalsIn(each as Json);
}

function drawn(schema: JsonObject, seed: number): readonly number[] {
  const scale = 10 ** Number(schema['x-decimals'] ?? 4);
  const whole = fc.integer({ min: 0, max: Number(schema.maximum ?? 1_000_000) * scale });
  return fc.sample(whole, { numRuns: perSchema, seed }).map((n) => n / scale);
}
