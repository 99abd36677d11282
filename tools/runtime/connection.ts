// A problem sent where there is no response to write to: on a connection that speaks no HTTP, or whose upgrade is
// refused.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemFacts, type ProblemReply, problemBody } from './problem.ts';

export interface Refused {
  readonly requestId: string;
  /** Those of the registry, for the title. */
  readonly problems: Readonly<Record<string, ProblemFacts>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes the whole answer by hand and ends the connection with it. */
export function endWithProblem(socket: Duplex, reply: ProblemReply, { requestId, problems, headers }: Refused): void {
  const body = JSON.stringify(problemBody(reply, problems, requestId));
  const all = {
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  // A client that has gone meanwhile gets nothing.
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines.join('')}\r\n${body}`);
}
