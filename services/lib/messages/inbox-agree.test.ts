// The validators that stand at the door of every inbox, against another implementation of JSON Schema, on every example
// and on corrupted copies of it.
import { join } from 'node:path';
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import '@hyperjump/json-schema/formats';
import test from 'ava';
import fc from 'fast-check';
import * as analytics from '../../../generated/analytics/validate-messages.js';
import * as lab from '../../../generated/lab/validate-messages.js';
import * as platform from '../../../generated/platform/validate-messages.js';
import type { Validator } from '../../../generated/runtime/formats.ts';
import { readWhole } from '../../../tools/contract/document/source.ts';
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../../../tools/contract/json.ts';
import { open } from '../../../tools/generator/messages/messages-schemas.ts';
import { referredName, type Schemas } from '../../../tools/generator/messages/references.ts';

const root = join(import.meta.dirname, '../../..');
const documents: Readonly<Record<string, Readonly<Record<string, Validator<unknown>>>>> = { analytics, lab, platform };

type Case = {
  readonly name: string;
  readonly validator: Validator<unknown>;
  readonly schema: string;
  readonly example: Json;
};

function cases(document: string): Case[] {
  const { schemas, messages } = asRecord(
    asRecord(readWhole(root, `spec/${document}/asyncapi.yaml`)).components ?? null,
  );
  const base = `https://covenant.example/${document}/`;
  register(base, asRecord(schemas ?? null) as Schemas);
  return Object.values(asRecord(messages ?? null))
    .map(asRecord)
    .flatMap((message) =>
      (['payload', 'headers'] as const).flatMap((part) => {
        const name = referredName(message[part]);
        const examples = (Array.isArray(message.examples) ? message.examples : []).flatMap((example) =>
          asRecord(example)[part] === undefined ? [] : [asRecord(example)[part] ?? null],
        );
        return name === undefined
          ? []
          : [name, `${name}Open`].flatMap((each) => forExamples(document, base, each, examples));
      }),
    );
}

function forExamples(document: string, base: string, name: string, examples: readonly Json[]): Case[] {
  // The browser's messages have one validator for each direction, which takes what its parts take.
  const side = name.endsWith('Open') ? 'Open' : '';
  const validators = documents[document] ?? {};
  const validator =
    validators[name] ?? validators[name.startsWith('Resume') ? `ClientMessage${side}` : `ServerMessage${side}`];
  if (validator === undefined) throw new Error(`${document} has no validator ${name}`);
  return examples.map((example) => ({ name: `${document} ${name}`, validator, schema: base + name, example }));
}

function register(base: string, schemas: Readonly<Record<string, JsonObject>>): void {
  const known = new Set(schemaIds);
  for (const [name, schema] of Object.entries(schemas))
    for (const [id, each] of [
      [base + name, schema],
      [`${base}${name}Open`, open(schema)],
    ] as const)
      if (!known.has(id)) {
        schemaIds.add(id);
        registerSchema(located(each) as SchemaObject, id, 'https://json-schema.org/draft/2020-12/schema');
      }
}

const schemaIds = new Set<string>();

/** References by the name of the schema's neighbour; without the words that are ours. */
const located = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(located);
  if (!isRecord(value)) return value;
  return mapObject(value, (inner, key) =>
    key.startsWith('x-') || key === 'examples'
      ? undefined
      : key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/components/schemas/', './')
        : located(inner),
  );
};

setShouldValidateFormat(true);

/** One place of the value becomes something else, is removed, or gets company. */
const corrupted = (value: Json): fc.Arbitrary<Json> => {
  const places = paths(value);
  const junk = fc.oneof(
    fc.constantFrom<Json>(null, true, 0, -1, 1.5, '', 'x', 'running', [], {}, '2026-02-30T00:00:00Z'),
    // A scheme alone is a URI to the judge, and none to ours, which agree with browsers and ajv-formats.
    fc
      .string()
      .filter((text) => !/^[a-z][a-z0-9+.-]*:(?:[?#]|$)/i.test(text)),
    fc.integer(),
  );
  return fc
    .tuple(fc.constantFrom(...places), junk, fc.constantFrom('replace', 'remove', 'add'))
    .map(([path, other, how]) => change(value, path, other, how));
};

const paths = (value: Json, at: readonly string[] = []): (readonly string[])[] => [
  at,
  ...(Array.isArray(value)
    ? value.flatMap((each, i) => paths(each, [...at, String(i)]))
    : Object.entries(asRecord(value)).flatMap(([key, each]) => paths(each, [...at, key]))),
];

function change(value: Json, [key, ...rest]: readonly string[], other: Json, how: string): Json {
  if (key === undefined) return how === 'add' && isRecord(value) ? { ...value, surplus: other } : other;
  if (Array.isArray(value))
    return value.flatMap((each, i) =>
      String(i) !== key ? [each] : how === 'remove' && rest.length === 0 ? [] : [change(each, rest, other, how)],
    );
  const { [key]: inner = null, ...others } = asRecord(value);
  return how === 'remove' && rest.length === 0 ? others : { ...others, [key]: change(inner, rest, other, how) };
}

for (const document of Object.keys(documents)) {
  test(`publisher and consumer both accept every example of ${document}`, async (t) => {
    const found = cases(document);
    t.true(found.length > 0);
    t.deepEqual(
      found.filter(({ validator, example }) => !validator(example)).map(({ name }) => name),
      [],
    );
  });

  test(`publisher and consumer agree on invalid messages of ${document}`, async (t) => {
    for (const { name, validator, schema, example } of cases(document)) {
      const judge = await validate(schema);
      fc.assert(
        fc.property(corrupted(example), (value) => {
          const [ours, theirs] = [validator(value), judge(value as never).valid];
          if (ours !== theirs) throw new Error(`${name}: generated says ${ours}, the judge ${theirs}`);
        }),
        { numRuns: 150 },
      );
    }
    t.pass();
  });
}
