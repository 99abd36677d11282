// What the shared cases need of an engine beside the port, and the labs that they make. The cases: the files beside
// this one.
import { createHash } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import type { InstanceId, LabId, StudentId } from '../../../generated/lab/messages.ts';
import type { Cluster, FailureReason, InstancePlan, ObservedObject, RolePlan } from '../port.ts';

export type CaseContext = Pick<
  ExecutionContext,
  'is' | 'not' | 'deepEqual' | 'true' | 'false' | 'regex' | 'pass' | 'log' | 'teardown' | 'throwsAsync'
>;

/** Beyond the port, what an engine may have to show a promise. */
export type Need =
  /** Passwords are checked: `Site.login`. */
  | 'login'
  /** Something runs behind a login: its command is carried out. */
  | 'shell'
  /** Holes take no room in the stream. */
  | 'sparse'
  /** A pod can be made to end for good and stay: `Site.end`. */
  | 'end'
  /** The server can be made not to answer: `Site.away`. */
  | 'away'
  | `failure:${FailureReason}`;

export type PlanChange = Partial<Omit<InstancePlan, 'roles'>> & { readonly roles?: readonly Partial<RolePlan>[] };

export type LoggedIn = { readonly ok: true; readonly output: string } | { readonly ok: false };

/** A separate installation, of which nothing is left after the test. */
export type Site = {
  readonly cluster: Cluster;
  /** Another worker of the same installation. */
  another(): Promise<Cluster>;
  /** A worker of another installation on the same engine. */
  neighbour(): Promise<Cluster>;
  /** A lab of one container that comes up here: `casePlan` with an image of the engine. */
  plan(student: string, change?: PlanChange): InstancePlan;
  /** As crypt(3) has it. */
  hash(password: string): string;
  /** Deletes one object as an operator would, and waits until it is gone. */
  destroy(object: ObservedObject): Promise<void>;
  /** Lets time pass: really, or on the engine's own clock. */
  pause(ms: number): Promise<void>;
  /** One try, by the address that the student gets. */
  login?(
    at: { readonly host: string; readonly port: number },
    user: string,
    password: string,
    command: string,
  ): Promise<LoggedIn>;
  /** What a program at `destination` sends through `ssh -W`; not ok: sshd refused to connect to it. */
  forward?(
    at: { readonly host: string; readonly port: number },
    user: string,
    password: string,
    destination: string,
  ): Promise<LoggedIn>;
  /** Ends the pod of a role; nothing starts it again. */
  end?(plan: InstancePlan, role: string): Promise<void>;
  setUnavailable?(isUnavailable: boolean): Promise<void>;
  /** Makes this plan meet the failure, and no other. */
  failing?(kind: FailureReason, plan: InstancePlan): Promise<InstancePlan>;
};

export type Harness = {
  readonly engine: string;
  /** Why an engine cannot show something. What is not here it must show. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>;
  /** Null: not on this machine; the reason is in the test's log. */
  site(t: CaseContext): Promise<Site | null>;
};

/** What a login of the cases is let in with. */
export const passwordOf = (name: string): string => `secret-of-${name}`;

export type PlanParts = {
  readonly image: string;
  /** OpenSSH private key. */
  readonly hostKey: string;
  readonly hash: (password: string) => string;
};

/** A lab of one container for a student, with the login `student`; of several with `change.roles`. */
export function casePlan({ image, hostKey, hash }: PlanParts, student: string, change: PlanChange = {}): InstancePlan {
  const name = `lab-demo-student-${student}`;
  const hex = createHash('sha256').update(name).digest('hex');
  const id = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
  return {
    instance_id: id as InstanceId,
    name,
    generation: 1,
    restart_generation: 0,
    labels: {
      lab_id: 'demo' as LabId,
      student_id: student as StudentId,
      group_id: null,
      course_id: '',
      deployment_mode: 'per_student',
    },
    internet: false,
    volumeGi: 1,
    isHomeKept: false,
    logins: [{ name: 'student', passwordHash: hash(passwordOf('student')) }],
    hostKey,
    ...change,
    roles: (change.roles ?? [{}]).map((role) => ({
      ...{ role: '', name: role.role ? `${name}-${role.role}` : name, image, cpuMillis: 500, memoryMi: 512 },
      ...{ ssh: true, volume: true, ports: [], environment: {}, initScripts: [] },
      ...role,
    })),
  };
}

export type ClusterCase = {
  readonly name: string;
  readonly needs?: readonly Need[];
  run(t: CaseContext, site: Site): Promise<void>;
};
