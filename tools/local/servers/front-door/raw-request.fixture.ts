// Raw bytes for the front door: requests that no HTTP client sends.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { ExecutionContext } from 'ava';
import { frontDoor } from './proxy.ts';

export async function listen(t: ExecutionContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * A front door with one service behind all of its routes that keeps connections open and records the request lines it
 * receives.
 */
export async function recordedDoor(t: ExecutionContext) {
  const received: string[] = [];
  const service = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    received.push(`${request.method} ${request.url}`);
    request.resume();
    // As the identity provider does: the answer does not wait for the end of the body.
    response.end(JSON.stringify(request.headers));
  });
  const port = await listen(t, service);
  const door = await listen(t, frontDoor({ analytics: port, platform: port, identity: port, infra: port }));
  /** Sends the bytes and resolves with everything that comes back until the connection ends. */
  const send = async (text: string): Promise<string> => {
    const socket = connect(door, '127.0.0.1').on('error', () => {});
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // Only a request whose bytes were taken for another one's body gets no answer.
    socket.setTimeout(5_000, () => socket.destroy());
    socket.write(text);
    await once(socket, 'close');
    return answer;
  };
  return { received, host: `127.0.0.1:${door}`, port: door, send };
}

export const statusOf = (answer: string): string => answer.split(' ', 2)[1] ?? '';
