// adapters/cluster/kubernetes/labels.ts: labels of our objects (decision 12); whatever lacks this installation's label is not ours to touch.
import { createHash } from 'node:crypto';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import type { InstanceLabels, InstancePlan } from '../port.ts';

/** `owner` is the ConfigMap that all but the claim belong to and that says what was applied; `reader` is a pod of ours beside a claim. */
export type Part = 'owner' | 'policy' | 'secret' | 'claim' | 'service' | 'pod' | 'reader';

export type Labels = Readonly<Record<string, string>>;

export const label = {
  installation: 'installation_id',
  instance: 'covenant.instance_id',
  name: 'covenant.name',
  part: 'covenant.part',
  role: 'covenant.role',
  generation: 'covenant.generation',
} as const;

export const annotation = {
  /** On the owner: of the plan that was applied; empty while it is being applied. */
  fingerprint: 'covenant.fingerprint',
  /** On a pod: of all that it was made from. */
  madeFrom: 'covenant.made_from',
  /** On a pod: changes with its secret, which makes the kubelet look at it at once instead of within a minute. */
  secret: 'covenant.secret',
} as const;

export type Identity = Pick<InstancePlan, 'instanceId' | 'name' | 'generation' | 'labels'>;

export const labelsOf = (installation: string, of: Identity, part: Part, role?: string): Labels => ({
  app: part === 'reader' ? 'lab-reader' : 'lab',
  ...whose(installation, of.labels),
  course_id: of.labels.course_id,
  deployment_mode: of.labels.deployment_mode,
  [label.instance]: of.instanceId,
  [label.name]: of.name,
  [label.part]: part,
  [label.generation]: String(of.generation),
  ...(role !== undefined && { [label.role]: role }),
});

/** Selects the pods of one instance. */
export const podsOf = (installation: string, of: Identity): Labels => ({
  app: 'lab',
  ...whose(installation, of.labels),
});

const whose = (installation: string, { lab_id, student_id, group_id }: InstanceLabels): Labels => ({
  [label.installation]: installation,
  lab_id,
  ...(student_id !== null && { student_id }),
  ...(group_id !== null && { group_id }),
});

/** Minted by the worker and written by us, so the brands hold. */
export const identityOf = (labels: Labels): Identity => ({
  instanceId: (labels[label.instance] ?? '') as InstanceId,
  name: labels[label.name] ?? '',
  generation: Number(labels[label.generation] ?? 0),
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
