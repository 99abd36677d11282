// Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
import type { Brand } from '../runtime/brand.ts';

/** Stand in the headers of every message but Celery's */
export type MessageHeaders = {
  /** Identity of the message; a consumer applies each once */
  readonly message_id: string;
  /** When the change was committed, in UTC */
  readonly occurred_at: string;
  /** Grows only when a consumer of the older form would misread the message */
  readonly schema_version: 1;
  /** W3C trace context of the request that caused the message */
  readonly traceparent?: string;
};
/** One lab for one student or one group */
export type InstanceId = Brand<'InstanceId'>;
/** One start of an instance */
export type RunId = Brand<'RunId'>;
/** The teacher's name of the lab */
export type LabId = Brand<'LabId'>;
/** The student's name in labs, made once from the user name of the provider */
export type StudentId = Brand<'StudentId'>;
/** Owner of a per_student instance, else null */
export type StudentOrNull = string | null;
/** Owner of a per_group instance, else null */
export type GroupOrNull = string | null;
/** One instance for each student, or one for each group */
export type DeploymentMode = 'per_student' | 'per_group';
/**
 * queued: wanted, not yet taken up. waiting_quota: no room at the moment. creating: objects are being made and probed. running: a
 * real login was made. degraded: ran, and is being repaired. stopping: being archived and removed. stopped: nothing is left but
 * perhaps the volume. failed: given up, with a reason; the next start tries again.
 */
export type InstanceState = 'queued' | 'waiting_quota' | 'creating' | 'running' | 'degraded' | 'stopping' | 'stopped' | 'failed';
/**
 * none: no claim yet. bound: the claim is there. archiving: being read into an archive. archived: a verified archive is recorded, the
 * claim may still be there. released: the claim was deleted against that record. quarantined: nobody knows whose it is; kept.
 */
export type VolumeState = 'none' | 'bound' | 'archiving' | 'archived' | 'released' | 'quarantined';
/** Why the instance is not as it should be, for programs; null when there is nothing to explain */
export type Reason = string | null;
/** The reason in words and what to do about it; null without a reason */
export type Advice = string | null;
/** Grows with every wish for the instance; work for an older one is dropped */
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
  /** Stopped by somebody, by age, or cleaned up after a failed start */
  readonly cause: 'requested' | 'expired' | 'failed';
};
export type LabStatus = {
  /** Assigned in the transaction that changed the row; the same number as in `GET /infra/v1/changes` */
  readonly sequence: number;
  readonly instance_id: InstanceId;
  readonly run_id: RunId;
  readonly generation: Generation;
  readonly lab_id: LabId;
  readonly deployment_mode: DeploymentMode;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
  readonly state: InstanceState;
  readonly volume: VolumeState;
  readonly reason: Reason;
  readonly advice: Advice;
  /** Since when the instance is in this state */
  readonly since: string;
  /** When a lab that has run for long is stopped and archived, unless it is started again before; told a day ahead, else null (decision 22) */
  readonly ends_at?: string | null;
};
/** The four fields of the notification that always were, and what a careful SSH client wants to know before it connects */
export type StudentNotification = {
  readonly student_id: StudentId;
  /** Address to connect to */
  readonly ssh_host: string;
  /** Node port, from 30000 to 32767 on a cluster, any free port on a laptop */
  readonly ssh_port: number;
  /** Login name */
  readonly ssh_user: string;
  /** The password. Never stored; computed by the relay when it publishes. */
  readonly ssh_credentials: string;
  /** Fingerprint of the lab's host key, as ssh prints it */
  readonly host_key_fingerprint: string;
  /** A line to append to `~/.ssh/known_hosts`, with the address of every role with ssh */
  readonly known_hosts: string;
  readonly lab_id: LabId;
  readonly instance_id: InstanceId;
  readonly run_id: RunId;
  readonly generation: Generation;
};
export type TeacherNotification = {
  /** For programs; new values may come */
  readonly kind: string;
  readonly lab_id: LabId;
  /** The instance, or null when the whole lab is meant */
  readonly instance_id: string | null;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
  /** One sentence for the teacher */
  readonly message: string;
  /** What the teacher can do, or null */
  readonly advice: string | null;
  /** When the announced thing happens, or null */
  readonly due_at: string | null;
};
/** Only `task` and `id` are asked for; everything a Celery client adds is accepted */
export type CeleryHeaders = {
  /** Name of the task; an unknown one is dead-lettered with the reason */
  readonly task: string;
  /** Identity of the task, a UUID when Celery makes it; each is applied once */
  readonly id: string;
  readonly lang?: string;
  readonly root_id?: string | null;
  readonly parent_id?: string | null;
  readonly group?: string | null;
  readonly shadow?: string | null;
  /** Not before this time (ISO 8601) */
  readonly eta?: string | null;
  /** Not after this time (ISO 8601) */
  readonly expires?: string | null;
  readonly retries?: number | null;
  readonly timelimit?: readonly (number | null)[] | null;
  readonly argsrepr?: string | null;
  readonly kwargsrepr?: string | null;
  readonly origin?: string | null;
  readonly ignore_result?: boolean | null;
};
/**
 * Three places: arguments (array), keyword arguments (object), embed (object or null). The two tasks take keyword arguments only:
 * `dry_run` (boolean) and, for cleanup_old_labs, `older_than_days` (number), which never shortens the configured retention.
 */
export type CeleryBody = readonly (readonly unknown[] | { readonly [key: string]: unknown } | null)[];
