// Small pieces of Python text that the emitters of the Python client print.
import { isUnusableMember, pythonKeywords } from '../../contract/document/member-names.ts';

export const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

export const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** The name of a parameter; a keyword of Python gets an underscore. */
export const parameterName = (name: string): string => {
  const plain = snake(name);
  return pythonKeywords.has(plain) ? `${plain}_` : plain;
};

/** May stand in the class form of a TypedDict, which has the names of the JSON unchanged. */
export const isMember = (name: string): boolean => !isUnusableMember(name);

/** The iterator over all pages of the method `list_things`. */
export const iteratorName = (method: string): string =>
  method.startsWith('list_') ? method.replace('list_', 'iter_') : `iter_${method}`;

export const quoted = (text: string): string => JSON.stringify(text);

export function docstring(text: string, indent: string): string {
  const plain = text
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll(/"""|"$/g, (quotes) => quotes.replaceAll('"', '\\"'));
  const lines = plain.split('\n').map((line) => line.trimEnd());
  return `${indent}"""${lines.map((line, i) => (i === 0 || line === '' ? line : indent + line)).join('\n')}${lines.length > 1 ? `\n${indent}` : ''}"""\n`;
}
