// Ways of writing the same contract are never a change for anybody, and whatever order is free stays free.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { whole } from '../../contract/whole.ts';
import { review } from './review.ts';
import { type Fields, fields, isFields } from './source.ts';
import { workingTree } from './tree.ts';

const contracts = workingTree(join(import.meta.dirname, '../../..'));
const today = new Date('2026-11-21');
const bases = ['http', 'broker', 'socket'].map((name) => ({
  name,
  file: `spec/things/${name === 'http' ? 'openapi' : 'asyncapi'}.yaml`,
  text: readFileSync(join(import.meta.dirname, `corpus/bases/${name}.yaml`), 'utf8'),
}));

/** Everything but editorial, between two forms of one document. */
function changes(file: string, before: unknown, after: unknown): string[] {
  const tree = (document: unknown) => new Map([[file, stringify(document, { aliasDuplicateObjects: false })]]);
  return review(tree(before), tree(after), { today })
    .changes.filter(({ rating }) => rating !== 'editorial')
    .map(({ rule, what }) => `${rule}: ${what}`);
}

/** The same value with the fields of every object in another order. */
const shuffled = (value: unknown, order: (keys: string[]) => string[]): unknown =>
  Array.isArray(value)
    ? value.map((each) => shuffled(each, order))
    : isFields(value)
      ? Object.fromEntries(order(Object.keys(value)).map((key) => [key, shuffled(value[key], order)]))
      : value;

for (const { name, file, text } of bases)
  test(`review ignores the order of fields in the ${name} contract`, (t) => {
    const check = fc.property(fc.infiniteStream(fc.nat()), (stream) => {
      const numbers = stream[Symbol.iterator]();
      const order = (keys: string[]) =>
        keys
          .map((key) => [Number(numbers.next().value), key] as const)
          .sort(([a], [b]) => a - b)
          .map(([, key]) => key);
      return changes(file, parse(text), shuffled(parse(text), order)).length === 0;
    });
    const result = fc.check(check, { numRuns: 20 });
    t.false(result.failed, `seed ${result.seed}`);
  });

/** A schema under a name that nothing had, and a $ref to it where it was. */
function extracted(document: Fields, schema: Fields): void {
  const named = fields(fields(document.components).schemas);
  const name = `Extracted${Object.keys(named).length}`;
  Reflect.set(named, name, { ...schema });
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  Reflect.set(schema, '$ref', `#/components/schemas/${name}`);
}

/** What stands behind these is one schema, or a map of them. */
function schemasIn(node: unknown, key = ''): Fields[] {
  if (!isFields(node)) return Array.isArray(node) ? node.flatMap((each) => schemasIn(each)) : [];
  const own = key === 'schema' || key === 'items' || key === 'payload' ? [node] : [];
  const properties = key === 'properties' ? Object.values(node).filter(isFields) : [];
  return [...own, ...properties, ...Object.entries(node).flatMap(([name, child]) => schemasIn(child, name))];
}

/** Ways of writing a schema that mean the same. */
const rewritings: Readonly<Record<string, (schema: Fields, document: Fields) => void>> = {
  'moved into a component': (schema, document) => extracted(document, schema),
  'put into an allOf': (schema) => {
    const inner = { ...schema };
    for (const key of Object.keys(inner)) Reflect.deleteProperty(schema, key);
    Reflect.set(schema, 'allOf', [inner]);
  },
  'put into an anyOf of one': (schema) => {
    const inner = { ...schema };
    for (const key of Object.keys(inner)) Reflect.deleteProperty(schema, key);
    Reflect.set(schema, 'anyOf', [inner]);
  },
  'described in other words': (schema) => Reflect.set(schema, 'description', 'Other words'),
  'typed by a list': (schema) => {
    if (typeof schema.type === 'string') Reflect.set(schema, 'type', [schema.type]);
  },
  'given an empty allOf': (schema) => Reflect.set(schema, 'allOf', [{}]),
  'given its only value as an enum': (schema) => {
    if (!('const' in schema)) return;
    Reflect.set(schema, 'enum', [schema.const]);
    Reflect.deleteProperty(schema, 'const');
  },
  'told that it is not what never is': (schema) => Reflect.set(schema, 'not', false),
};

for (const { name, file, text } of bases)
  for (const [what, rewrite] of Object.entries(rewritings))
    test(`review ignores that schemas of the ${name} contract are ${what}`, (t) => {
      const count = schemasIn(parse(text)).filter((schema) => !('$ref' in schema)).length;
      t.true(count > 3);
      for (let index = 0; index < count; index++) {
        const document = fields(parse(text));
        const schema = schemasIn(document).filter((each) => !('$ref' in each))[index] ?? {};
        const before = JSON.stringify(schema);
        rewrite(schema, document);
        t.deepEqual(changes(file, parse(text), document), [], before);
        t.deepEqual(changes(file, document, parse(text)), [], `back to ${before}`);
      }
    });

test('review ignores that references are written out', (t) => {
  const file = 'spec/analytics/openapi.yaml';
  const before = whole(file, (each) => parse(contracts.get(each) ?? '')).value as Fields;
  const after = structuredClone(before);
  const schemas = fields(fields(after.components).schemas);
  let count = 0;
  const inline = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      const [, target = ''] = /^#\/components\/schemas\/(\w+)$/.exec(String(fields(child).$ref ?? '')) ?? [];
      if (!(target in schemas) || Object.keys(fields(child)).length > 1) continue;
      Reflect.set(node, key, structuredClone(schemas[target]));
      count++;
    }
  };
  for (const path of Object.values(fields(after.paths)))
    for (const operation of Object.values(fields(path))) walk(operation, inline);
  t.true(count > 20, `${count} references`);
  const others = [...contracts].filter(([name]) => name !== file);
  const tree = (document: unknown) =>
    new Map([...others, [file, stringify(document, { aliasDuplicateObjects: false })]]);
  const found = review(tree(before), tree(after), { today }).changes.filter(({ rating }) => rating !== 'editorial');
  t.deepEqual(
    found.map(({ rule, subject, what }) => [rule, subject, what]),
    [],
  );
});

function walk(node: unknown, visit: (node: unknown) => void): void {
  visit(node);
  if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) walk(child, visit);
}
