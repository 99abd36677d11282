// Documents for the benchmarks, put through the project's own generator at each run, so that what is measured is what it makes today.
// Loading what it made: generated-code.ts.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDocument } from '../generator/document.ts';

const root = path.join(import.meta.dirname, '..', '..');
const runtime = path.join(root, 'generated', 'runtime');

export const fixture = (name: string): string => path.join(import.meta.dirname, 'fixtures', name);

/** The folder with the generated code of `document`, a YAML file, below `dir`. */
export async function generated(dir: string, name: string, document: string): Promise<string> {
  const spec = path.join(dir, 'spec', name);
  mkdirSync(spec, { recursive: true });
  for (const shared of ['common.yaml', 'problems.yaml'])
    copyFileSync(path.join(root, 'spec', shared), path.join(dir, 'spec', shared));
  copyFileSync(document, path.join(spec, 'openapi.yaml'));
  const { files } = await generateDocument(dir, `spec/${name}/openapi.yaml`, runtime);
  for (const [file, content] of files) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), content);
  }
  return path.join(dir, 'generated', name);
}
