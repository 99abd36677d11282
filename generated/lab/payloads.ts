// Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
import type { Brand } from '../runtime/brand.ts';

/** The headers of every message except Celery tasks */
export type MessageHeaders = {
  /** The id of the message. Consumers process each id once */
  readonly message_id: string;
  /** When the change was committed, in UTC */
  readonly occurred_at: string;
  /** Increases only if consumers of the previous version would misread the message */
  readonly schema_version: 1;
  /** The W3C trace context of the request that caused the message */
  readonly traceparent?: string;
};
/** A lab of one student or one group */
export type InstanceId = Brand<'InstanceId'>;
/** A run, that is one start of an instance */
export type RunId = Brand<'RunId'>;
/** The lab's id, chosen by the teacher */
export type LabId = Brand<'LabId'>;
/** The student's id in labs, derived once from the user name at the identity provider */
export type StudentId = Brand<'StudentId'>;
/** The owner of a per_student instance, otherwise null */
export type StudentOrNull = Brand<'StudentId'> | null;
/** The owner of a per_group instance, otherwise null */
export type GroupOrNull = Brand<'GroupId'> | null;
/** One instance per student, or one per group */
export type DeploymentMode = 'per_student' | 'per_group';
/** Increases with every change of the desired state; work for an older generation is discarded */
export type Generation = number;
export type LabCreate = {
  readonly instance_id: InstanceId;
  readonly run_id: RunId;
  readonly generation: Generation;
  readonly lab_id: LabId;
  readonly deployment_mode: DeploymentMode;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
};
export type LabDelete = {
  readonly instance_id: InstanceId;
  readonly run_id: RunId;
  readonly generation: Generation;
  readonly lab_id: LabId;
  readonly deployment_mode: DeploymentMode;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
  /** Why the instance is removed. It was stopped by a user, it has reached its maximum age, or its start failed */
  readonly cause: 'requested' | 'expired' | 'failed';
};
export type LabStatus = {
  readonly instance_id: InstanceId;
  readonly lab_id: LabId;
  readonly deployment_mode: DeploymentMode;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
  readonly run_id: RunId;
  readonly generation: Generation;
  /** The sequence number of its last change, assigned in the transaction of the change */
  readonly sequence: number;
  readonly state: InstanceState;
  readonly volume: VolumeState;
  readonly reason: Reason;
  readonly advice: Advice;
  /** When the instance entered the current state */
  readonly since: string;
  /** When a long-running lab will be stopped and archived unless it is started again. Set one day in advance, otherwise null (decision 22) */
  readonly ends_at?: string | null;
};
/**
 * The state of an instance.
 *
 * - `queued`: accepted, not started yet.
 * - `waiting_quota`: waiting for capacity; it starts by itself.
 * - `creating`: being created, restarted or tested.
 * - `running`: ready; a test login over SSH succeeded.
 * - `degraded`: was running and is being repaired, or its home is too full.
 * - `stopping`: being archived and removed.
 * - `stopped`: removed, except possibly for the volume.
 * - `failed`: could not start or stop, for the given reason. Starting it again retries.
 */
export type InstanceState = 'queued' | 'waiting_quota' | 'creating' | 'running' | 'degraded' | 'stopping' | 'stopped' | 'failed';
/**
 * The state of the volume with a student's files.
 *
 * - `none`: no volume claim exists yet.
 * - `bound`: the claim exists.
 * - `archiving`: the archive is being written.
 * - `archived`: a verified archive is recorded; the claim may still exist.
 * - `released`: archived, and the claim is deleted.
 * - `quarantined`: the owner of the claim is unknown; it is kept.
 */
export type VolumeState = 'none' | 'bound' | 'archiving' | 'archived' | 'released' | 'quarantined';
/** The reason for the current state, for programs. Null if there is none */
export type Reason = string | null;
/** The reason in words, and what to do about it. Null if there is no reason */
export type Advice = string | null;
/** The address and credentials for SSH, and the host key to verify before connecting */
export type StudentNotification = {
  readonly student_id: StudentId;
  /** The host to connect to */
  readonly ssh_host: string;
  /** The SSH port. On a cluster a node port from 30000 to 32767, on a laptop any free port */
  readonly ssh_port: number;
  /** The login name */
  readonly ssh_user: string;
  /** The password. It is never stored; the relay computes it when it publishes the message. */
  readonly ssh_credentials: string;
  /** The fingerprint of the lab's host key, as ssh prints it */
  readonly host_key_fingerprint: string;
  /** A line for `~/.ssh/known_hosts` that covers every role with SSH access */
  readonly known_hosts: string;
  readonly lab_id: LabId;
  readonly instance_id: InstanceId;
  readonly run_id: RunId;
  readonly generation: Generation;
};
export type TeacherNotification = {
  /** The kind of notice, for programs. New values may be added */
  readonly kind: string;
  readonly lab_id: LabId;
  /** The instance, or null if the notice concerns the whole lab */
  readonly instance_id: string | null;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
  /** The notice in one sentence */
  readonly message: string;
  /** What the teacher can do, or null */
  readonly advice: string | null;
  /** When the announced event will happen, or null */
  readonly due_at: string | null;
};
/** Only `task` and `id` are required. Other headers of Celery clients are accepted */
export type CeleryHeaders = {
  /** The name of the task. Unknown tasks are dead-lettered with a reason */
  readonly task: string;
  /** The id of the task, a UUID if Celery creates it. Each id is processed once */
  readonly id: string;
  readonly lang?: string;
  readonly root_id?: string | null;
  readonly parent_id?: string | null;
  readonly group?: string | null;
  readonly shadow?: string | null;
  /** Run the task at this time or later (ISO 8601) */
  readonly eta?: string | null;
  /** Do not run the task after this time (ISO 8601) */
  readonly expires?: string | null;
  readonly retries?: number | null;
  readonly timelimit?: readonly (number | null)[] | null;
  readonly argsrepr?: string | null;
  readonly kwargsrepr?: string | null;
  readonly origin?: string | null;
  readonly ignore_result?: boolean | null;
};
/**
 * Three items: arguments (array), keyword arguments (object) and embed (object or null). Both tasks accept only keyword arguments:
 * `dry_run` (boolean) and, for cleanup_old_labs, `older_than_days` (number), which cannot shorten the configured retention.
 */
export type CeleryBody = readonly (readonly unknown[] | { readonly [key: string]: unknown } | null)[];
