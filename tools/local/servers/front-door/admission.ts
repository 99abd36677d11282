// What a request must be before it goes anywhere: addressed to this door, once, and a WebSocket only where one is
// offered.
import type { IncomingMessage } from 'node:http';
import { oneHost, twoHosts } from '../../../../services/lib/http/connection.ts';
import { offersWebSocket } from './routes.ts';

export type Refusal = {
  readonly status: number;
  readonly slug?: string;
  readonly title: string;
  readonly detail: string;
};

// A forwarded port has another number on the side of the browser.
const ownHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/** Null: it may pass. */
export function refusalOf(incoming: IncomingMessage): Refusal | null {
  const { headers } = incoming;
  if (!oneHost(incoming)) return { ...malformed, detail: twoHosts.problem.detail ?? '' };
  // A page of another name that has this address (DNS rebinding) would speak here as if it were ours. HTTP/1.0 may
  // leave Host out.
  if (headers.host !== undefined && !ownHost.test(headers.host)) return misdirected;
  if (isWebSocketHandshake(incoming) && announcesBody(incoming))
    return {
      ...malformed,
      detail: 'A WebSocket handshake must not have a body: omit Content-Length and Transfer-Encoding.',
    };
  return null;
}

/** Any other Upgrade is ignored (RFC 9110, 7.8): the request is then one like all others, body included. */
export const isUpgrade = (incoming: IncomingMessage): boolean =>
  isWebSocketHandshake(incoming) && refusalOf(incoming) === null;

const isWebSocketHandshake = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && offersWebSocket(url);

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const malformed = { status: 400, slug: 'malformed-request', title: 'Malformed HTTP request' };

const misdirected: Refusal = {
  status: 421,
  title: 'Misdirected request',
  detail: 'The Host header is for another server. This one is 127.0.0.1 or localhost.',
};
