// Labels that the objects of every engine carry (decision 12), and what they say. An engine's own: the file of this
// name in its folder.
import { createHash } from 'node:crypto';
import { instanceId } from '../../generated/infra/ids.ts';
import type { InstanceId } from '../../generated/infra/types.ts';
import type { InstanceLabels, InstancePlan } from './port.ts';

export type Labels = Readonly<Record<string, string>>;

export const commonLabel = {
  installation: 'installation_id',
  instance: 'covenant.instance_id',
  name: 'covenant.name',
  role: 'covenant.role',
  generation: 'covenant.generation',
} as const;

export type Identity = Pick<InstancePlan, 'instance_id' | 'name' | 'generation' | 'labels'>;

/** Whose an object is. */
export const ownerLabels = (installation: string, { lab_id, student_id, group_id }: InstanceLabels): Labels => ({
  [commonLabel.installation]: installation,
  lab_id,
  ...(student_id !== null && { student_id }),
  ...(group_id !== null && { group_id }),
});

export const identityLabels = (installation: string, of: Identity): Labels => ({
  ...ownerLabels(installation, of.labels),
  course_id: of.labels.course_id,
  deployment_mode: of.labels.deployment_mode,
  [commonLabel.instance]: of.instance_id,
  [commonLabel.name]: of.name,
  [commonLabel.generation]: String(of.generation),
});

/** Null: the object belongs to no instance, such as the network of the relays. */
export function instanceOf(labels: Labels): InstanceId | null {
  const id = labels[commonLabel.instance];
  return instanceId.accepts(id) ? id : null;
}

export function groupedByInstance<T>(
  objects: readonly T[],
  labelsOf: (object: T) => Labels,
): ReadonlyMap<InstanceId, readonly T[]> {
  const groups = new Map<InstanceId, T[]>();
  for (const object of objects) {
    const instance = instanceOf(labelsOf(object));
    if (instance === null) continue;
    const group = groups.get(instance);
    if (group === undefined) groups.set(instance, [object]);
    else group.push(object);
  }
  return groups;
}

/** Written by us with ids of the worker, so the brands of the other labels hold. */
export const identityOf = (labels: Labels): Identity => ({
  instance_id: instanceId(labels[commonLabel.instance] ?? ''),
  name: labels[commonLabel.name] ?? '',
  generation: Number(labels[commonLabel.generation] ?? 0),
  labels: {
    lab_id: labels.lab_id ?? '',
    student_id: labels.student_id ?? null,
    group_id: labels.group_id ?? null,
    course_id: labels.course_id ?? '',
    deployment_mode: labels.deployment_mode === 'per_group' ? 'per_group' : 'per_student',
  } as InstanceLabels,
});

export const fingerprint = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 32);

/** What a plan asks for, as against what it would rather have. */
export const required = (plan: InstancePlan): InstancePlan => ({
  ...plan,
  roles: plan.roles.map(({ formerPort: _, ...role }) => role),
});

/** Values that differ in the order of their fields only have the same hash. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
};
