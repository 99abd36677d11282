// The keys of a published set (RFC 7517) that may verify a signature, each with the algorithms that it fits.
import { importJWK, type JWK } from 'jose';
import { type Algorithm, algorithmsOf } from './algorithms.ts';

/** By key id, and there by the algorithm that the key was imported for. */
export type PublishedKeys = ReadonlyMap<string, ReadonlyMap<Algorithm, CryptoKey>>;

/** RS256 and PS256 with fewer bits are refused (RFC 7518, section 3.3). */
const leastModulusBits = 2048;
/** Providers publish a handful: the current key, the next one and a few former ones. */
const mostKeys = 100;

export async function publishedKeys(document: unknown): Promise<PublishedKeys> {
  const listed = isRecord(document) && Array.isArray(document.keys) ? document.keys.slice(0, mostKeys) : [];
  const keys = new Map<string, Map<Algorithm, CryptoKey>>();
  for (const jwk of listed.filter(mayVerify))
    for (const algorithm of algorithmsOf(jwk)) {
      const key = await publicKey(jwk, algorithm);
      if (key !== undefined) keys.set(jwk.kid, new Map([...(keys.get(jwk.kid) ?? []), [algorithm, key]]));
    }
  if (keys.size === 0) throw new Error('The identity provider published no usable signing key.');
  return keys;
}

/**
 * A set that also has keys for encryption, as Keycloak's, names the use of each key (OpenID Connect Discovery, section
 * 3), so keys without a use are for signatures. A private key that was published is no one's secret any more.
 */
function mayVerify(jwk: unknown): jwk is JWK & { readonly kid: string } {
  if (!isRecord(jwk) || typeof jwk.kid !== 'string' || 'd' in jwk || 'k' in jwk) return false;
  const isForVerifying = Array.isArray(jwk.key_ops) ? jwk.key_ops.includes('verify') : jwk.key_ops === undefined;
  return (jwk.use === undefined || jwk.use === 'sig') && isForVerifying;
}

async function publicKey({ kty, n, e, crv, x, y }: JWK, algorithm: Algorithm): Promise<CryptoKey | undefined> {
  try {
    const key = await importJWK({ kty, n, e, crv, x, y } as JWK, algorithm);
    return key instanceof CryptoKey && bitsOf(key) >= leastModulusBits ? key : undefined;
  } catch {
    return undefined;
  }
}

const bitsOf = ({ algorithm }: CryptoKey): number =>
  'modulusLength' in algorithm ? Number(algorithm.modulusLength) : Number.POSITIVE_INFINITY;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
