// Which passwords of the demonstration have been found right: comparing one with its hash takes 30 ms and 19 MB, and a
// start has twelve.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '../servers/data-folder.ts';
import type { CheckedPasswords } from '../servers/identity/accounts.ts';

/**
 * The passwords are long and random, so that a digest leads to none; and they lie in files beside this one. `keep`
 * writes down what this run has found.
 */
export function checkedPasswords(place: DataFolder): CheckedPasswords & { keep(): void } {
  const file = path.join(place.folder('identity'), 'checked-passwords.json');
  const known = new Set(digestsIn(file));
  const found = new Set<string>();
  return {
    has: (password, hash) => known.has(digestOf(password, hash)),
    add: (password, hash) => void found.add(digestOf(password, hash)),
    keep: () => writeFileSync(file, JSON.stringify([...found]), { mode: 0o600 }),
  };
}

const digestOf = (password: string, hash: string): string =>
  createHash('sha256').update(`${password}\n${hash}`).digest('base64');

function digestsIn(file: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
