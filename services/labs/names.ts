// What lab objects are called (decision 12). Made when an instance is admitted, stored with its row, never made twice.
import { groupId, instanceId, studentId } from '../../generated/infra/ids.ts';
import type { DeploymentMode, GroupId, Instance, InstanceId, LabId, StudentId } from '../../generated/infra/types.ts';
import type { Plain } from '../../generated/runtime/brand.ts';
import { nameId } from '../lib/ids.ts';

/** One student's or one group's: exactly what distinguishes two instances of a lab. */
export type Owner =
  | { readonly student_id: StudentId; readonly group_id: null }
  | { readonly student_id: null; readonly group_id: GroupId };

/** The owner of a row, which has exactly one of the two ids. */
export function ownerOf({ student_id, group_id }: Pick<Instance, 'student_id' | 'group_id'>): Owner {
  if (student_id !== null) return { student_id, group_id: null };
  if (group_id === null) throw new TypeError('an instance without an owner');
  return { student_id: null, group_id };
}

export type InstanceName = { readonly lab_id: LabId; readonly owner: Owner; readonly role: string | null };

const lab = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*?';
const labForm = new RegExp(`^${lab}$`);
const ownerForm = /^[a-z0-9]{1,20}$/;
const roleForm = /^[a-z0-9]{1,12}$/;
// A lab_id has no part `student` or `group`, so the first such part ends it, and no name is ambiguous.
const nameForm = new RegExp(`^lab-(${lab})-(student|group)-([a-z0-9]{1,20})(?:-([a-z0-9]{1,12}))?$`);

export const isLabId = (text: string): text is LabId =>
  text.length <= 16 && labForm.test(text) && !/(?:^|-)(?:student|group)(?:-|$)/.test(text);

/** True for ids of students and of groups. */
export const isOwnerId = (text: string): boolean => ownerForm.test(text);

export const isRole = (text: string): boolean => roleForm.test(text);

/**
 * `lab-<lab_id>-student-<student_id>` or `lab-<lab_id>-group-<group_id>`, at most 49 characters. Throws on ids that no
 * validator let in.
 */
export function instanceName(lab_id: string, owner: Plain<Owner>): string {
  const [kind, id] = owner.student_id === null ? ['group', owner.group_id] : ['student', owner.student_id];
  if (!isLabId(lab_id)) throw new TypeError('not a lab_id');
  if (!isOwnerId(id)) throw new TypeError(`not a ${kind}_id`);
  return `lab-${lab_id}-${kind}-${id}`;
}

/**
 * The name of the pod and the service of one role, at most 62 characters. A lab of one container has no role in its
 * names.
 */
export function roleName(instance: string, role: string): string {
  if (role === '') return instance;
  if (!isRole(role)) throw new TypeError('not a role');
  return `${instance}-${role}`;
}

/** The parts of a name made above; null for any other text. */
export function parseName(name: string): InstanceName | null {
  const [, lab_id = '', kind, id = '', role = null] = nameForm.exec(name) ?? [];
  if (kind === undefined || !isLabId(lab_id)) return null;
  const owner =
    kind === 'student' ? { student_id: studentId(id), group_id: null } : { student_id: null, group_id: groupId(id) };
  return { lab_id, owner, role };
}

/** The key in the bucket lab-volumes (decision 17). */
export const archiveObject = (instance: string): string => `${instance}.tar.gz`;

/**
 * The id of the instance of a lab and an owner: the same for ever. An owner whose row was lost gets the same instance
 * again, and with it the volume that was quarantined.
 */
export const instanceIdOf = (lab_id: LabId, owner: Owner): InstanceId =>
  instanceId(nameId('instance', instanceName(lab_id, owner)));

// Accounts that the lab image has itself.
const systemAccounts = new Set(
  'root daemon bin sys sync games man lp mail news uucp proxy backup list irc gnats nobody sshd apt student messagebus polkitd'.split(
    ' ',
  ),
);

/**
 * The platform's own account in every lab (decision 589); no student_id has a hyphen. The lab image knows it by this
 * name.
 */
export const probeUser = 'lab-probe';

/**
 * The name that goes before the `@`: `student`, or in a group each member's own. An id that is an account of the image
 * or begins with a digit gets `s-` in front; no id has a hyphen, so two members never share a name.
 */
export function sshUser(mode: DeploymentMode, student_id: StudentId): string {
  if (!isOwnerId(student_id)) throw new TypeError('not a student_id');
  if (mode === 'per_student') return 'student';
  return systemAccounts.has(student_id) || /^\d/.test(student_id) ? `s-${student_id}` : student_id;
}
