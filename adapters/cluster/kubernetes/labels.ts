// Labels of our objects (decision 12); whatever lacks this installation's label is not ours to touch.
import { commonLabel, type Identity, identityLabels, type Labels, ownerLabels } from '../labels.ts';

/**
 * `owner` is the ConfigMap that all but the claim belong to and that records what was applied; `reader` is our pod
 * beside a claim.
 */
export type Part = 'owner' | 'policy' | 'secret' | 'claim' | 'service' | 'pod' | 'reader';

export const label = {
  ...commonLabel,
  part: 'covenant.part',
} as const;

export const annotation = {
  /** On the owner: of the plan that was applied; empty while it is being applied. */
  fingerprint: 'covenant.fingerprint',
  /** On a pod: of all that it was made from. */
  madeFrom: 'covenant.made_from',
  /** On a claim: whose files it holds. */
  uid: 'covenant.uid',
  /** On a pod: changes with its secret, which makes the kubelet sync it at once instead of within a minute. */
  secret: 'covenant.secret',
} as const;

export const labelsOf = (installation: string, of: Identity, part: Part, role?: string): Labels => ({
  app: part === 'reader' ? 'lab-reader' : 'lab',
  ...identityLabels(installation, of),
  [label.part]: part,
  ...(role !== undefined && { [label.role]: role }),
});

/** Selects the pods of one instance. */
export const podsOf = (installation: string, of: Identity): Labels => ({
  app: 'lab',
  ...ownerLabels(installation, of.labels),
});
