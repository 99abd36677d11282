// A document of 400 operations, and one request for each of them. Nested paths, so that no first segment decides alone.

const resources = 100;
export const operations = 4 * resources;

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const problem = (name: string) => ({ $ref: `../problems.yaml#/responses/${name}` });
const json = (schema: string) => ({ 'application/json': { schema: ref('schemas', schema) } });

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: ref('schemas', 'Id') });
const inQuery = [
  { name: 'limit', in: 'query', schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 1000, default: 100 } },
  { name: 'since', in: 'query', schema: { type: 'string', format: 'date' } },
];
const body = { required: true, content: json('Item') };

const success = (schema?: string) => ({
  description: 'Done',
  ...(schema === undefined ? {} : { content: json(schema) }),
});
const anyProblems = { 500: problem('internal'), 503: problem('unavailable') };
const bodyProblems = {
  ...anyProblems,
  400: problem('invalidBody'),
  408: problem('requestTimeout'),
  413: problem('bodyTooLarge'),
  415: problem('unsupportedMediaType'),
};

/** `items7` under `areas/{area_id}`; every fifth resource stands at the top. */
const pathOf = (i: number): string => `${i % 5 === 0 ? '' : `/areas${i % 7}/{area_id}`}/items${i}`;

function resource(i: number) {
  const path = pathOf(i);
  const common = path.includes('{') ? [inPath('area_id')] : [];
  const operation = (verb: string, more: object) => ({
    operationId: `${verb}Item${i}`,
    summary: `${verb} an item`,
    tags: ['Items'],
    security: [],
    ...more,
  });
  const one = [...common, inPath('id')];
  return {
    [path]: {
      get: operation('list', {
        parameters: [...common, ...inQuery],
        responses: { 200: success('Items'), 400: problem('invalidParameters'), ...anyProblems },
      }),
      post: operation('create', {
        parameters: common,
        requestBody: body,
        responses: { 201: success('Item'), ...bodyProblems },
      }),
    },
    [`${path}/{id}`]: {
      get: operation('get', {
        parameters: [...one, ...inQuery],
        responses: { 200: success('Item'), 400: problem('invalidParameters'), ...anyProblems },
      }),
      put: operation('replace', {
        parameters: one,
        requestBody: body,
        responses: { 204: success(), ...bodyProblems },
      }),
    },
  };
}

/** JSON, which is YAML too. */
export const wideDocument = (): string =>
  JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'Wide', version: '2026-11-21' },
      'x-document': 'wide',
      paths: Object.assign({}, ...Array.from({ length: resources }, (_, i) => resource(i))),
      components: {
        schemas: {
          Id: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
          Item: {
            type: 'object',
            required: ['name', 'size'],
            additionalProperties: false,
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 100 },
              size: { type: 'integer', format: 'int32', minimum: 0 },
              day: { type: 'string', format: 'date' },
              tags: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
            },
          },
          Items: {
            type: 'object',
            required: ['items'],
            properties: { items: { type: 'array', items: ref('schemas', 'Item') } },
          },
        },
      },
    },
    null,
    1,
  );

export type WideRequest = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly query: string;
  readonly body: object | undefined;
};

/** One for each operation, in an order that is no help to caches of any kind. */
export function wideRequests(): readonly WideRequest[] {
  const requests = Array.from({ length: resources }, (_, i): WideRequest[] => {
    const path = pathOf(i).replace('{area_id}', `area-${i}`);
    const item = { name: `item ${i}`, size: i, day: '2026-11-21', tags: ['new', 'tall'] };
    const asked = 'limit=200&since=2026-11-21';
    return [
      { method: 'GET', path, query: asked, body: undefined },
      { method: 'POST', path, query: '', body: item },
      { method: 'GET', path: `${path}/item-${i}`, query: asked, body: undefined },
      { method: 'PUT', path: `${path}/item-${i}`, query: '', body: item },
    ];
  }).flat();
  return requests.map((_, i) => requests[(i * 149) % requests.length] as WideRequest);
}
