// `npm run generate`: generates code from the contracts, and the tables of the operator's page, of the decisions and of
// the glossary. `--check` writes nothing and fails when one of them differs.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { answerHelp } from '../command-line/options.ts';
import { readProblems } from '../contract/document/read-document.ts';
import { ContractError } from '../contract/document/source.ts';
import { byteOrder } from '../contract/json.ts';
import { outdatedFiles } from '../schema/files.ts';
import { emitProtocolProblems } from './code/problems.ts';
import { generateDocument } from './document.ts';
import { labConfig } from './lab-config.ts';
import { manifestOf } from './manifest.ts';
import { generateMessages } from './messages/messages.ts';
import { differences, write } from './output.ts';
import { compiledPolicies } from './policies/compile.ts';
import { tokenOperations } from './policies/operations.ts';
import { salesFile } from './sales-file.ts';
import { decisionsPage } from './tables/decisions.ts';
import { operatorPage } from './tables/variables.ts';
import { wordsPage } from './tables/words.ts';

const usage = `Usage: npm run generate [-- --check]

Makes generated/ from spec/ and tools/runtime/, the tables of deploy/README.md and spec/glossary.md, and the index of spec/decisions/README.md. After a new migration it also runs npm run schema. With --check nothing is written: exit code 1 when generated/ is not what they say.`;

answerHelp(usage);
const root = join(import.meta.dirname, '../..');
// A contract in small, whose checked-in output is the generator's snapshot and what the tests of the runtime serve.
const tiny = 'tools/generator/fixtures/tiny';

/** Every file that there should be, and what is odd about the contracts. */
async function generate(): Promise<{ files: Map<string, string>; notes: string[] }> {
  const files = new Map<string, string>();
  const notes: string[] = [];
  for (const file of globSync('spec/*/openapi.yaml', { cwd: root }).sort(byteOrder)) {
    const made = await generateDocument(root, file);
    for (const [path, content] of made.files) files.set(path, content);
    notes.push(...made.notes);
  }
  for (const [path, content] of await generateMessages(root)) files.set(path, content);
  const policies = compiledPolicies(root, tokenOperations(root));
  for (const [path, content] of [...labConfig(root), ...salesFile(root), ...policies]) files.set(path, content);
  for (const path of globSync('tools/runtime/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }))
    files.set(posix.join('generated', posix.relative('tools', path)), runtimeCopy(path));
  files.set('generated/runtime/protocol-problems.ts', emitProtocolProblems(readProblems(root)));
  files.set('generated/manifest.json', manifestOf(root, files));
  const small = await generateDocument(join(root, tiny), 'spec/tiny/openapi.yaml', '../../../../../runtime');
  for (const [path, content] of small.files) files.set(posix.join(tiny, path), content);
  return { files, notes };
}

const runtimeCopy = (path: string): string =>
  `// Generated from ${path} by npm run generate; do not edit.\n${readFileSync(join(root, path), 'utf8')}`;

/** Only after a new migration, as it starts PostgreSQL. Where that cannot run, `npm run check` says what is missing. */
function writeSchema(): void {
  console.error('The migrations have changed: running `npm run schema` ...');
  spawnSync(process.execPath, ['tools/schema/main.ts'], { cwd: root, stdio: 'inherit' });
}

try {
  const { files, notes } = await generate();
  const pages = [operatorPage(root), decisionsPage(root), wordsPage(root)];
  const output = { root, folders: ['generated', `${tiny}/generated`], foreign: ['generated/schema'], files };
  for (const note of notes) console.error(`note: ${note}`);
  if (process.argv.includes('--check')) {
    const found = [
      ...differences(output),
      ...pages
        .filter(({ path, content }) => readFileSync(join(root, path), 'utf8') !== content)
        .map(({ path }) => `${path} differs`),
    ];
    for (const each of found) console.error(each);
    if (found.length > 0)
      console.error('Generated files are out of date. Run `npm run generate` and commit the result.');
    process.exitCode = found.length > 0 ? 1 : 0;
  } else {
    write(output);
    for (const { path, content } of pages) writeFileSync(join(root, path), content);
    if ((await outdatedFiles(root)).length > 0) writeSchema();
  }
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
