// Schemas as TypeScript, as the generated types have them in names and shape: enough to show what a change does to code
// that uses them.

import { fields, isFields, list, type Node, text } from '../source.ts';

const names: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

export function typeOf(node: Node | undefined, indent = ''): string {
  if (node === undefined || node.value === true) return 'unknown';
  if (node.value === false) return 'never';
  const { $ref, allOf, anyOf, oneOf, 'x-brand': brand } = node.fields;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  const several = (key: string, values: unknown, between: string) =>
    list(values)
      .map((_, index) => typeOf(node.raw(key)?.raw(index), indent))
      .join(between);
  if (Array.isArray(allOf)) return several('allOf', allOf, ' & ');
  if (Array.isArray(anyOf)) return several('anyOf', anyOf, ' | ');
  if (Array.isArray(oneOf)) return several('oneOf', oneOf, ' | ');
  const plain = plainType(node, indent);
  return typeof brand === 'string' ? `Brand<${plain}, '${brand}'>` : plain;
}

function plainType(node: Node, indent: string): string {
  const { type, enum: values, const: only } = node.fields;
  if ('const' in node.fields) return literal(only);
  if (Array.isArray(values)) return values.map(literal).join(' | ');
  const types = Array.isArray(type)
    ? type.map(String)
    : type === undefined
      ? [isFields(node.fields.properties) ? 'object' : '']
      : [String(type)];
  return types
    .map((each) =>
      each === 'object'
        ? objectType(node, indent)
        : each === 'array'
          ? `${grouped(typeOf(node.raw('items'), indent))}[]`
          : (names[each] ?? 'unknown'),
    )
    .join(' | ');
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const grouped = (type: string): string => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type);

function objectType(node: Node, indent: string): string {
  const properties = node.raw('properties');
  const required = new Set(list(node.fields.required).map(String));
  const inner = `${indent}  `;
  const lines = Object.keys(fields(properties?.value)).map((name) => {
    const child = properties?.raw(name);
    const gone = child?.fields.deprecated === true ? `${inner}/** @deprecated */\n` : '';
    return `${gone}${inner}${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeOf(child, inner)};`;
  });
  const rest = node.raw('additionalProperties');
  if (rest !== undefined && rest.value !== false && rest.value !== true)
    lines.push(`${inner}[name: string]: ${typeOf(rest, inner)};`);
  return lines.length === 0 ? 'Record<string, unknown>' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** What a generated client takes and gives for an operation. */
export function signatureOf(operation: Node, parameters: readonly Node[]): string {
  const places = ['path', 'query', 'header', 'cookie'].flatMap((place) => {
    const own = parameters.filter(({ fields: { in: where } }) => where === place);
    if (own.length === 0) return [];
    return [
      `  ${place}: {\n${own.map((each) => `    ${JSON.stringify(each.fields.name)}${each.fields.required === true ? '' : '?'}: ${typeOf(each.raw('schema'), '    ')};`).join('\n')}\n  };`,
    ];
  });
  const body = (operation.get('requestBody', 'content')?.entries() ?? []).map(
    ([type, media]) => `  body: ${typeOf(media.raw('schema'), '  ')}; // ${type}`,
  );
  const replies = Object.keys(fields(operation.fields.responses)).map((status) => {
    const reply = operation.get('responses', status);
    const problems = list(reply?.fields['x-problems']).map((slug) => `'${text(slug)}'`);
    const types = (reply?.get('content')?.entries() ?? []).map(([, media]) => typeOf(media.raw('schema'), '  '));
    return `  ${status}: ${problems.length > 0 ? `Problem<${problems.join(' | ')}>` : types.join(' | ') || 'void'};`;
  });
  return `{\n${[...places, ...body].join('\n')}\n} => {\n${replies.join('\n')}\n}`;
}
