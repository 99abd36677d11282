// Generated from spec/platform/asyncapi.yaml by npm run generate; do not edit.
import type { Brand } from '../runtime/brand.ts';

export type Resume = {
  readonly type: 'resume';
  /** The epoch of the sequence number. Null for the first connection */
  readonly epoch: string | null;
  /** The last sequence number that the client applied. Null to request a snapshot */
  readonly after: number | null;
  /** The last notice that was shown to the user. It and all earlier notices are not sent again. If it is missing, null, unknown or expired, nothing is acknowledged */
  readonly acknowledged?: string | null;
};
export type Snapshot = {
  readonly type: 'snapshot';
  /** If it changes, the numbering has restarted */
  readonly epoch: string;
  /** The sequence number of this state */
  readonly sequence: number;
  readonly labs: readonly LiveLab[];
  readonly instances: readonly LiveInstance[];
};
export type Delta = {
  readonly type: 'delta';
  /** The epoch of the last snapshot */
  readonly epoch: string;
  /** The sequence number of the previous message to this client */
  readonly previous: number;
  /** The sequence number of this state */
  readonly sequence: number;
  /** The labs whose status changed */
  readonly labs: readonly LiveLab[];
  /** The instances that changed, each with its complete current state */
  readonly instances: readonly LiveInstance[];
};
export type Notice = {
  readonly type: 'notice';
  /** The id of the notice, its message_id on the broker. Show each notice once */
  readonly notice_id: string;
  /** The kind of notice, for programs. New values may be added */
  readonly kind: string;
  /** The lab */
  readonly lab_id: string;
  /** The instance, or null if the notice concerns the whole lab */
  readonly instance_id: string | null;
  /** The student, or null if the notice does not concern one student */
  readonly student_id?: string | null;
  /** The user name of the student. Null without a student, or if the user is unknown */
  readonly username?: string | null;
  /** The name of the student. Null without a student, or if the user is unknown */
  readonly display_name?: string | null;
  /** The notice in one sentence */
  readonly message: string;
  /** What the user can do, or null */
  readonly advice: string | null;
  /** When the announced event will happen, or null */
  readonly due_at: string | null;
  /** When the event occurred */
  readonly occurred_at: string;
};
export type LiveLab = {
  /** The lab */
  readonly lab_id: string;
  /** LabStatus of openapi.yaml. For a student, the status of their own instances */
  readonly status: 'stopped' | 'starting' | 'running' | 'stopping' | 'failed';
};
export type LiveInstance = {
  readonly instance_id: InstanceId;
  readonly lab_id: LabId;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
  /** The sequence number of its last change, assigned in the transaction of the change */
  readonly sequence: number;
  readonly state: InstanceState;
  readonly volume: VolumeState;
  readonly reason: Reason;
  readonly advice: Advice;
  /** When the instance entered the current state */
  readonly since: string;
  /** When a long-running lab will be stopped and archived unless it is started again. Set one day in advance, otherwise null (decision 22) */
  readonly ends_at: string | null;
  /** The user name of the student. Null for a group, or if the user is unknown */
  readonly username?: string | null;
  /** The name of the student. Null for a group, or if the user is unknown */
  readonly display_name?: string | null;
};
/** A lab of one student or one group */
export type InstanceId = Brand<'InstanceId'>;
/** The lab's id, chosen by the teacher */
export type LabId = Brand<'LabId'>;
/** The owner of a per_student instance, otherwise null */
export type StudentOrNull = Brand<'StudentId'> | null;
/** The owner of a per_group instance, otherwise null */
export type GroupOrNull = Brand<'GroupId'> | null;
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
export type ServerMessage = Snapshot | Delta | Notice;
export type ClientMessage = Resume;
