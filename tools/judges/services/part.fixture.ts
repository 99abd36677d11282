// A part of a contract as a separate document, so that its few paths are quickly checked.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../contract/document/bundle.ts';

const repository = join(import.meta.dirname, '../../..');

/** The file is there until it is disposed. */
export function partOf(document: string, isIn: (path: string) => boolean): Disposable & { readonly file: string } {
  const { json } = bundle(repository, document);
  const paths = Object.entries(json.paths as Record<string, unknown>).filter(([path]) => isIn(path));
  const folder = mkdtempSync(join(tmpdir(), 'part-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify({ ...json, paths: Object.fromEntries(paths) }));
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
