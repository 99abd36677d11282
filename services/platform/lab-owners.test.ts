// Whom a start, stop or restart is about, and what each student is told: whole values.
import test from 'ava';
import type { InstanceRow, OwnerResult } from '../../adapters/store/platform/port.ts';
import {
  ownersToStart,
  ownersToStop,
  resultOf,
  resultsFor,
  resultsForAll,
  unchanged,
  withoutInstance,
} from './lab-owners.ts';

const learner = (student_id: string, group_ids: string[] = [], enabled = true) => ({ student_id, enabled, group_ids });
const [red, blue] = [
  { group_id: 'red', student_ids: ['anna', 'ben'] },
  { group_id: 'blue', student_ids: ['cleo'] },
];
const instance = (more: Partial<InstanceRow>): InstanceRow => ({
  instance_id: 'i',
  lab_id: 'shell',
  student_id: null,
  group_id: null,
  members: [],
  run_id: null,
  generation: 1,
  sequence: 1,
  state: 'running',
  volume: 'bound',
  reason: null,
  advice: null,
  since: new Date(0),
  keep_until: null,
  ends_at: null,
  ...more,
});
const result = (more: Partial<OwnerResult>): OwnerResult => ({
  student_id: null,
  group_id: null,
  outcome: 'accepted',
  instance_id: 'i',
  state: 'queued',
  reason: null,
  advice: null,
  ...more,
});
const reasons = (refused: ReadonlyMap<string, { reason: string }>) =>
  Object.fromEntries([...refused].map(([student_id, { reason }]) => [student_id, reason]));

test('a student who is unknown or disabled is refused, the others start', (t) => {
  const learners = [learner('anna'), learner('ben', [], false)];
  const lab = { deployment_mode: 'per_student' } as const;
  const { refused, ...owners } = ownersToStart({ lab, asked: ['anna', 'ben', 'zoe'], learners, members: [] });
  t.deepEqual(owners, { student_ids: ['anna'], groups: [], groupOf: new Map() });
  t.deepEqual(reasons(refused), { ben: 'disabled_student', zoe: 'unknown_student' });
});

test('two groups that share a member are both started, and the member is named once', (t) => {
  const learners = [learner('anna', ['red']), learner('cleo', ['blue'])];
  const members = [
    { group_id: 'red', student_ids: ['anna', 'eve'] },
    { group_id: 'blue', student_ids: ['cleo', 'eve'] },
  ];
  const lab = { deployment_mode: 'per_group' } as const;
  const { student_ids, groups } = ownersToStart({ lab, asked: ['anna', 'cleo'], learners, members });
  t.deepEqual([student_ids, groups], [['anna', 'eve', 'cleo'], members]);
});

test('of a lab per group each group is started once and whole', (t) => {
  const learners = [
    learner('anna', ['red']),
    learner('ben', ['red']),
    learner('dora'),
    learner('eve', ['blue', 'red']),
  ];
  const lab = { deployment_mode: 'per_group' } as const;
  const asked = ['anna', 'ben', 'dora', 'eve', 'zoe'];
  const { refused, ...owners } = ownersToStart({ lab, asked, learners, members: [red, blue] });
  const groupOf = new Map([
    ['anna', 'red'],
    ['ben', 'red'],
  ]);
  t.deepEqual(owners, { student_ids: ['anna', 'ben'], groups: [red], groupOf });
  t.deepEqual(reasons(refused), { dora: 'no_group', eve: 'several_groups', zoe: 'unknown_student' });
});

test('a stop finds what runs for a student, also from before the lab changed its mode', (t) => {
  const lab = { deployment_mode: 'per_group' } as const;
  const learners = [learner('anna', ['red']), learner('cleo', ['blue'])];
  const running = [
    instance({ student_id: 'anna', members: ['anna'] }),
    instance({ group_id: 'green', members: ['anna', 'gone'] }),
    instance({ group_id: 'other', members: ['ben'] }),
  ];
  const asked = ['anna', 'cleo', 'gone', 'zoe'];
  const { refused, ...owners } = ownersToStop({ lab, asked, learners, members: [red, blue] }, running);
  t.deepEqual(owners, {
    student_ids: ['anna'],
    groups: [{ group_id: 'green', student_ids: ['anna', 'gone'] }, red, blue],
    groupOf: new Map([
      ['anna', 'red'],
      ['gone', 'green'],
      ['ben', 'red'],
      ['cleo', 'blue'],
    ]),
  });
  t.deepEqual(reasons(refused), { zoe: 'unknown_student' });
});

test('nobody that is known, and the call would mean the whole lab, so there is none', (t) => {
  const lab = { deployment_mode: 'per_student' } as const;
  const { student_ids, groups } = ownersToStop({ lab, asked: ['zoe'], learners: [], members: [] }, []);
  t.deepEqual([student_ids, groups], [[], []]);
});

test('each student who was named has one line', (t) => {
  const refused = new Map([['zoe', { reason: 'unknown_student', advice: 'No.' }]]);
  const owners = { student_ids: [], groups: [red], refused, groupOf: new Map([['anna', 'red']]) };
  const results = [
    result({ student_id: 'ben', outcome: 'already_running', state: 'running' }),
    result({ student_id: 'anna', outcome: 'unknown', instance_id: null, state: null }),
    result({ group_id: 'red' }),
  ];
  t.deepEqual(
    resultsFor(['anna', 'ben', 'dora', 'zoe'], owners, results, withoutInstance.stop, withoutInstance.stop) as unknown,
    [
      { ...result({ student_id: 'anna', group_id: 'red' }) },
      { ...result({ student_id: 'ben', outcome: 'already_running', state: 'running' }) },
      { ...result({ student_id: 'dora', outcome: 'already_stopped', instance_id: null, state: null }) },
      {
        ...result({ student_id: 'zoe', outcome: 'refused', instance_id: null, state: null }),
        reason: 'unknown_student',
        advice: 'No.',
      },
    ],
  );
});

test('a stop of everything has a line for each member, and what was never there is stopped', (t) => {
  const results = [result({ group_id: 'red', state: 'stopping' }), result({ student_id: 'dora', outcome: 'unknown' })];
  t.deepEqual(resultsForAll(results, () => ['anna', 'ben'], withoutInstance.stop) as unknown, [
    result({ student_id: 'anna', group_id: 'red', state: 'stopping' }),
    result({ student_id: 'ben', group_id: 'red', state: 'stopping' }),
    result({ student_id: 'dora', outcome: 'already_stopped' }),
  ]);
});

test('without an answer the own copy speaks', (t) => {
  const stopped = instance({ student_id: 'anna', state: 'stopped' });
  const told = result({ student_id: 'anna', state: 'stopped' });
  t.deepEqual(resultOf(stopped, 'stop'), { ...told, outcome: 'already_stopped' });
  t.deepEqual(resultOf(stopped, 'start'), told);
  t.deepEqual(resultOf(stopped, 'restart'), { ...told, ...withoutInstance.restart });
  const outcomes = (['creating', 'queued', 'running', 'degraded', 'failed'] as const).map(
    (state) => resultOf(instance({ student_id: 'anna', state }), 'restart').outcome,
  );
  t.deepEqual(outcomes, ['already_starting', 'already_starting', 'accepted', 'accepted', 'accepted']);
});

test('what a refused stop was to stop goes on, and whoever asked is told why', (t) => {
  const running = instance({ student_id: 'anna' });
  const told = result({ student_id: 'anna', state: 'running' });
  t.deepEqual(unchanged(running, 'stop', 'The body is too large.'), {
    ...told,
    outcome: 'refused',
    reason: 'infrastructure',
    advice:
      'The infrastructure refused to stop the lab, which is still running: The body is too large. Ask an operator to check it.',
  });
  const stopped = instance({ student_id: 'anna', state: 'stopped' });
  t.is(unchanged(stopped, 'stop', 'No.').outcome, 'already_stopped');
});
