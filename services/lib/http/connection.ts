// Connections that are refused before there is a request: what is not HTTP, and upgrades without a handler.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endWithProblem } from '../../../generated/runtime/connection.ts';
import { type ProblemReply, refuse } from '../../../generated/runtime/problem.ts';
import { protocolProblems } from '../../../generated/runtime/protocol-problems.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** A request line and its header fields together. */
export const maxHeadBytes = 16 * 1024;

type Malformed = Error & { readonly code?: string; readonly syscall?: string };

/** The connection itself is lost, such as by ECONNRESET or ECONNABORTED, and no answer can reach its end. */
export const isLost = ({ syscall }: Malformed, socket: Pick<Duplex, 'writable'>): boolean =>
  syscall !== undefined || !socket.writable;

/** For the stages before a contract; Koa and the contract see one Host at most. */
export const twoHosts = refuse('malformed-request', { detail: 'The request has more than one Host header.' });

type Deps = {
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly headers?: Readonly<Record<string, string>>;
  /** An answer has begun on it, into which nothing may be written. */
  readonly isAnswering: (socket: Socket) => boolean;
};

/**
 * For the event `clientError`: the same form and the same log line as for any other refusal, and the connection ends.
 */
export function refuseMalformed({
  ids,
  log,
  metrics,
  headers = {},
  isAnswering,
}: Deps): (error: Malformed, socket: Socket) => void {
  const requests = metrics.counter('http_requests_total', 'Answered requests');
  return (error, socket) => {
    if (isLost(error, socket) || isAnswering(socket)) return void socket.destroy();
    const reply = malformedBy(error);
    const { slug } = reply.problem;
    const requestId = ids.requestId();
    endWithProblem(socket, reply, { requestId, problems: protocolProblems, headers });
    requests.add({ operation: 'none', status: String(reply.status) });
    log.info('request', { request_id: requestId, address: socket.remoteAddress, status: reply.status, slug });
  };
}

/** Node keeps the first of two Host lines; a proxy before us may have kept the other (RFC 9112, 3.2). */
export function oneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let lines = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') lines++;
  }
  return lines < 2;
}

/** What is wrong about it. */
export function malformedBy({ code }: Malformed): ProblemReply {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuse('headers-too-large', {
        detail: `The request line and the header fields together exceed ${maxHeadBytes / 1024} KiB.`,
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuse('request-timeout', { detail: 'The request did not arrive in time.' });
    case 'HPE_INVALID_URL':
      return refuse('malformed-request', {
        detail:
          'The path or the query contains a character that is not allowed in a URL. Percent-encode characters other than ASCII, such as %C3%BC for \u00fc.',
      });
    case 'HPE_INVALID_CONSTANT':
      return refuse('malformed-request', {
        detail: 'The request is not valid HTTP. Write spaces in the path or the query as %20.',
      });
    default:
      return refuse('malformed-request', { detail: 'The request is not valid HTTP.' });
  }
}
