// Starting, stopping and restarting labs: the intent is stored, then dispatched to the infrastructure (decision 21).
import type { Users } from '../../../adapters/store/people/port.ts';
import type {
  InstanceRow,
  Instances,
  Intent,
  Intents,
  LabRow,
  Labs,
  Learners,
  Settlement,
} from '../../../adapters/store/platform/port.ts';
import type { GroupId, StudentId, StudentResult } from '../../../generated/platform/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { Failpoints } from '../../lib/failpoints.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Report } from '../../lib/report.ts';
import type { Caller } from '../caller.ts';
import type { Changes } from '../infrastructure/changes.ts';
import type { IntentDispatcher } from '../infrastructure/intent-dispatcher.ts';
import {
  type Outcome,
  type Owners,
  ownersToStop,
  plainly,
  refusedBy,
  resultOf,
  resultsFor,
  resultsForAll,
  type UnnamedResult,
  unchanged,
  withoutInstance,
} from './lab-owners.ts';

export type LabRunDeps = {
  readonly labs: Pick<Labs, 'find'>;
  readonly learners: Learners;
  readonly users: Pick<Users, 'findByStudentIds'>;
  readonly instances: Pick<Instances, 'list'>;
  readonly intents: Pick<Intents, 'write'>;
  readonly dispatcher: Pick<IntentDispatcher, 'dispatchNow'>;
  readonly changes: Pick<Changes, 'pull'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly clock: Pick<Clock, 'wait'>;
  readonly report: Pick<Report, 'dependencyFailed'>;
  readonly failpoints: Failpoints;
  /** How long an answer waits for the infrastructure; what takes longer goes on behind it. */
  readonly answerTimeoutMs?: number | undefined;
};

/** The part of the ten seconds of an answer that the infrastructure gets. */
const defaultAnswerTimeoutMs = 5_000;
/** The share of that time for reading the rows that the answer names. */
const pullShare = 0.4;
/** Far more than the request needs to claim its intent; another process takes over when it was killed before. */
const reservedMs = 1_000;
/** More than any lab has: a call names 500 students at most. */
export const everyInstance = 10_000;

type Asked = {
  readonly kind: 'stop' | 'restart';
  /** Undefined: the whole lab. */
  readonly asked: readonly StudentId[] | undefined;
  readonly traceparent: string | undefined;
};

/** Stops or restarts the instances that the lab has; neither makes a new one. */
export async function stopOrRestart(
  deps: LabRunDeps,
  caller: Caller,
  lab: LabRow,
  { kind, asked, traceparent }: Asked,
) {
  if (asked === undefined) return await stopOrRestartAll(deps, caller, lab, kind, traceparent);
  const instances = await deps.instances.list(lab.lab_id, 'all', { limit: everyInstance });
  const owners = ownersToStop({ lab, asked, ...(await learnersFor(deps, lab, asked)) }, instances);
  const request = { ...intentOf(deps, caller, lab, owners, traceparent), kind };
  const settled = await carryOut(deps, request, owners.student_ids.length + owners.groups.length > 0);
  const results = resultsOf(kind, settled, instances);
  const body = {
    lab_id: lab.lab_id,
    request_id: request.intent_id,
    results: await withNames(
      deps,
      resultsFor(asked, owners, results, withoutResult(kind, settled), withoutInstance[kind]),
    ),
  };
  return { status: 202, body } as const;
}

async function stopOrRestartAll(
  deps: LabRunDeps,
  caller: Caller,
  lab: LabRow,
  kind: Asked['kind'],
  traceparent: string | undefined,
) {
  const request = { ...intentOf(deps, caller, lab, everybody, traceparent), kind };
  const settled = await carryOut(deps, request, true);
  const instances = await deps.instances.list(lab.lab_id, 'all', { limit: everyInstance });
  const results = resultsOf(kind, settled, instances);
  const known = new Map(instances.map(({ group_id, members }) => [group_id, members]));
  const unknown = results.flatMap(({ group_id }) => (group_id === null || known.has(group_id) ? [] : [group_id]));
  for (const { group_id, student_ids } of await deps.learners.members(unknown)) known.set(group_id, student_ids);
  const membersOf = (group_id: GroupId) => known.get(group_id) ?? [];
  const body = {
    lab_id: lab.lab_id,
    request_id: request.intent_id,
    results: await withNames(deps, resultsForAll(results, membersOf, withoutInstance[kind])),
  };
  return { status: 202, body } as const;
}

export async function withNames(
  { users }: Pick<LabRunDeps, 'users'>,
  results: readonly UnnamedResult[],
): Promise<readonly StudentResult[]> {
  const students = await users.findByStudentIds(results.map(({ student_id }) => student_id));
  const known = new Map(students.map((student) => [student.student_id, student]));
  return results.map(({ student_id, ...result }) => {
    const { username = null, display_name = null } = known.get(student_id) ?? {};
    return { student_id, username, display_name, ...result };
  });
}

export async function learnersFor(
  { learners }: LabRunDeps,
  { course_id, deployment_mode }: LabRow,
  asked: readonly StudentId[],
) {
  const found = await learners.find(asked, course_id);
  const group_ids = deployment_mode === 'per_group' ? [...new Set(found.flatMap(({ group_ids }) => group_ids))] : [];
  return { learners: found, members: group_ids.length === 0 ? [] : await learners.members(group_ids) };
}

const everybody: Owners = { student_ids: [], groups: [], refused: new Map(), groupOf: new Map() };

export const intentOf = (
  { ids }: LabRunDeps,
  caller: Caller,
  lab: LabRow,
  { student_ids, groups }: Owners,
  traceparent: string | undefined,
): Omit<Intent, 'kind'> => ({
  intent_id: ids.uuid(),
  lab_id: lab.lab_id,
  course_id: lab.course_id,
  student_ids,
  groups,
  requested_by: caller.user.user_id,
  config_revision: lab.revision,
  config_version: lab.object_version,
  restore: 'latest',
  traceparent: traceparent ?? null,
});

/** Null: it is written, and there is no answer yet. */
export async function carryOut(deps: LabRunDeps, intent: Intent, hasOwners: boolean): Promise<Settlement | null> {
  if (!hasOwners) {
    await deps.intents.write(intent, { settled: { status: 'accepted', deployment_id: null, results: [] } });
    return { status: 'accepted', deployment_id: null, results: [] };
  }
  await deps.intents.write(intent, { reservedMs });
  await deps.failpoints.reach('intent', 0);
  const { answerTimeoutMs = defaultAnswerTimeoutMs } = deps;
  const settled = await deps.dispatcher
    .dispatchNow(intent.lab_id, intent.intent_id, answerTimeoutMs)
    .catch((error: unknown) => {
      // The intent is stored: whatever fails now, it will be carried out.
      deps.report.dependencyFailed({ dependency: 'infra', ...errorOf(error) });
      return null;
    });
  // So that a read of the instances finds them now.
  if (settled !== null)
    await Promise.race([deps.changes.pull().catch(() => {}), deps.clock.wait(answerTimeoutMs * pullShare)]);
  return settled;
}

const resultsOf = (kind: Asked['kind'], settled: Settlement | null, instances: readonly InstanceRow[]) =>
  settled?.status === 'refused'
    ? instances.map((each) => unchanged(each, kind, settled.detail))
    : (settled?.results ?? instances.map((each) => resultOf(each, kind)));

/** The outcome of a student whom the answer does not name. */
function withoutResult(kind: Asked['kind'], settled: Settlement | null): Outcome {
  if (settled === null) return plainly('accepted');
  return settled.status === 'refused' ? refusedBy(kind, settled.detail) : withoutInstance[kind];
}
