// What a document in parts says as one, and what is added to an operation because of its other facts.
import test from 'ava';
import { whole } from './whole.ts';

const shared = (section: string, name: string) => ({ $ref: `../common.yaml#/components/${section}/${name}` });
const problem = (name: string) => ({ $ref: `../problems.yaml#/responses/${name}` });
const everywhere = {
  'X-Request-Id': shared('headers', 'RequestId'),
  RateLimit: shared('headers', 'RateLimit'),
  'RateLimit-Policy': shared('headers', 'RateLimitPolicy'),
};

const replyOf = (operation: object, path = '/boxes', method = 'get') => {
  const document = { 'x-standards': true, paths: { [path]: { [method]: operation } } };
  const { value } = whole('box/openapi.yaml', () => document);
  return (value as { paths: Record<string, Record<string, unknown>> }).paths[path]?.[method];
};

test('a conditional list gets its parameters, header fields and errors', (t) => {
  const own = { name: 'colour', in: 'query' };
  const facts = {
    'x-page': true,
    'x-conditional': 'read',
    'x-rate-limit': { policy: 'read' },
    security: [{ bearer: [] }],
  };
  t.deepEqual(replyOf({ ...facts, parameters: [own], responses: { 200: { description: 'Boxes.' } } }), {
    ...facts,
    parameters: [
      own,
      shared('parameters', 'Limit'),
      shared('parameters', 'Cursor'),
      shared('parameters', 'IfNoneMatch'),
    ],
    responses: {
      200: {
        description: 'Boxes.',
        headers: {
          ...everywhere,
          ETag: shared('headers', 'ETag'),
          'Cache-Control': shared('headers', 'CacheControl'),
          Vary: shared('headers', 'Vary'),
        },
      },
      304: shared('responses', 'notModified'),
      400: problem('invalidParameters'),
      401: problem('unauthorized'),
      429: problem('rateLimited'),
      500: problem('internal'),
      503: problem('unavailable'),
    },
  });
});

test('a creation with a key gets Location and the errors of keys and bodies', (t) => {
  const operation = {
    security: [],
    'x-roles': ['packer'],
    'x-idempotency': true,
    'x-planned': true,
    requestBody: { content: { 'application/json': {} } },
    responses: { 201: { description: 'Made.' } },
  };
  const reply = replyOf(operation, '/boxes/{id}', 'post') as {
    responses: Record<string, unknown>;
    parameters: unknown;
  };
  t.deepEqual(reply.parameters, [shared('parameters', 'IdempotencyKey')]);
  t.deepEqual(reply.responses, {
    201: { description: 'Made.', headers: { ...everywhere, Location: shared('headers', 'Location') } },
    400: problem('invalidBody'),
    403: problem('forbiddenRole'),
    404: problem('notFound'),
    408: problem('requestTimeout'),
    409: problem('idempotencyInFlight'),
    413: problem('bodyTooLarge'),
    415: problem('unsupportedMediaType'),
    422: problem('idempotencyKeyReused'),
    500: problem('internal'),
    501: problem('notImplemented'),
    503: problem('unavailable'),
  });
});

test('written parts take precedence over added ones', (t) => {
  const operation = {
    'x-conditional': 'write',
    'x-no-fault': 'It only reads a constant.',
    security: [],
    parameters: [shared('parameters', 'IfMatch'), { name: 'id', in: 'path' }],
    requestBody: { content: { 'multipart/form-data': {} } },
    responses: {
      204: { description: 'Done.', headers: { RateLimit: { schema: { const: 'none' } } } },
      408: { $ref: '#/components/responses/ownTimeout' },
    },
  };
  t.deepEqual(replyOf(operation), {
    ...operation,
    responses: {
      204: { description: 'Done.', headers: { ...everywhere, RateLimit: { schema: { const: 'none' } } } },
      400: problem('invalidForm'),
      408: { $ref: '#/components/responses/ownTimeout' },
      412: problem('preconditionFailed'),
      413: problem('bodyTooLarge'),
      415: problem('unsupportedMediaType'),
      428: problem('preconditionRequired'),
      503: problem('unavailable'),
    },
  });
});

test('a document without standard replies stays as it is written', (t) => {
  const document = { paths: { '/boxes': { get: { responses: { 200: { description: 'Boxes.' } } } } } };
  t.deepEqual(whole('openapi.yaml', () => document).value, document);
});

test('a path in another file reads as part of the document, and its places are those of the file', (t) => {
  const files: Record<string, unknown> = {
    'spec/box/openapi.yaml': { paths: { '/a': { $ref: 'paths/boxes.yaml#/~1a' }, '/b': { get: { tags: [] } } } },
    'spec/box/paths/boxes.yaml': {
      '/a': {
        get: {
          parameters: [{ $ref: '../openapi.yaml#/components/parameters/Own' }],
          responses: { 200: { $ref: '../../common.yaml#/components/responses/Fine' }, 400: { $ref: '#/near' } },
        },
      },
    },
  };
  const { value, origin } = whole('spec/box/openapi.yaml', (file) => files[file]);
  t.deepEqual(value, {
    paths: {
      '/a': {
        get: {
          parameters: [{ $ref: '#/components/parameters/Own' }],
          responses: {
            200: { $ref: '../common.yaml#/components/responses/Fine' },
            400: { $ref: 'paths/boxes.yaml#/near' },
          },
        },
      },
      '/b': { get: { tags: [] } },
    },
  });
  t.deepEqual(origin(['paths', '/a', 'get', 'parameters', 0]), {
    file: 'spec/box/paths/boxes.yaml',
    path: ['/a', 'get', 'parameters', 0],
  });
  t.deepEqual(origin(['paths', '/b', 'get']), { file: 'spec/box/openapi.yaml', path: ['paths', '/b', 'get'] });
});

const sharedFile = {
  components: {
    schemas: {
      Box: {
        type: 'object',
        required: ['id', 'colour', 'owner'],
        properties: {
          id: { type: 'string' },
          colour: { $ref: '#/components/schemas/Colour' },
          weight: { type: 'number' },
          owner: { $ref: '#/components/schemas/Owner' },
        },
      },
      Colour: { type: 'string', enum: ['red', 'blue'] },
      Owner: { type: 'object', properties: { name: { $ref: '#/components/schemas/Name' } } },
      Name: { type: 'string' },
      Unasked: { type: 'boolean' },
    },
  },
};
const schemaIn = (name: string) => ({ $ref: `../box.yaml#/components/schemas/${name}` });
const documentWith = (schemas: object) => {
  const files: Record<string, unknown> = {
    'spec/box.yaml': sharedFile,
    'spec/a/asyncapi.yaml': { asyncapi: '3.0.0', components: { messages: {}, schemas } },
  };
  const { value, origin } = whole('spec/a/asyncapi.yaml', (file) => files[file]);
  return { origin, ...(value as { components: { schemas: Record<string, unknown>; messages: object } }).components };
};

test('x-fields takes the fields of a shared schema but for those that it leaves out, and what they refer to', (t) => {
  const { schemas, messages, origin } = documentWith({
    Own: { type: 'number' },
    Sent: {
      type: 'object',
      additionalProperties: false,
      'x-fields': { of: schemaIn('Box'), without: ['weight'], optional: ['colour'] },
      required: ['at'],
      properties: { id: { type: 'integer' }, at: { type: 'string' } },
    },
  });
  t.deepEqual(messages, {});
  t.deepEqual(schemas, {
    Own: { type: 'number' },
    Sent: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'owner', 'at'],
      properties: {
        id: { type: 'integer' },
        colour: { $ref: '#/components/schemas/Colour' },
        owner: { $ref: '#/components/schemas/Owner' },
        at: { type: 'string' },
      },
    },
    Colour: sharedFile.components.schemas.Colour,
    Owner: sharedFile.components.schemas.Owner,
    Name: { type: 'string' },
  });
  const below = ['components', 'schemas'];
  t.deepEqual(origin([...below, 'Sent', 'properties', 'owner', '$ref']), {
    file: 'spec/box.yaml',
    path: [...below, 'Box', 'properties', 'owner', '$ref'],
  });
  t.deepEqual(origin([...below, 'Sent', 'properties', 'id', 'type']), {
    file: 'spec/a/asyncapi.yaml',
    path: [...below, 'Sent', 'properties', 'id', 'type'],
  });
  t.deepEqual(origin([...below, 'Colour', 'enum', 0]), {
    file: 'spec/box.yaml',
    path: [...below, 'Colour', 'enum', 0],
  });
});

test('a reference to the file of x-fields takes the schema, with what the document states beside it', (t) => {
  const { schemas, origin } = documentWith({
    Shade: { ...schemaIn('Colour'), description: 'Of paint' },
    Colour: { type: 'string' },
    Sent: { 'x-fields': { of: schemaIn('Box'), without: ['owner'] } },
  });
  t.deepEqual(schemas.Shade, { type: 'string', enum: ['red', 'blue'], description: 'Of paint' });
  t.deepEqual(schemas.Colour, { type: 'string' });
  t.deepEqual(Object.keys(schemas), ['Shade', 'Colour', 'Sent']);
  t.is(origin(['components', 'schemas', 'Shade', 'enum']).file, 'spec/box.yaml');
  t.is(origin(['components', 'schemas', 'Shade', 'description']).file, 'spec/a/asyncapi.yaml');
});

test('a document without x-fields keeps its references to other files', (t) => {
  t.deepEqual(documentWith({ Colour: schemaIn('Colour') }).schemas, { Colour: schemaIn('Colour') });
});
