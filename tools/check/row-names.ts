// Rows have the names of the contract from the database to the reply: where SQL gives a column another one, and where
// code says by itself that a text is an id.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Exception = { readonly file: string; readonly names: readonly string[]; readonly reason: string };

/** Columns that SQL may name in the style of code. */
export const exceptions: readonly Exception[] = [];

const exclude = ['**/*.test.ts', '**/*.fixture.ts', '**/test/**', 'adapters/cluster/cases/**'];
const alias = /\bas "([a-z]\w*[A-Z]\w*)"/g;
const imports = /^(?:import|export) [^;]*? from '[^']*';$/gm;
const assertion = /\bas (?:T\.)?((?:[A-Z]\w*)?[a-z]Id)\b/g;

/** One line for each fault; an exception without its use is one, too. */
export function rowFaults(root: string, allowed: readonly Exception[] = exceptions): readonly string[] {
  const faults: string[] = [];
  const unused = new Set(allowed.flatMap(({ file, names }) => names.map((name) => `${file}: ${name}`)));
  for (const file of globSync(['services/**/*.ts', 'adapters/**/*.ts'], { cwd: root, exclude }).sort()) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(alias)) {
      const isAllowed = allowed.some((each) => each.file === file && each.names.includes(name));
      if (isAllowed) unused.delete(`${file}: ${name}`);
      else faults.push(`${file}: SQL names a column ${name}. Give it the name that the contract has.`);
    }
    for (const [, id] of text.replaceAll(imports, '').matchAll(assertion))
      faults.push(
        `${file}: a cast to ${id}. Give the row or message its type, or make the id with generated/*/ids.ts.`,
      );
  }
  return [...faults, ...[...unused].map((each) => `${each} is allowed in tools/check/row-names.ts and not used.`)];
}
