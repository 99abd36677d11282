// What the server keeps, and how it can be set up.
import type { InstanceId } from '../../../generated/lab/messages.ts';
import type { FailureReason, InstanceLabels, RolePlan } from '../port.ts';

export type ObjectKind = 'record' | 'policy' | 'secret' | 'claim' | 'service' | 'pod';

/** What a caller writes. */
export type Draft = {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly instance_id: InstanceId;
  readonly generation: number;
  readonly labels: InstanceLabels;
  /** Fields that cannot change while the object exists. */
  readonly print: string;
  /** The role of a pod or a service. */
  readonly role?: RolePlan;
  readonly internet?: boolean;
  /** The content of a secret: lines `name:hash`, and the private host key. */
  readonly passwd?: string;
  readonly hostKey?: string;
  /** The content of a record: the name of the instance, the plan's fingerprint, and the objects that belong to it. */
  readonly instance?: string;
  readonly fingerprint?: string;
  readonly expects?: readonly { readonly kind: ObjectKind; readonly name: string; readonly print: string }[];
};

export type Stored = Draft & {
  readonly installation: string;
  readonly uid: string;
  readonly version: string;
  readonly createdMs: number;
  /** When it will be gone; null: it was not deleted. */
  readonly goneMs: number | null;
  /** The port outside of a service that has one. */
  readonly port: number | null;
  /** The content of a claim: the entries of its home directory, as tar. */
  readonly home: Buffer;
  /** Why a pod ended by itself. */
  readonly ended: { readonly kind: FailureReason; readonly detail: string } | null;
  readonly restarts: number;
};

/** Time as an adapter needs it; the clock of services/lib is one. */
export type WorldClock = { now(): Date; wait(ms: number): Promise<void> };

export type WorldOptions = {
  readonly clock: WorldClock;
  readonly host?: string;
  readonly ports?: { readonly first: number; readonly last: number };
  /** Pods of all installations together. */
  readonly podLimit?: number;
  /** From the making of a pod to its running. */
  readonly startMs?: number;
  /** From the deletion of an object to its end. */
  readonly terminationMs?: number;
  /** From the making of a policy to its effect. */
  readonly policyMs?: number;
};
