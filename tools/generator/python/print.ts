// Small pieces of Python text that the emitters of the Python client print.

export const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
);

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
  return keywords.has(plain) ? `${plain}_` : plain;
};

/** May stand in the class form of a TypedDict, which has the names of the JSON unchanged. */
export const isMember = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

export const quoted = (text: string): string => JSON.stringify(text);

export function docstring(text: string, indent: string): string {
  const plain = text
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll(/"""|"$/g, (quotes) => quotes.replaceAll('"', '\\"'));
  const lines = plain.split('\n').map((line) => line.trimEnd());
  return `${indent}"""${lines.map((line, i) => (i === 0 || line === '' ? line : indent + line)).join('\n')}${lines.length > 1 ? `\n${indent}` : ''}"""\n`;
}
