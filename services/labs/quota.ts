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
  readonly max_instances: number | null;
  readonly max_pods: number | null;
  readonly max_ports: number | null;
};

/** The default quota of one student or one group; a course has twenty times as much. */
const personal = { instances: 3, cpu_m: 3_000, memory_mib: 3_072, storage_gib: 50 };
const ofCourse = 20;
// Node ports run from 30000 to 32767, and a namespace holds 3,000 pods.
const ofCluster = { max_pods: 3_000, max_ports: 2_768 };

const nothing: Bounds = {
  max_students: null,
  max_active_labs: null,
  max_instances: null,
  max_cpu_m: null,
  max_memory_mib: null,
  max_storage_gib: null,
  max_pods: null,
  max_ports: null,
};

const owners = (times: number): Bounds => ({
  ...nothing,
  max_instances: personal.instances * times,
  max_cpu_m: personal.cpu_m * times,
  max_memory_mib: personal.memory_mib * times,
  max_storage_gib: personal.storage_gib * times,
});

/** A row overrides what goes without saying: an active lab of a person is an instance. */
function boundsOf({ scope }: QuotaScope, row: Limits | undefined): Bounds {
  if (scope === 'installation') return { ...nothing, ...row, ...ofCluster };
  if (row === undefined) return owners(scope === 'course' ? ofCourse : 1);
  return { ...nothing, ...row, max_instances: row.max_active_labs, max_active_labs: null };
}

export interface Ledger {
  room(applicant: Holder): Room;
  /** It takes its place from now on. */
  enter(admitted: Holder): void;
}

type Applicant = Pick<Holder, 'instance_id' | 'student_id' | 'group_id' | 'course_id'>;

/**
 * What is taken, read once for a whole call, with what was started before the first applicant and waits for room that
 * it could have by now: no other call overtakes it (decision 234). The quotas must be locked, or two calls take the
 * last place.
 */
export async function openLedger(tx: Tx, quotas: Quotas, applicants: readonly Applicant[]): Promise<Ledger> {
  const own = new Set(applicants.map(({ instance_id }) => instance_id));
  const waiting = await quotas.waiting(tx);
  const first = waiting.findIndex(({ instance_id }) => own.has(instance_id));
  const ahead = waiting.slice(0, first === -1 ? undefined : first);
  const scopes = [...applicants, ...ahead].flatMap(scopesOf);
  const limits = await quotas.limits(tx, [...new Set(scopes.map(({ subject }) => subject))]);
  const opened = ledger(limits, await quotas.admitted(tx));
  for (const each of ahead) if (opened.room(each).kind === 'fits') opened.enter(each);
  return opened;
}

export function ledger(limits: readonly (QuotaScope & Limits)[], admitted: readonly Holder[]): Ledger {
  const bounds = new Map(limits.map((row) => [keyOf(row), row]));
  const accounts = new Map<string, Account>();
  const holders = new Map(admitted.map((each) => [each.instance_id, each]));
  const accountOf = (scope: QuotaScope): Account => {
    const account = accounts.get(keyOf(scope)) ?? new Account();
    accounts.set(keyOf(scope), account);
    return account;
  };
  const reserve = (holder: Holder, times: 1 | -1) => {
    for (const scope of scopesOf(holder)) accountOf(scope).reserve(holder, times);
  };
  for (const each of admitted) reserve(each, 1);
  return {
    room(applicant) {
      // What it takes already, while it is stopped, is not counted against it.
      const own = holders.get(applicant.instance_id);
      if (own) reserve(own, -1);
      const rooms = scopesOf(applicant).map((scope) =>
        accountOf(scope).room(scope, boundsOf(scope, bounds.get(keyOf(scope))), applicant),
      );
      if (own) reserve(own, 1);
      return (
        rooms.find(({ kind }) => kind === 'never') ?? rooms.find(({ kind }) => kind === 'full') ?? { kind: 'fits' }
      );
    },
    enter(holder) {
      const own = holders.get(holder.instance_id);
      if (own) reserve(own, -1);
      holders.set(holder.instance_id, holder);
      reserve(holder, 1);
    },
  };
}

const keyOf = ({ scope, subject }: QuotaScope): string => `${scope} ${subject}`;

function scopesOf({
  student_id,
  group_id,
  course_id,
}: Pick<Holder, 'student_id' | 'group_id' | 'course_id'>): readonly QuotaScope[] {
  return [
    student_id === null ? { scope: 'group', subject: group_id ?? '' } : { scope: 'student', subject: student_id },
    ...(course_id === null ? [] : [{ scope: 'course', subject: course_id } as const]),
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
  readonly #needs = { cpu_m: 0, memory_mib: 0, storage_gib: 0, pods: 0, ports: 0 };
  #instances = 0;
  /** How many instances each has. */
  readonly #labs = new Map<string, number>();
  readonly #students = new Map<string, number>();

  reserve(holder: Holder, times: 1 | -1): void {
    for (const key of Object.keys(this.#needs) as (keyof Needs)[]) this.#needs[key] += holder[key] * times;
    this.#instances += times;
    count(this.#labs, holder.lab_id, times);
    for (const member of holder.members) count(this.#students, member, times);
  }

  room({ scope }: QuotaScope, bounds: Bounds, applicant: Holder): Room {
    const newLabs = this.#labs.has(applicant.lab_id) ? 0 : 1;
    const newStudents = applicant.members.filter((member) => !this.#students.has(member)).length;
    const rows = [
      [bounds.max_cpu_m, this.#needs.cpu_m, applicant.cpu_m, 'm CPU'],
      [bounds.max_memory_mib, this.#needs.memory_mib, applicant.memory_mib, 'Mi memory'],
      [bounds.max_storage_gib, this.#needs.storage_gib, applicant.storage_gib, 'Gi of volumes'],
      [bounds.max_instances, this.#instances, 1, ' labs at a time'],
      [bounds.max_pods, this.#needs.pods, applicant.pods, ' containers'],
      [bounds.max_active_labs, this.#labs.size, newLabs, ' active labs'],
      [bounds.max_students, this.#students.size, newStudents, ' students with a lab'],
    ] as const;
    for (const [limit, used, more, unit] of rows) {
      if (limit === null || used + more <= limit) continue;
      const detail = `${whose[scope]} may have ${limit}${unit}`;
      return more > limit ? { kind: 'never', reason: 'quota', detail } : { kind: 'full', reason: 'quota', detail };
    }
    if (bounds.max_ports !== null && this.#needs.ports + applicant.ports > bounds.max_ports)
      return { kind: 'full', reason: 'no_node_port', detail: `the installation has ${bounds.max_ports} ports` };
    return { kind: 'fits' };
  }
}

function count(map: Map<string, number>, key: string, times: 1 | -1): void {
  const now = (map.get(key) ?? 0) + times;
  if (now > 0) map.set(key, now);
  else map.delete(key);
}
