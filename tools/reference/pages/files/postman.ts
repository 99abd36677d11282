// An HTTP document as a Postman collection, format 2.1.0: a folder for each tag, a request for each operation and
// example.
import { asRecord, type Json, type JsonObject } from '../../../contract/json.ts';
import type { HttpDocument } from '../../../contract/model/contracts.ts';
import { type Example, type Operation, operationsOf } from '../../../contract/model/operations.ts';
import { textOf } from '../../../contract/model/schema.ts';
import { type Request, type RequestBody, requestOf } from '../snippets/request.ts';

export function postmanCollection(document: HttpDocument): JsonObject {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return {
    info: {
      name: document.title,
      description: textOf(asRecord(document.value.info).summary),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{TOKEN}}', type: 'string' }] },
    variable: [
      { key: 'BASE_URL', value: baseUrlOf(document) },
      ...['TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'].map((key) => ({ key, value: '' })),
    ],
    item: tags.map((tag) => ({
      name: tag,
      item: operations.filter((operation) => operation.tag === tag).flatMap(itemsOf),
    })),
  };
}

function baseUrlOf({ value }: HttpDocument): string {
  const [server] = Array.isArray(value.servers) ? value.servers : [];
  const { url, variables } = asRecord(server);
  return Object.entries(asRecord(variables)).reduce(
    (text, [name, facts]) => text.replace(`{${name}}`, textOf(asRecord(facts).default)),
    textOf(url),
  );
}

function itemsOf(operation: Operation): readonly JsonObject[] {
  const [body] = operation.bodies;
  const examples: readonly (Example | undefined)[] =
    body === undefined || body.examples.length === 0 ? [undefined] : body.examples;
  return examples.map((example, index) => ({
    name: index === 0 ? operation.summary : `${operation.summary}: ${example?.summary || example?.name}`,
    request: requestItem(requestOf(operation, body, example), operation),
  }));
}

function requestItem(request: Request, { id, path }: Operation): JsonObject {
  const type =
    request.body?.kind === 'json' || request.body?.kind === 'text'
      ? [{ key: 'Content-Type', value: request.body.mediaType }]
      : [];
  const unique = request.hasKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : [];
  return {
    method: request.method,
    description: id,
    header: [...request.headers.map(([key, value]) => ({ key, value })), ...unique, ...type],
    url: urlOf(request, path),
    ...(request.credential === 'bearer' ? {} : { auth: authOf(request) }),
    ...(request.body === undefined ? {} : { body: bodyOf(request.body) }),
  };
}

/** Postman shows `:name` as a separate field. */
function urlOf({ path, query }: Request, template: string): JsonObject {
  const values = path.split('/');
  const segments = template.split('/');
  const named = segments.flatMap((segment, index) => {
    const [, key] = /^\{(.+)\}$/.exec(segment) ?? [];
    return key === undefined ? [] : [{ key, value: decodeURIComponent(values[index] ?? '') }];
  });
  const written = segments.map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  const search = query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  return {
    raw: `{{BASE_URL}}${written.join('/')}${search === '' ? '' : `?${search}`}`,
    host: ['{{BASE_URL}}'],
    path: written.slice(1),
    ...(query.length === 0 ? {} : { query: query.map(([key, value]) => ({ key, value })) }),
    ...(named.length === 0 ? {} : { variable: named }),
  };
}

const authOf = ({ credential }: Request): JsonObject =>
  credential === 'client'
    ? {
        type: 'basic',
        basic: [
          { key: 'username', value: '{{CLIENT_ID}}', type: 'string' },
          { key: 'password', value: '{{CLIENT_SECRET}}', type: 'string' },
        ],
      }
    : { type: 'noauth' };

function bodyOf(body: RequestBody): JsonObject {
  switch (body.kind) {
    case 'json':
      return raw(JSON.stringify(body.value, null, 1), 'json');
    case 'text':
      return raw(body.text, 'text');
    case 'form':
      return { mode: 'urlencoded', urlencoded: body.fields.map(([key, value]) => ({ key, value, type: 'text' })) };
    case 'multipart':
      return {
        mode: 'formdata',
        formdata: body.fields.map(
          ({ name, value, file }): Json =>
            file === undefined ? { key: name, value, type: 'text' } : { key: name, type: 'file', src: file },
        ),
      };
  }
}

const raw = (text: string, language: string): JsonObject => ({
  mode: 'raw',
  raw: text,
  options: { raw: { language } },
});
