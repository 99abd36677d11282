// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
import type { Plain, PlainQuery } from '../runtime/brand.ts';
import { call } from '../runtime/client/client.ts';
import type { CallOptions, Client } from '../runtime/client/options.ts';
import type { Problem } from './problems.ts';
import type * as T from './types.ts';

export { connect, UnexpectedAnswer, unwrap } from '../runtime/client/client.ts';
export type { Attempt, CallOptions, Client, ClientOptions, UploadProgress } from '../runtime/client/options.ts';
export { items, pages } from '../runtime/client/lists.ts';
export { isProblem, type Problem, ProblemError } from './problems.ts';

export type StartLoginInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['startLogin']['parameters']['query']>>;
};

export type StartLoginResult =
  | { readonly ok: true; readonly status: 302; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Start a browser login */
export const startLogin = (client: Client, input?: StartLoginInput, options?: CallOptions): Promise<StartLoginResult> =>
  call(client, { operation: 'startLogin', method: 'GET', path: '/auth/login', public: true, replies: { 302: 'nothing' } }, input, options);

export type FinishLoginInput = {
  readonly query: PlainQuery<NonNullable<T.operations['finishLogin']['parameters']['query']>>;
};

export type FinishLoginResult =
  | { readonly ok: true; readonly status: 302; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Finish a browser login */
export const finishLogin = (client: Client, input: FinishLoginInput, options?: CallOptions): Promise<FinishLoginResult> =>
  call(client, { operation: 'finishLogin', method: 'GET', path: '/auth/callback', public: true, replies: { 302: 'nothing' } }, input, options);

export type LogOutInput = Record<never, never>;

export type LogOutResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.LoggedOut }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-origin'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Log out */
export const logOut = (client: Client, input?: LogOutInput, options?: CallOptions): Promise<LogOutResult> =>
  call(client, {
  operation: 'logOut',
  method: 'POST',
  path: '/auth/logout',
  replies: { 200: 'json' },
  members: { 200: { end_session_url: 0 } },
}, input, options);

export type GetMeInput = {
  readonly headers?: Omit<NonNullable<T.operations['getMe']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetMeResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Me }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the current user */
export const getMe = (client: Client, input?: GetMeInput, options?: CallOptions): Promise<GetMeResult> =>
  call(client, {
  operation: 'getMe',
  method: 'GET',
  path: '/auth/me',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: { user_id: 0, username: 0, display_name: 0, email: 0, roles: [0], student_id: 0, capabilities: [0] },
  },
}, input, options);

export type ListCoursesInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listCourses']['parameters']['query']>>;
};

export type ListCoursesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.CourseList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List courses */
export const listCourses = (client: Client, input?: ListCoursesInput, options?: CallOptions): Promise<ListCoursesResult> =>
  call(client, {
  operation: 'listCourses',
  method: 'GET',
  path: '/courses',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          course_id: 0,
          title: 0,
          description: 0,
          status: 0,
          starts_on: 0,
          ends_on: 0,
          member_role: 0,
          created_at: 0,
          updated_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type CreateCourseInput = {
  readonly body: Plain<T.CourseRequest>;
};

export type CreateCourseResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Course }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create a course */
export const createCourse = (client: Client, input: CreateCourseInput, options?: CallOptions): Promise<CreateCourseResult> =>
  call(client, {
  operation: 'createCourse',
  method: 'POST',
  path: '/courses',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: {
    201: {
      course_id: 0,
      title: 0,
      description: 0,
      status: 0,
      starts_on: 0,
      ends_on: 0,
      member_role: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
}, input, options);

export type GetCourseInput = {
  readonly path: Plain<NonNullable<T.operations['getCourse']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getCourse']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetCourseResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Course }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a course */
export const getCourse = (client: Client, input: GetCourseInput, options?: CallOptions): Promise<GetCourseResult> =>
  call(client, {
  operation: 'getCourse',
  method: 'GET',
  path: '/courses/{id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      course_id: 0,
      title: 0,
      description: 0,
      status: 0,
      starts_on: 0,
      ends_on: 0,
      member_role: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
}, input, options);

export type ReplaceCourseInput = {
  readonly path: Plain<NonNullable<T.operations['replaceCourse']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceCourse']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.CourseRequest>;
};

export type ReplaceCourseResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Course }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Change a course */
export const replaceCourse = (client: Client, input: ReplaceCourseInput, options?: CallOptions): Promise<ReplaceCourseResult> =>
  call(client, {
  operation: 'replaceCourse',
  method: 'PUT',
  path: '/courses/{id}',
  body: 'application/json',
  replies: { 200: 'json' },
  members: {
    200: {
      course_id: 0,
      title: 0,
      description: 0,
      status: 0,
      starts_on: 0,
      ends_on: 0,
      member_role: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
}, input, options);

export type PublishCourseInput = {
  readonly path: Plain<NonNullable<T.operations['publishCourse']['parameters']['path']>>;
};

export type PublishCourseResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Course }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Publish a course */
export const publishCourse = (client: Client, input: PublishCourseInput, options?: CallOptions): Promise<PublishCourseResult> =>
  call(client, {
  operation: 'publishCourse',
  method: 'POST',
  path: '/courses/{id}/publish',
  replies: { 200: 'json' },
  members: {
    200: {
      course_id: 0,
      title: 0,
      description: 0,
      status: 0,
      starts_on: 0,
      ends_on: 0,
      member_role: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
}, input, options);

export type ArchiveCourseInput = {
  readonly path: Plain<NonNullable<T.operations['archiveCourse']['parameters']['path']>>;
};

export type ArchiveCourseResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Course }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Archive a course */
export const archiveCourse = (client: Client, input: ArchiveCourseInput, options?: CallOptions): Promise<ArchiveCourseResult> =>
  call(client, {
  operation: 'archiveCourse',
  method: 'POST',
  path: '/courses/{id}/archive',
  replies: { 200: 'json' },
  members: {
    200: {
      course_id: 0,
      title: 0,
      description: 0,
      status: 0,
      starts_on: 0,
      ends_on: 0,
      member_role: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
}, input, options);

export type CopyCourseInput = {
  readonly path: Plain<NonNullable<T.operations['copyCourse']['parameters']['path']>>;
  readonly body: Plain<T.CourseCopyRequest>;
};

export type CopyCourseResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Course }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Copy a course to a new term */
export const copyCourse = (client: Client, input: CopyCourseInput, options?: CallOptions): Promise<CopyCourseResult> =>
  call(client, {
  operation: 'copyCourse',
  method: 'POST',
  path: '/courses/{id}/copy',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: {
    201: {
      course_id: 0,
      title: 0,
      description: 0,
      status: 0,
      starts_on: 0,
      ends_on: 0,
      member_role: 0,
      created_at: 0,
      updated_at: 0,
    },
  },
}, input, options);

export type ListMembersInput = {
  readonly path: Plain<NonNullable<T.operations['listMembers']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listMembers']['parameters']['query']>>;
};

export type ListMembersResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.MemberList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the members of a course */
export const listMembers = (client: Client, input: ListMembersInput, options?: CallOptions): Promise<ListMembersResult> =>
  call(client, {
  operation: 'listMembers',
  method: 'GET',
  path: '/courses/{id}/members',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          user_id: 0,
          username: 0,
          display_name: 0,
          email: 0,
          student_id: 0,
          status: 0,
          role: 0,
          starts_on: 0,
          ends_on: 0,
          added_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type AddMembersInput = {
  readonly path: Plain<NonNullable<T.operations['addMembers']['parameters']['path']>>;
  readonly body: Plain<T.MembersRequest>;
};

export type AddMembersResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.MembersAdded }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Add members to a course */
export const addMembers = (client: Client, input: AddMembersInput, options?: CallOptions): Promise<AddMembersResult> =>
  call(client, {
  operation: 'addMembers',
  method: 'POST',
  path: '/courses/{id}/members',
  idempotent: true,
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { results: [{ name: 0, outcome: 0, member: 0, reason: 0, advice: 0 }] } },
}, input, options);

export type GetMemberInput = {
  readonly path: Plain<NonNullable<T.operations['getMember']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getMember']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetMemberResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Member }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a member of a course */
export const getMember = (client: Client, input: GetMemberInput, options?: CallOptions): Promise<GetMemberResult> =>
  call(client, {
  operation: 'getMember',
  method: 'GET',
  path: '/courses/{id}/members/{user_id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      user_id: 0,
      username: 0,
      display_name: 0,
      email: 0,
      student_id: 0,
      status: 0,
      role: 0,
      starts_on: 0,
      ends_on: 0,
      added_at: 0,
    },
  },
}, input, options);

export type ReplaceMemberInput = {
  readonly path: Plain<NonNullable<T.operations['replaceMember']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceMember']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.MemberRequest>;
};

export type ReplaceMemberResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Member }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Change a member of a course */
export const replaceMember = (client: Client, input: ReplaceMemberInput, options?: CallOptions): Promise<ReplaceMemberResult> =>
  call(client, {
  operation: 'replaceMember',
  method: 'PUT',
  path: '/courses/{id}/members/{user_id}',
  body: 'application/json',
  replies: { 200: 'json' },
  members: {
    200: {
      user_id: 0,
      username: 0,
      display_name: 0,
      email: 0,
      student_id: 0,
      status: 0,
      role: 0,
      starts_on: 0,
      ends_on: 0,
      added_at: 0,
    },
  },
}, input, options);

export type RemoveMemberInput = {
  readonly path: Plain<NonNullable<T.operations['removeMember']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['removeMember']['parameters']['header']>, 'Idempotency-Key'>;
};

export type RemoveMemberResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Remove a member from a course */
export const removeMember = (client: Client, input: RemoveMemberInput, options?: CallOptions): Promise<RemoveMemberResult> =>
  call(client, {
  operation: 'removeMember',
  method: 'DELETE',
  path: '/courses/{id}/members/{user_id}',
  replies: { 204: 'nothing' },
}, input, options);

export type ListGroupsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listGroups']['parameters']['query']>>;
};

export type ListGroupsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.GroupList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List student groups */
export const listGroups = (client: Client, input?: ListGroupsInput, options?: CallOptions): Promise<ListGroupsResult> =>
  call(client, {
  operation: 'listGroups',
  method: 'GET',
  path: '/groups/management',
  replies: { 200: 'json' },
  members: { 200: { items: [{ group_id: 0, name: 0, course_id: 0, student_ids: [0] }], next_cursor: 0 } },
}, input, options);

export type CreateGroupInput = {
  readonly body: Plain<T.NewGroup>;
};

export type CreateGroupResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Group }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create a student group */
export const createGroup = (client: Client, input: CreateGroupInput, options?: CallOptions): Promise<CreateGroupResult> =>
  call(client, {
  operation: 'createGroup',
  method: 'POST',
  path: '/groups/management',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: { 201: { group_id: 0, name: 0, course_id: 0, student_ids: [0] } },
}, input, options);

export type GetGroupInput = {
  readonly path: Plain<NonNullable<T.operations['getGroup']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getGroup']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetGroupResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Group }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a student group */
export const getGroup = (client: Client, input: GetGroupInput, options?: CallOptions): Promise<GetGroupResult> =>
  call(client, {
  operation: 'getGroup',
  method: 'GET',
  path: '/groups/management/{id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: { 200: { group_id: 0, name: 0, course_id: 0, student_ids: [0] } },
}, input, options);

export type ReplaceGroupInput = {
  readonly path: Plain<NonNullable<T.operations['replaceGroup']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceGroup']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.GroupRequest>;
};

export type ReplaceGroupResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Group }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Change a student group */
export const replaceGroup = (client: Client, input: ReplaceGroupInput, options?: CallOptions): Promise<ReplaceGroupResult> =>
  call(client, {
  operation: 'replaceGroup',
  method: 'PUT',
  path: '/groups/management/{id}',
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { group_id: 0, name: 0, course_id: 0, student_ids: [0] } },
}, input, options);

export type DeleteGroupInput = {
  readonly path: Plain<NonNullable<T.operations['deleteGroup']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['deleteGroup']['parameters']['header']>, 'Idempotency-Key'>;
};

export type DeleteGroupResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Delete a student group */
export const deleteGroup = (client: Client, input: DeleteGroupInput, options?: CallOptions): Promise<DeleteGroupResult> =>
  call(client, { operation: 'deleteGroup', method: 'DELETE', path: '/groups/management/{id}', replies: { 204: 'nothing' } }, input, options);

export type ListLabsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listLabs']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['listLabs']['parameters']['header']>, 'Idempotency-Key'>;
};

export type ListLabsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.LabList }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List labs */
export const listLabs = (client: Client, input?: ListLabsInput, options?: CallOptions): Promise<ListLabsResult> =>
  call(client, {
  operation: 'listLabs',
  method: 'GET',
  path: '/labs',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      items: [
        {
          lab_id: 0,
          name: 0,
          description: 0,
          course_id: 0,
          revision: 0,
          status: 0,
          created_at: 0,
          updated_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type UploadLabInput = {
  readonly form: Plain<T.LabForm>;
};

export type UploadLabResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.Lab }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'bad-file' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Upload a lab configuration */
export const uploadLab = (client: Client, input: UploadLabInput, options?: CallOptions): Promise<UploadLabResult> =>
  call(client, {
  operation: 'uploadLab',
  method: 'POST',
  path: '/labs',
  idempotent: true,
  body: 'multipart/form-data',
  replies: { 201: 'json' },
  members: {
    201: { lab_id: 0, name: 0, description: 0, course_id: 0, revision: 0, status: 0, created_at: 0, updated_at: 0 },
  },
}, input, options);

export type GetLabInput = {
  readonly path: Plain<NonNullable<T.operations['getLab']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getLab']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetLabResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Lab }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a lab */
export const getLab = (client: Client, input: GetLabInput, options?: CallOptions): Promise<GetLabResult> =>
  call(client, {
  operation: 'getLab',
  method: 'GET',
  path: '/labs/{id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: { lab_id: 0, name: 0, description: 0, course_id: 0, revision: 0, status: 0, created_at: 0, updated_at: 0 },
  },
}, input, options);

export type GetLabConfigInput = {
  readonly path: Plain<NonNullable<T.operations['getLabConfig']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getLabConfig']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetLabConfigResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: Blob }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a lab configuration */
export const getLabConfig = (client: Client, input: GetLabConfigInput, options?: CallOptions): Promise<GetLabConfigResult> =>
  call(client, {
  operation: 'getLabConfig',
  method: 'GET',
  path: '/labs/{id}/config',
  replies: { 200: 'bytes', 304: 'nothing' },
}, input, options);

export type ReplaceLabConfigInput = {
  readonly path: Plain<NonNullable<T.operations['replaceLabConfig']['parameters']['path']>>;
  readonly headers: Omit<NonNullable<T.operations['replaceLabConfig']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.LabYaml>;
};

export type ReplaceLabConfigResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Lab }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 412; readonly headers: Headers; readonly problem: Problem<'precondition-failed'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'bad-file'> }
  | { readonly ok: false; readonly status: 428; readonly headers: Headers; readonly problem: Problem<'precondition-required'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Upload a new version of a lab */
export const replaceLabConfig = (client: Client, input: ReplaceLabConfigInput, options?: CallOptions): Promise<ReplaceLabConfigResult> =>
  call(client, {
  operation: 'replaceLabConfig',
  method: 'PUT',
  path: '/labs/{id}/config',
  body: 'application/yaml',
  replies: { 200: 'json' },
  members: {
    200: { lab_id: 0, name: 0, description: 0, course_id: 0, revision: 0, status: 0, created_at: 0, updated_at: 0 },
  },
}, input, options);

export type StartLabInput = {
  readonly path: Plain<NonNullable<T.operations['startLab']['parameters']['path']>>;
  readonly body: Plain<T.StartRequest>;
};

export type StartLabResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.StartAccepted }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Start a lab for a list of students */
export const startLab = (client: Client, input: StartLabInput, options?: CallOptions): Promise<StartLabResult> =>
  call(client, {
  operation: 'startLab',
  method: 'POST',
  path: '/labs/{id}/start',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: {
    202: {
      lab_id: 0,
      request_id: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type StopLabInput = {
  readonly path: Plain<NonNullable<T.operations['stopLab']['parameters']['path']>>;
  readonly body?: Plain<T.StopRequest>;
};

export type StopLabResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.StopAccepted }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Stop a lab */
export const stopLab = (client: Client, input: StopLabInput, options?: CallOptions): Promise<StopLabResult> =>
  call(client, {
  operation: 'stopLab',
  method: 'POST',
  path: '/labs/{id}/stop',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: {
    202: {
      lab_id: 0,
      request_id: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type RestartLabInput = {
  readonly path: Plain<NonNullable<T.operations['restartLab']['parameters']['path']>>;
  readonly body?: Plain<T.RestartRequest>;
};

export type RestartLabResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.RestartAccepted }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Restart a lab */
export const restartLab = (client: Client, input: RestartLabInput, options?: CallOptions): Promise<RestartLabResult> =>
  call(client, {
  operation: 'restartLab',
  method: 'POST',
  path: '/labs/{id}/restart',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: {
    202: {
      lab_id: 0,
      request_id: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type ListLabInstancesInput = {
  readonly path: Plain<NonNullable<T.operations['listLabInstances']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listLabInstances']['parameters']['query']>>;
};

export type ListLabInstancesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.LabInstanceList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the instances of a lab */
export const listLabInstances = (client: Client, input: ListLabInstancesInput, options?: CallOptions): Promise<ListLabInstancesResult> =>
  call(client, {
  operation: 'listLabInstances',
  method: 'GET',
  path: '/labs/{id}/instances',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          instance_id: 0,
          lab_id: 0,
          student_id: 0,
          group_id: 0,
          members: [0],
          sequence: 0,
          state: 0,
          volume: 0,
          reason: 0,
          advice: 0,
          since: 0,
          keep_until: 0,
          ends_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type GetLabAccessInput = {
  readonly path: Plain<NonNullable<T.operations['getLabAccess']['parameters']['path']>>;
};

export type GetLabAccessResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.LabAccess }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the login data of your lab */
export const getLabAccess = (client: Client, input: GetLabAccessInput, options?: CallOptions): Promise<GetLabAccessResult> =>
  call(client, {
  operation: 'getLabAccess',
  method: 'GET',
  path: '/labs/{id}/access',
  replies: { 200: 'json' },
  members: {
    200: {
      student_id: 0,
      ssh_host: 0,
      ssh_port: 0,
      ssh_user: 0,
      ssh_credentials: 0,
      host_key_fingerprint: 0,
      known_hosts: 0,
      endpoints: [{ role: 0, ssh_port: 0 }],
    },
  },
}, input, options);

export type RotateLabAccessInput = {
  readonly path: Plain<NonNullable<T.operations['rotateLabAccess']['parameters']['path']>>;
};

export type RotateLabAccessResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.Rotation }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Replace your lab password */
export const rotateLabAccess = (client: Client, input: RotateLabAccessInput, options?: CallOptions): Promise<RotateLabAccessResult> =>
  call(client, {
  operation: 'rotateLabAccess',
  method: 'POST',
  path: '/labs/{id}/access/rotate',
  replies: { 202: 'json' },
  members: { 202: { lab_id: 0, student_id: 0, credential_generation: 0 } },
}, input, options);

export type ListStudentsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listStudents']['parameters']['query']>>;
};

export type ListStudentsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.StudentList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List students */
export const listStudents = (client: Client, input?: ListStudentsInput, options?: CallOptions): Promise<ListStudentsResult> =>
  call(client, {
  operation: 'listStudents',
  method: 'GET',
  path: '/students',
  replies: { 200: 'json' },
  members: {
    200: { items: [{ user_id: 0, username: 0, display_name: 0, student_id: 0, last_login_at: 0 }], next_cursor: 0 },
  },
}, input, options);

export type ListUsersInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listUsers']['parameters']['query']>>;
};

export type ListUsersResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.UserList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List users */
export const listUsers = (client: Client, input?: ListUsersInput, options?: CallOptions): Promise<ListUsersResult> =>
  call(client, {
  operation: 'listUsers',
  method: 'GET',
  path: '/users',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          user_id: 0,
          username: 0,
          display_name: 0,
          email: 0,
          roles: [0],
          student_id: 0,
          status: 0,
          created_at: 0,
          updated_at: 0,
          last_login_at: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type CreateUserInput = {
  readonly body: Plain<T.UserRequest>;
};

export type CreateUserResult =
  | { readonly ok: true; readonly status: 201; readonly headers: Headers; readonly body: T.User }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Create a user */
export const createUser = (client: Client, input: CreateUserInput, options?: CallOptions): Promise<CreateUserResult> =>
  call(client, {
  operation: 'createUser',
  method: 'POST',
  path: '/users',
  idempotent: true,
  body: 'application/json',
  replies: { 201: 'json' },
  members: {
    201: {
      user_id: 0,
      username: 0,
      display_name: 0,
      email: 0,
      roles: [0],
      student_id: 0,
      status: 0,
      created_at: 0,
      updated_at: 0,
      last_login_at: 0,
    },
  },
}, input, options);

export type ImportUsersInput = {
  readonly form: Plain<T.UserImportForm>;
};

export type ImportUsersResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.UserImport }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'bad-file'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Import users from a file */
export const importUsers = (client: Client, input: ImportUsersInput, options?: CallOptions): Promise<ImportUsersResult> =>
  call(client, {
  operation: 'importUsers',
  method: 'POST',
  path: '/users/import',
  body: 'multipart/form-data',
  replies: { 200: 'json' },
  members: {
    200: {
      dry_run: 0,
      created: 0,
      known: 0,
      conflicts: 0,
      read_as: { encoding: 0, delimiter: 0, columns: 0, ignored: [0] },
      lines: [{ row: 0, username: 0, email: 0, outcome: 0, student_id: 0, reason: 0 }],
    },
  },
}, input, options);

export type GetUserInput = {
  readonly path: Plain<NonNullable<T.operations['getUser']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getUser']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetUserResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.User }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a user */
export const getUser = (client: Client, input: GetUserInput, options?: CallOptions): Promise<GetUserResult> =>
  call(client, {
  operation: 'getUser',
  method: 'GET',
  path: '/users/{id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      user_id: 0,
      username: 0,
      display_name: 0,
      email: 0,
      roles: [0],
      student_id: 0,
      status: 0,
      created_at: 0,
      updated_at: 0,
      last_login_at: 0,
    },
  },
}, input, options);

export type DisableUserInput = {
  readonly path: Plain<NonNullable<T.operations['disableUser']['parameters']['path']>>;
};

export type DisableUserResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.User }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Disable a user */
export const disableUser = (client: Client, input: DisableUserInput, options?: CallOptions): Promise<DisableUserResult> =>
  call(client, {
  operation: 'disableUser',
  method: 'POST',
  path: '/users/{id}/disable',
  replies: { 200: 'json' },
  members: {
    200: {
      user_id: 0,
      username: 0,
      display_name: 0,
      email: 0,
      roles: [0],
      student_id: 0,
      status: 0,
      created_at: 0,
      updated_at: 0,
      last_login_at: 0,
    },
  },
}, input, options);

export type EnableUserInput = {
  readonly path: Plain<NonNullable<T.operations['enableUser']['parameters']['path']>>;
};

export type EnableUserResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.User }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Enable a user */
export const enableUser = (client: Client, input: EnableUserInput, options?: CallOptions): Promise<EnableUserResult> =>
  call(client, {
  operation: 'enableUser',
  method: 'POST',
  path: '/users/{id}/enable',
  replies: { 200: 'json' },
  members: {
    200: {
      user_id: 0,
      username: 0,
      display_name: 0,
      email: 0,
      roles: [0],
      student_id: 0,
      status: 0,
      created_at: 0,
      updated_at: 0,
      last_login_at: 0,
    },
  },
}, input, options);

export type CreateInvitationInput = {
  readonly path: Plain<NonNullable<T.operations['createInvitation']['parameters']['path']>>;
};

export type CreateInvitationResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Invitation }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Invite a user to create their account */
export const createInvitation = (client: Client, input: CreateInvitationInput, options?: CallOptions): Promise<CreateInvitationResult> =>
  call(client, {
  operation: 'createInvitation',
  method: 'POST',
  path: '/users/{id}/invitation',
  replies: { 200: 'json' },
  members: { 200: { user_id: 0, invitation_url: 0, expires_at: 0 } },
}, input, options);

export type ListUserSessionsInput = {
  readonly path: Plain<NonNullable<T.operations['listUserSessions']['parameters']['path']>>;
  readonly query?: PlainQuery<NonNullable<T.operations['listUserSessions']['parameters']['query']>>;
};

export type ListUserSessionsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.UserSessionList }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List the browser sessions of a user */
export const listUserSessions = (client: Client, input: ListUserSessionsInput, options?: CallOptions): Promise<ListUserSessionsResult> =>
  call(client, {
  operation: 'listUserSessions',
  method: 'GET',
  path: '/users/{id}/sessions',
  replies: { 200: 'json' },
  members: { 200: { items: [{ session_id: 0, created_at: 0, seen_at: 0, expires_at: 0 }], next_cursor: 0 } },
}, input, options);

export type EndUserSessionsInput = {
  readonly path: Plain<NonNullable<T.operations['endUserSessions']['parameters']['path']>>;
};

export type EndUserSessionsResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** End all browser sessions of a user */
export const endUserSessions = (client: Client, input: EndUserSessionsInput, options?: CallOptions): Promise<EndUserSessionsResult> =>
  call(client, {
  operation: 'endUserSessions',
  method: 'POST',
  path: '/users/{id}/end-sessions',
  replies: { 204: 'nothing' },
}, input, options);

export type EndUserSessionInput = {
  readonly path: Plain<NonNullable<T.operations['endUserSession']['parameters']['path']>>;
};

export type EndUserSessionResult =
  | { readonly ok: true; readonly status: 204; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 403; readonly headers: Headers; readonly problem: Problem<'forbidden-role' | 'forbidden-origin'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** End a browser session of a user */
export const endUserSession = (client: Client, input: EndUserSessionInput, options?: CallOptions): Promise<EndUserSessionResult> =>
  call(client, {
  operation: 'endUserSession',
  method: 'DELETE',
  path: '/users/{id}/sessions/{session_id}',
  replies: { 204: 'nothing' },
}, input, options);
