// Tokens that the identity provider could have given at another time: its own signature over other dates.
import { createPrivateKey, sign, type webcrypto } from 'node:crypto';
import { signingKeys } from '../../tools/embedded/identity/keys.ts';
import type { IdentityFacts } from '../../tools/embedded/identity.ts';

const hourS = 3_600;

/** Copies of a good token that had its time, or will have it. */
export function atOtherTimes(
  { keysFolder }: IdentityFacts,
  realm: 'analytics' | 'labs',
  good: string,
): Readonly<Record<string, string>> {
  const [head = '', body = ''] = good.split('.');
  const { kid } = claimsOf(head);
  const key = signingKeys(keysFolder, realm).keys.find((each) => each.kid === kid);
  if (key === undefined) throw new Error(`the ${realm} realm has no key ${String(kid)}`);
  const privateKey = createPrivateKey({ key: key as webcrypto.JsonWebKey, format: 'jwk' });
  const nowS = Math.floor(Date.now() / 1000);
  const signed = (dates: object): string => {
    const claims = Buffer.from(JSON.stringify({ ...claimsOf(body), ...dates })).toString('base64url');
    return `${head}.${claims}.${sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), privateKey).toString('base64url')}`;
  };
  return {
    'an expired token': signed({ iat: nowS - 2 * hourS, exp: nowS - hourS }),
    'a token that is not good yet': signed({ nbf: nowS + hourS, exp: nowS + 2 * hourS }),
  };
}

const claimsOf = (part: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
