// Generated from spec/platform/asyncapi.yaml by npm run generate; do not edit.

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
  /** The instance */
  readonly instance_id: string;
  /** Its lab */
  readonly lab_id: string;
  /** Its student, or null */
  readonly student_id: string | null;
  /** Its group, or null */
  readonly group_id: string | null;
  /** InstanceState of openapi.yaml */
  readonly state: 'queued' | 'waiting_quota' | 'creating' | 'running' | 'degraded' | 'stopping' | 'stopped' | 'failed';
  /** VolumeState of openapi.yaml */
  readonly volume: 'none' | 'bound' | 'archiving' | 'archived' | 'released' | 'quarantined';
  /** The reason for the current state, or null */
  readonly reason: string | null;
  /** What to do about it, or null */
  readonly advice: string | null;
  /** When it entered the current state */
  readonly since: string;
  /** When a long-running lab will be stopped and archived unless it is started again. Set one day in advance, otherwise null (decision 22) */
  readonly ends_at: string | null;
  /** The sequence number of its last change */
  readonly sequence: number;
};
export type ServerMessage = Snapshot | Delta | Notice;
export type ClientMessage = Resume;
