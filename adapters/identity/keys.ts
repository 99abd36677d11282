// The provider's public keys: fetched when needed, cached, and asked for again rarely, however many strange tokens come
// in.
import type { Algorithm } from './algorithms.ts';
import { type PublishedKeys, publishedKeys } from './published-keys.ts';

export type FetchKeys = () => Promise<unknown>;
type KeyLookup = CryptoKey | 'unknown' | 'unavailable';

export interface Keys {
  find(kid: string, algorithm: Algorithm): Promise<KeyLookup>;
}

/** An unknown kid asks again at most this often; so a provider that is unavailable is asked no more either. */
const refetchMs = 60_000;
const retryMs = 5_000;
/** A key that the provider has withdrawn is forgotten after this, at the next use. */
const staleMs = 10 * 60_000;

export function keysFrom(fetchKeys: FetchKeys, now: () => Date): Keys {
  let published: PublishedKeys | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const load = async () => {
    triedAt = now().getTime();
    try {
      published = await publishedKeys(await fetchKeys());
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
    async find(kid, algorithm) {
      const at = now().getTime();
      if (published === undefined && (fetching || at - triedAt >= retryMs)) await refresh();
      const key = published?.get(kid)?.get(algorithm);
      if (published && !key && (fetching || at - triedAt >= refetchMs)) await refresh();
      else if (at - fetchedAt >= staleMs && at - triedAt >= refetchMs) void refresh();
      if (published === undefined) return 'unavailable';
      return key ?? published.get(kid)?.get(algorithm) ?? 'unknown';
    },
  };
}
