// Judges an access token (RFC 9068, RFC 8725): the verifier says which algorithm and which type, never the token.
import { hash } from 'node:crypto';
import { compactVerify, errors } from 'jose';
import { type Algorithm, isAlgorithm } from './algorithms.ts';
import { IdentityError } from './faults.ts';
import type { Keys } from './keys.ts';
import type { Bearer, Verified } from './port.ts';

/**
 * `rfc9068`: the header says `at+jwt`. `keycloak`: the header says `JWT` and a claim says `typ: Bearer`, since Keycloak
 * knows no other form; its id tokens say `typ: ID` there and its refresh tokens `Refresh`, so neither passes for an
 * access token.
 */
export type TokenForm = 'rfc9068' | 'keycloak';

export type Expected = {
  readonly issuer: string;
  readonly audience: string;
  readonly forms: readonly TokenForm[];
  readonly keys: Keys;
  readonly now: () => Date;
};

const leewayS = 30;
const longestToken = 16 * 1024;
/**
 * Providers give minutes. We cannot revoke a token before its end, so a mistake in the provider's settings must be
 * bounded.
 */
const longestLifeS = 24 * 3600;

type Json = Readonly<Record<string, unknown>>;

/** What a token says, under the key that has signed it. */
type Signed = {
  readonly kid: string;
  readonly algorithm: Algorithm;
  readonly key: CryptoKey;
  readonly claims: Json;
};

/** Tokens that one process remembers; the one that was shown first is forgotten. */
const mostRemembered = 10_000;

/**
 * Checks each signature once: a token that comes again is found by its digest. Its key and its times are judged for
 * each request.
 */
export function tokenVerifier(expected: Expected): (token: string) => Promise<Verified> {
  const remembered = new Map<string, Signed>();
  return async (token) => {
    const digest = hash('sha256', token, 'base64url');
    const known = remembered.get(digest);
    if (known !== undefined && (await expected.keys.find(known.kid, known.algorithm)) === known.key)
      return judgeClaims(known.claims, expected);
    const found = await signedBy(token, expected);
    if ('kind' in found) return found;
    const verified = judgeClaims(found.claims, expected);
    const [oldest] = remembered.keys();
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
    if (verified.kind === 'verified') remembered.set(digest, found);
    return verified;
  };
}

async function signedBy(token: string, expected: Expected): Promise<Signed | Verified> {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3 || token.length > longestToken) return invalid('not a signed token');
  if (!/^[A-Za-z0-9_-]*$/.test(signature)) return invalid('not a signed token');
  const header = decode(head);
  const claims = decode(body);
  if (header === undefined || claims === undefined) return invalid('not a signed token');
  const { alg: algorithm, kid } = header;
  if (!isAlgorithm(algorithm)) return invalid(`algorithm ${String(algorithm)}`);
  if (header.crit !== undefined) return invalid('critical header');
  if (!expected.forms.some((form) => hasForm(form, header, claims))) return invalid('not an access token');
  if (typeof kid !== 'string') return invalid('no key id');
  // Before the keys are asked for, so that a foreign token cannot make us ask.
  if (claims.iss !== expected.issuer) return invalid('foreign issuer');
  const key = await expected.keys.find(kid, algorithm);
  if (key === 'unavailable') throw new IdentityError(new Error('its keys are not known yet'));
  if (key === 'unknown') return invalid('unknown key id');
  if (!(await isSignedWith({ key, algorithm }, token))) return invalid('signature');
  return { kid, algorithm, key, claims };
}

async function isSignedWith({ key, algorithm }: Pick<Signed, 'key' | 'algorithm'>, token: string): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [algorithm] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

function judgeClaims(claims: Json, { audience, now }: Expected): Verified {
  const nowS = now().getTime() / 1000;
  const { aud, exp, nbf, sub } = claims;
  if (!(aud === audience || (Array.isArray(aud) && aud.includes(audience)))) return invalid('foreign audience');
  if (typeof exp !== 'number') return invalid('no expiry');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= nowS + leewayS)) return invalid('not valid yet');
  if (typeof sub !== 'string' || sub === '') return invalid('no subject');
  if (exp <= nowS - leewayS) return { kind: 'refused', reason: 'expired', because: 'expired' };
  if (exp > nowS + longestLifeS + leewayS) return invalid('expiry too far in the future');
  return { kind: 'verified', bearer: bearerOf(claims, sub, exp) };
}

/**
 * Whether a program acts for itself. Names of users are chosen by users or administrators, so they decide nothing.
 * RFC 9068 tokens say it with a subject that is the client, which no person's is. Keycloak gives its service accounts a
 * subject of their own; it copies the client's id into `client_id` (`clientId` before version 23) at the client
 * credentials grant alone, and names the browser session (`sid`) of every person.
 */
function isClient(claims: Json, subject: string, clientId: string): boolean {
  if (clientId === '') return false;
  if (claims.typ !== 'Bearer') return subject === clientId;
  const noted = text(claims.client_id) ?? text(claims.clientId);
  return noted === clientId && claims.sid === undefined && claims.session_state === undefined;
}

function hasForm(form: TokenForm, header: Json, claims: Json): boolean {
  const type = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : '';
  return form === 'rfc9068' ? type === 'at+jwt' : type === 'jwt' && claims.typ === 'Bearer';
}

/** The claims that Keycloak and the embedded provider agree on. */
export function bearerOf(claims: Json, subject: string, expiresAtS: number): Bearer {
  const clientId = text(claims.azp) ?? text(claims.client_id) ?? '';
  const username = text(claims.preferred_username) ?? subject;
  const access = claims.realm_access;
  const roles = typeof access === 'object' && access !== null && 'roles' in access ? access.roles : [];
  const email = text(claims.email);
  const name = text(claims.name);
  return {
    subject,
    kind: isClient(claims, subject, clientId) ? 'client' : 'user',
    clientId,
    username,
    ...(email === undefined ? {} : { email }),
    ...(email === undefined || claims.email_verified !== true ? {} : { verifiedEmail: email }),
    ...(name === undefined ? {} : { name }),
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
    expiresAt: new Date(expiresAtS * 1000),
  };
}

function decode(part: string): Json | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const invalid = (because: string): Verified => ({ kind: 'refused', reason: 'invalid_token', because });
