// What the infrastructure keeps of labs: desired states, instances, runs, quotas, the audit log.
import type {
  Archive,
  Deployment,
  DeploymentId,
  DeploymentMode,
  Instance,
  InstanceId,
  InstanceState,
  LabId,
  OwnerResult,
  Role,
  RunId,
  StudentId,
  VolumeState,
} from '../../../generated/infra/types.ts';
import type { Dated, Tx } from '../port.ts';

export type { DeploymentId, DeploymentMode, InstanceId, InstanceState, LabId, RunId, VolumeState };

/** Exactly one of the two is not null. */
export type Owner = Pick<Instance, 'student_id' | 'group_id'>;

/** An address that students connect to, of one role with sshd. */
export type Endpoint = { readonly role: Role; readonly host: string; readonly port: number };

/** What an instance takes of a quota while it is admitted. */
export type Needs = {
  readonly cpu_m: number;
  readonly memory_mib: number;
  readonly storage_gib: number;
  readonly pods: number;
  readonly ports: number;
};

/** An instance as its readers are shown it. */
export type ShownInstance = Dated<Instance, 'since' | 'deadline_at' | 'keep_until' | 'ends_at'>;

export type InstanceRow = Omit<ShownInstance, 'members' | 'address' | 'archive'> &
  Needs & {
    readonly run_id: RunId | null;
    readonly desired: 'running' | 'stopped';
    /** The generation of the last restart that was requested; 0 without one. */
    readonly restart_generation: number;
    /** The last generation whose request was completed: running, stopped or failed. */
    readonly settled_generation: number;
    readonly endpoints: readonly Endpoint[];
    /** The ports of the endpoints that it had last, by role; they outlive a stop. */
    readonly former_ports: Readonly<Record<string, number>>;
    /** What was last announced to the students. */
    readonly announced: { readonly host: string; readonly port: number; readonly generation: number } | null;
    readonly host_key_id: string | null;
    readonly host_public_key: string | null;
    readonly host_key_fingerprint: string | null;
    readonly keep_days: number;
    readonly admitted: boolean;
    readonly started_at: Date | null;
    readonly stopped_at: Date | null;
    readonly created_at: Date;
    /** When a worker reconciles it next; null: at the next sweep. */
    readonly due_at: Date | null;
    /** Rounds in a row that ended with an error. */
    readonly attempts: number;
  };

/** What is made once, and what the store itself counts and dates. */
type Fixed =
  | 'instance_id'
  | 'lab_id'
  | 'student_id'
  | 'group_id'
  | 'deployment_mode'
  | 'name'
  | 'sequence'
  | 'since'
  | 'ends_at'
  | 'created_at'
  | 'due_at'
  | 'attempts';

/** The part of an instance that is written again with each change. */
export type InstanceChange = Omit<InstanceRow, Fixed>;

export type NewInstance = Owner & {
  readonly instance_id: InstanceId;
  readonly lab_id: LabId;
  readonly name: string;
  readonly config_revision: number;
  /** Above that of objects which the cluster may still have of an instance whose row was lost. */
  readonly generation: number;
  readonly volume: 'none' | 'quarantined';
};

export type MemberRow = {
  readonly student_id: StudentId;
  /** The generation of the password (decision 16). */
  readonly generation: number;
  readonly key_id: string;
  readonly announced_run: string | null;
  readonly announced_generation: number | null;
  /** `host:port` */
  readonly announced_address: string | null;
};

export type Announcement = { readonly run_id: RunId; readonly generation: number; readonly address: string };

export type ArchiveRow = Dated<Archive, 'archived_at'> & {
  /** Uid of the claim that was read. */
  readonly claim: string;
};

export type RunRow = {
  readonly run_id: RunId;
  readonly instance_id: InstanceId;
  readonly number: number;
  readonly deployment_id: DeploymentId | null;
  /** Whose archive it begins with, whatever the claim holds; null: the newest, where there is no claim. */
  readonly restores: RunId | null;
  /** Begins with an empty volume where there is no claim. */
  readonly fresh: boolean;
  /** Address by role, by digest where there is one; null: not begun. */
  readonly images: Readonly<Record<string, string>> | null;
  readonly restore_begun_at: Date | null;
  readonly restored_at: Date | null;
  readonly running_at: Date | null;
  readonly stopped_at: Date | null;
  /**
   * Whether a student may have worked in its home: it was running, or began with what such a run has left (decision
   * 590).
   */
  readonly home_kept: boolean;
};

/** A run with the one before it. */
export type CurrentRun = RunRow & { readonly previous: RunId | null };

export type ConfigRow = {
  readonly lab_id: LabId;
  readonly revision: number;
  readonly name: string;
  readonly object_key: string;
  readonly object_version: string | null;
  readonly sha256: string;
  /** As the parser of lab configurations gave it. */
  readonly config: unknown;
};

export interface Configs {
  find(lab_id: LabId, revision: number, tx?: Tx): Promise<ConfigRow | null>;
  newest(lab_id: LabId): Promise<ConfigRow | null>;
  /** A revision that is there stays as it is. */
  store(tx: Tx, config: ConfigRow & { readonly description: string }): Promise<void>;
}

export type InstanceQuery = {
  readonly lab_id?: string | undefined;
  readonly state?: string | undefined;
  readonly volume?: string | undefined;
  readonly limit: number;
  /** The last name of the page before. */
  readonly after?: string | undefined;
};

export interface Instances {
  get(instance_id: string): Promise<ShownInstance | null>;
  /** By name. */
  list(query: InstanceQuery): Promise<readonly ShownInstance[]>;
  /** By sequence; none that is committed later has a number at or below the last one. */
  changes(since: number, limit: number): Promise<readonly ShownInstance[]>;
  /** Locks what there is of these owners, always in the order of names. */
  lockOwners(tx: Tx, lab_id: LabId, owners: readonly Owner[]): Promise<readonly InstanceRow[]>;
  /** All of a lab, locked. */
  lockLab(tx: Tx, lab_id: LabId): Promise<readonly InstanceRow[]>;
  lock(tx: Tx, instance_id: string): Promise<InstanceRow | null>;
  /** A row that another process has just made is returned as it is. */
  add(tx: Tx, instance: NewInstance): Promise<InstanceRow>;
  /** Its days begin again. Publishes nothing: a row with an announced end is saved after it. */
  extend(tx: Tx, instance_id: InstanceId): Promise<void>;
  /** Writes what changed under a new sequence number, and makes the instance due at once, or at `dueAt`. */
  save(tx: Tx, row: InstanceRow, due_at?: Date | null): Promise<InstanceRow>;
}

export interface Members {
  of(tx: Tx, instance_id: InstanceId): Promise<readonly MemberRow[]>;
  /** Exactly these from now on; those who stay keep their password. */
  set(tx: Tx, instance_id: InstanceId, student_ids: readonly string[], key_id: string): Promise<void>;
  /** Null: no such member. */
  rotate(tx: Tx, instance_id: InstanceId, student_id: string, key_id: string): Promise<number | null>;
  announced(tx: Tx, instance_id: InstanceId, student_id: string, announcement: Announcement): Promise<void>;
}

export interface Runs {
  add(
    tx: Tx,
    run: {
      readonly run_id: RunId;
      readonly instance_id: InstanceId;
      readonly deployment_id: DeploymentId | null;
      readonly restores: RunId | null;
      readonly fresh: boolean;
    },
  ): Promise<void>;
  get(tx: Tx, run_id: RunId): Promise<RunRow | null>;
  /** The newest archive, or that of one run. */
  archive(tx: Tx, instance_id: InstanceId, run_id?: RunId): Promise<ArchiveRow | null>;
  archived(tx: Tx, archive: ArchiveRow): Promise<void>;
  pinned(tx: Tx, run_id: RunId, images: Readonly<Record<string, string>>): Promise<void>;
  running(tx: Tx, run_id: RunId): Promise<void>;
  /** False: what was begun is undone again. */
  restoreBegun(tx: Tx, run_id: RunId, begun: boolean): Promise<void>;
  /** Its home is that of the run `from`, by whose archive it was filled. */
  restored(tx: Tx, run_id: RunId, from: RunId): Promise<void>;
  /** Records whether the run begins with a kept home, where that is not what the run before has left. */
  homeKept(tx: Tx, run_id: RunId, home_kept: boolean): Promise<void>;
  ended(tx: Tx, run_id: RunId, outcome: 'stopped' | 'failed' | 'replaced'): Promise<void>;
}

/** An accepted call, with its instances as they are now. */
export type ShownDeployment = Dated<Deployment, 'created_at' | 'finished_at'>;

export type NewDeployment = Omit<Deployment, 'created_at' | 'finished_at' | 'results'> & {
  readonly requested_by: string;
};

export type ResultRow = Omit<OwnerResult, 'state'> & {
  /** The generation of the request that this call wrote; null when it wrote none. */
  readonly generation: number | null;
};

export interface Deployments {
  get(deployment_id: string): Promise<ShownDeployment | null>;
  /** Newest first. `after`: what `keyOf` gave for the last one of the page before. */
  list(query: {
    readonly lab_id?: string | undefined;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly ShownDeployment[]>;
  add(tx: Tx, deployment: NewDeployment): Promise<void>;
  /** What the call answers; one that changed no instance is finished at once. */
  answer(tx: Tx, deployment_id: DeploymentId, results: readonly ResultRow[]): Promise<ShownDeployment>;
  /** Marks as finished what waited for this instance alone. */
  finish(tx: Tx, instance_id: InstanceId): Promise<void>;
}

export type Limits = {
  /** Null: no fixed limit. */
  readonly max_students: number | null;
  readonly max_active_labs: number | null;
  readonly max_cpu_m: number | null;
  readonly max_memory_mib: number | null;
  readonly max_storage_gib: number | null;
};

export type QuotaScope = { readonly scope: 'installation' | 'course' | 'student' | 'group'; readonly subject: string };

/** An instance as far as quotas know it. */
export type Holder = Owner &
  Needs & {
    readonly instance_id: InstanceId;
    readonly lab_id: LabId;
    readonly course_id: string | null;
    readonly members: readonly string[];
  };

export interface Quotas {
  /** Until `tx` ends no other call is admitted (decision 22). */
  lock(tx: Tx): Promise<void>;
  /** The rows of resource_quotas for the installation and for these courses, students and groups. */
  limits(tx: Tx, subjects: readonly string[]): Promise<readonly (QuotaScope & Limits)[]>;
  /** Everything that is admitted: some thousand at most (decision 25). */
  admitted(tx: Tx): Promise<readonly Holder[]>;
  /** What waits for room, in the order in which it was started. */
  waiting(tx: Tx): Promise<readonly Holder[]>;
}
