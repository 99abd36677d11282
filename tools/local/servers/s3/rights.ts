// What a key may do: all of the store, or the objects of some buckets. Every operation reaches buckets through here,
// the source of a copy too.
import type { Bucket } from './disk/bucket.ts';
import type { Store } from './disk/store.ts';
import { refusal } from './protocol/errors.ts';
import type { Call } from './protocol/request.ts';
import type { Rights } from './protocol/signature.ts';

/** The store as one key sees it. */
export type OpenStore = Pick<Store, 'region' | 'list' | 'get' | 'create' | 'remove' | 'setVersioning'>;

/**
 * Throws for a request that a key which only reads may not make. A closed bucket is refused alike whether it exists or
 * not.
 */
export function openedBy({ buckets, readOnly = false }: Rights, { method }: Call, store: Store): OpenStore {
  if (readOnly && method !== 'GET' && method !== 'HEAD') throw refusal('AccessDenied');
  if (buckets === undefined) return store;
  const isOpen = (name: string) => buckets.includes(name);
  const refuse = () => Promise.reject(refusal('AccessDenied'));
  return {
    region: store.region,
    list: () => store.list().filter(({ settings: { name } }) => isOpen(name)),
    get: (name): Bucket => {
      if (!isOpen(name)) throw refusal('AccessDenied');
      return store.get(name);
    },
    create: refuse,
    remove: refuse,
    setVersioning: refuse,
  };
}
