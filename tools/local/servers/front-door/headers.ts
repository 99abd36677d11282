// What passes the front door: everything but what belongs to one connection, speaks of our inside, or claims to be us.
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

const perConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** A client must not say for itself whose request this is. */
const onlyFromUs = [
  'forwarded',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'expect',
];
/**
 * For every recipient (RFC 9110, 7.6.1), so naming them in Connection changes nothing: a body whose length is dropped
 * would be read as the next request.
 */
const endToEnd = new Set(['host', 'content-length']);
const ofOurInside = ['server', 'x-powered-by', 'via'];

const notUpstream: ReadonlySet<string> = new Set([...perConnection, ...onlyFromUs]);
const notToClient: ReadonlySet<string> = new Set([...perConnection, ...ofOurInside]);

export function towardsUpstream(request: IncomingMessage, prefix: string): OutgoingHttpHeaders {
  const { headers, socket } = request;
  return {
    ...without(headers, notUpstream),
    ...(headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-proto': 'http',
    ...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
    ...(prefix === '' ? {} : { 'x-forwarded-prefix': prefix }),
  };
}

/** A path that the service gave without regard to X-Forwarded-Prefix gets its prefix back; ours do regard it. */
export function towardsClient(headers: IncomingHttpHeaders, prefix: string): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {
    'x-content-type-options': 'nosniff',
    ...without(headers, notToClient),
  };
  for (const name of ['location', 'content-location']) {
    const value = kept[name];
    const bare = typeof value === 'string' && /^\/(?!\/)/.test(value) && !value.startsWith(`${prefix}/`);
    if (prefix !== '' && bare) kept[name] = `${prefix}${value}`;
  }
  return kept;
}

function without(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): OutgoingHttpHeaders {
  const named = namedBy(headers.connection);
  const left: OutgoingHttpHeaders = {};
  for (const name in headers) if (!dropped.has(name) && !named.includes(name)) left[name] = headers[name];
  return left;
}

/** Most connections name nothing but how they end. */
function namedBy(connection = 'close'): readonly string[] {
  if (connection === 'keep-alive' || connection === 'close') return [];
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => !endToEnd.has(name));
}
