// What a step of the check has passed is remembered by the content of all that it reads, so that it runs again only
// when that has changed.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Inputs = {
  readonly root: string;
  readonly patterns: readonly string[];
  readonly exclude: readonly string[];
};

/** The fingerprint of the names and the content of all files, so that a checkout of the same state has the same one. */
export function fingerprint({ root, patterns, exclude }: Inputs): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(patterns, { cwd: root, exclude }).sort()) {
    const whole = path.join(root, file);
    if (!statSync(whole).isFile()) continue;
    const content = readFileSync(whole);
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** A memory of one step in a file, which may be removed at any time. */
export const passedBefore = (file: string) => ({
  with: (print: string): boolean => textOf(file) === print,
  remember(print: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, print);
  },
});

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
