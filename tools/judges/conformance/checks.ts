// The names of all checks, which findings carry and mutants name; each with what it asks, in words.

/** Judged on every reply, whatever was asked. */
const ofReplies = {
  answer: 'a reply',
  'declared-status': 'a declared status',
  'request-id': 'the id of the request',
  'reply-header': 'a declared header',
  'reply-caching': 'an ETag and who may keep the answer',
  'rate-limit-headers': 'the RateLimit header fields',
  'reply-body': 'the body and its media type',
  'reply-problem': 'the problem document',
} as const;

/** Which operations and replies the run must have observed. */
const ofCoverage = {
  'reaches-success': 'its 2xx',
  'reaches-declared': 'a declared reply',
} as const;

const ofRequests = {
  'good-request': 'its own example',
  'further-request': 'further values',
  example: 'an example of the document',
  preparation: 'what a check needs before it asks',
  cause: 'a cause of a declared reply',
  degraded: 'a degraded deployment',
  'method-not-allowed': 'a method that the path does not have',
  options: 'the methods',
  'unknown-path': 'no such path',
  'malformed-path': 'a malformed path',
  'no-credential': 'no credential',
  'other-scheme': 'a credential of another kind',
  'empty-token': 'no token',
  'refused-token': 'a token that must be refused',
  role: 'another role',
  planned: 'planned',
} as const;

const ofInput = {
  'media-type': 'another media type',
  charset: 'another charset',
  'content-encoding': 'a compressed body',
  'declared-length': 'a length beyond the limit',
  'streamed-length': 'a stream beyond the limit',
  'unfinished-body': 'a body that never ends',
  'malformed-json': 'malformed JSON',
  'invalid-encoding': 'invalid UTF-8',
  'no-body': 'no body',
  'text-length': 'a text of a wrong length',
  'unknown-parameter': 'an unknown parameter',
  'query-encoding': 'a query that is not UTF-8',
  'broken-parameter': 'a parameter that breaks a constraint',
  'broken-field': 'a field that breaks a constraint',
  'good-edge': 'a value at the edge of a constraint',
  'generated-body': 'a generated body',
  'generated-query': 'a generated query',
} as const;

const ofSequences = {
  'unknown-id': 'an unknown id',
  'wrong-parent': 'below another parent',
  ownership: 'a resource of another caller',
  leak: 'a list that shows resources of other callers',
  'after-delete': 'after its deletion',
  'failed-create': 'a refused create leaves nothing',
  'conditional-read': 'a conditional read',
  head: 'HEAD',
  'caller-etag': 'the ETag of another caller',
  'conditional-write': 'a conditional write',
  'idempotency-replay': 'the same key and request',
  'idempotency-reuse': 'the same key and another request',
  'idempotency-caller': 'the same key of another caller',
  'idempotency-refused': 'a key whose request was refused',
  'idempotency-once': 'the same key many times at once',
  paging: 'page by page',
  cursor: 'a cursor that was changed',
  'limit-enforced': 'until its limit is used up',
  'limit-caller': 'another caller, while the limit of one is used up',
  'limit-over': 'after its limit was used up',
} as const;

const ofSockets = {
  'socket-example': 'an example of a message',
  'socket-origin': 'another page',
  'socket-credential': 'a credential that must be refused',
  'socket-message': 'a broken message',
  'socket-size': 'a message beyond the limit',
  'socket-silence': 'an idle connection',
  'socket-address': 'another address',
  'socket-heard': 'a received message',
} as const;

const ofMessages = {
  declared: 'the declaration on the broker',
  published: 'a published message',
  consumer: 'a consumer on the queue',
  'consumer-good': 'a good message',
  'consumer-repeated': 'a redelivered message',
  'consumer-unknown-field': 'an unknown field',
  'consumer-oversized': 'a very long message',
  'consumer-reordered': 'an older message after a newer one',
  'consumer-broken': 'a broken message',
  'consumer-unblocked': 'nothing waits behind broken messages',
} as const;

export const checks = {
  ...ofReplies,
  ...ofCoverage,
  ...ofRequests,
  ...ofInput,
  ...ofSequences,
  ...ofSockets,
  ...ofMessages,
} as const;

export type CheckName = keyof typeof checks;

export const checkNames = Object.keys(checks) as readonly CheckName[];

/** A check, and what exactly it asks when that is more than its own words. */
export type Asking = CheckName | readonly [CheckName, string];

export const asking = (about: Asking): { readonly check: CheckName; readonly asked: string } =>
  typeof about === 'string' ? { check: about, asked: checks[about] } : { check: about[0], asked: about[1] };
