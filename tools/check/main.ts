// The static part of `npm test`: everything that can be judged without starting a server.
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keepCompiled } from '../command-line/compile-cache.ts';
import { answerHelp } from '../command-line/options.ts';
import { generatorInputs } from './generator-inputs.ts';
import { fingerprint, type Inputs, passedBefore } from './unchanged.ts';

const usage = `Usage: npm run check

Checks everything that needs no server: contracts, words, folders, rows, comments, pages, generated code and schema, types, layers (which module may import which), lint; then lists what is planned.
It ends at the first that fails, with exit code 1. npm test begins with it.`;

answerHelp(usage);
const root = path.join(import.meta.dirname, '../..');
keepCompiled(path.join(root, 'run'));
const node = process.execPath;
/**
 * What the last run found is kept, and found again only where a file has changed since; the folder may be removed at
 * any time.
 */
const kept = 'run/check';
const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', `${kept}/types.tsbuildinfo`];
const modules = ['adapters', 'services', 'generated', 'tools'];
const cache = ['--cache', `${kept}/layers`, '--cache-strategy', 'content'];
const layers = ['--config', 'tools/check/layers.mjs', ...modules, '--no-progress', ...cache];

/**
 * `inputs`: what the step reads, where it is left out as long as that is the same; for the others it is nearly
 * everything.
 */
type Step = readonly [name: string, command: string, args: readonly string[], inputs?: Omit<Inputs, 'root'>];

const steps: readonly Step[] = [
  ['types', 'node_modules/.bin/tsc', types],
  ['generated', node, ['tools/generator/main.ts', '--check'], generatorInputs],
  ['lint', 'node_modules/.bin/biome', ['check', '.', '--error-on-warnings']],
  ['layers', node, ['tools/node_modules/.bin/depcruise', ...layers]],
  ['words', node, ['tools/check/lint-words.ts']],
  ['contracts', node, ['tools/contract/lint/lint-spec.ts'], generatorInputs],
  ['schema', node, ['tools/schema/main.ts', '--check']],
  ['folders', node, ['tools/check/lint-folders.ts']],
  ['rows', node, ['tools/check/lint-rows.ts']],
  ['comments', node, ['tools/check/lint-comments.ts']],
  ['pages', node, ['tools/reference/lint-pages.ts']],
];

/** Two at once, as most of them keep one processor busy; the longest begin first. */
const queue = [...steps];
const failed = new AbortController();
await Promise.all([stepAfterStep(), stepAfterStep()]);
if (failed.signal.aborted) process.exit(1);
listPlanned();

async function stepAfterStep(): Promise<void> {
  for (let step = queue.shift(); step !== undefined && !failed.signal.aborted; step = queue.shift()) await judge(step);
}

/** The output of a step is shown once it has ended, so that two never mix. */
async function judge([name, command, args, inputs]: Step): Promise<void> {
  const started = performance.now();
  const before = passedBefore(path.join(root, kept, `${name}.passed`));
  const print = inputs && fingerprint({ root, ...inputs });
  if (print !== undefined && before.with(print)) return console.log(`ok   ${name} (nothing has changed that it reads)`);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal: failed.signal });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void printed.push(chunk));
  const ended = Promise.withResolvers<number | null>();
  child.once('close', ended.resolve);
  child.once('error', () => ended.resolve(null));
  const code = await ended.promise;
  if (failed.signal.aborted) return;
  process.stdout.write(Buffer.concat(printed));
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) return failed.abort();
  // What was changed meanwhile may not have been read.
  if (print !== undefined && inputs && fingerprint({ root, ...inputs }) === print) before.remember(print);
}

type Document = { readonly paths: Record<string, Record<string, { operationId?: string; 'x-planned'?: true }>> };

/** What answers 501 for now, so that no one takes it for finished. */
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
