// sales-file.ts and vehicle-file.ts of the analytics contract: the forms of an uploaded file as data.
import { ContractError, readSource } from '../contract/document/source.ts';
import { fileForms } from '../contract/file-form.ts';
import { pascal, print } from './code/print.ts';

const names = ['sales-file', 'vehicle-file'] as const;

/** Path below the repository -> content. */
export const salesFile = (root: string): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [`generated/analytics/${name}.ts`, formsIn(root, `spec/analytics/${name}.schema.yaml`)]));

function formsIn(root: string, source: string): string {
  const schema: unknown = readSource(root, source).value;
  const header = `// Generated from ${source} by npm run generate; do not edit.\nimport type { FileForm } from '../runtime/file-form.ts';`;
  return `${header}\n\n${formsOf(schema, source).map(emitForm).join('\n')}`;
}

function formsOf(schema: unknown, source: string) {
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

export const ${name}Form: FileForm<${type}> = ${print({ name, columns, key, ambiguous, together, sample })};
`;
};
