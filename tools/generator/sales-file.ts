// sales-file.ts of the analytics contract: the forms of a sales file as data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fileForms } from '../contract/file-form.ts';
import { pascal, print } from './code/print.ts';
import { ContractError } from './document/source.ts';

const source = 'spec/analytics/sales-file.schema.yaml';

/** Path below the repository -> content. */
export function salesFile(root: string): ReadonlyMap<string, string> {
  const schema: unknown = parse(readFileSync(join(root, source), 'utf8'));
  const header = `// Generated from ${source} by npm run generate; do not edit.\nimport type { FileForm } from '../runtime/file-form.ts';`;
  const forms = formsOf(schema).map(emitForm).join('\n');
  return new Map([['generated/analytics/sales-file.ts', `${header}\n\n${forms}`]]);
}

function formsOf(schema: unknown) {
  try {
    return fileForms(schema);
  } catch (error) {
    throw new ContractError([`${source}: ${(error as Error).message}`]);
  }
}

const emitForm = ({
  name,
  columns,
  key,
  ambiguous,
  together,
  sample,
}: ReturnType<typeof fileForms>[number]): string => {
  const type = `${pascal(name)}Column`;
  return `export type ${type} = ${columns.map((column) => `'${column.name}'`).join(' | ')};

/** What two rows may not have in common is \`key\` and the period. */
export const ${name}Form: FileForm<${type}> = ${print({ name, columns, key, ambiguous, together, sample })};
`;
};
