// When a step of the check is left out.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
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
