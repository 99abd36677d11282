// What the platform stores of people: who was named, who has logged in, and by which id a lab knows them.
import type {
  InstanceId,
  Me,
  RealmRole,
  SessionId,
  Student,
  StudentId,
  User,
  UserSession,
  UserStatus,
} from '../../../generated/platform/types.ts';
import type { Actor, Dated, Tx } from '../port.ts';

/** A person as the identity provider describes it; the strongest role is the first. */
export type Person = Pick<Me, 'username' | 'email' | 'display_name'> & {
  readonly subject: string;
  readonly roles: readonly RealmRole[];
};

/**
 * `student_id`: given once to each user, whatever the roles, and never changed (decision 12). Null: a user of an
 * earlier release who has not come since.
 */
export type UserRow = Person & Pick<Me, 'user_id' | 'student_id'> & { readonly enabled: boolean };

/** Returns the candidates for the student_id of a user name; there is always a further one. */
export type StudentIds = (username: string) => Iterable<string>;

/**
 * A person who is named before the first login, by a user name of the identity provider, an e-mail, or both; neither
 * depends on case.
 */
export type Invitation = {
  readonly username: string | null;
  readonly email: string | null;
  /** Null: the user name. */
  readonly display_name: string | null;
  /** The strongest first. */
  readonly roles: readonly RealmRole[];
};

/** A user who has logged in before or not. */
export type NamedUser = Pick<Me, 'user_id' | 'username' | 'email' | 'display_name'> & {
  readonly student_id: StudentId;
  readonly status: UserStatus;
};

/**
 * `other_email`: a user of this name has another e-mail. `shared_email`: several users have the e-mail, and no user
 * name says which one is meant.
 */
export type InvitationConflict = 'other_email' | 'shared_email';

export type InvitationResult =
  | { readonly outcome: 'created'; readonly user: NamedUser }
  | { readonly outcome: 'known'; readonly user: NamedUser }
  | { readonly outcome: 'conflict'; readonly reason: InvitationConflict };

export type InviteOptions = {
  readonly student_ids: StudentIds;
  /** The results are the same, with the student_ids that the users would get, and nothing is written. */
  readonly dryRun: boolean;
};

export interface Users {
  /**
   * The user's row, created or brought up to date; first requests that race make one row. The first time binds the row
   * of an invitation: that of the user name, else the only one of `verifiedEmail`. A row whose user name is its e-mail
   * is bound by `verifiedEmail` alone. A row without a student_id gets the first of `student_ids` that is free.
   */
  ensure(person: Person, verifiedEmail: string | null, student_ids: StudentIds): Promise<UserRow>;
  /**
   * One result for each invitation, in their order. The user name decides who is meant, and without one the e-mail; an
   * invitation that repeats an earlier one is `known`.
   */
  invite(tx: Tx, invitations: readonly Invitation[], options: InviteOptions): Promise<readonly InvitationResult[]>;
  /** Those of these students whom the platform knows, in the order of their student_id. */
  findByStudentIds(student_ids: readonly string[]): Promise<readonly NamedUser[]>;
}

export type Page = {
  readonly limit: number /** The last key of the page before. */;
  readonly after?: string | undefined;
};

export type StudentQuery = Page & {
  /** A part of the name, user name, e-mail or student_id, whatever the case. */
  readonly query?: string | undefined;
  /** Students of this course; `taught_by`: only if this user teaches it, null: any course. */
  readonly course?: { readonly course_id: string; readonly taught_by: string | null } | undefined;
};

export type UserQuery = Page &
  Pick<StudentQuery, 'query'> & {
    readonly role?: RealmRole | undefined;
    readonly status?: UserStatus | undefined;
  };

export type FullUser = Dated<User, 'created_at' | 'updated_at' | 'last_login_at'>;

/** Each change is in the audit log, written in its transaction. */
export interface UserRecords {
  /** In the order of the user name by bytes. */
  list(query: UserQuery): Promise<readonly FullUser[]>;
  find(user_id: string): Promise<FullUser | null>;
  /** A user who was created in this transaction. */
  created(tx: Tx, user_id: string, by: Actor): Promise<FullUser>;
  /** Records that the user got a link for an account. */
  invited(tx: Tx, user: FullUser, by: Actor): Promise<void>;
  /** Records that a file created so many users. */
  imported(tx: Tx, created: number, by: Actor): Promise<void>;
  /** Null: there is no such user. Nothing is written if it is so already, and `changed` is false. */
  setEnabled(
    tx: Tx,
    user_id: string,
    enabled: boolean,
    by: Actor,
  ): Promise<{ readonly user: FullUser; readonly changed: boolean } | null>;
  /** In the order of session_id. */
  sessions(
    user_id: string,
    page: Page,
  ): Promise<readonly Dated<UserSession, 'created_at' | 'seen_at' | 'expires_at'>[]>;
  /** Ends this session of the user, or all; returns which, and notifies every process (channel `ended_sessions`). */
  endSessions(tx: Tx, user_id: string, which: SessionId | 'all', by: Actor): Promise<readonly SessionId[]>;
}

/** A password of a lab that has to be replaced; `revocation_id` is the Idempotency-Key. */
export type LoginRevocation = {
  readonly revocation_id: string;
  readonly instance_id: InstanceId;
  readonly student_id: StudentId;
  readonly requested_by: string;
  /** With the one that this claim is for. */
  readonly attempts: number;
};

export interface LoginRevocations {
  /** One for each lab that this student has had: the next start of one that is stopped has the same password. */
  add(tx: Tx, of: { readonly student_id: string; readonly requested_by: string }): Promise<void>;
  /** Those that are due, and no other process claims within `leaseMs`, which doubles with each attempt, up to 5 min. */
  claim(limit: number, leaseMs: number): Promise<readonly LoginRevocation[]>;
  delete(revocation_id: string): Promise<void>;
}

export interface Directory {
  /** Users who are not disabled, in the order of student_id by bytes. */
  listStudents(query: StudentQuery): Promise<readonly Dated<Student, 'last_login_at'>[]>;
}
