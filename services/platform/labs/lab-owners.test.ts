// The owners that a start, stop or restart is about, and the result for each student: whole values.
import test from 'ava';
import type { InstanceRow, OwnerResult } from '../../../adapters/store/platform/port.ts';
import type { GroupId, InstanceId, StudentId } from '../../../generated/platform/types.ts';
import {
  ownersToStart,
  ownersToStop,
  resultOf,
  resultsFor,
  resultsForAll,
  unchanged,
  withGuesses,
  withoutInstance,
} from './lab-owners.ts';

const [anna, ben, zoe, dora, eve, cleo, gone] = [
  'anna',
  'ben',
  'zoe',
  'dora',
  'eve',
  'cleo',
  'gone',
] as readonly string[] as Seven;
type Seven = readonly [StudentId, StudentId, StudentId, StudentId, StudentId, StudentId, StudentId];
const [redId, blueId, greenId, otherId] = ['red', 'blue', 'green', 'other'] as readonly string[] as Four;
type Four = readonly [GroupId, GroupId, GroupId, GroupId];

const learner = (student_id: StudentId, group_ids: GroupId[] = [], enabled = true) => ({
  student_id,
  enabled,
  group_ids,
  is_member: true,
});
const [red, blue] = [
  { group_id: redId, student_ids: [anna, ben] },
  { group_id: blueId, student_ids: [cleo] },
];
const instance = (more: Partial<InstanceRow>) =>
  ({
    instance_id: 'i' as InstanceId,
    lab_id: 'shell' as InstanceRow['lab_id'],
    student_id: null,
    group_id: null,
    members: [],
    sequence: 1,
    state: 'running',
    volume: 'bound',
    reason: null,
    advice: null,
    since: new Date(0),
    keep_until: null,
    ends_at: null,
    ...more,
  }) as Partial<InstanceRow> as InstanceRow;
const result = (more: Partial<OwnerResult>): OwnerResult => ({
  student_id: null,
  group_id: null,
  outcome: 'accepted',
  instance_id: 'i' as InstanceId,
  state: 'queued',
  reason: null,
  advice: null,
  ...more,
});
const reasons = (refused: ReadonlyMap<string, { reason: string }>) =>
  Object.fromEntries([...refused].map(([student_id, { reason }]) => [student_id, reason]));

test('withGuesses names the student whose id is nearest to an unknown one, and none for one that is near to no other', (t) => {
  const [ana, xavier] = ['ann', 'xavier'] as StudentId[] as [StudentId, StudentId];
  const lab = { deployment_mode: 'per_student' } as const;
  const owners = ownersToStart({ lab, asked: [ana, xavier], learners: [], members: [] });
  const advice = 'There is no student with this id. Look the student up by name in the list of students.';
  t.deepEqual(
    Object.fromEntries([...withGuesses(owners, [anna, ben]).refused].map(([id, each]) => [id, each.advice])),
    {
      ann: `${advice} Did you mean anna?`,
      xavier: advice,
    },
  );
});

test('ownersToStart refuses a student that is unknown or disabled, and starts the others', (t) => {
  const learners = [learner(anna), learner(ben, [], false)];
  const lab = { deployment_mode: 'per_student' } as const;
  const { refused, ...owners } = ownersToStart({ lab, asked: [anna, ben, zoe], learners, members: [] });
  t.deepEqual(owners, { student_ids: [anna], groups: [], groupOf: new Map() });
  t.deepEqual(reasons(refused), { ben: 'disabled_student', zoe: 'unknown_student' });
});

test('ownersToStart starts both of two groups that share a member, and names the member once', (t) => {
  const learners = [learner(anna, [redId]), learner(cleo, [blueId])];
  const members = [
    { group_id: redId, student_ids: [anna, eve] },
    { group_id: blueId, student_ids: [cleo, eve] },
  ];
  const lab = { deployment_mode: 'per_group' } as const;
  const { student_ids, groups } = ownersToStart({ lab, asked: [anna, cleo], learners, members });
  t.deepEqual([student_ids, groups], [[anna, eve, cleo], members]);
});

test('ownersToStart starts each group of a lab per group once and whole', (t) => {
  const learners = [learner(anna, [redId]), learner(ben, [redId]), learner(dora), learner(eve, [blueId, redId])];
  const lab = { deployment_mode: 'per_group' } as const;
  const asked = [anna, ben, dora, eve, zoe];
  const { refused, ...owners } = ownersToStart({ lab, asked, learners, members: [red, blue] });
  const groupOf = new Map([
    [anna, redId],
    [ben, redId],
  ]);
  t.deepEqual(owners, { student_ids: [anna, ben], groups: [red], groupOf });
  t.deepEqual(reasons(refused), { dora: 'no_group', eve: 'several_groups', zoe: 'unknown_student' });
});

test('ownersToStop finds what runs for a student, also from before the lab changed its mode', (t) => {
  const lab = { deployment_mode: 'per_group' } as const;
  const learners = [learner(anna, [redId]), learner(cleo, [blueId])];
  const running = [
    instance({ student_id: anna, members: [anna] }),
    instance({ group_id: greenId, members: [anna, gone] }),
    instance({ group_id: otherId, members: [ben] }),
  ];
  const asked = [anna, cleo, gone, zoe];
  const { refused, ...owners } = ownersToStop({ lab, asked, learners, members: [red, blue] }, running);
  t.deepEqual(owners, {
    student_ids: [anna],
    groups: [{ group_id: greenId, student_ids: [anna, gone] }, red, blue],
    groupOf: new Map([
      [anna, redId],
      [gone, greenId],
      [ben, redId],
      [cleo, blueId],
    ]),
  });
  t.deepEqual(reasons(refused), { zoe: 'unknown_student' });
});

test('ownersToStop selects no owner when it knows none, instead of the whole lab', (t) => {
  const lab = { deployment_mode: 'per_student' } as const;
  const { student_ids, groups } = ownersToStop({ lab, asked: [zoe], learners: [], members: [] }, []);
  t.deepEqual([student_ids, groups], [[], []]);
});

test('resultsFor has one line for each named student', (t) => {
  const refused = new Map([[zoe, { reason: 'unknown_student', advice: 'No.' }]]);
  const owners = { student_ids: [], groups: [red], refused, groupOf: new Map([[anna, redId]]) };
  const results = [
    result({ student_id: ben, outcome: 'already_running', state: 'running' }),
    result({ student_id: anna, outcome: 'unknown', instance_id: null, state: null }),
    result({ group_id: redId }),
  ];
  t.deepEqual(
    resultsFor([anna, ben, dora, zoe], owners, results, withoutInstance.stop, withoutInstance.stop) as unknown,
    [
      { ...result({ student_id: anna, group_id: redId }) },
      { ...result({ student_id: ben, outcome: 'already_running', state: 'running' }) },
      { ...result({ student_id: dora, outcome: 'already_stopped', instance_id: null, state: null }) },
      {
        ...result({ student_id: zoe, outcome: 'refused', instance_id: null, state: null }),
        reason: 'unknown_student',
        advice: 'No.',
      },
    ],
  );
});

test('resultsForAll has a line for each member, and reports what was never there as stopped', (t) => {
  const results = [result({ group_id: redId, state: 'stopping' }), result({ student_id: dora, outcome: 'unknown' })];
  t.deepEqual(resultsForAll(results, () => [anna, ben], withoutInstance.stop) as unknown, [
    result({ student_id: anna, group_id: redId, state: 'stopping' }),
    result({ student_id: ben, group_id: redId, state: 'stopping' }),
    result({ student_id: dora, outcome: 'already_stopped' }),
  ]);
});

test('resultOf uses the copy of the platform when there is no answer', (t) => {
  const stopped = instance({ student_id: anna, state: 'stopped' });
  const reported = result({ student_id: anna, state: 'stopped' });
  t.deepEqual(resultOf(stopped, 'stop'), { ...reported, outcome: 'already_stopped' });
  t.deepEqual(resultOf(stopped, 'start'), reported);
  t.deepEqual(resultOf(stopped, 'restart'), { ...reported, ...withoutInstance.restart });
  const outcomes = (['creating', 'queued', 'running', 'degraded', 'failed'] as const).map(
    (state) => resultOf(instance({ student_id: anna, state }), 'restart').outcome,
  );
  t.deepEqual(outcomes, ['already_starting', 'already_starting', 'accepted', 'accepted', 'accepted']);
});

test('unchanged reports that a refused stop stopped nothing, with the reason', (t) => {
  const running = instance({ student_id: anna });
  const reported = result({ student_id: anna, state: 'running' });
  t.deepEqual(unchanged(running, 'stop', 'The body is too large.'), {
    ...reported,
    outcome: 'refused',
    reason: 'infrastructure',
    advice:
      'The infrastructure refused to stop the lab, which is still running: The body is too large. Ask an operator to check it.',
  });
  const stopped = instance({ student_id: anna, state: 'stopped' });
  t.is(unchanged(stopped, 'stop', 'No.').outcome, 'already_stopped');
});
