// When a step of the check is left out.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { generatorInputs } from './generator-inputs.ts';
import { fingerprint, passedBefore } from './unchanged.ts';

function scene(t: ExecutionContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'unchanged-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write('spec/a.yaml', 'one');
  write('spec/deep/b.yaml', 'two');
  const print = () => fingerprint({ root, patterns: ['spec/**', 'lock.json'], exclude: ['**/*.test.ts'] });
  return { root, write, print };
}

test('a fingerprint changes with the content, the name and the number of files, and with no other file', (t) => {
  const { root, write, print } = scene(t);
  const first = print();
  write('spec/a.yaml', 'one');
  write('other/a.yaml', 'x');
  write('spec/a.test.ts', 'x');
  t.is(print(), first);
  const changes = [
    () => write('spec/a.yaml', 'on'),
    () => write('spec/deep/b.yaml', 'etwo'),
    () => write('spec/c.yaml', ''),
    () => write('lock.json', '{}'),
    () => rmSync(path.join(root, 'spec/c.yaml')),
  ];
  const prints = changes.map((change) => {
    change();
    return print();
  });
  t.is(new Set([first, ...prints]).size, changes.length + 1);
});

test('a step is left out after it has passed with the same fingerprint alone', (t) => {
  const { root, write, print } = scene(t);
  const before = passedBefore(path.join(root, 'kept/step'));
  t.false(before.with(print()));
  before.remember(print());
  t.true(before.with(print()));
  write('spec/a.yaml', 'another');
  t.false(before.with(print()));
});

/** The file and all that it imports by relative paths, but for types. */
function closure(root: string, file: string, known = new Set<string>()): ReadonlySet<string> {
  // Templates of the generator have imports, too.
  if (known.has(file) || !existsSync(path.join(root, file))) return known;
  known.add(file);
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const [, from = ''] of text.matchAll(/^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'/gm))
    closure(root, path.join(path.dirname(file), from), known);
  return known;
}

test('the inputs of the generator have each file that it or the lint of contracts imports', (t) => {
  const root = path.join(import.meta.dirname, '../..');
  const { patterns, exclude } = generatorInputs;
  const read = new Set(globSync(patterns, { cwd: root, exclude }));
  const imported = [
    'tools/generator/main.ts',
    'tools/contract/lint/lint-spec.ts',
    'tools/contract/lint/plugin.ts',
  ].flatMap((file) => [...closure(root, file)]);
  t.true(imported.includes('services/lib/key-ring.ts'));
  t.deepEqual(
    imported.filter((file) => !read.has(file)),
    [],
  );
});
