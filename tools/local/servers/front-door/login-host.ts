// A login begins at the address where it ends: the provider sends the browser back to 127.0.0.1, and a cookie of
// `localhost` would not come along.
import type { IncomingMessage } from 'node:http';

const login = '/api/v1/auth/login';

/**
 * Where to begin instead; null when the request is no login or came to the right host. Never another place than this
 * door.
 */
export function loginElsewhere({ method, url = '', headers, socket }: IncomingMessage): string | null {
  const isLogin = method === 'GET' && (url === login || url.startsWith(`${login}?`));
  const port = socket.localPort;
  if (!isLogin || headers.host?.toLowerCase() !== `localhost:${port}`) return null;
  return `http://127.0.0.1:${port}${url}`;
}
