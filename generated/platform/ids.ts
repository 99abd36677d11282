// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
import { idType } from '../runtime/id.ts';
import type { AccessGroupId, AssignmentId, CourseId, GroupId, InstanceId, LabId, Role, SessionId, StudentId, SubmissionId, TopicId, UserId } from './types.ts';

/** A user */
export const userId = idType<UserId>({ name: 'UserId', format: 'uuid' });

/** A course */
export const courseId = idType<CourseId>({ name: 'CourseId', format: 'uuid' });

/** A topic */
export const topicId = idType<TopicId>({ name: 'TopicId', format: 'uuid' });

/** An access group */
export const accessGroupId = idType<AccessGroupId>({ name: 'AccessGroupId', format: 'uuid' });

/** An assignment */
export const assignmentId = idType<AssignmentId>({ name: 'AssignmentId', format: 'uuid' });

/** A submission */
export const submissionId = idType<SubmissionId>({ name: 'SubmissionId', format: 'uuid' });

/** The lab's id, chosen by the teacher */
export const labId = idType<LabId>({ name: 'LabId', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 16 });

/** The student's id in labs, derived once from the user name at the identity provider */
export const studentId = idType<StudentId>({ name: 'StudentId', pattern: '^[a-z0-9]+$', maxLength: 20 });

/** The group's id in labs */
export const groupId = idType<GroupId>({ name: 'GroupId', pattern: '^[a-z0-9]+$', maxLength: 20 });

/** A container of a lab */
export const role = idType<Role>({ name: 'Role', pattern: '^[a-z0-9]+$', maxLength: 12 });

/** A browser session */
export const sessionId = idType<SessionId>({ name: 'SessionId', pattern: '^[0-9a-f]{64}$' });

/** A lab of one student or one group */
export const instanceId = idType<InstanceId>({ name: 'InstanceId', format: 'uuid' });
