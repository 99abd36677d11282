// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import { idType } from '../runtime/id.ts';
import type { DeploymentId, GroupId, InstanceId, LabId, Role, RunId, StudentId } from './types.ts';

/** A deployment */
export const deploymentId = idType<DeploymentId>({ name: 'DeploymentId', format: 'uuid' });

/** A lab of one student or one group */
export const instanceId = idType<InstanceId>({ name: 'InstanceId', format: 'uuid' });

/** A run, that is one start of an instance */
export const runId = idType<RunId>({ name: 'RunId', format: 'uuid' });

/** The lab's id, chosen by the teacher */
export const labId = idType<LabId>({ name: 'LabId', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 16 });

/** The student's id in labs, derived once from the user name at the identity provider */
export const studentId = idType<StudentId>({ name: 'StudentId', pattern: '^[a-z0-9]+$', maxLength: 20 });

/** The group's id in labs */
export const groupId = idType<GroupId>({ name: 'GroupId', pattern: '^[a-z0-9]+$', maxLength: 20 });

/** A container of a lab */
export const role = idType<Role>({ name: 'Role', pattern: '^[a-z0-9]+$', maxLength: 12 });
