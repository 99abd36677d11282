// What the platform keeps of courses.
import type {
  Course,
  CourseId,
  CourseStatus,
  Group,
  Member,
  MemberRole,
} from '../../../../generated/platform/types.ts';
import type { Actor, Dated, Tx } from '../../port.ts';

/** Whose view it is: administrators see every course, others those of which they are a member today. */
export type CourseScope = { readonly user_id: string; readonly isAdmin: boolean };

export type CourseRow = Dated<Course, 'created_at' | 'updated_at'> & { readonly version: number };

export type CourseTerms = Pick<Course, 'title' | 'description' | 'starts_on' | 'ends_on'>;

export type CourseQuery = {
  readonly status?: CourseStatus | undefined;
  readonly limit: number;
  /** Title and id of the last item of the page before, with a space between. */
  readonly after?: string | undefined;
};

/** Each change is in the audit log, written in its transaction. */
export interface Courses {
  /** In the order of title and id by bytes. */
  list(scope: CourseScope, query: CourseQuery): Promise<readonly CourseRow[]>;
  /** Null: it does not exist, or the caller does not see it. */
  find(scope: CourseScope, course_id: string): Promise<CourseRow | null>;
  /** A draft with its owner, its first topic and an access group for all. */
  create(terms: CourseTerms, by: Actor): Promise<CourseRow>;
  /** Changes a course that is still of this version. */
  replace(course: CourseRow, terms: CourseTerms, by: Actor): Promise<CourseRow | 'changed'>;
  setStatus(course_id: string, status: CourseStatus, scope: CourseScope, by: Actor): Promise<CourseRow | null>;
  /** A draft with the topics of the course. */
  copy(course_id: string, terms: CourseTerms, by: Actor): Promise<CourseRow>;
}

export type MemberRow = Dated<Member, 'added_at'> & { readonly course_id: CourseId; readonly version: number };

export type MemberTerms = Pick<Member, 'role' | 'starts_on' | 'ends_on'>;

export type NewMember = MemberTerms & Pick<Member, 'user_id'>;

export type MemberQuery = {
  readonly role?: MemberRole | undefined;
  readonly limit: number;
  /** The user name of the last item of the page before. */
  readonly after?: string | undefined;
};

/**
 * Each change is in the audit log, and ends the logins to running labs that no membership covers any more (decision
 * 616).
 */
export interface Members {
  /** In the order of the user name by bytes. */
  list(course_id: string, query: MemberQuery): Promise<readonly MemberRow[]>;
  find(course_id: string, user_id: string): Promise<MemberRow | null>;
  /** Adds those who are no members yet, each user once; members stay as they are. */
  add(
    tx: Tx,
    course_id: string,
    added: readonly NewMember[],
    by: Actor,
    options: { readonly dryRun: boolean },
  ): Promise<{ readonly existing: readonly MemberRow[]; readonly created: readonly MemberRow[] }>;
  /** Changes a member who is still of this version. */
  replace(member: MemberRow, terms: MemberTerms, by: Actor): Promise<MemberRow | 'changed' | 'last owner'>;
  remove(member: MemberRow, by: Actor): Promise<'removed' | 'changed' | 'last owner'>;
  /** Ends the logins that no membership covers any more, in every course; returns of how many labs. */
  endLogins(): Promise<number>;
}

export type GroupRow = Group & { readonly version: number };

export type GroupTerms = Pick<Group, 'name' | 'student_ids'>;

export type GroupQuery = {
  readonly course_id?: string | undefined;
  readonly limit: number;
  /** The group_id of the last item of the page before. */
  readonly after?: string | undefined;
};

/** Students who are no members of the course today. */
export type NotInCourse = { readonly absent: readonly string[] };

/** Each change is in the audit log. */
export interface StudentGroups {
  /** Groups of the courses in which the caller teaches or assists, in the order of group_id by bytes. */
  list(scope: CourseScope, query: GroupQuery): Promise<readonly GroupRow[]>;
  find(scope: CourseScope, group_id: string): Promise<GroupRow | null>;
  /** Its id is the first of `ids` that is free. */
  create(
    course_id: string,
    terms: GroupTerms,
    ids: (name: string) => Iterable<string>,
    by: Actor,
  ): Promise<GroupRow | 'taken' | NotInCourse>;
  /** Changes a group that is still of this version, and ends the logins of who leaves it. */
  replace(group: GroupRow, terms: GroupTerms, by: Actor): Promise<GroupRow | 'changed' | 'taken' | NotInCourse>;
  remove(group: GroupRow, by: Actor): Promise<'removed' | 'changed' | 'busy'>;
}
