// adapters/store/platform/port.ts: what the platform keeps of people and of labs. Labs as they run belong to the infrastructure.

export type Role = 'admin' | 'teacher' | 'student';

/** A person as the identity provider tells of it; `role` is the strongest one. */
export type Person = {
  readonly subject: string;
  readonly username: string;
  readonly email: string | null;
  readonly displayName: string;
  readonly role: Role;
};

export type UserRow = Person & {
  readonly userId: string;
  /** Given to whoever was a student once, and never changed (decision 12). */
  readonly studentId: string | null;
  readonly enabled: boolean;
};

export interface Users {
  /** The row of this person, made or brought up to date; first requests that race make one row. A new student gets the first of `studentIds` that nobody has. */
  ensure(person: Person, studentIds: (username: string) => Iterable<string>): Promise<UserRow>;
}

/** Which labs there are for somebody: all of them, or those seen as a teacher and those seen as a student (decision 202). */
export type LabScope =
  | 'every'
  | {
      /** Null: does not teach. */
      readonly teacher: { readonly userId: string } | null;
      /** Null: does not study. */
      readonly student: { readonly userId: string; readonly studentId: string } | null;
    };

export type LabQuery = {
  readonly courseId?: string | undefined;
  readonly limit: number;
  /** The last lab_id of the page before. */
  readonly after?: string | undefined;
};

export type LabRow = {
  readonly labId: string;
  readonly name: string;
  readonly description: string;
  readonly courseId: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export interface Labs {
  /** In the order of lab_id by bytes. */
  list(scope: LabScope, query: LabQuery): Promise<readonly LabRow[]>;
}
