// Sweeps as pure plans: what is repaired, what is removed, what is held, and that a claim is never among what goes.
import test from 'ava';
import fc from 'fast-check';
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { desiredOf, observedOf, start, world } from '../../test/fixtures/labs/instance-model.ts';
import { type SweepFacts, sweepPlan } from './sweep-plan.ts';

const claim = { uid: 'claim-1', content: 7, partOf: null };
const pods = { generation: 1, fingerprint: 'plan-1', phase: 'running', since: 0, complete: true } as const;
const idOf = (n: number): InstanceId => `instance-${n}` as InstanceId;

function observed(n: number, more: Partial<Observed> = {}): Observed {
  const one = observedOf(world({ claim, pods: { ...pods } }));
  if (!one) throw new Error('nothing is there');
  return { ...one, instance_id: idOf(n), ...more };
}
const up = (n: number) =>
  desiredOf({
    instance_id: idOf(n),
    state: 'running',
    volume: 'bound',
    announced: { host: 'h', port: 30_000, generation: 1 },
  });
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

function facts(there: readonly Observed[], rows: readonly number[], more: Partial<SweepFacts> = {}): SweepFacts {
  return {
    observed: new Map(there.map((each) => [each.instance_id, each])),
    known: new Map(rows.map((n) => [idOf(n), 1])),
    live: rows.map(up),
    held_for: null,
    allowed: null,
    now: start,
    ...more,
  };
}

test('sweepPlan does nothing where everything is as desired, and lists the claims', (t) => {
  const there = [observed(0), observed(1)];
  t.deepEqual(sweepPlan(facts(there, [0, 1])), {
    due: [],
    clear: [],
    held: null,
    claims: there.map((each) => ({ observed: each, volume: each.volume!, quarantined: null })),
  });
});

test('sweepPlan makes rows due whose objects are missing, broken or left over', (t) => {
  const { due, clear } = sweepPlan(facts([observed(1, { complete: false }), observed(2)], [0, 1, 2]));
  t.deepEqual([due, clear], [[idOf(0), idOf(1)], []]);
  // A row that is stopped for good is not among the live ones.
  const stray = sweepPlan(facts([observed(0)], [], { known: new Map([[idOf(0), 1]]) }));
  t.deepEqual([stray.due, stray.clear], [[idOf(0)], []]);
});

test('sweepPlan clears objects without a row, and quarantines their claim', (t) => {
  const orphan = observed(9);
  const plan = sweepPlan(facts([observed(0), orphan], [0]));
  t.deepEqual([plan.due, plan.clear, plan.held], [[], [orphan], null]);
  t.deepEqual(
    plan.claims.map(({ quarantined }) => quarantined),
    [null, 'no_row'],
  );
});

test('sweepPlan quarantines a claim without a pod and without a row, and nothing else', (t) => {
  const left = observed(9, { objects: [], roles: [] });
  const plan = sweepPlan(facts([left], []));
  t.deepEqual(plan, {
    due: [],
    clear: [],
    held: null,
    claims: [{ observed: left, volume: left.volume!, quarantined: 'no_row' }],
  });
});

test('sweepPlan lists objects that are newer than their row as quarantined, and neither repairs nor clears them', (t) => {
  const newer = observed(0, { generation: 2 });
  for (const live of [[up(0)], []]) {
    const plan = sweepPlan(facts([newer], [0], { live }));
    t.deepEqual([plan.due, plan.clear, plan.claims[0]?.quarantined], [[], [], 'timeline_changed']);
  }
});

for (const [all, orphans, held] of [
  [5, 5, null],
  [6, 6, { reason: 'too_many', count: 6, most: 5 }],
  [100, 5, null],
  [100, 6, { reason: 'too_many', count: 6, most: 5 }],
  [119, 6, { reason: 'too_many', count: 6, most: 5 }],
  [120, 6, null],
  [1_000, 50, null],
  [1_000, 51, { reason: 'too_many', count: 51, most: 50 }],
] as const)
  test(`sweepPlan of ${all} instances with ${orphans} without a row ${held ? 'leaves them alone' : 'clears them'}`, (t) => {
    const there = numbers(all).map((n) => observed(n));
    const plan = sweepPlan(facts(there, numbers(all - orphans)));
    t.deepEqual([plan.held, plan.clear.length], [held, held ? 0 : orphans]);
  });

test('sweepPlan clears as many as an operator has confirmed, and not one more', (t) => {
  const there = numbers(8).map((n) => observed(n));
  t.is(sweepPlan(facts(there, [], { allowed: 8 })).clear.length, 8);
  t.deepEqual(sweepPlan(facts(there, [], { allowed: 7 })).held, { reason: 'too_many', count: 8, most: 7 });
});

test('sweepPlan clears nothing in another epoch of the database, and repairs go on', (t) => {
  const plan = sweepPlan(facts([observed(0, { complete: false }), observed(9)], [0], { held_for: 'restored' }));
  t.deepEqual([plan.due, plan.clear], [[idOf(0)], []]);
  t.deepEqual(plan.held, { reason: 'timeline_changed', count: 1, most: 5 });
  t.is(sweepPlan(facts([observed(0)], [0], { held_for: 'restored' })).held, null);
});

test('sweepPlan clears no more than the brake allows, nothing with a row, and lists every claim once', (t) => {
  const instances = fc.array(
    fc.record({ row: fc.constantFrom(null, 0, 1, 2), objects: fc.boolean(), claim: fc.boolean(), live: fc.boolean() }),
    { maxLength: 160 },
  );
  fc.assert(
    fc.property(instances, fc.boolean(), (list, restored) => {
      const there = list.map((each, n) =>
        observed(n, { ...(each.objects ? {} : { objects: [], roles: [] }), ...(each.claim ? {} : { volume: null }) }),
      );
      const known = new Map(list.flatMap(({ row }, n) => (row === null ? [] : [[idOf(n), row] as const])));
      const live = list.flatMap(({ row, live: isLive }, n) =>
        row === null || !isLive ? [] : [{ ...up(n), generation: row }],
      );
      const plan = sweepPlan(facts(there, [], { known, live, held_for: restored ? 'restored' : null }));
      t.true(plan.clear.length <= Math.max(5, there.length * 0.05));
      t.true(plan.clear.every(({ instance_id, objects }) => !known.has(instance_id) && objects.length > 0));
      if (restored) t.deepEqual(plan.clear, []);
      t.is(new Set(plan.due).size, plan.due.length);
      t.true(plan.due.every((id) => known.has(id)));
      t.deepEqual(
        plan.claims.map((each) => each.volume),
        there.flatMap(({ volume }) => (volume ? [volume] : [])),
      );
    }),
    { numRuns: 200 },
  );
});
