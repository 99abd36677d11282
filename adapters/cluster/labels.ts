// Labels that the objects of every engine carry (decision 12), and what they say. An engine's own: the file of this name in its folder.
import { createHash } from 'node:crypto';
import type { InstanceId } from '../../generated/lab/messages.ts';
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

/** Minted by the worker and written by us, so the brands hold. */
export const identityOf = (labels: Labels): Identity => ({
  instance_id: (labels[commonLabel.instance] ?? '') as InstanceId,
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

/** Two things that differ in the order of their fields are the same. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
};
