// Small pieces of TypeScript text that several emitters print.

import type { Operation } from '../../contract/document/model.ts';
import type { JsonObject } from '../../contract/json.ts';

/** A JavaScript literal in the style of the repository; breaks into lines when it gets long. */
export function print(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => print(item, inner))
    : Object.entries(value).map(([key, item]) => `${printKey(key)}: ${print(item, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const pad = isList || items.length === 0 ? '' : ' ';
  const flat = `${open}${pad}${items.join(', ')}${pad}${close}`;
  if (flat.length + indent.length <= 110 && !flat.includes('\n')) return flat;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

export const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const printKey = (key: string): string => (/^[A-Za-z_$][\w$]*$|^[1-9]\d*$/.test(key) ? key : quote(key));

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const camelOf = (slug: string): string => slug.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** As a word of the command line: `If-Match`, `dealer_id`, `listIndices`. */
export const kebab = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

export const comment = (text: string, indent = ''): string =>
  `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim()} */`;

/** The name of a schema, or where its type stands. */
export function typeOf(schema: JsonObject, otherwise: string): string {
  const name = typeof schema.$ref === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  return name === undefined ? otherwise : `T.${name}`;
}

export const bodyType = ({ facts }: Operation, type: string, schema: JsonObject): string =>
  typeOf(schema, `Body<T.operations['${facts.id}']>[${quote(type)}]`);

export const replyType = ({ facts }: Operation, status: number, type: string, schema: JsonObject): string =>
  typeOf(schema, `T.operations['${facts.id}']['responses'][${status}]['content'][${quote(type)}]`);

/**
 * For a list that is offered in forms of lines, the handler and the client know JSON: the runtime writes the others.
 */
export const firstForms = ({ columns }: Operation['facts'], replies: Operation['replies']): Operation['replies'] =>
  replies.filter(({ status }, i) => columns === undefined || replies.findIndex((each) => each.status === status) === i);

/** The media types that an operation has beside JSON. */
export const otherForms = ({ replies }: Operation): readonly string[] => {
  const types = replies.flatMap(({ status, type }) => (status === 200 && type !== undefined ? [type] : []));
  return types.includes('application/json') ? types.filter((type) => type !== 'application/json') : [];
};

/** An import of those names that `text` uses; `type ` in front of the names that are types only. */
export function importOf(from: string, names: readonly string[], text: string): string {
  const used = names.filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(text));
  if (used.length === 0) return '';
  const allTypes = used.every((name) => name.startsWith('type '));
  const list = (allTypes ? used.map((name) => name.slice(5)) : used).join(', ');
  return `import ${allTypes ? 'type ' : ''}{ ${list} } from '${from}';\n`;
}

/** The body that a request may have, by media type; only where it is used. */
export const bodyHelper = (text: string): string =>
  text.includes('Body<T.')
    ? 'type Body<Operation> = Operation extends { requestBody?: { content: infer Content } } ? Content : never;\n\n'
    : '';
