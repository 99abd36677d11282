// Generated from spec/problems.yaml by npm run generate; do not edit.
import type { ProblemFacts } from './problem.ts';

export const protocolProblems = {
  'invalid-request': { status: 400, title: 'Invalid request' },
  'malformed-request': { status: 400, title: 'Malformed HTTP request' },
  'malformed-json': { status: 400, title: 'Malformed JSON' },
  'invalid-encoding': { status: 400, title: 'Invalid encoding' },
  unauthenticated: { status: 401, title: 'Not authenticated' },
  'forbidden-role': { status: 403, title: 'Insufficient role' },
  'not-found': { status: 404, title: 'Not found' },
  'unknown-url': { status: 404, title: 'Unknown URL' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'idempotency-in-flight': { status: 409, title: 'Request with this key in progress' },
  'precondition-failed': { status: 412, title: 'Resource has changed' },
  'body-too-large': { status: 413, title: 'Body too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency-Key already used' },
  'precondition-required': { status: 428, title: 'If-Match is required' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'Header fields too large' },
  internal: { status: 500, title: 'Internal error' },
  'not-implemented': { status: 501, title: 'Not implemented yet' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<string, ProblemFacts>;
