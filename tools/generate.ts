// `npm run generate`: makes generated/ from spec/. `--check` writes nothing and fails when generated/ differs. What it makes: generator/.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { generateDocument } from './generator/document.ts';
import { byteOrder } from './generator/json.ts';
import { manifestOf } from './generator/manifest.ts';
import { generateMessages } from './generator/messages.ts';
import { ContractError } from './generator/source.ts';

const root = join(import.meta.dirname, '..');
const fixture = 'tools/generator/fixtures/tiny';

/** Every file that `generated/` should hold. */
async function generate(): Promise<{ files: Map<string, string>; notes: string[] }> {
  const files = new Map<string, string>();
  const inputs = new Set<string>();
  const notes: string[] = [];
  for (const file of globSync('spec/*/openapi.yaml', { cwd: root }).sort(byteOrder)) {
    const made = await generateDocument(root, file);
    for (const [path, content] of made.files) files.set(path, content);
    for (const input of made.inputs) inputs.add(input);
    notes.push(...made.notes);
  }
  for (const [path, content] of await generateMessages(root)) files.set(path, content);
  for (const path of globSync('tools/runtime/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const copy = readFileSync(join(root, path), 'utf8');
    files.set(
      posix.join('generated/runtime', posix.basename(path)),
      `// Generated from ${path} by tools/generate.ts; do not edit.\n${copy}`,
    );
  }
  files.set('generated/manifest.json', manifestOf(root, files));
  // A contract in small, whose checked-in output is the generator's snapshot and what the tests of the runtime serve.
  const tiny = await generateDocument(join(root, fixture), 'spec/tiny/openapi.yaml', '../../../../../runtime');
  for (const [path, content] of tiny.files) files.set(posix.join(fixture, path), content);
  return { files, notes };
}

function differences(files: ReadonlyMap<string, string>): string[] {
  const changed = [...files].filter(
    ([path, content]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== content,
  );
  return [
    ...changed.map(([path]) => `${path} differs`),
    ...strayFiles(files).map((path) => `${path} is made by nothing`),
  ];
}

const strayFiles = (files: ReadonlyMap<string, string>): string[] =>
  globSync([`generated/**`, `${fixture}/generated/**`], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(posix.relative(root, entry.parentPath), entry.name))
    .filter((path) => !files.has(path) && !path.endsWith('.test.ts'));

function write(files: ReadonlyMap<string, string>): void {
  for (const path of strayFiles(files)) rmSync(join(root, path));
  for (const [path, content] of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    // Untouched files keep their time, so that nothing is rebuilt for them.
    if (!existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== content)
      writeFileSync(join(root, path), content);
  }
}

try {
  const { files, notes } = await generate();
  for (const note of notes) console.error(`note: ${note}`);
  if (!process.argv.includes('--check')) write(files);
  else {
    const found = differences(files);
    for (const each of found) console.error(each);
    if (found.length > 0)
      console.error('generated/ is not what spec/ says: run `npm run generate` and commit the result.');
    process.exitCode = found.length > 0 ? 1 : 0;
  }
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
