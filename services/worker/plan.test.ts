// The worker's decisions: each case as a whole list. Where they lead from any state: plan-ends.test.ts.
import test from 'ava';
import type { RoleSeen, Seen } from '../../adapters/cluster/port.ts';
import { type Claim, type Pods, seenOf, start, type World, wantedOf, world } from './model-for-tests.ts';
import { type ArchiveRecord, afterProbe, afterRefusal, type Step, steps, type Wanted } from './plan.ts';

const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
const claim: Claim = { uid: 'claim-1', content: 7, partOf: null };
const archive: ArchiveRecord = { runId: 'r', object: 'o.tar.gz', versionId: 'v1', volumeUid: 'claim-1' };
const pods: Pods = { generation: 1, fingerprint: 'plan-1', phase: 'running', since: 0, complete: true };
const address = { host: 'h', port: 30_000 };
const announced = { ...address, generation: 1 };

const seen = (changes: Partial<World>, more: Partial<Seen> = {}, role: Partial<RoleSeen> = {}): Seen => {
  const whole = seenOf(world(changes));
  if (!whole) throw new Error('nothing is there');
  return { ...whole, roles: whole.roles.map((each) => ({ ...each, ...role })), ...more };
};
const up = seen({ claim, pods });
const starting = seen({ claim, pods: { ...pods, phase: 'starting' } });
const onlyClaim = seen({ claim });
const volume = onlyClaim.volume!;
const trouble = (kind: 'image_pull' | 'config' | 'evicted' | 'quota'): Partial<RoleSeen> => ({
  trouble: { kind, detail: 'so it is' },
});
const nobodys: Partial<RoleSeen> = { trouble: { kind: 'image_pull', detail: 'so it is', isFinal: true } };
const wait = (ms: number): Step => ({ do: 'wait', ms });
const fetching: Partial<RoleSeen> = { trouble: { kind: 'image_pull', detail: 'so it is', isUnderWay: true } };
const why = (reason: 'image_pull' | 'config' | 'evicted' | 'quota') => ({ reason, detail: 'so it is' }) as const;
const lost = {
  reason: 'volume',
  detail: 'it is not on the lab engine any more: it was removed from outside, or labs run on another engine now',
} as const;

type Case = readonly [
  what: string,
  wanted: Partial<Wanted>,
  view: Seen | null | 'away',
  seconds: number,
  list: readonly Step[],
];

const toRun: readonly Case[] = [
  ['a wish is taken up', {}, null, 0, [{ do: 'move', state: 'creating' }]],
  ['a wish without room waits', { room: false }, null, 0, [{ do: 'move', state: 'waiting_quota' }]],
  ['it goes on waiting', { state: 'waiting_quota', room: false }, null, 9, [wait(15_000)]],
  ['it goes on when there is room', { state: 'waiting_quota' }, null, 9, [{ do: 'move', state: 'creating' }]],
  [
    'an hour without room is too long',
    { state: 'waiting_quota', room: false },
    null,
    3_600,
    [{ do: 'fail', why: { reason: 'quota', detail: '' } }],
  ],
  ['what is missing is made', { state: 'creating' }, null, 0, [{ do: 'apply' }, wait(1_000)]],
  ['the claim is written down', { state: 'creating' }, starting, 1, [{ do: 'move', volume: 'bound' }]],
  ['what starts is waited for', { state: 'creating', volume: 'bound' }, starting, 1, [wait(1_000)]],
  [
    'what is up is tried, then told',
    { state: 'creating', volume: 'bound' },
    up,
    2,
    [{ do: 'probe' }, { do: 'announce', address }],
  ],
  ['what was told is done', { state: 'running', volume: 'bound', announced }, up, 9, []],
  [
    'a new password is put in place',
    { state: 'running', volume: 'bound', announced, generation: 2, fingerprint: 'plan-2' },
    up,
    9,
    [{ do: 'apply' }, wait(1_000)],
  ],
  [
    'a new password is tried, then told',
    { state: 'running', volume: 'bound', announced: { ...announced, generation: 0 } },
    up,
    9,
    [{ do: 'probe' }, { do: 'announce', address }],
  ],
  [
    'a new port is tried, then told',
    { state: 'running', volume: 'bound', announced: { ...announced, port: 1 } },
    up,
    9,
    [{ do: 'probe' }, { do: 'announce', address }],
  ],
  [
    'an image that does not come is told',
    { state: 'creating', volume: 'bound' },
    seen({ claim, pods }, {}, { phase: 'pending', ...trouble('image_pull') }),
    9,
    [{ do: 'note', why: why('image_pull') }, wait(1_000)],
  ],
  [
    'it is told once',
    { state: 'creating', volume: 'bound', reason: 'image_pull' },
    seen({ claim, pods }, {}, { phase: 'pending', ...trouble('image_pull') }),
    9,
    [wait(1_000)],
  ],
  [
    'an image that is under way is told, and waited for as long as a start may take',
    { state: 'creating', volume: 'bound' },
    seen({ claim, pods }, {}, { phase: 'starting', ...fetching }),
    299,
    [{ do: 'note', why: { ...why('image_pull'), isUnderWay: true } }, wait(1_000)],
  ],
  [
    'what came of it is told anew',
    { state: 'creating', volume: 'bound', reason: 'image_pull', advice: 'it is under way' },
    seen({ claim, pods }, {}, { phase: 'pending', ...trouble('image_pull') }),
    9,
    [{ do: 'note', why: why('image_pull') }, wait(1_000)],
  ],
  [
    'an image that nobody has is not waited for',
    { state: 'creating', volume: 'bound' },
    seen({ claim, pods }, {}, { phase: 'failed', ...nobodys }),
    0,
    [
      { do: 'fail', why: { ...why('image_pull'), isFinal: true } },
      { do: 'clear', seen: seen({ claim, pods }, {}, { phase: 'failed', ...nobodys }) },
    ],
  ],
  [
    'half a minute without an image is too long',
    { state: 'creating', volume: 'bound' },
    seen({ claim, pods }, {}, { phase: 'pending', ...trouble('image_pull') }),
    30,
    [
      { do: 'fail', why: why('image_pull') },
      { do: 'clear', seen: seen({ claim, pods }, {}, { phase: 'pending', ...trouble('image_pull') }) },
    ],
  ],
  [
    'what never works is not waited for',
    { state: 'creating', volume: 'bound' },
    seen({ claim, pods }, {}, { phase: 'pending', ...trouble('config') }),
    0,
    [
      { do: 'fail', why: why('config') },
      { do: 'clear', seen: seen({ claim, pods }, {}, { phase: 'pending', ...trouble('config') }) },
    ],
  ],
  [
    'the cluster is full: it may have room later',
    { state: 'creating', volume: 'bound' },
    seen({ claim, pods }, {}, { phase: 'pending', ...trouble('quota') }),
    299,
    [{ do: 'note', why: why('quota') }, wait(1_000)],
  ],
  [
    'five minutes are too long for anything',
    { state: 'creating', volume: 'bound', reason: 'ssh_probe' },
    starting,
    300,
    [
      { do: 'fail', why: { reason: 'ssh_probe', detail: '' } },
      { do: 'clear', seen: starting },
    ],
  ],
  [
    'a failed start leaves nothing but the claim',
    { state: 'failed', volume: 'bound' },
    starting,
    999,
    [{ do: 'clear', seen: starting }],
  ],
  ['a failed start stays failed', { state: 'failed', volume: 'bound' }, onlyClaim, 99_999, []],
  [
    'what was taken down by the node is made again',
    { state: 'running', volume: 'bound', announced },
    seen({ claim, pods }, {}, { phase: 'failed', ...trouble('evicted') }),
    9,
    [{ do: 'move', state: 'degraded', why: why('evicted') }, { do: 'apply' }, wait(1_000)],
  ],
  [
    'what was deleted by hand is made again',
    { state: 'running', volume: 'bound', announced },
    seen({ claim, pods }, { complete: false }),
    9,
    [
      { do: 'move', state: 'degraded', why: { reason: 'cluster', detail: 'objects of the lab are missing' } },
      { do: 'apply' },
      wait(1_000),
    ],
  ],
  [
    'what is up again is tried and told again',
    { state: 'degraded', volume: 'bound', announced },
    up,
    9,
    [{ do: 'probe' }, { do: 'announce', address }],
  ],
  [
    'ten minutes of repair are too long',
    { state: 'degraded', volume: 'bound', announced },
    seen({ claim, pods }, {}, { phase: 'failed', ...trouble('evicted') }),
    600,
    [
      { do: 'fail', why: why('evicted') },
      { do: 'clear', seen: seen({ claim, pods }, {}, { phase: 'failed', ...trouble('evicted') }) },
    ],
  ],
  [
    'a start overtakes a stop',
    { state: 'stopping', volume: 'archiving' },
    onlyClaim,
    9,
    [
      { do: 'move', state: 'stopped' },
      { do: 'move', state: 'queued' },
    ],
  ],
  [
    'a claim that counts as archived no longer does',
    { state: 'creating', volume: 'archived', archive },
    onlyClaim,
    9,
    [{ do: 'move', volume: 'bound' }],
  ],
  [
    'a claim that went before the row was written',
    { state: 'creating', volume: 'archived', archive },
    null,
    9,
    [{ do: 'move', volume: 'released' }],
  ],
  [
    'a claim that goes is waited for',
    { state: 'creating', volume: 'archived' },
    seen({ claim }, { volume: { ...volume, phase: 'terminating' } }),
    9,
    [wait(1_000)],
  ],
  [
    'a running lab whose claim was taken',
    { state: 'running', volume: 'bound', announced },
    seen({ pods }),
    9,
    [{ do: 'move', state: 'degraded', why: lost }],
  ],
  [
    'it is given up, so that the archive comes back',
    { state: 'degraded', volume: 'bound', announced },
    seen({ pods }),
    9,
    [
      { do: 'fail', why: lost },
      { do: 'clear', seen: seen({ pods }) },
    ],
  ],
  [
    'files come back before the pod',
    { state: 'creating', volume: 'released', restore: { archive, replace: false, begun: false } },
    null,
    0,
    [{ do: 'beginRestore' }, { do: 'restore', archive }],
  ],
  [
    'a broken-off restore is done again',
    { state: 'creating', volume: 'released', restore: { archive, replace: false, begun: true } },
    onlyClaim,
    0,
    [{ do: 'restore', archive }],
  ],
  [
    'half of the files goes before an empty home is made',
    { state: 'creating', volume: 'released', unfinished: archive, archive },
    onlyClaim,
    0,
    [{ do: 'removeVolume', volume, archive }],
  ],
  [
    'and is forgotten once it is gone',
    { state: 'creating', volume: 'released', unfinished: archive, archive },
    null,
    0,
    [{ do: 'endRestore' }],
  ],
  [
    'a claim that is there is taken over',
    { state: 'creating', volume: 'bound', restore: { archive, replace: false, begun: false } },
    onlyClaim,
    0,
    [{ do: 'apply' }, wait(1_000)],
  ],
  [
    'files that another archive replaces are archived first',
    { state: 'creating', volume: 'bound', restore: { archive, replace: true, begun: false } },
    onlyClaim,
    0,
    [
      { do: 'move', volume: 'archiving' },
      { do: 'archive', volume },
    ],
  ],
  [
    'then removed',
    { state: 'creating', volume: 'archived', archive, restore: { archive, replace: true, begun: false } },
    onlyClaim,
    0,
    [{ do: 'removeVolume', volume, archive }],
  ],
  [
    'nothing is restored under a pod',
    { state: 'creating', volume: 'bound', restore: { archive, replace: true, begun: false } },
    up,
    0,
    [{ do: 'clear', seen: up }],
  ],
  [
    'a cluster that is ahead is left alone',
    { state: 'running', volume: 'bound', generation: 0 },
    up,
    0,
    [{ do: 'hold', why: 'newer_generation' }],
  ],
  [
    'a claim of a lost row is taken over',
    { state: 'creating', generation: 1 },
    seen({ claim }, { generation: 4 }),
    0,
    [{ do: 'raise', generation: 5 }],
  ],
  ['a wish is taken up while the cluster does not answer', {}, 'away', 99, [{ do: 'move', state: 'creating' }]],
  ['a cluster that does not answer is waited for', { state: 'creating' }, 'away', 299, [wait(15_000)]],
  [
    'until the deadline',
    { state: 'creating' },
    'away',
    300,
    [{ do: 'fail', why: { reason: 'cluster', detail: 'it does not answer' } }],
  ],
  ['a running lab is no worse for it', { state: 'running', announced }, 'away', 99_999, []],
];

const toStop: readonly Case[] = [
  ['a wish is taken up', { state: 'running', volume: 'bound' }, up, 0, [{ do: 'move', state: 'stopping' }]],
  ['the pods go first', { state: 'stopping', volume: 'bound' }, up, 0, [{ do: 'clear', seen: up }]],
  [
    'then the volume is archived',
    { state: 'stopping', volume: 'bound' },
    onlyClaim,
    0,
    [
      { do: 'move', volume: 'archiving' },
      { do: 'archive', volume },
    ],
  ],
  [
    'an archive that was broken off is made again',
    { state: 'stopping', volume: 'archiving' },
    onlyClaim,
    0,
    [{ do: 'archive', volume }],
  ],
  [
    'against the record the claim goes',
    { state: 'stopping', volume: 'archived', archive },
    onlyClaim,
    0,
    [{ do: 'removeVolume', volume, archive }],
  ],
  [
    'against the record of another claim it stays',
    { state: 'stopping', volume: 'archived', archive: { ...archive, volumeUid: 'claim-0' } },
    onlyClaim,
    0,
    [{ do: 'move', volume: 'bound' }],
  ],
  [
    'against the record of an unknown claim it stays',
    { state: 'stopping', volume: 'archived', archive: { ...archive, volumeUid: null } },
    onlyClaim,
    0,
    [{ do: 'move', volume: 'bound' }],
  ],
  [
    'without a record it stays',
    { state: 'stopping', volume: 'archived' },
    onlyClaim,
    0,
    [{ do: 'move', volume: 'bound' }],
  ],
  [
    'a removal that was not written down',
    { state: 'stopping', volume: 'archived', archive },
    null,
    0,
    [{ do: 'move', volume: 'released' }],
  ],
  ['nothing is left', { state: 'stopping', volume: 'released' }, null, 0, [{ do: 'settle', keepUntil: null }]],
  ['a lab that never came up', { state: 'stopping' }, null, 0, [{ do: 'settle', keepUntil: null }]],
  [
    'a volume is kept for seven days',
    { state: 'stopping', volume: 'bound', keepDays: 7 },
    onlyClaim,
    0,
    [{ do: 'settle', keepUntil: new Date('2026-11-28T08:00:00Z') }],
  ],
  ['and is left alone', { state: 'stopped', volume: 'bound', keepDays: 7, keepUntil: at(1) }, onlyClaim, 0, []],
  [
    'then it is archived',
    { state: 'stopped', volume: 'bound', keepDays: 7, keepUntil: at(1) },
    onlyClaim,
    1,
    [
      { do: 'move', volume: 'archiving' },
      { do: 'archive', volume },
    ],
  ],
  [
    'then removed',
    { state: 'stopped', volume: 'archived', archive },
    onlyClaim,
    0,
    [{ do: 'removeVolume', volume, archive }],
  ],
  [
    'a claim that nobody knew of is written down',
    { state: 'stopped', volume: 'released' },
    onlyClaim,
    0,
    [{ do: 'move', volume: 'bound' }],
  ],
  [
    'objects of a stopped lab go',
    { state: 'stopped', volume: 'bound', keepUntil: at(9) },
    up,
    0,
    [{ do: 'clear', seen: up }],
  ],
  [
    'what a broken-off restore left goes without an archive',
    { state: 'stopping', volume: 'released', restore: { archive, replace: false, begun: true } },
    onlyClaim,
    0,
    [{ do: 'removeVolume', volume, archive }],
  ],
  [
    'so it does when the start since then wanted none of the files',
    { state: 'stopping', volume: 'released', unfinished: archive, archive },
    onlyClaim,
    0,
    [{ do: 'removeVolume', volume, archive }],
  ],
  ['a claim that was taken is told', { state: 'stopping', volume: 'bound' }, null, 0, [{ do: 'fail', why: lost }]],
  ['and stays told', { state: 'failed', volume: 'bound', reason: 'volume' }, null, 99_999, []],
  [
    'a kept claim that was taken is told',
    { state: 'stopped', volume: 'bound', keepUntil: at(9) },
    null,
    0,
    [{ do: 'note', why: lost }],
  ],
  ['once', { state: 'stopped', volume: 'bound', keepUntil: at(9), reason: 'volume' }, null, 0, []],
  [
    'an hour is too long for an archive',
    { state: 'stopping', volume: 'archiving' },
    onlyClaim,
    3_600,
    [
      { do: 'move', volume: 'bound' },
      { do: 'fail', why: { reason: 'archive', detail: '' } },
    ],
  ],
  [
    'but nobody fails at the finish',
    { state: 'stopping', volume: 'released' },
    null,
    3_600,
    [{ do: 'settle', keepUntil: null }],
  ],
  [
    'an hour is too long for pods',
    { state: 'stopping', volume: 'bound' },
    up,
    3_600,
    [{ do: 'fail', why: { reason: 'cluster', detail: 'objects of the lab are not removed' } }],
  ],
  ['a failed stop rests', { state: 'failed', volume: 'bound', reason: 'archive' }, onlyClaim, 599, []],
  [
    'and is tried again',
    { state: 'failed', volume: 'bound', reason: 'archive' },
    onlyClaim,
    600,
    [{ do: 'move', state: 'stopping' }],
  ],
  [
    'a cluster that is ahead is left alone',
    { state: 'stopping', volume: 'bound', generation: 0 },
    up,
    0,
    [{ do: 'hold', why: 'newer_generation' }],
  ],
  ['a cluster that does not answer is waited for', { state: 'stopping', volume: 'bound' }, 'away', 0, [wait(15_000)]],
  ['a stopped lab is no worse for it', { state: 'stopped', volume: 'bound' }, 'away', 0, []],
];

for (const [what, wanted, view, seconds, list] of toRun)
  test(`to run: ${what}`, (t) => t.deepEqual(steps(wantedOf(wanted), view, at(seconds)), list));

for (const [what, wanted, view, seconds, list] of toStop)
  test(`to stop: ${what}`, (t) =>
    t.deepEqual(steps(wantedOf({ wish: 'stopped', ...wanted }), view, at(seconds)), list));

test('what apply refuses is waited for or given up, as if it had been seen', (t) => {
  const creating = wantedOf({ state: 'creating' });
  t.deepEqual(afterRefusal(creating, why('quota'), at(9)), [{ do: 'note', why: why('quota') }, wait(15_000)]);
  t.deepEqual(afterRefusal(creating, why('config'), at(0)), [{ do: 'fail', why: why('config') }]);
  t.deepEqual(afterRefusal(wantedOf({ state: 'running' }), why('config'), at(0)), [
    { do: 'note', why: why('config') },
    wait(15_000),
  ]);
});

test('a probe that is not answered is told and made again; a running lab is degraded by it', (t) => {
  const told = { reason: 'isolation_probe', detail: 'reached 10.0.0.1' } as const;
  t.deepEqual(afterProbe(wantedOf({ state: 'creating' }), told, up), [{ do: 'note', why: told }, wait(1_000)]);
  t.deepEqual(afterProbe(wantedOf({ state: 'creating', reason: told.reason, attempts: 9 }), told, up), [wait(1_000)]);
  t.deepEqual(afterProbe(wantedOf({ state: 'running' }), told, up), [
    { do: 'move', state: 'degraded', why: told },
    wait(1_000),
  ]);
});

test('pods that do not answer for long are made anew, as long as nobody has been in them', (t) => {
  const told = { reason: 'ssh_probe', detail: 'connection refused' } as const;
  const after = (changes: Partial<Wanted>) => afterProbe(wantedOf({ reason: told.reason, ...changes }), told, up);
  t.deepEqual(after({ state: 'creating', attempts: 8 }), [wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 9 }), [{ do: 'clear', seen: up }, wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 10 }), [wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 19 }), [{ do: 'clear', seen: up }, wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 9, reason: null }), [{ do: 'note', why: told }, wait(1_000)]);
  t.deepEqual(after({ state: 'degraded', attempts: 9 }), [wait(1_000)]);
});
