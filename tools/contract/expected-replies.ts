// Which error replies follow from the facts of an operation, why, and which response of problems.yaml says so. The
// linter asks for them; where a document has `x-standards`, they are added.

export interface OperationFacts {
  readonly value: Readonly<Record<string, unknown>>;
  /** It can be called without a credential. */
  readonly isPublic: boolean;
  readonly hasInput: boolean;
  /** Media types of its body. */
  readonly bodies: readonly string[];
  readonly hasId: boolean;
}

export interface ExpectedReply {
  readonly status: string;
  readonly ref: string;
  readonly why: string;
}

const isForm = (type: string): boolean => /^(application\/x-www-form-urlencoded|multipart\/form-data)$/.test(type);

export function expectedReplies({ value, isPublic, hasInput, bodies, hasId }: OperationFacts): ExpectedReply[] {
  const takesBody = value.requestBody !== undefined;
  const invalid = takesBody ? (bodies.every(isForm) ? 'invalidForm' : 'invalidBody') : 'invalidParameters';
  const rules: readonly [holds: boolean, why: string, replies: Readonly<Record<string, string>>][] = [
    [value['x-conditional'] === 'read', 'it is a conditional read', { 304: 'notModified' }],
    [hasInput, 'it takes input', { 400: invalid }],
    [!isPublic, 'it asks for a credential', { 401: 'unauthorized' }],
    [value['x-roles'] !== undefined, 'it asks for a role', { 403: 'forbiddenRole' }],
    [hasId, 'its path names a resource', { 404: 'notFound' }],
    [hasForms(value), 'it answers in several forms', { 406: 'notAcceptable' }],
    [takesBody, 'it takes a body', { 408: 'requestTimeout', 413: 'bodyTooLarge', 415: 'unsupportedMediaType' }],
    [value['x-idempotency'] === true, 'it takes a key', { 409: 'idempotencyInFlight', 422: 'idempotencyKeyReused' }],
    [
      value['x-conditional'] === 'write',
      'it is a conditional write',
      { 412: 'preconditionFailed', 428: 'preconditionRequired' },
    ],
    [value['x-rate-limit'] !== undefined, 'it has a rate limit', { 429: 'rateLimited' }],
    [value['x-no-fault'] === undefined, 'every operation can fail', { 500: 'internal' }],
    [value['x-planned'] === true, 'it is planned', { 501: 'notImplemented' }],
    [true, 'every operation can meet a part that is unavailable', { 503: 'unavailable' }],
  ];
  return rules.flatMap(([holds, why, replies]) =>
    holds ? Object.entries(replies).map(([status, name]) => ({ status, ref: refOf(name), why })) : [],
  );
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** A caller that asks for another form would take the first one for it. */
const hasForms = ({ responses }: OperationFacts['value']): boolean =>
  Object.keys(fields(fields(fields(responses)['200']).content)).length > 1;

const refOf = (name: string): string =>
  name === 'notModified' ? `../common.yaml#/components/responses/${name}` : `../problems.yaml#/responses/${name}`;
