// "Add a field to an instance" of CONTRIBUTING.md, done in a copy of the contracts: one change there, and the compiler
// names what has to follow.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { generateDocument } from './document.ts';
import { renderTemplate } from './messages/messages-asyncapi.ts';

const root = path.join(import.meta.dirname, '../..');

/** The type of an instance in each contract. */
const types = [
  ['generated/infra/types.ts', 'readonly Instance: {'],
  ['generated/platform/types.ts', 'readonly LabInstance: {'],
  ['generated/platform/messages.ts', 'export type LiveInstance = {'],
  ['generated/lab/payloads.ts', 'export type LabStatus = {'],
] as const;

test('a field of spec/lab/instance.yaml is in each type of an instance, and tsc names the code that lacks it', async (t) => {
  t.timeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'field-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const name of ['spec', 'generated', 'services', 'adapters', 'tsconfig.json', 'package.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const shared = path.join(folder, 'spec/lab/instance.yaml');
  const written = readFileSync(shared, 'utf8')
    .replace('      required: [instance_id, ', '      required: [colour, instance_id, ')
    .replace(
      '      properties:\n',
      "      properties:\n        colour: { type: [string, 'null'], description: Its colour }\n",
    );
  writeFileSync(shared, written);

  for (const [file, content] of await generated(folder)) writeFileSync(path.join(folder, file), content);
  for (const [file, opening] of types) {
    const [, body = ''] = readFileSync(path.join(folder, file), 'utf8').split(opening);
    t.regex(body.split(/^ *\};/m)[0] ?? '', /readonly colour: string \| null;/, file);
  }
  t.deepEqual(compilerErrors(folder), [
    'adapters/store/labs/columns.ts colour',
    'adapters/store/labs/instances.ts colour',
    'adapters/store/platform/columns.ts colour',
    'adapters/store/platform/instances.ts colour',
    'services/labs/change.ts colour',
  ]);
});

async function generated(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const name of ['infra', 'platform'])
    for (const [file, content] of (await generateDocument(folder, `spec/${name}/openapi.yaml`)).files)
      files.set(file, content);
  for (const name of ['lab', 'platform'])
    for (const [file, content] of await renderTemplate(root, path.join(folder, `spec/${name}/asyncapi.yaml`)))
      files.set(`generated/${name}/${file}`, content);
  return files;
}

/** Errors of all that the services consist of; each file once, with the field that its errors are about. */
function compilerErrors(folder: string): string[] {
  writeFileSync(
    path.join(folder, 'tsconfig.services.json'),
    JSON.stringify({ extends: './tsconfig.json', files: ['services/main.ts'], include: ['adapters/**/*.d.ts'] }),
  );
  const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.services.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const errors = stdout.split(/^(?=\S)/m).filter((line) => line.includes('error TS'));
  return [...new Set(errors.map((error) => `${error.split('(')[0]} ${/\bcolour\b/.exec(error)?.[0] ?? error}`))].sort();
}
