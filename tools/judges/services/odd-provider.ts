// An identity provider that answers, but is configured for another client: it gives tokens without stating how long
// they are valid.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

/** The address that a service is given as its issuer. */
export async function oddProvider(t: ExecutionContext): Promise<string> {
  const server = createServer((req, res) => {
    const issuer = `http://${req.headers.host}`;
    const described = { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': described,
      '/token': { access_token: 'for-whoever-asks', token_type: 'bearer' },
    };
    const answer = answers[req.url ?? ''];
    res.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(answer ?? {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
