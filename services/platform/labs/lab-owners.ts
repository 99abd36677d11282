// Whom a start, stop or restart is about, and what came of it for each student: pure functions.
import type {
  GroupMembers,
  InstanceRow,
  Intent,
  LabRow,
  Learner,
  OwnerResult,
  StudentName,
} from '../../../adapters/store/platform/port.ts';
import type { GroupId, StudentId, StudentResult } from '../../../generated/platform/types.ts';
import { guess } from '../../../generated/runtime/nearest-word.ts';

/** What became of a student's lab, without the names, which are read last. */
export type UnnamedResult = Omit<StudentResult, StudentName>;

export type Refusal = { readonly reason: string; readonly advice: string };

/** What is asked of the infrastructure, and who is refused without asking. */
export type Owners = {
  readonly student_ids: readonly StudentId[];
  readonly groups: readonly GroupMembers[];
  readonly refused: ReadonlyMap<StudentId, Refusal>;
  /** The group in which a student of a lab per group works. */
  readonly groupOf: ReadonlyMap<StudentId, GroupId>;
};

type Knowing = {
  readonly lab: Pick<LabRow, 'deployment_mode'>;
  readonly asked: readonly StudentId[];
  readonly learners: readonly Learner[];
  readonly members: readonly GroupMembers[];
};

const refusals = {
  unknown: {
    reason: 'unknown_student',
    advice: 'There is no student with this id. Look the student up by name in the list of students.',
  },
  disabled: { reason: 'disabled_student', advice: 'The account of this student is disabled. Ask an administrator.' },
  absent: {
    reason: 'not_in_course',
    advice:
      'The lab belongs to a course, and this student is not a member of it today. Add the student to the course, then start the lab again.',
  },
  groupless: {
    reason: 'no_group',
    advice:
      'The lab runs per group, and this student is not in a group of its course. Add the student to a group, then start the lab again.',
  },
  several: {
    reason: 'several_groups',
    advice:
      'The lab runs per group, and this student is in several groups of its course. Choose a student who is only in the group that you want to start.',
  },
} as const satisfies Record<string, Refusal>;

/** In a lab per group, the group of each student is started, with all of its members (decision 209). */
export function ownersToStart({ lab, asked, learners, members }: Knowing): Owners {
  const known = new Map(learners.map((learner) => [learner.student_id, learner]));
  const perGroup = lab.deployment_mode === 'per_group';
  const refused = new Map(
    asked.flatMap((student_id) => {
      const refusal = refusalOf(known.get(student_id), perGroup);
      return refusal === null ? [] : [[student_id, refusal] as const];
    }),
  );
  const admitted = asked.filter((student_id) => !refused.has(student_id));
  if (!perGroup) return { student_ids: admitted, groups: [], refused, groupOf: new Map() };
  const groupOf = new Map(
    admitted.flatMap((student_id) => {
      const [group_id] = known.get(student_id)?.group_ids ?? [];
      return group_id === undefined ? [] : [[student_id, group_id] as const];
    }),
  );
  const groupIds = new Set(groupOf.values());
  const groups = members.filter(({ group_id }) => groupIds.has(group_id));
  // A student may be in two of them.
  const student_ids = [...new Set(groups.flatMap((group) => group.student_ids))];
  return { student_ids, groups, refused, groupOf };
}

/** How many ids a request may have mistyped before no more of them are guessed. */
const mostGuesses = 20;

/** The advice for an unknown id names the nearest one among these, if there is one. */
export function withGuesses(owners: Owners, ids: readonly StudentId[]): Owners {
  const unknown = unknownIn(owners).slice(0, mostGuesses);
  const guessed = unknown.flatMap((student_id) => {
    const nearest = guess(student_id, ids);
    const { reason, advice } = refusals.unknown;
    return nearest === null ? [] : [[student_id, { reason, advice: `${advice} Did you mean ${nearest}?` }] as const];
  });
  return { ...owners, refused: new Map([...owners.refused, ...guessed]) };
}

export const unknownIn = ({ refused }: Owners): readonly StudentId[] =>
  [...refused].flatMap(([student_id, { reason }]) => (reason === refusals.unknown.reason ? [student_id] : []));

function refusalOf(learner: Learner | undefined, perGroup: boolean): Refusal | null {
  if (learner === undefined) return refusals.unknown;
  if (!learner.enabled) return refusals.disabled;
  if (!learner.is_member) return refusals.absent;
  if (!perGroup || learner.group_ids.length === 1) return null;
  return learner.group_ids.length === 0 ? refusals.groupless : refusals.several;
}

/** Whatever runs for these students, and whatever a start that is still pending would run. */
export function ownersToStop({ lab, asked, learners, members }: Knowing, instances: readonly InstanceRow[]): Owners {
  const known = new Map(learners.map((learner) => [learner.student_id, learner]));
  const theirs = instances.filter((instance) => asked.some((student_id) => instance.members.includes(student_id)));
  const refused = new Map(
    asked
      .filter(
        (student_id) => !known.has(student_id) && !theirs.some((instance) => instance.members.includes(student_id)),
      )
      .map((student_id) => [student_id, refusals.unknown] as const),
  );
  const admitted = asked.filter((student_id) => !refused.has(student_id));
  const perGroup = lab.deployment_mode === 'per_group';
  const group_ids = new Set([
    ...theirs.flatMap(({ group_id }) => group_id ?? []),
    ...(perGroup ? admitted.flatMap((student_id) => known.get(student_id)?.group_ids ?? []) : []),
  ]);
  const student_ids = perGroup ? theirs.flatMap(({ student_id }) => student_id ?? []) : admitted;
  const groupOf = new Map(
    [...group_ids].flatMap((group_id) =>
      membersOf(group_id, theirs, members).map((student_id) => [student_id, group_id] as const),
    ),
  );
  const groups = [...group_ids].map((group_id) => ({ group_id, student_ids: membersOf(group_id, theirs, members) }));
  return { student_ids, groups, refused, groupOf };
}

const membersOf = (group_id: GroupId, instances: readonly InstanceRow[], members: readonly GroupMembers[]) =>
  instances.find((instance) => instance.group_id === group_id)?.members ??
  members.find((group) => group.group_id === group_id)?.student_ids ??
  [];

export type Outcome = Pick<OwnerResult, 'reason' | 'advice'> & Pick<StudentResult, 'outcome'>;

/**
 * One line for each student who was named, from one line for each owner; `otherwise` for students without one,
 * `unknown` for those without an instance.
 */
export function resultsFor(
  asked: readonly StudentId[],
  { refused, groupOf }: Owners,
  results: readonly OwnerResult[],
  otherwise: Outcome,
  unknown: Outcome,
): readonly UnnamedResult[] {
  return asked.map((student_id) => {
    const refusal = refused.get(student_id);
    if (refusal !== undefined) return { ...nothing(student_id, null), outcome: 'refused', ...refusal };
    const group_id = groupOf.get(student_id) ?? null;
    const own = results.filter((each) => each.student_id === student_id || (each.group_id ?? '-') === group_id);
    const reported = own.find(({ outcome }) => outcome !== 'unknown') ?? own[0];
    return reported === undefined
      ? { ...nothing(student_id, group_id), ...otherwise }
      : shownResult(student_id, reported, unknown);
  });
}

/** One line for each student of each owner. */
export const resultsForAll = (
  results: readonly OwnerResult[],
  membersOf: (group_id: GroupId) => readonly StudentId[],
  unknown: Outcome,
): readonly UnnamedResult[] =>
  results.flatMap((result) =>
    studentsOf(result, membersOf).map((student_id) => shownResult(student_id, result, unknown)),
  );

function studentsOf({ student_id, group_id }: OwnerResult, membersOf: (group_id: GroupId) => readonly StudentId[]) {
  if (group_id !== null) return membersOf(group_id);
  return student_id === null ? [] : [student_id];
}

/** What the platform's own copy says, while the infrastructure does not answer. */
export const resultOf = (instance: InstanceRow, kind: Intent['kind']): OwnerResult => ({
  student_id: instance.student_id,
  group_id: instance.group_id,
  instance_id: instance.instance_id,
  state: instance.state,
  reason: instance.reason,
  advice: instance.advice,
  ...expected(instance, kind),
});

function expected({ state }: InstanceRow, kind: Intent['kind']): Partial<Outcome> & Pick<Outcome, 'outcome'> {
  if (kind === 'stop' && state === 'stopped') return { outcome: 'already_stopped' };
  if (kind === 'restart' && (state === 'stopped' || state === 'stopping')) return withoutInstance.restart;
  if (kind === 'restart' && isStarting(state)) return { outcome: 'already_starting' };
  return { outcome: 'accepted' };
}

const isStarting = (state: string): boolean => ['queued', 'waiting_quota', 'creating'].includes(state);

export const plainly = <const Reported extends 'accepted' | 'already_stopped'>(outcome: Reported) => ({
  outcome,
  reason: null,
  advice: null,
});

/** The result of an owner without an instance: what is not there is stopped. */
export const withoutInstance = {
  stop: plainly('already_stopped'),
  restart: { outcome: 'refused', reason: 'not_running', advice: 'The lab is not running. Start it instead.' },
} as const satisfies Record<string, Outcome>;

/** The infrastructure has no use for what it was asked, which asking again will not change. */
export const refusedBy = (kind: 'stop' | 'restart', detail: string) =>
  ({
    outcome: 'refused',
    reason: 'infrastructure',
    advice:
      `The infrastructure refused to ${kind} the lab, which is still running: ${detail} Ask an operator to check it.`.slice(
        0,
        1_000,
      ),
  }) as const;

/** The result of a stop or restart that was refused; what was stopped before is stopped. */
export const unchanged = (instance: InstanceRow, kind: 'stop' | 'restart', detail: string): OwnerResult => ({
  ...resultOf(instance, kind),
  ...(instance.state === 'stopped' ? {} : refusedBy(kind, detail)),
});

const nothing = (student_id: StudentId, group_id: GroupId | null) => ({
  student_id,
  group_id,
  instance_id: null,
  state: null,
  reason: null,
  advice: null,
});

const shownResult = (student_id: StudentId, result: OwnerResult, unknown: Outcome): UnnamedResult => ({
  student_id,
  group_id: result.group_id,
  instance_id: result.instance_id,
  state: result.state,
  ...(result.outcome === 'unknown'
    ? unknown
    : { outcome: result.outcome, reason: result.reason, advice: result.advice }),
});
