// Generated from spec/platform/asyncapi.yaml by npm run generate; do not edit.

export type Resume = {
  readonly type: 'resume';
  /** The epoch that the number belongs to; null at first */
  readonly epoch: string | null;
  /** The last sequence number that was applied; null for a snapshot */
  readonly after: number | null;
  /** The last notice that was shown to the user; it and all notices before it are not sent again. Absent, null, unknown or no longer kept: nothing is acknowledged */
  readonly acknowledged?: string | null;
};
export type Snapshot = {
  readonly type: 'snapshot';
  /** Another value means that the numbers began anew */
  readonly epoch: string;
  /** State as of this number */
  readonly sequence: number;
  readonly labs: readonly LiveLab[];
  readonly instances: readonly LiveInstance[];
};
export type Delta = {
  readonly type: 'delta';
  /** The same as in the snapshot before */
  readonly epoch: string;
  /** The number that was sent to this client before */
  readonly previous: number;
  /** State as of this number */
  readonly sequence: number;
  /** Labs whose summary changed */
  readonly labs: readonly LiveLab[];
  /** Instances that changed, each with its whole present state */
  readonly instances: readonly LiveInstance[];
};
export type Notice = {
  readonly type: 'notice';
  /** The message_id of the notice on the broker; show each once */
  readonly notice_id: string;
  /** For programs; new values may come */
  readonly kind: string;
  /** The lab */
  readonly lab_id: string;
  /** The instance, or null when the whole lab is meant */
  readonly instance_id: string | null;
  /** One sentence for the reader */
  readonly message: string;
  /** What the reader can do, or null */
  readonly advice: string | null;
  /** When the announced thing happens, or null */
  readonly due_at: string | null;
  /** When it was found */
  readonly occurred_at: string;
};
export type LiveLab = {
  /** The lab */
  readonly lab_id: string;
  /** As LabStatus of openapi.yaml: for a student, the status of their own instances */
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
  /** As InstanceState of openapi.yaml */
  readonly state: 'queued' | 'waiting_quota' | 'creating' | 'running' | 'degraded' | 'stopping' | 'stopped' | 'failed';
  /** As VolumeState of openapi.yaml */
  readonly volume: 'none' | 'bound' | 'archiving' | 'archived' | 'released' | 'quarantined';
  /** Why it is not as it should be, or null */
  readonly reason: string | null;
  /** What to do about it, or null */
  readonly advice: string | null;
  /** Since when it is in this state */
  readonly since: string;
  /** When a lab that has run for long is stopped and archived, unless it is started again before; told a day ahead, else null (decision 22) */
  readonly ends_at: string | null;
  /** Number of its last change */
  readonly sequence: number;
};
export type ServerMessage = Snapshot | Delta | Notice;
export type ClientMessage = Resume;
