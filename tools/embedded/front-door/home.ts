// The page at `/` while there is no web application: what is where.
import type { IncomingMessage, ServerResponse } from 'node:http';

const rows: readonly (readonly [string, string])[] = [
  ['/analytics/api/v1', 'the analytics API: sales files in, indices and a dashboard out'],
  ['/api/v1', 'the lab platform: courses, labs, students'],
  ['/infra/v1', 'infrastructure: what the platform asks to deploy and delete labs'],
  ['/auth/realms/analytics', 'the identity provider of the analytics API'],
  ['/auth/realms/labs', 'the identity provider of the lab platform'],
];

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Covenant</title><style>body{font:1rem/1.5 system-ui;max-width:44rem;margin:10vh auto;padding:0 1rem}
dt{font-family:monospace;margin-top:1rem}dd{margin:0}</style>
<h1>Covenant is running</h1><p>For people there is <a href="HERE/api/v1/auth/login?return_to=/api/v1/auth/me">the login to the lab platform</a>, and no page
behind it yet: it shows who you are. These addresses are for programs.</p>
<dl>${rows.map(([path, what]) => `<dt>${path}</dt><dd>${what}</dd>`).join('\n')}</dl></html>
`;

/** Whoever came by another name of this machine logs in where the provider sends browsers back to: a cookie belongs to one name. */
export function home({ socket }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
  });
  response.end(page.replace('HERE', `http://127.0.0.1:${socket.localPort}`));
}
