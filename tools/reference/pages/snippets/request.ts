// The request that an example of an operation describes.
import { asRecord, type Json } from '../../../contract/json.ts';
import type { Body, Example, Operation, Parameter } from '../../../contract/model/operations.ts';

export type Credential = 'bearer' | 'client' | 'none';

export interface Request {
  readonly method: string;
  /** With the values of its parameters. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  /** Each request has an Idempotency-Key that no other has: a snippet makes one. */
  readonly hasKey: boolean;
  readonly credential: Credential;
  readonly body: RequestBody | undefined;
}

export type RequestBody =
  | { readonly kind: 'json'; readonly mediaType: string; readonly value: Json }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, string])[] }
  | { readonly kind: 'multipart'; readonly fields: readonly MultipartField[] }
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string };

export interface MultipartField {
  readonly name: string;
  readonly value: string;
  /** The name of a file. */
  readonly file: string | undefined;
}

export function requestOf(operation: Operation, body: Body | undefined, example: Example | undefined): Request {
  const of = (place: string) => operation.parameters.filter((each) => each.place === place);
  const isKey = (each: Parameter) => each.name === 'Idempotency-Key';
  const shown = (each: Parameter) => isShown(each) && !isKey(each);
  const pair = (each: Parameter) => [each.name, asText(each.example ?? each.values[0] ?? `<${each.name}>`)] as const;
  const path = of('path').reduce(
    (text, each) => text.replace(`{${each.name}}`, encodeURIComponent(pair(each)[1])),
    operation.path,
  );
  return {
    method: operation.method,
    path,
    query: of('query').filter(shown).map(pair),
    headers: of('header').filter(shown).map(pair),
    hasKey: of('header').some(isKey),
    credential: credentialOf(operation),
    body: body === undefined ? undefined : bodyOf(operation.tag, body, example),
  };
}

/** What is required, and the wait for a change: without it, who copies a snippet into a loop asks again and again. */
export const isShown = ({ name, place, isRequired }: Parameter): boolean =>
  isRequired || (place === 'query' && name === 'wait');

function credentialOf({ security }: Operation): Credential {
  const names = security.flat();
  if (security.some((each) => each.length === 0) || names.length === 0) return 'none';
  if (names.some((name) => name === 'bearer' || name === 'service')) return 'bearer';
  return names.includes('client') ? 'client' : 'bearer';
}

function bodyOf(tag: string, { mediaType, shape }: Body, example: Example | undefined): RequestBody {
  const value = example?.value ?? {};
  const fields = Object.entries(asRecord(value)).map(([name, each]) => [name, asText(each)] as const);
  if (mediaType === 'application/x-www-form-urlencoded') return { kind: 'form', fields };
  if (mediaType === 'multipart/form-data') {
    const isFile = (name: string) => shape.fields.some((field) => field.key === name && field.type === 'file');
    return {
      kind: 'multipart',
      fields: fields.map(([name, each]) => ({
        name,
        value: each,
        file: isFile(name) ? fileName(tag, name, each) : undefined,
      })),
    };
  }
  return mediaType.endsWith('json')
    ? { kind: 'json', mediaType, value }
    : { kind: 'text', mediaType, text: asText(value) };
}

/** The files that a request sends, with their content. */
export function filesOf(
  operation: Operation,
  body: Body | undefined,
  example: Example | undefined,
): readonly { readonly file: string; readonly value: string }[] {
  const request = requestOf(operation, body, example).body;
  if (request?.kind !== 'multipart') return [];
  return request.fields.flatMap(({ file, value }) => (file === undefined ? [] : [{ file, value }]));
}

const fileName = (tag: string, name: string, content: string): string =>
  content.startsWith('{')
    ? 'sales.ndjson'
    : /^[a-z_]+: /m.test(content)
      ? 'lab.yaml'
      : content.includes(',') || content.includes(';')
        ? tag === 'Users'
          ? 'users.csv'
          : 'sales.csv'
        : name;

export const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const queryOf = ({ query }: Request): string =>
  query.length === 0 ? '' : `?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
