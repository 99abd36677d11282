// Tokens that must not be accepted, made from a good one: signed by an unknown key, and, where the keys of the provider
// lie beside the endpoints, by its own key with other claims.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, type webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Realm } from './accounts.ts';

type Claims = Readonly<Record<string, unknown>>;
export type Refused = Readonly<Record<string, string>>;

const hourS = 3_600;

/** As any deployment must refuse; nothing of a token that is no JWT. */
export function forged(good: string): Refused {
  const [head, body, signature] = good.split('.');
  if (head === undefined || body === undefined || signature === undefined) return {};
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = (claims: Claims) => signedBy(privateKey, head, { ...claimsOf(body), ...claims });
  return {
    'a token signed by an unknown key': signed({}),
    'a token of an issuer that calls itself otherwise': signed({ iss: 'https://evil.example/realms/labs' }),
    'a token signed by an unknown key for any audience': signed({ aud: '*' }),
  };
}

/**
 * As the provider could have given them at another time or to another client. None: its keys are not in that folder.
 */
export function atOtherTimes(keysFolder: string, realm: Realm, good: string): Refused {
  const file = path.join(keysFolder, `${realm}.json`);
  const [head = '', body = ''] = good.split('.');
  if (!existsSync(file)) return {};
  const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { readonly keys: readonly Claims[] };
  const own = keys.find(({ kid }) => kid === claimsOf(head).kid);
  if (own === undefined) return {};
  const key = createPrivateKey({ key: own as webcrypto.JsonWebKey, format: 'jwk' });
  const nowS = Math.floor(Date.now() / 1000);
  const signed = (claims: Claims) => signedBy(key, head, { ...claimsOf(body), ...claims });
  return {
    'an expired token': signed({ iat: nowS - 2 * hourS, exp: nowS - hourS }),
    'a token that is not good yet': signed({ nbf: nowS + hourS, exp: nowS + 2 * hourS }),
    'a token for another audience': signed({ aud: 'urn:covenant:nobody' }),
  };
}

function signedBy(key: KeyObject, head: string, claims: Claims): string {
  const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

function claimsOf(part: string): Claims {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims;
  } catch {
    return {};
  }
}
