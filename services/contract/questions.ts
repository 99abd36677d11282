// The questions that follow from the contract alone, with the answer that each must get. Who sends them: walk.ts.
import type { Body, Contract, Operation, Parameter } from './document.ts';
import { spoilt, spoiltBodies } from './spoil.ts';
import { multipart, type Request } from './wire.ts';

export type Expected = {
  readonly status: number;
  readonly slug?: string;
  /** The one place that the problem names: a JSON Pointer, or the name of a parameter. */
  readonly place?: string;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Question = {
  readonly why: string;
  readonly operation: Operation | undefined;
  readonly request: Request;
  readonly expected: Expected;
};

type Values = Readonly<Record<string, unknown>>;
/** What differs from the examples of the contract. */
export type Given = {
  readonly token?: string | undefined;
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A header of the examples that is left out, in lower case. */
  readonly without?: string;
};
export type Tokens = Readonly<Record<string, string>>;

/** A request that the contract takes: required parameters and the body from its examples, the rest as given. */
export function requestOf(base: string, operation: Operation, given: Given = {}): Request {
  const values = (where: Parameter['in']) =>
    operation.parameters
      .filter((each) => each.in === where && each.required)
      .map((each) => [each.name, exampleOf(each)]);
  const path: Values = { ...Object.fromEntries(values('path')), ...given.path };
  const query: Values = { ...Object.fromEntries(values('query')), ...given.query };
  const at = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const [body] = operation.bodies;
  const sent: Pick<Request, 'headers' | 'body'> =
    body === undefined ? {} : encoded(body, given.body ?? body.examples[0]);
  return {
    method: operation.method,
    path: base + at + search(query),
    ...sent,
    headers: {
      ...Object.fromEntries(
        values('header')
          .map(([name, value]) => [String(name).toLowerCase(), String(value)] as const)
          .filter(([name]) => name !== given.without),
      ),
      ...sent.headers,
      ...bearer(given.token),
      ...given.headers,
    },
  };
}

export const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const exampleOf = ({ example, schema }: Parameter): unknown => example ?? (schema.examples as readonly unknown[])?.[0];

const search = (query: Values): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

function encoded({ media, schema }: Body, value: unknown) {
  const files = Object.entries(schema.properties ?? {}).flatMap(([name, { format }]) =>
    format === 'binary' ? [name] : [],
  );
  if (media === 'multipart/form-data')
    return multipart(
      Object.entries(value as Values).map(([name, each]) => [name, each instanceof Uint8Array ? each : String(each)]),
      files,
    );
  const body = typeof value === 'string' && !/[/+]json$/.test(media) ? value : JSON.stringify(value);
  return { headers: { 'content-type': media }, body };
}

/** Everything that is refused before a credential counts, or for want of one. */
export function beforeCredential(base: string, operation: Operation, refused: Tokens): Question[] {
  const question = asker(operation);
  const request = requestOf(base, operation);
  const unauthenticated = { status: 401, slug: 'unauthenticated' };
  const strangers = Object.entries({ 'a credential of another kind': 'Basic dTpw', ...refusedHeaders(refused) });
  return [
    ...(operation.isPublic ? [] : [question('no credential', request, unauthenticated)]),
    ...(operation.isPublic ? [] : strangers).map(([why, authorization]) =>
      question(why, { ...request, headers: { ...request.headers, authorization } }, unauthenticated),
    ),
    ...(operation.bodies.length > 0 ? mediaQuestions(base, operation) : []),
  ];
}

const refusedHeaders = (tokens: Tokens): Tokens =>
  Object.fromEntries(Object.entries(tokens).map(([why, token]) => [why, `Bearer ${token}`]));

function mediaQuestions(base: string, operation: Operation): Question[] {
  const question = asker(operation);
  const request = requestOf(base, operation);
  const { 'content-type': media = '', ...others } = request.headers ?? {};
  const unsupported = { status: 415, slug: 'unsupported-media-type' };
  const typed = (type: string) => ({ ...request, headers: { ...others, 'content-type': type } });
  const tooLong = { ...request, unfinished: true as const, body: 'x' };
  return [
    question('another media type', typed('application/xml'), unsupported),
    question('no media type', { ...request, headers: others }, unsupported),
    question('another charset', typed(`${media}; charset=utf-16`), unsupported),
    question(
      'a compressed body',
      { ...request, headers: { ...request.headers, 'content-encoding': 'gzip' } },
      unsupported,
    ),
    question(
      'a length beyond the limit',
      { ...tooLong, headers: { ...request.headers, 'content-length': String(operation.bodyBytes + 1) } },
      { status: 413, slug: 'body-too-large' },
    ),
  ];
}

/** What a credential meets: a role that is not enough, an operation that is only planned. */
export function withCredential(base: string, operation: Operation, enough: string, tooLittle?: string): Question[] {
  const question = asker(operation);
  const request = requestOf(base, operation, { token: enough });
  const roleless = requestOf(base, operation, { token: tooLittle });
  return [
    ...(operation.roles.length > 0 && tooLittle !== undefined
      ? [question('another role', roleless, { status: 403, slug: 'forbidden-role' })]
      : []),
    ...(operation.planned ? [question('planned', request, { status: 501, slug: 'not-implemented' })] : []),
  ];
}

/** What an implemented operation refuses in the text of a JSON body, whatever it means. */
export function aboutText(base: string, operation: Operation, good: Given): Question[] {
  if (operation.bodies[0]?.media !== 'application/json') return [];
  const question = asker(operation);
  const request = requestOf(base, operation, good);
  const malformed = ['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', '{} {}', `${'['.repeat(65)}${']'.repeat(65)}`];
  const streamed = { ...request.headers, 'transfer-encoding': 'chunked' };
  return [
    ...malformed.map((body) =>
      question('malformed JSON', { ...request, body }, { status: 400, slug: 'malformed-json' }),
    ),
    question(
      'invalid UTF-8',
      { ...request, body: Buffer.from([0x22, 0xff, 0x22]) },
      { status: 400, slug: 'invalid-encoding' },
    ),
    ...(operation.needsBody
      ? [question('no body', { ...request, body: '' }, { status: 400, slug: 'invalid-request', place: '' })]
      : []),
    question(
      'a stream beyond the limit',
      { ...request, headers: streamed, body: ' '.repeat(operation.bodyBytes + 1), unfinished: true },
      { status: 413, slug: 'body-too-large' },
    ),
  ];
}

/** Each parameter and each field of the body wrong in turn. */
export function aboutInput(base: string, operation: Operation, good: Given): Question[] {
  const question = asker(operation);
  const wrong = (place: string): Expected => ({ status: 400, slug: 'invalid-request', place });
  const request = requestOf(base, operation, good);
  const [body] = operation.bodies;
  // What a text says is judged by whoever reads it.
  const bodies =
    body && body.media !== 'application/yaml'
      ? spoiltBodies(body.schema, good.body ?? body.examples[0], body.media === 'multipart/form-data')
      : [];
  const extra = requestOf(base, operation, { ...good, query: { ...good.query, zz_unknown: 'x' } });
  const brokenQuery = { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}zz=%ff` };
  return [
    ...operation.parameters.flatMap((parameter) => aboutParameter(base, operation, parameter, good)),
    question('an unknown parameter', extra, wrong('zz_unknown')),
    question('a query that is no UTF-8', brokenQuery, { status: 400, slug: 'invalid-request' }),
    ...bodies.map(({ pointer, rule, value }) =>
      question(`${pointer} breaks ${rule}`, requestOf(base, operation, { ...good, body: value }), wrong(pointer)),
    ),
  ];
}

function aboutParameter(base: string, operation: Operation, parameter: Parameter, good: Given): Question[] {
  const { name, schema, in: where } = parameter;
  const question = asker(operation);
  const wrong: Expected = { status: 400, slug: 'invalid-request', place: name };
  const group = where === 'path' ? 'path' : where === 'query' ? 'query' : 'headers';
  if (where === 'cookie') return [];
  const sendable = (value: unknown): boolean =>
    where === 'query' || (where === 'path' ? value !== '' : /^[\x20-\x7e]*$/.test(String(value)));
  const values = spoilt(schema, exampleOf(parameter), true).filter(({ value }) => sendable(value));
  const repeated = { ...good, query: { ...good.query, [name]: [exampleOf(parameter), exampleOf(parameter)] } };
  return [
    ...values.map(({ value, rule }) =>
      question(
        `${name}=${String(value).slice(0, 40)} breaks ${rule}`,
        requestOf(base, operation, { ...good, [group]: { ...good[group], [name]: String(value) } }),
        wrong,
      ),
    ),
    ...(where === 'query' && schema.type !== 'array'
      ? [question(`${name} given twice`, requestOf(base, operation, repeated), wrong)]
      : []),
  ];
}

/** A body that begins and does not end. */
export const tooSlow = (base: string, operation: Operation, good: Given = {}): Question[] => {
  const request = { ...requestOf(base, operation, good), body: '{', unfinished: true as const };
  const headers = { ...request.headers, 'content-length': '100' };
  return [
    asker(operation)('a body that never ends', { ...request, headers }, { status: 408, slug: 'request-timeout' }),
  ];
};

/** Methods that a path has not, and paths that the document has not. */
export function aboutAddresses({ methods, operations }: Contract, base: string): Question[] {
  const question = asker(undefined);
  const known = [...methods].flatMap(([template, found]) => {
    const operation = operations.find((each) => each.path === template);
    if (operation === undefined) return [];
    const { path } = requestOf(base, operation);
    const allow = [...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    const foreign = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].filter((method) => !found.includes(method));
    return [
      ...foreign.map((method) =>
        question(
          'a method that the path has not',
          { method, path },
          { status: 405, slug: 'method-not-allowed', headers: { allow } },
        ),
      ),
      question('the methods', { method: 'OPTIONS', path }, { status: 204, headers: { allow } }),
    ];
  });
  const notFound = { status: 404, slug: 'not-found' };
  return [
    ...known,
    ...['/zz', '', '/zz/zz'].map((path) => question('no such path', { method: 'GET', path: base + path }, notFound)),
    ...['/%ff', '/%zz', '//zz', '/zz/../zz', '/%2e%2e', '/zz%00'].map((path) =>
      question('a path that is none', { method: 'GET', path: base + path }, { status: 400, slug: 'invalid-request' }),
    ),
  ];
}

/** The body of an answer that was what it should be. */
export const jsonOf = ({ body }: { readonly body: Uint8Array }) =>
  JSON.parse(Buffer.from(body).toString('utf8')) as Readonly<Record<string, unknown>>;

export const asker =
  (operation: Operation | undefined) =>
  (why: string, request: Request, expected: Expected): Question => ({ why, operation, request, expected });
