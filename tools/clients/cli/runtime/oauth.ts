// Tokens of an OpenID Connect provider: device flow, authorization code with PKCE, password, client credentials,
// refresh.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isLoopback, safe } from './discovery.ts';
import { CommandError, exitCodes } from './failure.ts';
import type { Tokens } from './profiles.ts';

interface Metadata {
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly authorization_endpoint?: string;
  readonly device_authorization_endpoint?: string;
  readonly revocation_endpoint?: string;
}

/** An answer of the token endpoint, or of the device authorization endpoint. */
interface Answer {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly device_code?: string;
  readonly user_code?: string;
  readonly verification_uri?: string;
  readonly verification_uri_complete?: string;
  readonly interval?: number;
  readonly error?: string;
  readonly error_description?: string;
}

const scope = 'openid offline_access';
const requestMs = 15_000;
const loginMs = 10 * 60_000;

export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
}

export async function metadataOf(issuer: string): Promise<Metadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(requestMs),
  }).catch(unanswered(issuer));
  if (answer.status >= 500) throw unexpected(address, answer.status);
  const found = (await answer.json().catch(() => undefined)) as Metadata | undefined;
  if (!answer.ok || typeof found?.token_endpoint !== 'string')
    throw new CommandError(`${address} does not describe an identity provider.`, exitCodes.server);
  requireIssuer(address, issuer, found.issuer);
  for (const [name, endpoint] of Object.entries(found)) if (name.endsWith('_endpoint')) requireSafe(address, endpoint);
  return found;
}

/**
 * A document of one provider that names another would send passwords of the first to the second (RFC 8414, section
 * 3.3). A final slash makes no difference, since profiles are stored without it, nor does the name of this machine.
 */
function requireIssuer(document: string, issuer: string, described: unknown): void {
  if (typeof described !== 'string' || identifierOf(described) !== identifierOf(issuer))
    throw new CommandError(
      `${document} describes another identity provider: its issuer must be ${issuer}.`,
      exitCodes.server,
    );
}

function identifierOf(issuer: string): string {
  if (!URL.canParse(issuer) || !isLoopback(new URL(issuer))) return issuer.replace(/\/$/, '');
  const url = new URL(issuer);
  url.hostname = 'localhost';
  return url.href.replace(/\/$/, '');
}

function requireSafe(document: string, endpoint: unknown): void {
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint))
    throw new CommandError(`${document} names an endpoint that is no address.`, exitCodes.server);
  safe(new URL(endpoint));
}

const unanswered =
  (address: string) =>
  (error: unknown): never => {
    throw new CommandError(`There is no answer from ${address}.`, exitCodes.server, { cause: error });
  };

const unexpected = (address: string, status: number): CommandError =>
  new CommandError(`${address} did not answer as an identity provider does: status ${status}.`, exitCodes.server);

const post = (address: string, form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers,
    signal: AbortSignal.timeout(requestMs),
  }).catch(unanswered(address));

/**
 * A grant, or a refusal with an `error` (RFC 6749, section 5.2). A provider that is down, and a proxy before it, refuse
 * nothing.
 */
async function ask(address: string, form: Readonly<Record<string, string>>, headers?: Record<string, string>) {
  const answer = await post(address, form, headers);
  const value = ((await answer.json().catch(() => null)) ?? {}) as Answer;
  const isGranted = answer.ok && (value.access_token ?? value.device_code) !== undefined;
  const isRefused = [400, 401].includes(answer.status) && typeof value.error === 'string';
  if (!isGranted && !isRefused) throw unexpected(address, answer.status);
  return value;
}

const tokensOf = (answer: Answer, clientId: string, before?: string): Tokens => ({
  from: 'provider',
  access_token: answer.access_token ?? '',
  refresh_token: answer.refresh_token ?? before,
  expires_at: Date.now() + (answer.expires_in ?? 60) * 1_000,
  client_id: clientId,
});

function refused({ error = 'no token', error_description: detail = '' }: Answer): CommandError {
  return new CommandError(`The login was refused: ${(detail || error).replace(/\.$/, '')}.`, exitCodes.authentication);
}

type Grant = Readonly<Record<string, string>>;

async function tokens(provider: Provider, grant: Grant, before?: string): Promise<Tokens> {
  const { token_endpoint } = await metadataOf(provider.issuer);
  const answer = await ask(token_endpoint, { client_id: provider.clientId, ...grant });
  if (answer.access_token === undefined) throw refused(answer);
  return tokensOf(answer, provider.clientId, before);
}

export const passwordLogin = (provider: Provider, username: string, password: string): Promise<Tokens> =>
  tokens(provider, { grant_type: 'password', scope, username, password });

export const refreshed = (provider: Provider, refreshToken: string): Promise<Tokens> =>
  tokens(provider, { grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken);

/** RFC 7009: the provider ends the login of this token. */
export async function revoke({ issuer, clientId }: Provider, token: string): Promise<void> {
  const { revocation_endpoint: address } = await metadataOf(issuer);
  if (address !== undefined) await post(address, { client_id: clientId, token, token_type_hint: 'refresh_token' });
}

/** Both form-encoded, then joined by a colon (RFC 6749, section 2.3.1). */
export async function clientToken(issuer: string, id: string, secret: string): Promise<Tokens> {
  const { token_endpoint } = await metadataOf(issuer);
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const answer = await ask(token_endpoint, { grant_type: 'client_credentials' }, headers);
  if (answer.access_token === undefined) throw refused(answer);
  return tokensOf(answer, id);
}

/** RFC 7636. */
function proofKey() {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } };
}

export interface DevicePrompt {
  readonly userCode: string;
  readonly address: string;
  /** With the code in it. */
  readonly completeAddress: string | undefined;
}

export const hasDeviceFlow = async ({ issuer }: Provider): Promise<boolean> =>
  (await metadataOf(issuer)).device_authorization_endpoint !== undefined;

/** RFC 8628. */
export async function deviceLogin(provider: Provider, show: (prompt: DevicePrompt) => void): Promise<Tokens> {
  const { token_endpoint, device_authorization_endpoint: address } = await metadataOf(provider.issuer);
  if (address === undefined)
    throw new CommandError('This identity provider has no device flow. Use --browser or --password.');
  // RFC 7636 is for authorization codes, but Keycloak demands it here, too, of a client that has to use it.
  const { verifier, challenge } = proofKey();
  const offer = await ask(address, { client_id: provider.clientId, scope, ...challenge });
  const { device_code, interval = 5, expires_in = 600 } = offer;
  if (device_code === undefined) throw refused(offer);
  for (const page of [offer.verification_uri, offer.verification_uri_complete ?? offer.verification_uri])
    requireSafe(address, page);
  show({
    userCode: String(offer.user_code),
    address: String(offer.verification_uri),
    completeAddress: offer.verification_uri_complete,
  });
  const deadline = Date.now() + Math.min(loginMs, expires_in * 1_000);
  for (let everyMs = interval * 1_000; Date.now() < deadline; ) {
    await pause(everyMs);
    const grant = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      code_verifier: verifier,
    };
    const answer = await ask(token_endpoint, { client_id: provider.clientId, ...grant }).catch((error: unknown) => {
      if (error instanceof CommandError) return undefined;
      throw error;
    });
    // Section 3.5: after each request without an answer, less often.
    if (answer === undefined) everyMs = Math.max(everyMs, Math.min(2 * everyMs, 60_000));
    else if (answer.access_token !== undefined) return tokensOf(answer, provider.clientId);
    else if (answer.error === 'slow_down') everyMs += 5_000;
    else if (answer.error !== 'authorization_pending') throw refused(answer);
  }
  throw new CommandError('The login was not completed in time.', exitCodes.authentication);
}

/** RFC 8252: the browser comes back to a port of this machine that is open for this login alone. */
export async function browserLogin(provider: Provider, open: (address: string) => void): Promise<Tokens> {
  const { authorization_endpoint } = await metadataOf(provider.issuer);
  if (authorization_endpoint === undefined)
    throw new CommandError('This identity provider has no login in a browser. Use --password.');
  const { verifier, challenge } = proofKey();
  const state = randomBytes(16).toString('base64url');
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  try {
    const code = codeFrom(server, state);
    const address = new URL(authorization_endpoint);
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirect,
      scope,
      state,
      ...challenge,
    }))
      address.searchParams.set(name, value);
    open(address.href);
    return await tokens(provider, {
      grant_type: 'authorization_code',
      code: await code,
      redirect_uri: redirect,
      code_verifier: verifier,
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const codeFrom = (server: ReturnType<typeof createServer>, state: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const late = new CommandError('The login was not completed in time.', exitCodes.authentication);
    const timer = setTimeout(() => reject(late), loginMs);
    server.once('close', () => clearTimeout(timer));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      // Another program's request, or a page that guesses the port, does not end the login.
      if (pathname !== '/callback' || !isEqual(searchParams.get('state') ?? '', state))
        return page(response, 404, 'Not found.');
      const code = searchParams.get('code');
      if (code === null) {
        page(response, 400, 'The login failed. Return to the terminal.');
        const description = searchParams.get('error_description') ?? '';
        return reject(refused({ error: searchParams.get('error') ?? 'no code', error_description: description }));
      }
      page(response, 200, 'You are logged in. Close this page and return to the terminal.');
      resolve(code);
    });
  });

function page(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
  response.end(`<!doctype html><html lang="en"><title>Covenant</title><p>${sentence}</p></html>\n`);
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
