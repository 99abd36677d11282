// A separate checkout for a test: a copy of the working tree, edits included, with the same installed packages and its
// own data.
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { stampOf } from '../../bootstrap/stamp.mjs';

const root = path.join(import.meta.dirname, '../../..');
const notCopied = new Set(['node_modules', 'run', '.git', '__transpiled']);

export function copyCheckout(folder: string): string {
  requirePackages();
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root)) if (!notCopied.has(name)) copy(name, folder);
  for (const packages of ['node_modules', 'tools/node_modules'])
    symlinkSync(path.join(root, packages), path.join(folder, packages));
  return folder;
}

const copy = (name: string, folder: string) =>
  cpSync(path.join(root, name), path.join(folder, name), {
    recursive: true,
    filter: (file) => !notCopied.has(path.basename(file)),
  });

/** Else the start of the copy would install packages, and that through the link, into here. */
function requirePackages(): void {
  if (!stampOf(root).isRight)
    throw new Error('node_modules is not that of package-lock.json: node tools/bootstrap.mjs test');
}

/** That of a terminal: nothing of the npm and the servers that this test itself runs under. */
export const terminalEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|covenant_|ava_|node_)/i.test(name)));
