// The page at `/` while there is no web application: who is logged in to the lab platform, and what is where.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml, pageHeaders, pageOf } from '../page.ts';
import { logOut, type Visitor, visitorOf } from './visitor.ts';

interface Row {
  readonly path: string;
  readonly what: string;
  /** Below /docs/. */
  readonly page: string;
}

const rows: readonly Row[] = [
  {
    path: '/analytics/api/v1',
    page: 'analytics/index.html',
    what: 'The analytics API: sales files, indices, forecasts',
  },
  { path: '/api/v1', page: 'platform/index.html', what: 'The lab platform: courses, labs, students' },
  { path: '/infra/v1', page: 'infra/index.html', what: 'The infrastructure API, by which the platform deploys labs' },
  {
    path: '/auth/realms/analytics',
    page: 'guides/authentication.html',
    what: 'The identity provider of the analytics API',
  },
  { path: '/auth/realms/labs', page: 'guides/authentication.html', what: 'The identity provider of the lab platform' },
];

/** GET shows the page; POST is its button, and logs out. */
export async function home(incoming: IncomingMessage, response: ServerResponse, platform: number): Promise<void> {
  if (incoming.method === 'POST') return await leave(incoming, response, platform);
  const visitor = await visitorOf(incoming, platform);
  show(response, 200, `${visitorSection(visitor, incoming.socket.localPort)}${addresses}`);
}

async function leave(incoming: IncomingMessage, response: ServerResponse, platform: number): Promise<void> {
  incoming.resume();
  const left = await logOut(incoming, platform);
  if (left.kind === 'refused') return show(response, left.status, `<p role="alert">${escapeHtml(left.why)}</p>`);
  response.writeHead(303, { location: left.next, 'set-cookie': left.cookies, 'cache-control': 'no-store' });
  response.end();
}

/** Anyone who came by another name of this machine logs in where the provider sends browsers back to: a cookie belongs to one name. */
function visitorSection(visitor: Visitor, port: number | undefined): string {
  if (visitor.kind === 'away') return `<p>The lab platform is not running at the moment.</p>${documentation}`;
  if (visitor.kind === 'nobody')
    return `<p>The documentation has guides, and references of all APIs and messages, from which you can send requests.</p>
${documentation}<a class="button" href="http://127.0.0.1:${port}/api/v1/auth/login?return_to=/">Log in to the lab platform</a>`;
  const { display_name, username, roles } = visitor.me;
  return `<p>Logged in to the lab platform as <strong>${escapeHtml(display_name)}</strong> (${escapeHtml([username, ...roles].join(', '))}).
<a href="/api/v1/auth/me">Your profile</a> and <a href="/api/v1/labs">your labs</a> are shown as JSON.</p>
${documentation}<form method="post" action="/"><button>Log out</button></form>`;
}

const documentation = '<a class="button first" href="/docs/">Documentation</a>';

const addresses = `<h2>Addresses for programs</h2>
<dl>${rows.map(({ path, page, what }) => `<div><dt>${path}</dt><dd><a href="/docs/${page}">${what}</a></dd></div>`).join('\n')}</dl>`;

function show(response: ServerResponse, status: number, body: string): void {
  // Without a referrer a browser would send the form with the origin `null`, which cannot be distinguished from that of another site.
  response.writeHead(status, { ...pageHeaders, 'referrer-policy': 'same-origin' });
  response.end(pageOf('Covenant is running', 'On this machine', body, 'wide'));
}
