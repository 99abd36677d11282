// adapters/cluster/containers/labels.ts: names and labels of our objects; whatever lacks this installation's label is not ours to touch.
import { createHash } from 'node:crypto';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import type { InstanceLabels, InstancePlan } from '../port.ts';

/**
 * `policy` is the network without a way out, `internet` the one with it, `net` holds a pod's network when there are two;
 * `record` is an empty volume whose labels say what was applied: of all labels only those of a new object can change.
 */
export type Kind =
  | 'pod'
  | 'net'
  | 'relay'
  | 'policy'
  | 'internet'
  | 'secret'
  | 'claim'
  | 'record'
  | 'helper'
  | 'access';

export type Labels = Readonly<Record<string, string>>;

export const label = {
  installation: 'installation_id',
  instance: 'covenant.instance_id',
  name: 'covenant.name',
  kind: 'covenant.kind',
  role: 'covenant.role',
  generation: 'covenant.generation',
  /** Of what the object itself was made from; on a record, of the whole plan. */
  print: 'covenant.fingerprint',
  /** Volumes have no id, and Podman makes that of a network from its name. */
  uid: 'covenant.uid',
  /** On a record: the objects of the plan, and its roles. */
  expects: 'covenant.expects',
  /** On a relay: its port for each role with sshd. */
  relays: 'covenant.relays',
  /** On a pod with sshd: where it listens in its own network. */
  inside: 'covenant.inside',
} as const;

export type Identity = Pick<InstancePlan, 'instanceId' | 'name' | 'generation' | 'labels'>;

/** Of every object; `own` are the kind's own. */
export const labelsOf = (installation: string, of: Identity, kind: Kind, own: Labels = {}): Labels => ({
  app: 'lab',
  lab_id: of.labels.lab_id,
  ...(of.labels.student_id !== null && { student_id: of.labels.student_id }),
  ...(of.labels.group_id !== null && { group_id: of.labels.group_id }),
  course_id: of.labels.course_id,
  deployment_mode: of.labels.deployment_mode,
  [label.installation]: installation,
  [label.instance]: of.instanceId,
  [label.name]: of.name,
  [label.kind]: kind,
  [label.generation]: String(of.generation),
  ...own,
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

/** A dot stands in no name of a plan, so no role can be called like something of ours. */
export const nameOf = (installation: string, name: string, ...parts: readonly (string | number)[]): string =>
  [name, ...parts, installation].join('.');

export const fingerprint = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 32);

/** Two plans that differ in the order of their fields are the same plan. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
};
