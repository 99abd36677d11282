// Message code of every AsyncAPI document: types, validators, publishers, consumers, topology, and the facts of a
// WebSocket. @asyncapi/generator reads the document and our template names the files; what prints schemas is shared
// with HTTP.
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { byteOrder } from '../../contract/json.ts';
import { renderTemplate } from './messages-asyncapi.ts';

/** Path below the repository -> content. Everything is read below `root`; nothing is written. */
export async function generateMessages(root: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  // One after the other: the library keeps state between its runs.
  for (const source of globSync('spec/*/asyncapi.yaml', { cwd: root }).sort(byteOrder)) {
    const part = posix.basename(posix.dirname(source));
    for (const [name, content] of await renderTemplate(root, source)) files.set(`generated/${part}/${name}`, content);
  }
  return files;
}
