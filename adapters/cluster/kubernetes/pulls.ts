// Which pods wait for their image. A pod's status has no word for that before it failed, which a silent registry delays
// by half a minute.
import { ApiError } from './api/faults.ts';
import type { Resource } from './objects.ts';
import { isBeingMade } from './observed.ts';
import { isOf, type Site } from './site.ts';

type Event = { readonly reason?: string };

/** A start takes that long anyway; shorter pulls are not reported. */
const quickMs = 5_000;

/** At most so many pods are remembered, which were asked for and are gone. */
const remembered = 5_000;

type Asked = { readonly ageMs: number; readonly isFetching: boolean };

/**
 * Names of pods. Without the right to read events: of none. A pod is asked for each time that its age has doubled, so a
 * long fetch costs little.
 */
export function pulls(site: Pick<Site, 'api' | 'namespace'>) {
  const asked = new Map<string, Asked>();
  const isFetchingAt = async (uid: string, ageMs: number): Promise<boolean> => {
    const last = asked.get(uid);
    if (last && ageMs < last.ageMs * 2) return last.isFetching;
    const found = await isFetching(site, uid);
    if (asked.size >= remembered) asked.clear();
    asked.set(uid, { ageMs, isFetching: found });
    return found;
  };
  return async (resources: readonly Resource[], nowMs: number = Date.now()): Promise<ReadonlySet<string>> => {
    const found = await Promise.all(
      resources
        .filter((resource) => isOf(resource, 'pod'))
        .map(async (pod) => {
          const ageMs = nowMs - new Date(pod.object.metadata?.creationTimestamp ?? nowMs).getTime();
          const isSlow = isBeingMade(pod) && ageMs > quickMs;
          if (!isSlow) asked.delete(pod.meta.uid);
          return isSlow && (await isFetchingAt(pod.meta.uid, ageMs)) ? [pod.meta.name] : [];
        }),
    );
    return new Set(found.flat());
  };
}

async function isFetching({ api, namespace }: Pick<Site, 'api' | 'namespace'>, uid: string): Promise<boolean> {
  const query = { fieldSelector: `involvedObject.uid=${uid}`, limit: '50' };
  try {
    const { items } = await api.call<{ items: readonly Event[] }>('GET', `/api/v1/namespaces/${namespace}/events`, {
      query,
    });
    const has = (expected: string) => items.some(({ reason }) => reason === expected);
    return has('Pulling') && !has('Pulled');
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return false;
    throw error;
  }
}
