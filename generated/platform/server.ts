// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
import type { Middleware } from 'koa';
import type { Contract, OperationFacts } from '../runtime/contract.ts';
import type { Bytes } from '../runtime/exchange.ts';
import type { Called, ConditionalRead, ConditionalWrite, Filled, FormOf, Received } from '../runtime/handler.ts';
import { type Handlers, mount } from '../runtime/http.ts';
import type { CallerBase, ContractHost } from '../runtime/host.ts';
import { type Rows, type WithPage, withPages } from '../runtime/reply/page.ts';
import { registry } from './problems.ts';
import type { ProblemReply } from './problems.ts';
import { route } from './routes.ts';
import type * as T from './types.ts';
import * as validators from './validate.js';

export { problems, type ProblemReply } from './problems.ts';

export type StartLoginRequest = Received &
  { readonly query: Filled<NonNullable<T.operations['startLogin']['parameters']['query']>, 'return_to'> } &
  { readonly cookies: NonNullable<T.operations['startLogin']['parameters']['cookie']> };

export type StartLoginReply =
  | { readonly status: 302; readonly body?: never; readonly headers: { readonly Location: string; readonly 'Set-Cookie'?: string | readonly string[] } }
  | ProblemReply<'invalid-request' | 'rate-limited' | 'internal' | 'unavailable'>;

export type FinishLoginRequest = Received &
  { readonly query: NonNullable<T.operations['finishLogin']['parameters']['query']> } &
  { readonly cookies: NonNullable<T.operations['finishLogin']['parameters']['cookie']> };

export type FinishLoginReply =
  | { readonly status: 302; readonly body?: never; readonly headers: { readonly Location: string; readonly 'Set-Cookie'?: string | readonly string[] } }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type LogOutRequest = Received;

export type LogOutReply =
  | { readonly status: 200; readonly body: T.LoggedOut; readonly headers: { readonly 'Set-Cookie'?: string | readonly string[] } }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-origin' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetMeRequest = Received &
  ConditionalRead;

export type GetMeReply =
  | { readonly status: 200; readonly body: T.Me; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListCoursesRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listCourses']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListCoursesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.CourseList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateCourseRequest = Received &
  { readonly body: Filled<T.CourseRequest, 'description' | 'starts_on' | 'ends_on'> };

export type CreateCourseReply =
  | { readonly status: 201; readonly body: T.Course; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetCourseRequest = Received &
  { readonly path: NonNullable<T.operations['getCourse']['parameters']['path']> } &
  ConditionalRead;

export type GetCourseReply =
  | { readonly status: 200; readonly body: T.Course; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceCourseRequest = Received &
  { readonly path: NonNullable<T.operations['replaceCourse']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: Filled<T.CourseRequest, 'description' | 'starts_on' | 'ends_on'> };

export type ReplaceCourseReply =
  | { readonly status: 200; readonly body: T.Course; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type PublishCourseRequest = Received &
  { readonly path: NonNullable<T.operations['publishCourse']['parameters']['path']> };

export type PublishCourseReply =
  | { readonly status: 200; readonly body: T.Course; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ArchiveCourseRequest = Received &
  { readonly path: NonNullable<T.operations['archiveCourse']['parameters']['path']> };

export type ArchiveCourseReply =
  | { readonly status: 200; readonly body: T.Course; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CopyCourseRequest = Received &
  { readonly path: NonNullable<T.operations['copyCourse']['parameters']['path']> } &
  { readonly body: Filled<T.CourseCopyRequest, 'starts_on' | 'ends_on'> };

export type CopyCourseReply =
  | { readonly status: 201; readonly body: T.Course; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListMembersRequest = Received &
  { readonly path: NonNullable<T.operations['listMembers']['parameters']['path']> } &
  { readonly query: Omit<NonNullable<T.operations['listMembers']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListMembersReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.MemberList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type AddMembersRequest = Received &
  { readonly path: NonNullable<T.operations['addMembers']['parameters']['path']> } &
  { readonly body: Filled<T.MembersRequest, 'dry_run'> };

export type AddMembersReply =
  | { readonly status: 200; readonly body: T.MembersAdded; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetMemberRequest = Received &
  { readonly path: NonNullable<T.operations['getMember']['parameters']['path']> } &
  ConditionalRead;

export type GetMemberReply =
  | { readonly status: 200; readonly body: T.Member; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceMemberRequest = Received &
  { readonly path: NonNullable<T.operations['replaceMember']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: Filled<T.MemberRequest, 'starts_on' | 'ends_on'> };

export type ReplaceMemberReply =
  | { readonly status: 200; readonly body: T.Member; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'conflict' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RemoveMemberRequest = Received &
  { readonly path: NonNullable<T.operations['removeMember']['parameters']['path']> } &
  ConditionalWrite;

export type RemoveMemberReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'conflict' | 'precondition-failed' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListGroupsRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listGroups']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListGroupsReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.GroupList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateGroupRequest = Received &
  { readonly body: Filled<T.NewGroup, 'student_ids'> };

export type CreateGroupReply =
  | { readonly status: 201; readonly body: T.Group; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetGroupRequest = Received &
  { readonly path: NonNullable<T.operations['getGroup']['parameters']['path']> } &
  ConditionalRead;

export type GetGroupReply =
  | { readonly status: 200; readonly body: T.Group; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceGroupRequest = Received &
  { readonly path: NonNullable<T.operations['replaceGroup']['parameters']['path']> } &
  ConditionalWrite &
  { readonly body: T.GroupRequest };

export type ReplaceGroupReply =
  | { readonly status: 200; readonly body: T.Group; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'conflict' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteGroupRequest = Received &
  { readonly path: NonNullable<T.operations['deleteGroup']['parameters']['path']> } &
  ConditionalWrite;

export type DeleteGroupReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'conflict' | 'precondition-failed' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListLabsRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listLabs']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage &
  ConditionalRead;

export type ListLabsReply =
  | ({ readonly status: 200; readonly headers?: never; readonly revision: string; readonly scope?: string } & Rows<T.LabList>)
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type UploadLabRequest = Received &
  ({ readonly mediaType: 'multipart/form-data'; readonly form: FormOf<T.LabForm> } | { readonly mediaType: 'application/yaml'; readonly body: T.LabYaml });

export type UploadLabReply =
  | { readonly status: 201; readonly body: T.Lab; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'bad-file' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetLabRequest = Received &
  { readonly path: NonNullable<T.operations['getLab']['parameters']['path']> } &
  ConditionalRead;

export type GetLabReply =
  | { readonly status: 200; readonly body: T.Lab; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetLabConfigRequest = Received &
  { readonly path: NonNullable<T.operations['getLabConfig']['parameters']['path']> } &
  ConditionalRead;

export type GetLabConfigReply =
  | { readonly status: 200; readonly body: Bytes; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReplaceLabConfigRequest = Received &
  { readonly path: NonNullable<T.operations['replaceLabConfig']['parameters']['path']> } &
  ConditionalWrite &
  ({ readonly mediaType: 'application/yaml'; readonly body: T.LabYaml } | { readonly mediaType: 'multipart/form-data'; readonly form: FormOf<T.LabForm> });

export type ReplaceLabConfigReply =
  | { readonly status: 200; readonly body: T.Lab; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'precondition-failed' | 'body-too-large' | 'unsupported-media-type' | 'bad-file' | 'precondition-required' | 'rate-limited' | 'internal' | 'unavailable'>;

export type StartLabRequest = Received &
  { readonly path: NonNullable<T.operations['startLab']['parameters']['path']> } &
  { readonly body: Filled<T.StartRequest, 'restore'> };

export type StartLabReply =
  | { readonly status: 202; readonly body: T.StartAccepted; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type StopLabRequest = Received &
  { readonly path: NonNullable<T.operations['stopLab']['parameters']['path']> } &
  { readonly body?: T.StopRequest };

export type StopLabReply =
  | { readonly status: 202; readonly body: T.StopAccepted; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RestartLabRequest = Received &
  { readonly path: NonNullable<T.operations['restartLab']['parameters']['path']> } &
  { readonly body?: T.RestartRequest };

export type RestartLabReply =
  | { readonly status: 202; readonly body: T.RestartAccepted; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListLabInstancesRequest = Received &
  { readonly path: NonNullable<T.operations['listLabInstances']['parameters']['path']> } &
  { readonly query: Omit<NonNullable<T.operations['listLabInstances']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListLabInstancesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.LabInstanceList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetLabAccessRequest = Received &
  { readonly path: NonNullable<T.operations['getLabAccess']['parameters']['path']> };

export type GetLabAccessReply =
  | { readonly status: 200; readonly body: T.LabAccess; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'conflict' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RotateLabAccessRequest = Received &
  { readonly path: NonNullable<T.operations['rotateLabAccess']['parameters']['path']> };

export type RotateLabAccessReply =
  | { readonly status: 202; readonly body: T.Rotation; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-origin' | 'not-found' | 'conflict' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListStudentsRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listStudents']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListStudentsReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.StudentList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListUsersRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listUsers']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListUsersReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.UserList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateUserRequest = Received &
  { readonly body: Filled<T.UserRequest, 'roles'> };

export type CreateUserReply =
  | { readonly status: 201; readonly body: T.User; readonly headers: { readonly Location: string } }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ImportUsersRequest = Received &
  { readonly form: FormOf<Filled<T.UserImportForm, 'dry_run' | 'role'>> };

export type ImportUsersReply =
  | { readonly status: 200; readonly body: T.UserImport; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'invalid-encoding' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'request-timeout' | 'body-too-large' | 'unsupported-media-type' | 'bad-file' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetUserRequest = Received &
  { readonly path: NonNullable<T.operations['getUser']['parameters']['path']> } &
  ConditionalRead;

export type GetUserReply =
  | { readonly status: 200; readonly body: T.User; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DisableUserRequest = Received &
  { readonly path: NonNullable<T.operations['disableUser']['parameters']['path']> };

export type DisableUserReply =
  | { readonly status: 200; readonly body: T.User; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'conflict' | 'rate-limited' | 'internal' | 'unavailable'>;

export type EnableUserRequest = Received &
  { readonly path: NonNullable<T.operations['enableUser']['parameters']['path']> };

export type EnableUserReply =
  | { readonly status: 200; readonly body: T.User; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type CreateInvitationRequest = Received &
  { readonly path: NonNullable<T.operations['createInvitation']['parameters']['path']> };

export type CreateInvitationReply =
  | { readonly status: 200; readonly body: T.Invitation; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'conflict' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListUserSessionsRequest = Received &
  { readonly path: NonNullable<T.operations['listUserSessions']['parameters']['path']> } &
  WithPage;

export type ListUserSessionsReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.UserSessionList>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type EndUserSessionsRequest = Received &
  { readonly path: NonNullable<T.operations['endUserSessions']['parameters']['path']> };

export type EndUserSessionsReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type EndUserSessionRequest = Received &
  { readonly path: NonNullable<T.operations['endUserSession']['parameters']['path']> };

export type EndUserSessionReply =
  | { readonly status: 204; readonly body?: never; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'forbidden-role' | 'forbidden-origin' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

/** Every operation that is not planned only. A handler returns data; the runtime does the protocol. */
export type PlatformHandlers<Caller> = {
  /** Start a browser login */
  startLogin(request: StartLoginRequest): Promise<StartLoginReply>;
  /** Finish a browser login */
  finishLogin(request: FinishLoginRequest): Promise<FinishLoginReply>;
  /** Log out */
  logOut(request: LogOutRequest & Called<Caller>): Promise<LogOutReply>;
  /** Get the current user */
  getMe(request: GetMeRequest & Called<Caller>): Promise<GetMeReply>;
  /** List courses */
  listCourses(request: ListCoursesRequest & Called<Caller>): Promise<ListCoursesReply>;
  /** Create a course */
  createCourse(request: CreateCourseRequest & Called<Caller>): Promise<CreateCourseReply>;
  /** Get a course */
  getCourse(request: GetCourseRequest & Called<Caller>): Promise<GetCourseReply>;
  /** Change a course */
  replaceCourse(request: ReplaceCourseRequest & Called<Caller>): Promise<ReplaceCourseReply>;
  /** Publish a course */
  publishCourse(request: PublishCourseRequest & Called<Caller>): Promise<PublishCourseReply>;
  /** Archive a course */
  archiveCourse(request: ArchiveCourseRequest & Called<Caller>): Promise<ArchiveCourseReply>;
  /** Copy a course to a new term */
  copyCourse(request: CopyCourseRequest & Called<Caller>): Promise<CopyCourseReply>;
  /** List the members of a course */
  listMembers(request: ListMembersRequest & Called<Caller>): Promise<ListMembersReply>;
  /** Add members to a course */
  addMembers(request: AddMembersRequest & Called<Caller>): Promise<AddMembersReply>;
  /** Get a member of a course */
  getMember(request: GetMemberRequest & Called<Caller>): Promise<GetMemberReply>;
  /** Change a member of a course */
  replaceMember(request: ReplaceMemberRequest & Called<Caller>): Promise<ReplaceMemberReply>;
  /** Remove a member from a course */
  removeMember(request: RemoveMemberRequest & Called<Caller>): Promise<RemoveMemberReply>;
  /** List student groups */
  listGroups(request: ListGroupsRequest & Called<Caller>): Promise<ListGroupsReply>;
  /** Create a student group */
  createGroup(request: CreateGroupRequest & Called<Caller>): Promise<CreateGroupReply>;
  /** Get a student group */
  getGroup(request: GetGroupRequest & Called<Caller>): Promise<GetGroupReply>;
  /** Change a student group */
  replaceGroup(request: ReplaceGroupRequest & Called<Caller>): Promise<ReplaceGroupReply>;
  /** Delete a student group */
  deleteGroup(request: DeleteGroupRequest & Called<Caller>): Promise<DeleteGroupReply>;
  /** List labs */
  listLabs(request: ListLabsRequest & Called<Caller>): Promise<ListLabsReply>;
  /** Upload a lab configuration */
  uploadLab(request: UploadLabRequest & Called<Caller>): Promise<UploadLabReply>;
  /** Get a lab */
  getLab(request: GetLabRequest & Called<Caller>): Promise<GetLabReply>;
  /** Get a lab configuration */
  getLabConfig(request: GetLabConfigRequest & Called<Caller>): Promise<GetLabConfigReply>;
  /** Upload a new version of a lab */
  replaceLabConfig(request: ReplaceLabConfigRequest & Called<Caller>): Promise<ReplaceLabConfigReply>;
  /** Start a lab for a list of students */
  startLab(request: StartLabRequest & Called<Caller>): Promise<StartLabReply>;
  /** Stop a lab */
  stopLab(request: StopLabRequest & Called<Caller>): Promise<StopLabReply>;
  /** Restart a lab */
  restartLab(request: RestartLabRequest & Called<Caller>): Promise<RestartLabReply>;
  /** List the instances of a lab */
  listLabInstances(request: ListLabInstancesRequest & Called<Caller>): Promise<ListLabInstancesReply>;
  /** Get the login data of your lab */
  getLabAccess(request: GetLabAccessRequest & Called<Caller>): Promise<GetLabAccessReply>;
  /** Replace your lab password */
  rotateLabAccess(request: RotateLabAccessRequest & Called<Caller>): Promise<RotateLabAccessReply>;
  /** List students */
  listStudents(request: ListStudentsRequest & Called<Caller>): Promise<ListStudentsReply>;
  /** List users */
  listUsers(request: ListUsersRequest & Called<Caller>): Promise<ListUsersReply>;
  /** Create a user */
  createUser(request: CreateUserRequest & Called<Caller>): Promise<CreateUserReply>;
  /** Import users from a file */
  importUsers(request: ImportUsersRequest & Called<Caller>): Promise<ImportUsersReply>;
  /** Get a user */
  getUser(request: GetUserRequest & Called<Caller>): Promise<GetUserReply>;
  /** Disable a user */
  disableUser(request: DisableUserRequest & Called<Caller>): Promise<DisableUserReply>;
  /** Enable a user */
  enableUser(request: EnableUserRequest & Called<Caller>): Promise<EnableUserReply>;
  /** Invite a user to create their account */
  createInvitation(request: CreateInvitationRequest & Called<Caller>): Promise<CreateInvitationReply>;
  /** List the browser sessions of a user */
  listUserSessions(request: ListUserSessionsRequest & Called<Caller>): Promise<ListUserSessionsReply>;
  /** End all browser sessions of a user */
  endUserSessions(request: EndUserSessionsRequest & Called<Caller>): Promise<EndUserSessionsReply>;
  /** End a browser session of a user */
  endUserSession(request: EndUserSessionRequest & Called<Caller>): Promise<EndUserSessionReply>;
};

export const platformOperations = {
  startLogin: {
    id: 'startLogin',
    method: 'GET',
    path: '/auth/login',
    tags: ['Authentication'],
    schemes: [],
    limits: [{ policy: 'login', quota: 600, windowS: 60, cost: 1, per: 'address' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { return_to: 'string' },
      headers: {},
      cookies: { '__Host-login': 'string', login: 'string' },
    },
    replies: { 302: { media: [], headers: ['Location', 'Set-Cookie'] } },
    problems: ['invalid-request', 'rate-limited', 'internal', 'unavailable'],
  },
  finishLogin: {
    id: 'finishLogin',
    method: 'GET',
    path: '/auth/callback',
    tags: ['Authentication'],
    schemes: [],
    limits: [{ policy: 'login', quota: 600, windowS: 60, cost: 1, per: 'address' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: {
        state: 'string',
        code: 'string',
        iss: 'string',
        session_state: 'string',
        error: 'string',
        error_description: 'string',
      },
      headers: {},
      cookies: { '__Host-login': 'string', login: 'string', '__Host-session': 'string', session: 'string' },
    },
    replies: { 302: { media: [], headers: ['Location', 'Set-Cookie'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  logOut: {
    id: 'logOut',
    method: 'POST',
    path: '/auth/logout',
    tags: ['Authentication'],
    schemes: ['session'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'], headers: ['Set-Cookie'] } },
    problems: ['invalid-request', 'unauthenticated', 'forbidden-origin', 'rate-limited', 'internal', 'unavailable'],
  },
  getMe: {
    id: 'getMe',
    method: 'GET',
    path: '/auth/me',
    tags: ['Authentication'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  listCourses: {
    id: 'listCourses',
    method: 'GET',
    path: '/courses',
    tags: ['Courses'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { status: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  createCourse: {
    id: 'createCourse',
    method: 'POST',
    path: '/courses',
    tags: ['Courses'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getCourse: {
    id: 'getCourse',
    method: 'GET',
    path: '/courses/{id}',
    tags: ['Courses'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  replaceCourse: {
    id: 'replaceCourse',
    method: 'PUT',
    path: '/courses/{id}',
    tags: ['Courses'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getCourse',
  },
  publishCourse: {
    id: 'publishCourse',
    method: 'POST',
    path: '/courses/{id}/publish',
    tags: ['Courses'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  archiveCourse: {
    id: 'archiveCourse',
    method: 'POST',
    path: '/courses/{id}/archive',
    tags: ['Courses'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  copyCourse: {
    id: 'copyCourse',
    method: 'POST',
    path: '/courses/{id}/copy',
    tags: ['Courses'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listMembers: {
    id: 'listMembers',
    method: 'GET',
    path: '/courses/{id}/members',
    tags: ['Members'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { id: 'string' },
      query: { role: 'string', limit: 'integer', cursor: 'string' },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  addMembers: {
    id: 'addMembers',
    method: 'POST',
    path: '/courses/{id}/members',
    tags: ['Members'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 5, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getMember: {
    id: 'getMember',
    method: 'GET',
    path: '/courses/{id}/members/{user_id}',
    tags: ['Members'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { id: 'string', user_id: 'string' },
      query: {},
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  replaceMember: {
    id: 'replaceMember',
    method: 'PUT',
    path: '/courses/{id}/members/{user_id}',
    tags: ['Members'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string', user_id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'conflict',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getMember',
  },
  removeMember: {
    id: 'removeMember',
    method: 'DELETE',
    path: '/courses/{id}/members/{user_id}',
    tags: ['Members'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string', user_id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    conditional: 'write',
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'conflict',
      'precondition-failed',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getMember',
  },
  listTopics: {
    id: 'listTopics',
    method: 'GET',
    path: '/topics',
    tags: ['Courses'],
    planned: true,
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { course_id: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'not-implemented', 'unavailable'],
  },
  getTopic: {
    id: 'getTopic',
    method: 'GET',
    path: '/topics/{id}',
    tags: ['Courses'],
    planned: true,
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'not-found',
      'rate-limited',
      'internal',
      'not-implemented',
      'unavailable',
    ],
  },
  listGroups: {
    id: 'listGroups',
    method: 'GET',
    path: '/groups/management',
    tags: ['Groups'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { course_id: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'forbidden-role', 'rate-limited', 'internal', 'unavailable'],
  },
  createGroup: {
    id: 'createGroup',
    method: 'POST',
    path: '/groups/management',
    tags: ['Groups'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getGroup: {
    id: 'getGroup',
    method: 'GET',
    path: '/groups/management/{id}',
    tags: ['Groups'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  replaceGroup: {
    id: 'replaceGroup',
    method: 'PUT',
    path: '/groups/management/{id}',
    tags: ['Groups'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'conflict',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getGroup',
  },
  deleteGroup: {
    id: 'deleteGroup',
    method: 'DELETE',
    path: '/groups/management/{id}',
    tags: ['Groups'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    conditional: 'write',
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'conflict',
      'precondition-failed',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getGroup',
  },
  listAccessGroups: {
    id: 'listAccessGroups',
    method: 'GET',
    path: '/access-groups',
    tags: ['Groups'],
    planned: true,
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { course_id: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'rate-limited',
      'internal',
      'not-implemented',
      'unavailable',
    ],
  },
  getAccessGroup: {
    id: 'getAccessGroup',
    method: 'GET',
    path: '/access-groups/{id}',
    tags: ['Groups'],
    planned: true,
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'not-implemented',
      'unavailable',
    ],
  },
  listAssignments: {
    id: 'listAssignments',
    method: 'GET',
    path: '/assignments',
    tags: ['Submissions'],
    planned: true,
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { course_id: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'not-implemented', 'unavailable'],
  },
  listSubmissions: {
    id: 'listSubmissions',
    method: 'GET',
    path: '/submissions',
    tags: ['Submissions'],
    planned: true,
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { assignment_id: 'string', student_id: 'string', limit: 'integer', cursor: 'string' },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'not-implemented', 'unavailable'],
  },
  createSubmission: {
    id: 'createSubmission',
    method: 'POST',
    path: '/submissions',
    tags: ['Submissions'],
    planned: true,
    schemes: ['bearer', 'session'],
    roles: ['student'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 5, per: 'principal' }],
    bodyBytes: 52494336,
    fileBytes: 52428800,
    timeoutMs: 300000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: {
      required: true,
      media: { 'multipart/form-data': 'multipart' },
      fields: { assignment_id: 'string', comment: 'string' },
      files: ['file'],
    },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'not-implemented',
      'unavailable',
    ],
  },
  getSubmission: {
    id: 'getSubmission',
    method: 'GET',
    path: '/submissions/{id}',
    tags: ['Submissions'],
    planned: true,
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'not-found',
      'rate-limited',
      'internal',
      'not-implemented',
      'unavailable',
    ],
  },
  listLabs: {
    id: 'listLabs',
    method: 'GET',
    path: '/labs',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { course_id: 'string', limit: 'integer', cursor: 'string' },
      headers: { 'If-None-Match': 'string' },
      cookies: {},
    },
    paged: true,
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  uploadLab: {
    id: 'uploadLab',
    method: 'POST',
    path: '/labs',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 5, per: 'principal' }],
    bodyBytes: 327680,
    fileBytes: 262144,
    timeoutMs: 30000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: {
      required: true,
      media: { 'multipart/form-data': 'multipart', 'application/yaml': 'text' },
      fields: {},
      files: ['file'],
    },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'bad-file',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getLab: {
    id: 'getLab',
    method: 'GET',
    path: '/labs/{id}',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  getLabConfig: {
    id: 'getLabConfig',
    method: 'GET',
    path: '/labs/{id}/config',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/yaml'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  replaceLabConfig: {
    id: 'replaceLabConfig',
    method: 'PUT',
    path: '/labs/{id}/config',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 5, per: 'principal' }],
    bodyBytes: 327680,
    fileBytes: 262144,
    timeoutMs: 30000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-Match': 'string' }, cookies: {} },
    body: {
      required: true,
      media: { 'application/yaml': 'text', 'multipart/form-data': 'multipart' },
      fields: {},
      files: ['file'],
    },
    conditional: 'write',
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'precondition-failed',
      'body-too-large',
      'unsupported-media-type',
      'bad-file',
      'precondition-required',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    etagOf: 'getLabConfig',
  },
  startLab: {
    id: 'startLab',
    method: 'POST',
    path: '/labs/{id}/start',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'start', quota: 120, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/labs/{id}/instances', id: 'lab_id', retryAfterS: 1 },
  },
  stopLab: {
    id: 'stopLab',
    method: 'POST',
    path: '/labs/{id}/stop',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'start', quota: 120, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: false, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/labs/{id}/instances', id: 'lab_id', retryAfterS: 1 },
  },
  restartLab: {
    id: 'restartLab',
    method: 'POST',
    path: '/labs/{id}/restart',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'start', quota: 120, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: false, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/labs/{id}/instances', id: 'lab_id', retryAfterS: 1 },
  },
  listLabInstances: {
    id: 'listLabInstances',
    method: 'GET',
    path: '/labs/{id}/instances',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { id: 'string' },
      query: { state: 'string', limit: 'integer', cursor: 'string' },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  getLabAccess: {
    id: 'getLabAccess',
    method: 'GET',
    path: '/labs/{id}/access',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'access', quota: 60, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'conflict', 'rate-limited', 'internal', 'unavailable'],
  },
  rotateLabAccess: {
    id: 'rotateLabAccess',
    method: 'POST',
    path: '/labs/{id}/access/rotate',
    tags: ['Labs'],
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'access', quota: 60, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-origin',
      'not-found',
      'conflict',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/labs/{id}/instances', id: 'lab_id', retryAfterS: 1 },
  },
  listStudents: {
    id: 'listStudents',
    method: 'GET',
    path: '/students',
    tags: ['Students'],
    schemes: ['bearer', 'session'],
    roles: ['admin', 'teacher'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { query: 'string', course_id: 'string', limit: 'integer', cursor: 'string' },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'forbidden-role', 'rate-limited', 'internal', 'unavailable'],
  },
  getProgress: {
    id: 'getProgress',
    method: 'GET',
    path: '/students/{id}/progress',
    tags: ['Students'],
    planned: true,
    schemes: ['bearer', 'session'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 5, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'not-found',
      'rate-limited',
      'internal',
      'not-implemented',
      'unavailable',
    ],
  },
  listUsers: {
    id: 'listUsers',
    method: 'GET',
    path: '/users',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { query: 'string', role: 'string', status: 'string', limit: 'integer', cursor: 'string' },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'forbidden-role', 'rate-limited', 'internal', 'unavailable'],
  },
  createUser: {
    id: 'createUser',
    method: 'POST',
    path: '/users',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 201: { media: ['application/json'], headers: ['Location'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  importUsers: {
    id: 'importUsers',
    method: 'POST',
    path: '/users/import',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 20, per: 'principal' }],
    bodyBytes: 2162688,
    fileBytes: 2097152,
    timeoutMs: 30000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    body: {
      required: true,
      media: { 'multipart/form-data': 'multipart' },
      fields: { dry_run: 'boolean', role: 'string' },
      files: ['file'],
    },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'invalid-encoding',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'request-timeout',
      'body-too-large',
      'unsupported-media-type',
      'bad-file',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getUser: {
    id: 'getUser',
    method: 'GET',
    path: '/users/{id}',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  disableUser: {
    id: 'disableUser',
    method: 'POST',
    path: '/users/{id}/disable',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'conflict',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  enableUser: {
    id: 'enableUser',
    method: 'POST',
    path: '/users/{id}/enable',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  createInvitation: {
    id: 'createInvitation',
    method: 'POST',
    path: '/users/{id}/invitation',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'conflict',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  listUserSessions: {
    id: 'listUserSessions',
    method: 'GET',
    path: '/users/{id}/sessions',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'read', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: { limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  endUserSessions: {
    id: 'endUserSessions',
    method: 'POST',
    path: '/users/{id}/end-sessions',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  endUserSession: {
    id: 'endUserSession',
    method: 'DELETE',
    path: '/users/{id}/sessions/{session_id}',
    tags: ['Users'],
    schemes: ['bearer', 'session'],
    roles: ['admin'],
    limits: [{ policy: 'write', quota: 600, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string', session_id: 'string' }, query: {}, headers: {}, cookies: {} },
    replies: { 204: { media: [] } },
    problems: [
      'invalid-request',
      'unauthenticated',
      'forbidden-role',
      'forbidden-origin',
      'not-found',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
} as const satisfies Record<string, OperationFacts>;

let replies: ReturnType<Contract['replies']> | undefined;

const contract: Contract = {
  operations: platformOperations,
  problems: registry,
  validators,
  replies: () => {
    replies ??= import('./validate-replies.js');
    return replies;
  },
  route,
};

/** Serves the operations under `host.basePath`; other paths go to the next middleware. */
export const mountPlatform = <Caller extends CallerBase>(handlers: PlatformHandlers<Caller>, host: ContractHost<Caller>): Middleware =>
  mount(contract, withPages(platformOperations, handlers) as Handlers, host);
