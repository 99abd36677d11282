// Pages of other origins (CORS): which may read the answers of a service that takes bearer tokens. Never with cookies:
// no answer allows credentials.
import type { Resource } from '../contract.ts';
import type { Call, HeaderValue } from '../exchange.ts';

/** What scripts may read beside the safelisted fields of the Fetch standard. */
export const exposedHeaders = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/** Fields of requests that no operation declares. */
const usual = ['Authorization', 'Content-Type', 'Traceparent'];

/** Browsers ask again after two hours at the latest, whatever a server says. */
const maxAgeS = 7_200;

/** Fields for every answer, also to requests that are refused later: a page has to be able to read why. */
export function originHeaders({ host, req }: Pick<Call, 'host' | 'req'>): Record<string, HeaderValue> {
  const { origins = [] } = host;
  if (origins.length === 0) return {};
  const allowed = allowedOrigin(origins, req.headers.origin);
  return {
    ...(origins.includes('*') ? {} : { Vary: 'Origin' }),
    ...(allowed === undefined
      ? {}
      : { 'Access-Control-Allow-Origin': allowed, 'Access-Control-Expose-Headers': exposedHeaders }),
  };
}

function allowedOrigin(origins: readonly string[], origin: string | undefined): string | undefined {
  if (origins.includes('*')) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : undefined;
}

/** The further fields of an answer to a browser that asks before it sends. */
export function preflightHeaders({ host, req, contract }: Call, { methods }: Resource): Record<string, string> {
  const { origin, 'access-control-request-method': accepted } = req.headers;
  if (accepted === undefined || allowedOrigin(host.origins ?? [], origin) === undefined) return {};
  const operations = Object.values(methods).flatMap((id) => contract.operations[id] ?? []);
  const declared = operations.flatMap(({ parameters }) => Object.keys(parameters.headers));
  return {
    'Access-Control-Allow-Methods': Object.keys(methods).join(', '),
    'Access-Control-Allow-Headers': [...new Set([...usual, ...declared])].join(', '),
    'Access-Control-Max-Age': String(maxAgeS),
  };
}
