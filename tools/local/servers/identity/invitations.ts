// Accounts that users make for themselves, by a link that the platform requests for them and that works once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { escapeHtml } from '../page.ts';
import { page, readForm } from './login-page.ts';
import { hashPassword } from './passwords.ts';
import { type IdentitySettings, issuerOf, type Realm } from './settings.ts';

const validDays = 7;
const [shortest, longest] = [12, 200];

/** The name of the endpoint in the discovery document; other providers have none. */
export const invitationsMetadata = 'covenant_invitations_endpoint';

type Invitation = {
  readonly username: string;
  readonly email: string | null;
  readonly name: string;
  readonly roles: readonly string[];
};

export const invitationsOf = (settings: IdentitySettings, realm: Realm, pool: pg.Pool) => ({
  /** POST with the credential of a client with the role service, and the account as JSON. */
  async create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return answer(response, 405, { error: 'method_not_allowed' });
    if (!isService(settings, realm, request)) return answer(response, 401, { error: 'invalid_client' });
    const invitation = JSON.parse(await readForm(request)) as Invitation;
    const token = randomBytes(32).toString('base64url');
    const expires_at = await save(pool, realm, invitation, token);
    if (expires_at === null) return answer(response, 409, { error: 'account_exists' });
    const url = `${issuerOf(settings.publicUrl, realm)}/invitations/${token}`;
    answer(response, 201, { url, expires_at: expires_at.toISOString() });
  },

  /** GET shows the form, which changes nothing: programs that look at links open them, too. POST makes the account. */
  async accept(token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const invitation = await find(pool, realm, token);
    if (invitation === undefined) return page(response, 404, realm, 'This link has ended', ended);
    if (request.method !== 'POST') return page(response, 200, realm, 'Choose a password', form(invitation.username));
    const password = new URLSearchParams(await readForm(request)).get('password') ?? '';
    if (password.length < shortest || password.length > longest)
      return page(response, 400, realm, 'Choose a password', form(invitation.username, tooShort));
    const outcome = await createAccount(pool, realm, token, await hashPassword(password));
    if (outcome === 'ended') return page(response, 404, realm, 'This link has ended', ended);
    if (outcome === 'exists') return page(response, 409, realm, 'The account exists', existing(invitation.username));
    page(response, 200, realm, 'Your account is ready', ready(settings.publicUrl, invitation.username));
  },
});

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

function isService({ clients }: IdentitySettings, realm: Realm, { headers }: IncomingMessage): boolean {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ');
  const [id = '', secret = ''] = Buffer.from(value, 'base64').toString('utf8').split(':').map(decodeURIComponent);
  const client = clients[realm].find((each) => each.id === id && each.serviceRoles?.includes('service') === true);
  const isRight = timingSafeEqual(digest(client?.secret ?? ''), digest(secret));
  return scheme === 'Basic' && client?.secret !== undefined && isRight;
}

/** Null: the account exists. A further invitation of one user name ends the one before. */
async function save(
  pool: pg.Pool,
  realm: Realm,
  { username, email, name, roles }: Invitation,
  token: string,
): Promise<Date | null> {
  const { rows } = await pool.query<{ expires_at: Date }>(
    `insert into invitations (token_hash, realm, username, email, name, roles, expires_at)
     select $1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)
     where not exists (select from accounts where realm = $2 and lower(username) = lower($3))
     on conflict (realm, username) do update set token_hash = excluded.token_hash, email = excluded.email,
       name = excluded.name, roles = excluded.roles, expires_at = excluded.expires_at
     returning expires_at`,
    [digest(token), realm, username, email, name, roles, validDays],
  );
  return rows[0]?.expires_at ?? null;
}

async function find(pool: pg.Pool, realm: Realm, token: string): Promise<Invitation | undefined> {
  const { rows } = await pool.query<Invitation>(
    'select username, email, name, roles from invitations where realm = $1 and token_hash = $2 and expires_at > now()',
    [realm, digest(token)],
  );
  return rows[0];
}

/**
 * One statement, so that of two answers to one link one makes the account: the other waits for the row of the link. The
 * link is used up only by an account.
 */
async function createAccount(
  pool: pg.Pool,
  realm: Realm,
  token: string,
  passwordHash: string,
): Promise<'created' | 'exists' | 'ended'> {
  const { rows } = await pool.query<{ outcome: 'created' | 'exists' }>(
    `with link as (
       select username, email, name, roles from invitations
       where realm = $1 and token_hash = $2 and expires_at > now() for update),
     created as (
       insert into accounts (realm, username, email, name, roles, password_hash)
       select $1, username, email, name, roles, $3 from link
       where not exists (select from accounts a where a.realm = $1 and lower(a.username) = lower(link.username))
       on conflict do nothing returning username),
     used as (
       delete from invitations where realm = $1 and token_hash = $2 and exists (select from created))
     select case when exists (select from created) then 'created' else 'exists' end as outcome from link`,
    [realm, digest(token), passwordHash],
  );
  return rows[0]?.outcome ?? 'ended';
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

const ended = '<p>It has been used, was replaced by another one, or is older than seven days. Ask for a new one.</p>';
const existing = (username: string) =>
  `<p>There is an account <b>${escapeHtml(username)}</b>. Log in with its password, or ask an administrator.</p>`;
const tooShort = `The password must have ${shortest} to ${longest} characters.`;

const form = (username: string, problem = '') => `<p>For the account <b>${escapeHtml(username)}</b>.</p>
${problem === '' ? '' : `<p role="alert">${problem}</p>`}<form method="post">
<input type="hidden" name="username" value="${escapeHtml(username)}" autocomplete="username">
<label>Password, at least ${shortest} characters <input name="password" type="password" minlength="${shortest}" autocomplete="new-password" required autofocus></label>
<button class="first">Create the account</button></form>`;

const ready = (publicUrl: string, username: string) =>
  `<p>Log in as <b>${escapeHtml(username)}</b>.</p><a class="button first" href="${escapeHtml(publicUrl)}/">Go to the start page</a>`;
