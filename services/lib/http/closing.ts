// How a listener ends: with its answers in progress, and not before.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Once stopping, a connection ends with its answer and says so: cut while idle, it could take the client's next request
 * along.
 */
export function closeWithAnswers(server: Server, stopping: AbortSignal) {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (stopping.aborted) response.shouldKeepAlive = false;
    open.add(response.once('close', () => open.delete(response)));
  });
  return {
    closeAll: () => {
      for (const response of open) response.shouldKeepAlive = false;
    },
    isOn: (socket: Socket) => [...open].some((response) => response.socket === socket && response.headersSent),
  };
}

/** Takes no new connections, lets answers in progress end, and cuts those that take longer than `drainMs`. */
export async function drain(server: Server, drainMs: number, closeAll: () => void): Promise<void> {
  closeAll();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that became idle meanwhile were asked to close, or had no request while we were stopping.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(deadline);
}
