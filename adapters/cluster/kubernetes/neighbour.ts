// Where another lab of the installation listens, for the proof that labs do not reach each other.
import type { V1Pod } from '@kubernetes/client-node';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { label } from './labels.ts';
import { pathOf, type Resource } from './objects.ts';
import { isOf, type Site } from './site.ts';

/** Enough to find one with sshd among the other roles; a class has hundreds of pods. */
const CANDIDATES = '20';

/** One that is ready, since another would be silent by itself, and would prove nothing. */
export async function neighbourOf(site: Site, instance_id: InstanceId): Promise<string | null> {
  const watched = site.watched();
  const pods = watched === null ? await listed(site, instance_id) : podsBeside(watched, instance_id);
  const address = pods.find((pod) => isReady(pod) && hasSshd(pod))?.status?.podIP;
  if (!address) return null;
  return address.includes(':') ? `[${address}]:22` : `${address}:22`;
}

const podsBeside = (resources: readonly Resource[], instance_id: InstanceId): readonly V1Pod[] =>
  resources.flatMap((resource) =>
    isOf(resource, 'pod') &&
    resource.meta.labels[label.part] === 'pod' &&
    resource.meta.labels[label.instance] !== instance_id &&
    !resource.meta.isTerminating &&
    resource.object.status?.phase === 'Running'
      ? [resource.object]
      : [],
  );

async function listed(site: Site, instance_id: InstanceId): Promise<readonly V1Pod[]> {
  const query = {
    labelSelector: `${label.installation}=${site.manifestSettings.installation},${label.part}=pod,${label.instance}!=${instance_id}`,
    fieldSelector: 'status.phase=Running',
    limit: CANDIDATES,
  };
  const { items } = await site.api.call<{ items: readonly V1Pod[] }>('GET', pathOf(site, 'pod'), { query });
  return items;
}

const isReady = ({ status }: V1Pod): boolean => status?.containerStatuses?.[0]?.ready === true;

const hasSshd = ({ spec }: V1Pod): boolean => spec?.containers[0]?.ports?.some(({ name }) => name === 'ssh') === true;
