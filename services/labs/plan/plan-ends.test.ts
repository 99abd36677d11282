// From any state to the desired one, whatever goes wrong, without losing a file or leaving an object.
import test from 'ava';
import fc from 'fast-check';
import type { InstanceState, VolumeState } from '../../../generated/lab/messages.ts';
import {
  type Claim,
  desiredOf,
  type Fate,
  observedOf,
  pass,
  runOnce,
  start,
  timeOf,
  type World,
  world,
} from '../../test/fixtures/labs/instance-model.ts';
import { requestRestart, requestStart, requestStop } from '../../test/fixtures/labs/instance-requests.ts';
import { isUp } from './observed.ts';
import { steps } from './plan.ts';
import type { ArchiveRecord, DesiredInstance } from './step.ts';

const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
const archive: ArchiveRecord = { run_id: 'r', object: 'o.tar.gz', versionId: 'v1', volumeUid: 'claim-1' };

const states: readonly InstanceState[] = [
  'queued',
  'waiting_quota',
  'creating',
  'running',
  'degraded',
  'stopping',
  'stopped',
  'failed',
];
const volumes: readonly VolumeState[] = ['none', 'bound', 'archiving', 'archived', 'released', 'quarantined'];
const phases = ['pending', 'starting', 'running', 'failed'] as const;

type Begin = { w: World; desired: DesiredInstance };

/** Any row beside any cluster, but for what no kill can bring about: see the comments. */
const begins: fc.Arbitrary<Begin> = fc
  .record({
    desired: fc.constantFrom<'running' | 'stopped'>('running', 'stopped'),
    state: fc.constantFrom(...states),
    volume: fc.constantFrom(...volumes),
    reason: fc.constantFrom(null, 'image_pull', 'archive'),
    keep_days: fc.constantFrom(0, 7),
    keep_until: fc.constantFrom(null, at(-1), at(3_600)),
    hasClaim: fc.boolean(),
    hasPods: fc.boolean(),
    phase: fc.constantFrom(...phases),
    complete: fc.boolean(),
    podFingerprint: fc.constantFrom('plan-0', 'plan-1'),
    archived: fc.boolean(),
    restore: fc.constantFrom(null, 'missing', 'replace', 'begun'),
    age: fc.constantFrom(0, 400, 4_000),
    broken: fc.boolean(),
    hasRun: fc.boolean(),
  })
  .map((b) => {
    // A claim is marked archived, or a restore begun, only while no pod is there; and then it holds what the record
    // says.
    const podless = b.volume === 'archived' || b.volume === 'archiving' || b.restore === 'begun';
    const begun = b.restore === 'begun';
    const theClaim: Claim | null = b.hasClaim ? { uid: 'claim-1', content: 7, partOf: begun ? 'v1' : null } : null;
    const w = world({
      claim: theClaim,
      pods:
        b.hasPods && !podless
          ? { generation: 1, fingerprint: b.podFingerprint, phase: b.phase, since: 0, complete: b.complete }
          : null,
      archives: new Map([['v1', b.volume === 'archived' ? 7 : 3]]),
      broken: b.broken,
    });
    const row = desiredOf({
      desired: b.desired,
      state: b.state,
      since: at(-b.age),
      volume: b.volume,
      reason: b.state === 'failed' ? (b.reason ?? 'deadline') : b.reason,
      keep_days: b.keep_days,
      keep_until: b.keep_until,
      archive: b.archived || b.restore ? archive : null,
      hasRun: b.hasRun && b.restore === null && b.state !== 'queued' && b.state !== 'waiting_quota',
      restore: b.restore && { archive, replace: b.restore === 'replace', begun },
    });
    return { w, desired: row };
  });

const isDone = (w: World, desired: DesiredInstance): boolean => steps(desired, observedOf(w), timeOf(w)).length === 0;

function settle(w: World, desired: DesiredInstance): DesiredInstance {
  let row = desired;
  for (let n = 0; n < 900 && !isDone(w, row); n++) {
    const before = JSON.stringify([row, w.claim, w.pods, w.now]);
    row = runOnce(w, row, () => 'well').desired;
    if (JSON.stringify([row, w.claim, w.pods, w.now]) === before) throw new Error(`stands still: ${before}`);
  }
  return row;
}

function isAsDesired(w: World, row: DesiredInstance): boolean {
  const there = observedOf(w);
  if (row.state === 'failed') return w.pods === null && row.reason !== null;
  if (row.desired === 'running')
    return row.state === 'running' && there !== null && isUp(there, row) && row.volume === 'bound';
  if (row.state !== 'stopped' || w.pods) return false;
  if (row.volume === 'bound' || row.volume === 'quarantined')
    return w.claim ? row.keep_until !== null && row.keep_until > timeOf(w) : row.reason === 'volume';
  return !w.claim && (row.volume === 'released' || row.volume === 'none');
}

test('steps lead from any state to the desired one', (t) => {
  fc.assert(
    fc.property(begins, (begin) => {
      const { w, desired } = structuredClone(begin); // what is shrunk must be what was given
      const row = settle(w, desired);
      if (!isAsDesired(w, row)) throw new Error(`not as desired: ${JSON.stringify([row, w])}`);
      if (desired.desired === 'running' && !w.broken && desired.state === 'queued' && row.state !== 'running')
        throw new Error(`${row.reason}`);
    }),
    { numRuns: 3_000 },
  );
  t.pass();
});

test('steps of a stop leave no objects, and no claim after its days', (t) => {
  fc.assert(
    fc.property(begins, (begin) => {
      const { w, desired } = structuredClone(begin); // what is shrunk must be what was given
      let row = settle(w, requestStop(w, desired));
      // Twice: a stop that had failed keeps its volume from when it succeeds.
      for (let n = 0; n < 2; n++) {
        pass(w, 9 * 86_400_000);
        row = settle(w, row);
      }
      if (!isAsDesired(w, row)) throw new Error(`not as desired: ${JSON.stringify([row, w])}`);
      t.deepEqual([w.pods, w.claim], [null, null]);
    }),
    { numRuns: 1_500 },
  );
});

const faults = [
  'start',
  'stop',
  'restart',
  'crash',
  'objects gone',
  'claim gone',
  'away',
  'back',
  'broken',
  'mended',
  'time',
] as const;
const lives = fc.array(
  fc.tuple(
    fc.constantFrom(...faults),
    fc.array(fc.constantFrom<Fate>('well', 'well', 'well', 'not done', 'not written'), { maxLength: 8 }),
  ),
  { maxLength: 25 },
);

function befall(w: World, row: DesiredInstance, fault: (typeof faults)[number]): DesiredInstance {
  if (fault === 'start') return requestStart(w, row);
  if (fault === 'stop') return requestStop(w, row);
  if (fault === 'restart') return requestRestart(w, row);
  if (fault === 'crash' && w.pods) w.pods.phase = 'failed';
  if (fault === 'objects gone' && w.pods) w.pods.complete = false;
  if (fault === 'claim gone' && !w.pods) w.claim = null;
  if (fault === 'away' || fault === 'back') w.unavailable = fault === 'away';
  if (fault === 'broken' || fault === 'mended') w.broken = fault === 'broken';
  if (fault === 'time') pass(w, 400_000);
  return row;
}

test('steps lose no file and reach the desired state, whatever fails at whichever step', (t) => {
  fc.assert(
    fc.property(begins, lives, (begin, life) => {
      const { w, desired } = structuredClone(begin);
      let row = desired;
      for (const [fault, fates] of life) {
        row = befall(w, row, fault);
        const left = [...fates];
        for (let n = 0; n < 4; n++) row = runOnce(w, row, () => left.shift() ?? 'well').desired;
      }
      w.unavailable = false;
      w.broken = false;
      pass(w, 700_000);
      row = settle(w, row);
      if (!isAsDesired(w, row)) throw new Error(`not as desired: ${JSON.stringify([row, w])}`);
    }),
    { numRuns: 3_000 },
  );
  t.pass();
});

test('steps neither clear nor remove what a newer request made, whatever the row holds', (t) => {
  fc.assert(
    fc.property(begins, (begin) => {
      const { w, desired } = structuredClone(begin); // what is shrunk must be what was given
      const there = observedOf(w);
      if (!there) return;
      const list = steps({ ...desired, generation: there.generation - 1 }, there, timeOf(w));
      t.true(list.length === 1 && (list[0]?.do === 'hold' || list[0]?.do === 'raise'));
    }),
  );
});
