// The static part of `npm test`: everything that can be judged without starting a server.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keepCompiled } from '../command-line/compile-cache.ts';
import { answerHelp } from '../command-line/options.ts';

const usage = `Usage: npm run check

Judges what can be judged without a server: contracts, words, folders, rows, pages, generated code, types, layers (who may import whom), lint; then lists what is planned.
It ends at the first that fails, with exit code 1. npm test begins with it.`;

answerHelp(usage);
const root = path.join(import.meta.dirname, '../..');
keepCompiled(path.join(root, 'run'));
const node = process.execPath;
const layers = ['--config', 'tools/check/layers.mjs', 'adapters', 'services', 'generated', 'tools', '--no-progress'];

const steps: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['contracts', node, ['tools/lint/lint-spec.ts']],
  ['words', node, ['tools/lint/lint-words.ts']],
  ['folders', node, ['tools/lint/lint-folders.ts']],
  ['rows', node, ['tools/lint/lint-rows.ts']],
  ['pages', node, ['tools/docs/lint-pages.ts']],
  ['generated', node, ['tools/generator/main.ts', '--check']],
  ['types', 'node_modules/.bin/tsc', ['--noEmit']],
  ['layers', node, ['tools/node_modules/.bin/depcruise', ...layers]],
  ['lint', 'node_modules/.bin/biome', ['check', '.', '--error-on-warnings']],
];

for (const [name, command, args] of steps) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
listPlanned();

type Document = { readonly paths: Record<string, Record<string, { operationId?: string; 'x-planned'?: true }>> };

/** What answers 501 for now, so that nobody takes it for finished. */
function listPlanned(): void {
  for (const file of globSync('generated/*/openapi.json', { cwd: root }).sort()) {
    const { paths } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Document;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const planned = operations.filter((operation) => operation['x-planned']).map(({ operationId }) => operationId);
    console.log(
      `planned in ${file}: ${planned.length} of ${operations.filter(({ operationId }) => operationId).length} operations: ${planned.join(' ')}`,
    );
  }
}
