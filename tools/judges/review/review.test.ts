import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { parse, parseDocument } from 'yaml';
import { review } from './review.ts';
import { equal, fields, Sources } from './source.ts';
import { type Tree, workingTree } from './tree.ts';
import { isKnownExtension } from './wording.ts';

const contracts = workingTree(join(import.meta.dirname, '../../..'));
const today = new Date('2026-11-21');

/** Every place of a document, as paths. */
function places(node: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.keys(node).flatMap((key) => {
    const step = Array.isArray(node) ? Number(key) : key;
    const child = [...path, step];
    return [child, ...places(fields(node)[key] ?? (node as readonly unknown[])[Number(key)], child)];
  });
}

test('review of the contracts against themselves lists no changes', (t) => {
  t.deepEqual(review(contracts, new Map(contracts), { today }).changes, []);
});

/** The document as everybody reads it: with what it takes from shared files and what follows from its facts. */
const read = (tree: Tree, file: string): unknown => new Sources(tree, today).root(file)?.value;

test('review reports every removal that a reader of a contract notices, with a place in both files', (t) => {
  const files = [...contracts.keys()].filter(
    (file) => file.endsWith('asyncapi.yaml') || file.endsWith('schema.yaml') || file.startsWith('spec/infra/'),
  );
  const all = files.flatMap((file) => {
    const document = parseDocument(contracts.get(file) ?? '');
    return places(document.toJS()).map((path) => ({ file, path }));
  });
  const check = fc.property(fc.constantFrom(...all), ({ file, path }) => {
    const document = parseDocument(contracts.get(file) ?? '');
    document.deleteIn(path);
    const without = new Map(contracts).set(file, String(document));
    try {
      const { changes } = review(contracts, without, { today });
      // A shared schema comes with the fields that refer to it, whether or not the document names it.
      if (equal(read(contracts, file), read(without, file))) return changes.length === 0;
      return changes.length > 0 && changes.every(({ before, after }) => before.line > 0 && after.line > 0);
    } catch (error) {
      // What others refer to cannot be removed alone, and the review says so.
      return /refers to .*, where nothing is/.test(String(error));
    }
  });
  const takenAnyway = { file: 'spec/lab/asyncapi.yaml', path: ['components', 'schemas', 'RunId'] };
  const result = fc.check(check, { numRuns: 60, examples: [[takenAnyway]] });
  t.false(
    result.failed,
    `seed ${result.seed}: ${JSON.stringify(result.counterexample)} ${String(result.errorInstance ?? '')}`,
  );
});

const namesIn = (document: unknown): readonly string[] =>
  Object.keys(fields(fields(fields(document).components).schemas));

test('review finds no breaking change when every schema is renamed', (t) => {
  const files = [...contracts.keys()].filter((file) => file.startsWith('spec/infra/'));
  const main = parse(contracts.get('spec/infra/openapi.yaml') ?? '');
  // Fields that a document takes refer to schemas of the shared file by name, which a document thus cannot rename.
  const shared = namesIn(parse(contracts.get('spec/lab/instance.yaml') ?? ''));
  const names = namesIn(main).filter((name) => !shared.includes(name));
  const rename = (text: string) =>
    names.reduce(
      (all, name) => all.replaceAll(new RegExp(`(#/components/schemas/|^    )${name}(?=['"\\s:])`, 'gm'), `$1${name}X`),
      text,
    );
  const renamed = files.map((file) => [file, rename(contracts.get(file) ?? '')] as const);
  const { changes, verdict } = review(contracts, new Map([...contracts, ...renamed]), { today });
  t.true(names.length > 10);
  t.is(verdict, 'allowed');
  t.deepEqual(
    changes.filter(({ rating }) => rating !== 'editorial').map(({ rule, subject }) => [rule, subject]),
    [],
  );
});

/** Names of the extensions in a document, without those inside of examples and names that an author chose. */
function extensionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(extensionsIn);
  return Object.entries(fields(value)).flatMap(([key, child]) => [
    ...(key.startsWith('x-') ? [key] : []),
    ...(/^(examples?|headers|const|enum|default)$/.test(key) ? [] : extensionsIn(child)),
  ]);
}

test('review knows every extension that the contracts use', (t) => {
  const all = [...contracts.values()].flatMap((text) => extensionsIn(parse(text)));
  t.true(new Set(all).size > 20);
  t.deepEqual([...new Set(all)].filter((name) => !isKnownExtension(name)).sort(), []);
});
