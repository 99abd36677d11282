// The identity provider's process: one server, one realm a path. Argument: the file of its settings.
import './known-warning.ts';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Context } from 'oidc-provider';
import pg from 'pg';
import { toStoreError } from '../../../../adapters/store/faults.ts';
import { isUnavailable } from '../../../../services/lib/errors.ts';
import { trustedProxies } from '../../../../services/lib/http/proxies.ts';
import { createLog, surviveLostOutput } from '../../../../services/lib/log.ts';
import { onStopRequest } from '../processes/threads.ts';
import { passwordCheck } from './guessing.ts';
import { invitationsOf } from './invitations.ts';
import { publicKey } from './keys.ts';
import { forgetAttempts } from './locks.ts';
import { serveLogin } from './login-page.ts';
import { openRealm } from './realm.ts';
import { forgetExpired } from './records.ts';
import { type IdentitySettings, issuerOf, realms, requireSafe } from './settings.ts';
import { failInSilence } from './silence.ts';

surviveLostOutput();
const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as IdentitySettings;
requireSafe(settings);

// Before those who ask us give us up, after ten seconds. A connection on which nothing is answered for longer is
// replaced.
const silenceMs = 6_000;
const connections = { connectionString: settings.databaseUrl, max: 8, query_timeout: 5 * silenceMs };
const pool = failInSilence(new pg.Pool(connections), silenceMs);
pool.on('error', (error) => console.error(`database: ${error.message}`));

// Only the front door of this machine says for whom it asks.
const clientOf = trustedProxies(['127.0.0.0/8', '::1']);
const addressOf = (request: IncomingMessage) => clientOf(request).address;
const check = passwordCheck({
  database: pool,
  log: createLog({ level: 'info', fields: { service: 'identity' } }),
  nameKey: settings.sealKey,
  failuresPerMinute: settings.failuresPerMinute,
});

const retryAfterS = '5';
const unavailable = `The login is not available at the moment. Try again in ${retryAfterS} s.`;

const opened = realms.map((realm) => {
  const provider = openRealm(settings, realm, pool, { check, addressOf });
  provider.on('server_error', answerUnavailable);
  return { realm, prefix: `/auth/realms/${realm}`, page: pageOf(realm), provider, callback: provider.callback() };
});

// A slow client asks again after the usual five seconds, on a connection that is being closed.
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent)
      response.writeHead(503, { 'retry-after': retryAfterS, 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${unavailable}\n`);
  });
});

async function serve(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  if (url === '/health') return health(response);
  const named = opened.find(({ prefix }) => url === prefix || url === `${prefix}/`);
  if (named !== undefined) return answerJson(response, named.page);
  const found = opened.find(({ prefix }) => url.startsWith(`${prefix}/`));
  if (found === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('No such realm.\n');
    return;
  }
  const { realm, prefix, provider, callback } = found;
  nameOurselves(request);
  const invitations = invitationsOf(settings, realm, pool);
  if (url === `${prefix}/invitations`) return invitations.create(request, response);
  if (url.startsWith(`${prefix}/invitations/`))
    return invitations.accept(url.split('/').at(-1) ?? '', request, response);
  if (url.startsWith(`${prefix}/login/`)) {
    const address = addressOf(request);
    const checkHere = (login: string, password: string) => check({ realm, login, password, address });
    return serveLogin(provider, realm, checkHere, request, response);
  }
  // oidc-provider makes its own addresses from the original one, which it must see before the prefix goes.
  request.originalUrl = url;
  request.url = url.slice(prefix.length);
  callback(request, response);
}

/** The provider's own answer to a fault is 500, which no client repeats. */
function answerUnavailable(ctx: Context, error: Error): void {
  console.error(error);
  if (!isUnavailable(toStoreError('identity', error))) return;
  ctx.status = 503;
  ctx.set('Retry-After', retryAfterS);
  if (typeof ctx.body === 'object') ctx.body = { error: 'temporarily_unavailable', error_description: unavailable };
}

const { host, protocol } = new URL(settings.publicUrl);

/**
 * Addresses in what we publish are those of the settings, whatever name a client came by: a discovery document is
 * cached for others.
 */
function nameOurselves({ headers }: IncomingMessage): void {
  Object.assign(headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
}

/** What Keycloak answers at an issuer's own address, for anyone who opens it: who signs, and where to go on. */
function pageOf(realm: (typeof realms)[number]) {
  const issuer = issuerOf(settings.publicUrl, realm);
  return {
    realm,
    public_key: publicKey(settings.keysFolder, realm),
    'token-service': `${issuer}/protocol/openid-connect`,
    openid_configuration: `${issuer}/.well-known/openid-configuration`,
  };
}

function answerJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
  response.end(JSON.stringify(body));
}

async function health(response: ServerResponse): Promise<void> {
  await pool.query('select 1');
  response.end('ok\n');
}

server.listen({ port: settings.port, host: '127.0.0.1' });
const forget = () =>
  Promise.all([forgetExpired(pool), forgetAttempts(pool)]).catch((error: unknown) => console.error(error));
await forget();
const sweep = setInterval(() => void forget(), 600_000);

onStopRequest(() => {
  clearInterval(sweep);
  server.close(() => void pool.end());
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 2000).unref();
});
