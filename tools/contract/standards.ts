// What every operation has because of its other facts, and no one writes: the parameters, header fields and error
// replies of the conventions. Documents ask for it with `x-standards: true`.
import { expectedReplies, type OperationFacts } from './expected-replies.ts';

type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const shared = (section: string, name: string) => ({ $ref: `../common.yaml#/components/${section}/${name}` });
const headersNamed = (names: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(names).map(([header, name]) => [header, shared('headers', name)]));

const everywhere = headersNamed({
  'X-Request-Id': 'RequestId',
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
});
const ofConditionalRead = headersNamed({ ETag: 'ETag', 'Cache-Control': 'CacheControl', Vary: 'Vary' });
const ofJob = headersNamed({ Location: 'Location', 'Retry-After': 'RetryAfter' });
const ofCreation = headersNamed({ Location: 'Location' });

const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);

/** What is written wins over what is added. */
export function withStandards(document: Fields): Fields {
  const { 'x-standards': asked, ...rest } = document;
  if (asked !== true) return document;
  const paths = Object.entries(fields(document.paths)).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(fields(item)).map(([method, value]) => [
        method,
        methods.has(method) ? completed(fields(value), { path, item: fields(item), document }) : value,
      ]),
    ),
  ]);
  return { ...rest, paths: Object.fromEntries(paths) };
}

interface Around {
  readonly path: string;
  readonly item: Fields;
  readonly document: Fields;
}

function completed(operation: Fields, { path, item, document }: Around): Fields {
  const written = list(operation.parameters);
  const parameters = [...written, ...parametersOf(operation).filter((each) => !isAmong(each, written))];
  const security = list(operation.security ?? document.security);
  const facts: OperationFacts = {
    value: operation,
    isPublic: security.length === 0 || security.some((each) => Object.keys(fields(each)).length === 0),
    hasInput: parameters.length + list(item.parameters).length > 0 || operation.requestBody !== undefined,
    bodies: Object.keys(fields(fields(operation.requestBody).content)),
    hasId: path.includes('{'),
  };
  const errors = expectedReplies(facts).map(({ status, ref }) => [status, { $ref: ref }]);
  const replies = Object.entries(fields(operation.responses)).map(([status, reply]) => [
    status,
    withHeaders(fields(reply), status, operation),
  ]);
  const { requestBody, responses, parameters: _, ...rest } = operation;
  return {
    ...rest,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(responses === undefined
      ? {}
      : { responses: { ...Object.fromEntries(errors), ...Object.fromEntries(replies) } }),
  };
}

function parametersOf(operation: Fields): readonly Fields[] {
  const names = [
    ...(operation['x-page'] === true ? ['Limit', 'Cursor'] : []),
    ...(operation['x-idempotency'] === true ? ['IdempotencyKey'] : []),
    ...(operation['x-conditional'] === 'read' ? ['IfNoneMatch'] : []),
    ...(operation['x-conditional'] === 'write' ? ['IfMatch'] : []),
  ];
  return names.map((name) => shared('parameters', name));
}

/** A parameter that is written as a reference to the same one, or in full under the same name. */
const isAmong = ({ $ref }: Fields, written: readonly unknown[]): boolean =>
  written.some((each) => fields(each).$ref === $ref);

/** Replies for success that stand in the operation; one that is a reference brings its own. */
function withHeaders(reply: Fields, status: string, operation: Fields): Fields {
  if (reply.$ref !== undefined || !/^[23]/.test(status)) return reply;
  const { description, headers, ...rest } = reply;
  const added = {
    ...everywhere,
    ...(status === '200' && operation['x-conditional'] === 'read' ? ofConditionalRead : {}),
    ...(status === '201' ? ofCreation : {}),
    ...(status === '202' && operation['x-job'] !== undefined ? ofJob : {}),
  };
  return { ...(description === undefined ? {} : { description }), headers: { ...added, ...fields(headers) }, ...rest };
}
