// Small documents of other projects: which change breaks whom, and which document is not read.
import test from 'ava';
import { review } from './review.ts';
import { UsageError } from './tree.ts';

const today = new Date('2026-11-21');

const verdictOf = (before: string, after: string): string => {
  try {
    const { changes } = review(new Map([['api.yaml', before]]), new Map([['api.yaml', after]]), { today });
    return changes.some(({ rating }) => rating === 'breaking') ? 'breaks' : 'allowed';
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

interface Parts {
  readonly openapi?: string;
  readonly server?: string;
  readonly path?: string;
  readonly parameters?: string;
  readonly request?: string;
  readonly reply?: string;
  readonly components?: string;
}

const http = ({
  openapi = '3.0.3',
  server = 'https://a.example',
  path = '/things',
  parameters = '',
  request = '{type: object}',
  reply = '{type: object}',
  components = '{N: {type: string}}',
}: Parts): string => `openapi: ${openapi}
info: {title: T, version: '2026-01-01'}
servers: [{url: '${server}'}]
paths:
  ${path}:
    post:
      operationId: makeThing
      parameters: [${parameters}]
      requestBody: {required: true, content: {application/json: {schema: ${request}}}}
      responses: {'200': {description: A thing., content: {application/json: {schema: ${reply}}}}}
components: {schemas: ${components}}
`;

const changes: Readonly<Record<string, readonly [before: Parts, after: Parts, verdict: 'allowed' | 'breaks']>> = {
  'a header parameter Accept is gone': [
    { parameters: '{name: Accept, in: header, schema: {type: string}}' },
    {},
    'allowed',
  ],
  'a required header parameter content-type is new': [
    {},
    { parameters: '{name: content-type, in: header, required: true, schema: {type: string}}' },
    'allowed',
  ],
  'a required header parameter Authorization is new': [
    {},
    { parameters: '{name: Authorization, in: header, required: true, schema: {type: string}}' },
    'allowed',
  ],
  'a query parameter accept is gone': [
    { parameters: '{name: accept, in: query, schema: {type: string}}' },
    {},
    'breaks',
  ],
  'a keyword stands beside a $ref of 3.0': [
    { request: "{type: object, properties: {p: {$ref: '#/components/schemas/N'}}}" },
    { request: "{type: object, properties: {p: {$ref: '#/components/schemas/N', maxLength: 3}}}" },
    'allowed',
  ],
  'a keyword stands beside a $ref of 3.1': [
    { openapi: '3.1.0', request: "{type: object, properties: {p: {$ref: '#/components/schemas/N'}}}" },
    { openapi: '3.1.0', request: "{type: object, properties: {p: {$ref: '#/components/schemas/N', maxLength: 3}}}" },
    'breaks',
  ],
  'a required read-only field is new in a request': [
    {},
    { request: '{type: object, required: [id], properties: {id: {type: string, readOnly: true}}}' },
    'allowed',
  ],
  'a read-only field of a request becomes required': [
    { request: '{type: object, properties: {id: {type: string, readOnly: true}}}' },
    { request: '{type: object, required: [id], properties: {id: {type: string, readOnly: true}}}' },
    'allowed',
  ],
  'a read-only field is gone from a request': [
    { request: '{type: object, properties: {id: {type: string, readOnly: true}}}' },
    {},
    'allowed',
  ],
  'a read-only field by reference is narrowed in a request': [
    { request: '{type: object, properties: {id: {readOnly: true, type: string}}}' },
    { request: '{type: object, properties: {id: {readOnly: true, type: string, maxLength: 3}}}' },
    'allowed',
  ],
  'a read-only field is gone from a reply': [
    { reply: '{type: object, properties: {id: {type: string, readOnly: true}}}' },
    {},
    'breaks',
  ],
  'a field that was written becomes read-only': [
    { request: '{type: object, properties: {id: {type: string}}}' },
    { request: '{type: object, properties: {id: {type: string, readOnly: true}}}' },
    'breaks',
  ],
  'a write-only field is gone from a reply': [
    { reply: '{type: object, properties: {secret: {type: string, writeOnly: true}}}' },
    {},
    'allowed',
  ],
  'a required write-only field is new in a request': [
    {},
    { request: '{type: object, required: [secret], properties: {secret: {type: string, writeOnly: true}}}' },
    'breaks',
  ],
  'a prefix moves from the path to the server': [{ path: '/v1/things' }, { server: 'https://a.example/v1' }, 'allowed'],
  'a prefix moves from the server to the path': [
    { server: 'https://a.example/api/' },
    { path: '/api/things' },
    'allowed',
  ],
  'a prefix moves and the host changes': [{ path: '/v1/things' }, { server: 'https://b.example/v1' }, 'breaks'],
  'a prefix goes from the path alone': [{ path: '/v1/things' }, {}, 'breaks'],
};

for (const [name, [before, after, verdict]] of Object.entries(changes))
  test(`review of a change: ${name}: ${verdict}`, (t) => {
    t.is(verdictOf(http(before), http(after)), verdict);
  });

test('a document of a version that the review does not know is refused, on either side', (t) => {
  const known = http({});
  const convert = 'The review reads OpenAPI 3.0 to 3.2 and AsyncAPI 3: convert it first.';
  const refusals: Readonly<Record<string, string>> = {
    "asyncapi: 2.5.0\ninfo: {title: S, version: '1'}\nchannels: {}\n": 'asyncapi 2.5.0',
    "swagger: '2.0'\ninfo: {title: S, version: '1'}\npaths: {}\n": 'swagger 2.0',
    "openapi: 4.0.0\ninfo: {title: S, version: '1'}\n": 'openapi 4.0.0',
    "openapi: 3.3.0\ninfo: {title: S, version: '1'}\n": 'openapi 3.3.0',
  };
  for (const [document, version] of Object.entries(refusals)) {
    t.is(verdictOf(document, document.replace('S', 'T')), `api.yaml:1:1 is ${version}. ${convert}`);
    t.is(verdictOf(known, document), `api.yaml:1:1 is ${version}. ${convert}`);
  }
});
