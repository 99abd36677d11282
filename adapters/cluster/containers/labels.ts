// Names and labels of our objects; whatever lacks this installation's label is not ours to touch.
import { commonLabel, type Identity, identityLabels, type Labels } from '../labels.ts';

/**
 * `policy` is the network without a way out, `internet` the one with it, `net` holds a pod's network when there are
 * two; `record` is an empty volume whose labels say what was applied: of all labels only those of a new object can
 * change.
 */
export type ObjectKind =
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

export const label = {
  ...commonLabel,
  kind: 'covenant.kind',
  /** The fingerprint of what the object was made from; on a record, the fingerprint of the whole plan. */
  print: 'covenant.fingerprint',
  /** On a claim: the uid that its files belong to. */
  owner: 'covenant.owner',
  /** Volumes have no id, and Podman makes that of a network from its name. */
  uid: 'covenant.uid',
  /** On a claim with a separate file system (disks.ts). */
  sizeGi: 'covenant.size-gi',
  /** On a record: the objects of the plan, and its roles. */
  expects: 'covenant.expects',
  /** On a relay: its port for each role with sshd. */
  relays: 'covenant.relays',
  /** On a pod with sshd: where it listens in its own network. */
  inside: 'covenant.inside',
} as const;

/**
 * The labels of a container that an installation did not label: without them it would keep those of its image. An empty
 * value counts as absent.
 */
export const noLabels: Labels = Object.fromEntries(
  [...Object.values(label), 'lab_id', 'student_id', 'group_id', 'course_id', 'deployment_mode'].map((name) => [
    name,
    '',
  ]),
);

/** The labels that every object has; `own` are those of its kind alone. */
export const labelsOf = (installation: string, of: Identity, kind: ObjectKind, own: Labels = {}): Labels => ({
  app: 'lab',
  ...identityLabels(installation, of),
  [label.kind]: kind,
  ...own,
});

/** A dot occurs in no name of a plan, so no role can have the name of one of our objects. */
export const nameOf = (installation: string, name: string, ...parts: readonly (string | number)[]): string =>
  [name, ...parts, installation].join('.');
