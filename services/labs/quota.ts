// Whether there is room for one more instance (decisions 22, 25 and 234). Asked when it is admitted and while it waits.
import type { Holder, Limits, Needs, QuotaScope, Quotas } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';

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

/** Of one student or one group; a course has twenty times as much. */
const personal = { instances: 3, cpuM: 3_000, memoryMib: 3_072, storageGib: 50 };
const ofCourse = 20;
// Node ports run from 30000 to 32767, and a namespace holds 3,000 pods.
const ofCluster = { maxPods: 3_000, maxPorts: 2_768 };

const nothing: Bounds = {
  maxStudents: null,
  maxActiveLabs: null,
  maxInstances: null,
  maxCpuM: null,
  maxMemoryMib: null,
  maxStorageGib: null,
  maxPods: null,
  maxPorts: null,
};

const people = (times: number): Bounds => ({
  ...nothing,
  maxInstances: personal.instances * times,
  maxCpuM: personal.cpuM * times,
  maxMemoryMib: personal.memoryMib * times,
  maxStorageGib: personal.storageGib * times,
});

/** A row overrides what goes without saying: an active lab of a person is an instance. */
function boundsOf({ scope }: QuotaScope, row: Limits | undefined): Bounds {
  if (scope === 'installation') return { ...nothing, ...row, ...ofCluster };
  if (row === undefined) return people(scope === 'course' ? ofCourse : 1);
  return { ...nothing, ...row, maxInstances: row.maxActiveLabs, maxActiveLabs: null };
}

export interface Ledger {
  room(applicant: Holder): Room;
  /** It takes its place from now on. */
  enter(admitted: Holder): void;
}

/** What is taken, read once for a whole call. The quotas must be locked, or two calls take the last place. */
export async function openLedger(
  tx: Tx,
  quotas: Quotas,
  applicants: readonly Pick<Holder, 'studentId' | 'groupId' | 'courseId'>[],
): Promise<Ledger> {
  const scopes = applicants.flatMap(scopesOf);
  const limits = await quotas.limits(tx, [...new Set(scopes.map(({ subject }) => subject))]);
  return ledger(limits, await quotas.admitted(tx));
}

export function ledger(limits: readonly (QuotaScope & Limits)[], admitted: readonly Holder[]): Ledger {
  const bounds = new Map(limits.map((row) => [keyOf(row), row]));
  const accounts = new Map<string, Account>();
  const holders = new Map(admitted.map((each) => [each.instanceId, each]));
  const accountOf = (scope: QuotaScope): Account => {
    const account = accounts.get(keyOf(scope)) ?? new Account();
    accounts.set(keyOf(scope), account);
    return account;
  };
  const book = (holder: Holder, times: 1 | -1) => {
    for (const scope of scopesOf(holder)) accountOf(scope).book(holder, times);
  };
  for (const each of admitted) book(each, 1);
  return {
    room(applicant) {
      // What it takes already, while it is stopped, is not counted against it.
      const own = holders.get(applicant.instanceId);
      if (own) book(own, -1);
      const rooms = scopesOf(applicant).map((scope) =>
        accountOf(scope).room(scope, boundsOf(scope, bounds.get(keyOf(scope))), applicant),
      );
      if (own) book(own, 1);
      return (
        rooms.find(({ kind }) => kind === 'never') ?? rooms.find(({ kind }) => kind === 'full') ?? { kind: 'fits' }
      );
    },
    enter(holder) {
      const own = holders.get(holder.instanceId);
      if (own) book(own, -1);
      holders.set(holder.instanceId, holder);
      book(holder, 1);
    },
  };
}

const keyOf = ({ scope, subject }: QuotaScope): string => `${scope} ${subject}`;

function scopesOf({
  studentId,
  groupId,
  courseId,
}: Pick<Holder, 'studentId' | 'groupId' | 'courseId'>): readonly QuotaScope[] {
  return [
    studentId === null ? { scope: 'group', subject: groupId ?? '' } : { scope: 'student', subject: studentId },
    ...(courseId === null ? [] : [{ scope: 'course', subject: courseId } as const]),
    { scope: 'installation', subject: '' },
  ];
}

const whose = {
  student: 'the student',
  group: 'the group',
  course: 'the course',
  installation: 'the installation',
} as const;

/** What is taken within one scope. */
class Account {
  readonly #needs = { cpuM: 0, memoryMib: 0, storageGib: 0, pods: 0, ports: 0 };
  #instances = 0;
  /** How many instances each has. */
  readonly #labs = new Map<string, number>();
  readonly #students = new Map<string, number>();

  book(holder: Holder, times: 1 | -1): void {
    for (const key of Object.keys(this.#needs) as (keyof Needs)[]) this.#needs[key] += holder[key] * times;
    this.#instances += times;
    count(this.#labs, holder.labId, times);
    for (const member of holder.members) count(this.#students, member, times);
  }

  room({ scope }: QuotaScope, bounds: Bounds, applicant: Holder): Room {
    const newLabs = this.#labs.has(applicant.labId) ? 0 : 1;
    const newStudents = applicant.members.filter((member) => !this.#students.has(member)).length;
    const rows = [
      [bounds.maxCpuM, this.#needs.cpuM, applicant.cpuM, 'm CPU'],
      [bounds.maxMemoryMib, this.#needs.memoryMib, applicant.memoryMib, 'Mi memory'],
      [bounds.maxStorageGib, this.#needs.storageGib, applicant.storageGib, 'Gi of volumes'],
      [bounds.maxInstances, this.#instances, 1, ' labs at a time'],
      [bounds.maxPods, this.#needs.pods, applicant.pods, ' containers'],
      [bounds.maxActiveLabs, this.#labs.size, newLabs, ' active labs'],
      [bounds.maxStudents, this.#students.size, newStudents, ' students with a lab'],
    ] as const;
    for (const [limit, used, more, unit] of rows) {
      if (limit === null || used + more <= limit) continue;
      const detail = `${whose[scope]} may have ${limit}${unit}`;
      return more > limit ? { kind: 'never', reason: 'quota', detail } : { kind: 'full', reason: 'quota', detail };
    }
    if (bounds.maxPorts !== null && this.#needs.ports + applicant.ports > bounds.maxPorts)
      return { kind: 'full', reason: 'no_node_port', detail: `the installation has ${bounds.maxPorts} ports` };
    return { kind: 'fits' };
  }
}

function count(map: Map<string, number>, key: string, times: 1 | -1): void {
  const now = (map.get(key) ?? 0) + times;
  if (now > 0) map.set(key, now);
  else map.delete(key);
}
