// Which test files a run of ava found at fault, read from what it printed: its reporter names files only in titles and sentences.
import { existsSync } from 'node:fs';
import path from 'node:path';

const title = /^\s*✘ \[fail\]: (.+)$/gm;
const sentence =
  /^\s*(?:✘ |Failed to exit when running |Uncaught exception in |Unhandled rejection in |\d+ tests were pending in )(\S+\.test\.ts)\b/gm;

/** Relative to `root`, each once. */
export function failedFiles(output: string, root: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '');
  const titles = [...plain.matchAll(title)].map(([, name = '']) => fileOf(name, root));
  const sentences = [...plain.matchAll(sentence)].map(([, name = '']) => name);
  return [...new Set([...titles, ...sentences])].filter((file) => file !== '' && existsSync(path.join(root, file)));
}

/** A title begins with the folders and the file, without its ending: `services › kit › leases › a lease is held`. */
function fileOf(name: string, root: string): string {
  const words = name.split(' › ');
  for (let taken = words.length - 1; taken > 0; taken--) {
    const file = `${words.slice(0, taken).join('/')}.test.ts`;
    if (existsSync(path.join(root, file))) return file;
  }
  return '';
}
