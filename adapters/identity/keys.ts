// The provider's public keys: fetched when needed, cached, and asked for again rarely, however many strange tokens come in.
import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto';

export type FetchKeys = () => Promise<unknown>;
type KeyLookup = KeyObject | 'unknown' | 'unavailable';

export interface Keys {
  find(kid: string): Promise<KeyLookup>;
}

/** An unknown kid asks again at most this often; so a provider that is unavailable is asked no more either. */
const refetchMs = 60_000;
const retryMs = 5_000;
/** A key that the provider has withdrawn is forgotten after this, at the next use. */
const staleMs = 10 * 60_000;
const leastModulusBits = 2048;

export function keysFrom(fetchKeys: FetchKeys, now: () => Date): Keys {
  let known: ReadonlyMap<string, KeyObject> | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const load = async () => {
    triedAt = now().getTime();
    try {
      known = usable(await fetchKeys());
      fetchedAt = triedAt;
    } catch {
      // The keys that we have stay good while the provider is unavailable.
    }
  };
  const refresh = () => {
    fetching ??= load().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  return {
    async find(kid) {
      const at = now().getTime();
      if (known === undefined && (fetching || at - triedAt >= retryMs)) await refresh();
      else if (known && !known.has(kid) && (fetching || at - triedAt >= refetchMs)) await refresh();
      else if (at - fetchedAt >= staleMs && at - triedAt >= refetchMs) void refresh();
      if (known === undefined) return 'unavailable';
      return known.get(kid) ?? 'unknown';
    },
  };
}

/** Signing keys for RS256 only: Keycloak publishes one for encryption beside them. */
function usable(document: unknown): ReadonlyMap<string, KeyObject> {
  const listed = isRecord(document) && Array.isArray(document.keys) ? document.keys : [];
  const keys = new Map<string, KeyObject>();
  for (const jwk of listed) {
    if (!isRecord(jwk) || typeof jwk.kid !== 'string' || jwk.kty !== 'RSA' || jwk.use !== 'sig') continue;
    if (jwk.alg !== undefined && jwk.alg !== 'RS256') continue;
    const key = publicKey(jwk);
    if ((key?.asymmetricKeyDetails?.modulusLength ?? 0) >= leastModulusBits && key) keys.set(jwk.kid, key);
  }
  if (keys.size === 0) throw new Error('The identity provider published no usable signing key.');
  return keys;
}

function publicKey(jwk: Readonly<Record<string, unknown>>): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: 'RSA', n: jwk.n, e: jwk.e } as webcrypto.JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
