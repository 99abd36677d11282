// Keeps a fixed number of connections busy, one request at a time each: no pipelining, no client library, so that the
// server is what is measured.
import { connect, type Socket } from 'node:net';

export type Load = {
  readonly port: number;
  /** Asked in turn. */
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly ms: number;
  /** The status of every answer; left out: 200. */
  readonly status?: 200 | 304;
};

export type Loaded = { readonly requests: number; readonly seconds: number };

/** Every request that was begun is awaited, so that the server's CPU time belongs to exactly these. */
export async function load({ port, paths, headers = {}, connections, ms, status = 200 }: Load): Promise<Loaded> {
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const requests = paths.map((path) => Buffer.from([`GET ${path} HTTP/1.1`, ...fields, '', ''].join('\r\n')));
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const started = performance.now();
  const deadline = started + ms;
  let begun = 0;
  // One for each connection in any case: a machine that stalls at the start would measure nothing.
  const next = (): Buffer | undefined =>
    begun < connections || performance.now() < deadline ? requests[begun++ % requests.length] : undefined;
  const counts = await Promise.all(sockets.map((socket) => converse(socket, next, status)));
  const seconds = (performance.now() - started) / 1000;
  return { requests: counts.reduce((sum, count) => sum + count, 0), seconds };
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket.off('error', reject)));
  });

/** Sends what `next` gives until it gives nothing; resolves to the number of answers. */
function converse(socket: Socket, next: () => Buffer | undefined, status: 200 | 304): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    const reader = answerReader(status);
    const ask = () => {
      const request = next();
      if (request !== undefined) return void socket.write(request);
      socket.destroy();
      resolve(answers);
    };
    socket.on('data', (chunk: Buffer) => {
      const done = reader(chunk);
      if (done instanceof Error) return void socket.destroy(done);
      if (!done) return;
      answers += 1;
      ask();
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server closed a connection')));
    ask();
  });
}

/**
 * True when an answer is complete. Takes what the servers here send: status 200 and a Content-Length, or 304 without a
 * body.
 */
export function answerReader(status: 200 | 304 = 200): (chunk: Buffer) => boolean | Error {
  let head = '';
  let left = -1;
  return (chunk) => {
    let body = chunk.length;
    if (left < 0) {
      const earlier = head.length;
      head += chunk.toString('latin1', 0, Math.min(chunk.length, 4096));
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return false;
      const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1];
      if (!head.startsWith(`HTTP/1.1 ${status} `) || (status === 200 && length === undefined))
        return new Error(`not what was asked for: ${head.slice(0, 200)}`);
      left = status === 200 ? Number(length) : 0;
      body = chunk.length - (end + 4 - earlier);
      head = '';
    }
    left -= body;
    if (left < 0) return new Error('more than one answer to one request');
    if (left > 0) return false;
    left = -1;
    return true;
  };
}
