// Who needs a teacher first.
import type { LiveInstance } from '../../../generated/platform/live.ts';
import type { InstanceState } from '../../../generated/platform/types.ts';

/** From "needs help" to "is over". */
export const byUrgency: readonly InstanceState[] = [
  'failed',
  'degraded',
  'waiting_quota',
  'creating',
  'queued',
  'stopping',
  'running',
  'stopped',
];

export const needsHelp = ({ state }: Pick<LiveInstance, 'state'>): boolean =>
  state === 'failed' || state === 'degraded';

export const ownerOf = ({ student_id, group_id, instance_id }: LiveInstance): string =>
  student_id ?? group_id ?? instance_id;

export const nameOf = (instance: LiveInstance): string => instance.display_name ?? ownerOf(instance);

export const inOrder = (instances: readonly LiveInstance[]): readonly LiveInstance[] =>
  instances.toSorted(
    (a, b) =>
      byUrgency.indexOf(a.state) - byUrgency.indexOf(b.state) ||
      nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }),
  );
