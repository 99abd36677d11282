// What the platform keeps of people, of labs and of their running. The truth about running labs is the
// infrastructure's.
import type {
  DeploymentMode,
  DeployRequest,
  GroupId,
  GroupMembers,
  Instance,
  OwnerResult,
} from '../../../generated/infra/types.ts';
import type { LabStatus as StatusMessage, TeacherNotification } from '../../../generated/lab/payloads.ts';
import type { LiveInstance, LiveLab, Notice } from '../../../generated/platform/messages.ts';
import type {
  CourseStatus,
  InstanceState,
  Lab,
  LabInstance,
  LabStatus,
  StudentId,
  UserId,
} from '../../../generated/platform/types.ts';
import type { Plain } from '../../../generated/runtime/brand.ts';
import type { UserRow } from '../people/port.ts';
import type { Actor, Dated, Tx } from '../port.ts';

export type { DeploymentMode, GroupMembers, InstanceState, LabStatus, OwnerResult };

/** Which labs a user can see: all of them, or those as a teacher and those as a student (decision 202). */
export type LabScope =
  | 'every'
  | {
      /** Null: does not teach. */
      readonly teacher: { readonly user_id: string } | null;
      /** Null: has no student_id yet. */
      readonly student: { readonly student_id: StudentId } | null;
    };

export type LabQuery = {
  readonly course_id?: string | undefined;
  readonly limit: number;
  /** The last lab_id of the page before. */
  readonly after?: string | undefined;
};

/** Where the bytes of a configuration lie. */
export type StoredConfig = {
  readonly object_key: string;
  readonly object_version: string | null;
  readonly content_sha256: string;
};

/** What is read from a configuration. */
export type LabFacts = Pick<Lab, 'lab_id' | 'name' | 'description' | 'course_id'> & {
  readonly deployment_mode: DeploymentMode;
};

/** `status`: the summary of its instances as far as the scope sees them (decision 206). */
export type LabRow = LabFacts &
  StoredConfig &
  Dated<Lab, 'created_at' | 'updated_at'> & {
    /** Null without a course. */
    readonly course_status: CourseStatus | null;
  };

export interface Labs {
  /** Names the state of what `list` gives for this scope: another one after each change of it, on every process. */
  listRevision(scope: LabScope): Promise<string>;
  /** In the order of lab_id by bytes. */
  list(scope: LabScope, query: LabQuery): Promise<readonly Lab[]>;
  /** Null: it does not exist, or not in this scope. */
  find(scope: LabScope, lab_id: string): Promise<LabRow | null>;
  exists(lab_id: string): Promise<boolean>;
  /** Revision 1; of any number at once exactly one is made. */
  create(lab: LabFacts & StoredConfig, owner: Actor, at: Date): Promise<LabRow | 'taken'>;
  /** The revision after `revision`, if that is still the newest. */
  replace(lab: LabFacts & StoredConfig, revision: number, by: Actor, at: Date): Promise<LabRow | 'changed'>;
  /** Whether this person may put labs into the course; `anybody`: whether there is such a course. */
  teaches(teacher: Pick<UserRow, 'user_id'> | 'anybody', course_id: string): Promise<boolean>;
}

export type Learner = {
  readonly student_id: StudentId;
  readonly enabled: boolean;
  /** The groups in the course that was asked about. */
  readonly group_ids: readonly GroupId[];
  /** Whether the student is a member of that course today; true without a course. */
  readonly is_member: boolean;
};

export interface Learners {
  /**
   * Those of these students whom the platform knows, with their groups in this course; null: groups that belong to no
   * course.
   */
  find(student_ids: readonly string[], course_id: string | null): Promise<readonly Learner[]>;
  /** Those members of each group who may log in: enabled users who are members of its course today. */
  members(group_ids: readonly string[]): Promise<readonly GroupMembers[]>;
  /** The ids of the members of this course today; null: those of all users. Never of users who are disabled. */
  ids(course_id: string | null): Promise<readonly StudentId[]>;
}

/** Without students and groups, a stop or restart is for the whole lab. */
export type Intent = Pick<Lab, 'lab_id' | 'course_id'> &
  Required<Pick<DeployRequest, 'student_ids' | 'groups' | 'restore'>> & {
    readonly intent_id: string;
    /** `members`: the logins of groups whose lab runs, and nothing else of them (decision 616). */
    readonly kind: 'start' | 'stop' | 'restart' | 'members';
    readonly requested_by: UserId;
    /** The revision that a start uses. */
    readonly config_revision: number | null;
    readonly config_version: string | null;
    readonly traceparent: string | null;
  };

/** What became of an intent, once the infrastructure has answered. */
export type Settlement =
  | { readonly status: 'accepted'; readonly deployment_id: string | null; readonly results: readonly OwnerResult[] }
  | { readonly status: 'refused'; readonly detail: string };

export type ClaimedIntent = Intent & { readonly attempts: number };

export interface Intents {
  /**
   * From here on it will be dispatched, whatever dies. `settled`: there is nothing to ask the infrastructure for.
   * `reservedMs`: for so long only a claim that names its lab gets it.
   */
  write(intent: Intent, options?: { readonly settled?: Settlement; readonly reservedMs?: number }): Promise<void>;
  /**
   * The next due intent, or the next one of this lab whether due or not; never one that an earlier intent for its lab
   * still waits before. A start loses the students who are disabled by now, and the groups that have no other.
   */
  claim(options: {
    readonly by: string;
    readonly leaseMs: number;
    readonly lab_id?: string;
  }): Promise<ClaimedIntent | null>;
  /** In how many milliseconds one comes due, or its claim ends; null: none waits. */
  dueInMs(): Promise<number | null>;
  /** False: the claim has passed on. */
  renew(intent_id: string, by: string, leaseMs: number): Promise<boolean>;
  /** False: the claim had ended and another process has it. */
  settle(tx: Tx, intent_id: string, by: string, settlement: Settlement): Promise<boolean>;
  postpone(intent_id: string, by: string, error: string, retryMs: number): Promise<void>;
  /** Null: not yet. */
  outcome(intent_id: string): Promise<Settlement | null>;
}

/** The fields that the platform adds to an instance, since the infrastructure knows no names. */
export type StudentName = 'username' | 'display_name';

/**
 * The platform's copy of an instance, as the infrastructure has it: what the platform's contract shows, and of which
 * run.
 */
export type CopiedInstance = Omit<LabInstance, StudentName> & Pick<Instance, 'run_id' | 'generation'>;

/** What is read of the copy. */
export type InstanceRow = Dated<LabInstance, 'since' | 'keep_until' | 'ends_at'>;

export type InstanceQuery = {
  readonly state?: InstanceState | undefined;
  readonly limit: number;
  /** The student_id or group_id of the last item of the page before. */
  readonly after?: string | undefined;
};

export type Position = { readonly epoch: string | null; readonly sequence: number };

/**
 * The platform's copy of the instances. Whatever changes it numbers the change in the live feed, in the same
 * transaction; and where a run is new, the password of each member who is disabled is noted for replacement.
 */
export interface Instances {
  /** In the order of student_id or group_id by bytes; students get their instance only. */
  list(
    lab_id: string,
    of: { readonly student_id: string } | 'all',
    query: InstanceQuery,
  ): Promise<readonly InstanceRow[]>;
  /** The instance in which this student works. */
  own(lab_id: string, student_id: string): Promise<InstanceRow | null>;
  /** From lab.status, of `at`: stored when it is newer than what is there. */
  applyStatus(tx: Tx, instance: Plain<Omit<StatusMessage, 'deployment_mode'>>, at: Date): Promise<void>;
  /** From student.notifications: this run has been logged in to. */
  markRunning(tx: Tx, run: { instance_id: string; run_id: string; generation: number }, at: Date): Promise<void>;
  position(): Promise<Position>;
  /** A page of changes; the position never goes back. */
  pulled(
    epoch: string,
    sequence: number,
    items: readonly Plain<CopiedInstance>[],
    at: Date,
  ): Promise<'stored' | 'other epoch'>;
  /** Everything, after the infrastructure's numbers started again: what is not in it is gone. */
  replaced(epoch: string, sequence: number, items: readonly Plain<CopiedInstance>[], at: Date): Promise<void>;
}

export type NoticeRow = Dated<Omit<Notice, 'type'>, 'due_at' | 'occurred_at'>;

/** As the message brings it. */
export type NewNotice = TeacherNotification & Pick<Notice, 'notice_id' | 'occurred_at'>;

/** Whom a change concerns beside administrators. */
export type Concerned = {
  /** Owner of the lab and teacher of its course. */
  readonly teachers: readonly string[];
  readonly members: readonly string[];
};

export type LiveRow = Dated<LiveInstance, 'since' | 'ends_at'>;

/** The status of the lab of a changed instance. */
export type LiveStatus = {
  /** The status of all instances of the lab, for its teachers. */
  readonly lab_status: LabStatus;
  /** The status of the instances of each member. */
  readonly member_status: Readonly<Record<string, LabStatus>>;
};
export type Numbered = { readonly number: number };

export type FeedState = { readonly epoch: string; readonly number: number };

/** What is new after a number, the last state of each instance once. */
export type FeedChanges = FeedState & {
  readonly instances: readonly ({ readonly instance: LiveInstance } & LiveStatus & Concerned & Numbered)[];
  readonly notices: readonly ({ readonly notice: Omit<Notice, 'type'> } & Concerned & Numbered)[];
};

export type FeedReader = { readonly user_id: string; readonly scope: LabScope };

export interface Feed {
  state(): Promise<FeedState>;
  /** For everybody; the reader shows each what concerns them. */
  since(number: number): Promise<FeedChanges>;
  /**
   * What a user may see; `resume` null, of another epoch or forgotten: everything. With the newest notices that the
   * user has not acknowledged, oldest first.
   */
  read(reader: FeedReader, resume: { readonly epoch: string; readonly after: number } | null): Promise<FeedRead>;
  /** Acknowledges this notice and all before it; one that is unknown, forgotten or not the reader's changes nothing. */
  acknowledge(reader: FeedReader, notice_id: string): Promise<void>;
  /**
   * From now on a number from before this time is answered with everything; returns how many changes were forgotten.
   */
  forget(before: Date, limit: number): Promise<number>;
  notice(tx: Tx, notice: Plain<NewNotice>): Promise<void>;
}

export type FeedRead = FeedState & {
  readonly whole: boolean;
  readonly labs: readonly LiveLab[];
  readonly instances: readonly LiveInstance[];
  readonly notices: readonly Omit<Notice, 'type'>[];
};
