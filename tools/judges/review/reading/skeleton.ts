// The skeleton of a document: which keywords hold a map, a list or a text. What has another form would be compared as
// if it were absent, so it is refused.
import { isFields, type Node } from '../source.ts';

/** `x{}` is a map of x, `x[]` a list; `map`, `list` and `text` are anything of that form. */
type Shape = Readonly<Record<string, string>>;

const operation = 'operation';
const schemas = { schema: 'schema', content: 'media{}', itemSchema: 'schema' };
const shapes: Readonly<Record<string, Shape>> = {
  openapi: { paths: 'path{}', webhooks: 'path{}', servers: 'map[]', security: 'map[]', components: 'components' },
  components: {
    schemas: 'schema{}',
    responses: 'reply{}',
    parameters: 'parameter{}',
    requestBodies: 'media{}',
    headers: 'media{}',
    securitySchemes: 'map{}',
    pathItems: 'path{}',
  },
  path: {
    ...Object.fromEntries(
      'get put post delete options head patch trace query'.split(' ').map((each) => [each, operation]),
    ),
    additionalOperations: 'operation{}',
    parameters: 'parameter[]',
    servers: 'map[]',
  },
  operation: {
    operationId: 'text',
    parameters: 'parameter[]',
    requestBody: 'media',
    responses: 'reply{}',
    callbacks: 'map{}',
    security: 'map[]',
    servers: 'map[]',
  },
  parameter: { name: 'text', in: 'text', ...schemas },
  reply: { headers: 'media{}', content: 'media{}', links: 'map{}' },
  media: { ...schemas, encoding: 'map{}' },
  schema: {
    ...Object.fromEntries(
      'properties patternProperties $defs dependentSchemas'.split(' ').map((each) => [each, 'schema{}']),
    ),
    ...Object.fromEntries('allOf anyOf oneOf prefixItems'.split(' ').map((each) => [each, 'schema[]'])),
    ...Object.fromEntries(
      'items additionalProperties not if then else contains'.split(' ').map((each) => [each, 'schema']),
    ),
    required: 'text[]',
    enum: 'list',
  },
  asyncapi: { channels: 'channel{}', operations: 'task{}', servers: 'map{}', components: 'parts' },
  parts: { schemas: 'schema{}', messages: 'message{}', channels: 'channel{}', operations: 'task{}' },
  channel: { messages: 'message{}', parameters: 'map{}', bindings: 'map' },
  task: { action: 'text', channel: 'map', messages: 'map[]', bindings: 'map' },
  message: { payload: 'schema', headers: 'schema', bindings: 'map' },
};

/** A sentence about the first value of another form than its keyword has; undefined where all is as it should be. */
export function misplaced(root: Node, kind: 'openapi' | 'asyncapi'): string | undefined {
  const sections = kind === 'openapi' ? ['paths', 'webhooks', 'components'] : ['channels', 'operations', 'components'];
  if (!sections.some((section) => section in root.fields))
    return `${root.fileName} has neither ${sections.join(' nor ')}: there is nothing to compare.`;
  return check(root, kind);
}

function check(node: Node, shape: string): string | undefined {
  const { value } = node;
  // An empty value of YAML is null, and nothing is lost by reading it as absent.
  if (value === null || (shape === 'schema' && typeof value === 'boolean')) return undefined;
  const [, inner, many] = /^(.*)(\{\}|\[\])$/.exec(shape) ?? [];
  const form =
    inner === undefined ? (['text', 'list'].find((each) => each === shape) ?? 'map') : many === '[]' ? 'list' : 'map';
  const isRight =
    form === 'text' ? typeof value === 'string' : form === 'list' ? Array.isArray(value) : isFields(value);
  if (!isRight) {
    const { file, line, column } = node.location;
    return `${file}:${line}:${column} is ${formOf(value)}, and \`${String(node.path.at(-1))}\` is a ${form} here: correct the document first.`;
  }
  if (form === 'text') return undefined;
  const children: [string | number, string | undefined][] = Array.isArray(value)
    ? [...value.keys()].map((key) => [key, inner])
    : Object.keys(node.fields).map((key) => [
        key,
        inner === undefined ? shapes[shape]?.[key] : key.startsWith('x-') ? undefined : inner,
      ]);
  for (const [key, each] of children) {
    const child = each === undefined ? undefined : node.raw(key);
    const mistake = child === undefined || each === undefined ? undefined : check(child, each);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

const formOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : isFields(value) ? 'a map' : `${JSON.stringify(value)}`;
