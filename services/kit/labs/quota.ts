// services/kit/labs/quota.ts: whether there is room for one more instance (decisions 22, 25 and 234). Asked when it is admitted and while it waits.
import type {
  InstanceRow,
  Limits,
  Needs,
  Newcomer,
  QuotaScope,
  Quotas,
  Taken,
} from '../../../adapters/store/labs/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';

export type Room =
  | { readonly kind: 'fits' }
  /** Others take it at present. */
  | { readonly kind: 'full'; readonly reason: 'quota' | 'no_node_port'; readonly detail: string }
  /** It would not fit if nothing else ran. */
  | { readonly kind: 'never'; readonly reason: 'quota'; readonly detail: string };

type Bounds = Limits & {
  readonly maxInstances: number | null;
  readonly maxPods: number | null;
  readonly maxPorts: number | null;
};

const unlimited = { maxInstances: null, maxPods: null, maxPorts: null } as const;

/** Of one student or one group; a course has twenty times as much. */
const personal = { instances: 3, cpuM: 3_000, memoryMib: 3_072, storageGib: 50 };
const ofCourse = 20;
// Node ports run from 30000 to 32767, and a namespace holds 3,000 pods.
const ofCluster = { maxPods: 3_000, maxPorts: 2_768 };

const people = (times: number): Bounds => ({
  ...unlimited,
  maxStudents: null,
  maxActiveLabs: null,
  maxInstances: personal.instances * times,
  maxCpuM: personal.cpuM * times,
  maxMemoryMib: personal.memoryMib * times,
  maxStorageGib: personal.storageGib * times,
});

const nothingFixed: Limits = {
  maxStudents: null,
  maxActiveLabs: null,
  maxCpuM: null,
  maxMemoryMib: null,
  maxStorageGib: null,
};

type Applicant = Pick<InstanceRow, 'studentId' | 'groupId' | 'courseId'> & Needs & Newcomer;

/** The quotas must be locked, or two of them take the last place. */
export async function roomFor(tx: Tx, quotas: Quotas, applicant: Applicant): Promise<Room> {
  for (const scope of scopesOf(applicant)) {
    const [limits, taken] = [await boundsOf(tx, quotas, scope), await quotas.taken(tx, scope, applicant)];
    const room = within(scope, limits, taken, applicant);
    if (room.kind !== 'fits') return room;
  }
  return { kind: 'fits' };
}

function scopesOf({ studentId, groupId, courseId }: Applicant): readonly QuotaScope[] {
  return [
    studentId === null ? { scope: 'group', subject: groupId ?? '' } : { scope: 'student', subject: studentId },
    ...(courseId === null ? [] : [{ scope: 'course', subject: courseId } as const]),
    { scope: 'installation', subject: '' },
  ];
}

/** A row overrides what goes without saying: an active lab of a person is an instance. */
async function boundsOf(tx: Tx, quotas: Quotas, scope: QuotaScope): Promise<Bounds> {
  const row = await quotas.limits(tx, scope);
  if (scope.scope === 'installation') return { ...unlimited, ...(row ?? nothingFixed), ...ofCluster };
  if (row === null) return people(scope.scope === 'course' ? ofCourse : 1);
  return { ...unlimited, ...row, maxInstances: row.maxActiveLabs, maxActiveLabs: null };
}

const whose = {
  student: 'the student',
  group: 'the group',
  course: 'the course',
  installation: 'the installation',
} as const;

/** `taken` counts labs and students with the newcomer's, all else without. */
export function within({ scope }: QuotaScope, bounds: Bounds, taken: Taken, needs: Needs): Room {
  const rows = [
    [bounds.maxCpuM, taken.cpuM, needs.cpuM, 'm CPU'],
    [bounds.maxMemoryMib, taken.memoryMib, needs.memoryMib, 'Mi memory'],
    [bounds.maxStorageGib, taken.storageGib, needs.storageGib, 'Gi of volumes'],
    [bounds.maxInstances, taken.instances, 1, ' labs at a time'],
    [bounds.maxPods, taken.pods, needs.pods, ' containers'],
    [bounds.maxActiveLabs, taken.labs - 1, 1, ' active labs'],
    [bounds.maxStudents, taken.students - 1, 1, ' students with a lab'],
  ] as const;
  for (const [limit, used, more, unit] of rows) {
    if (limit === null || used + more <= limit) continue;
    const detail = `${whose[scope]} may have ${limit}${unit}`;
    return more > limit ? { kind: 'never', reason: 'quota', detail } : { kind: 'full', reason: 'quota', detail };
  }
  if (bounds.maxPorts !== null && taken.ports + needs.ports > bounds.maxPorts)
    return { kind: 'full', reason: 'no_node_port', detail: `the installation has ${bounds.maxPorts} ports` };
  return { kind: 'fits' };
}
