// adapters/cluster/kubernetes/pulls.ts: which pods wait for their image. A pod's status has no word for that before it failed, which a silent registry delays by half a minute.
import { ApiError } from './faults.ts';
import type { Thing } from './objects.ts';
import { isBeingMade } from './seen.ts';
import { isOf, type Site } from './site.ts';

type Event = { readonly reason?: string };

/** A start takes so long anyway; nobody is told of that. */
const quickMs = 5_000;

/** Names of pods. Without the right to read events: of none. */
export async function fetchingPods(
  site: Site,
  things: readonly Thing[],
  nowMs: number = Date.now(),
): Promise<ReadonlySet<string>> {
  const slow = things
    .filter((thing) => isOf(thing, 'pod'))
    .filter(
      (pod) =>
        isBeingMade(pod) && nowMs - new Date(pod.object.metadata?.creationTimestamp ?? nowMs).getTime() > quickMs,
    );
  const found = await Promise.all(
    slow.map(async ({ meta }) => ((await isFetching(site, meta.uid)) ? [meta.name] : [])),
  );
  return new Set(found.flat());
}

async function isFetching({ api, namespace }: Site, uid: string): Promise<boolean> {
  const query = { fieldSelector: `involvedObject.uid=${uid}`, limit: '50' };
  try {
    const { items } = await api.call<{ items: readonly Event[] }>('GET', `/api/v1/namespaces/${namespace}/events`, {
      query,
    });
    const has = (wanted: string) => items.some(({ reason }) => reason === wanted);
    return has('Pulling') && !has('Pulled');
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return false;
    throw error;
  }
}
