// The way of an instance that should not run: each case as a whole list.
import test from 'ava';
import { desiredOf } from '../../test/fixtures/labs/instance-model.ts';
import { archive, at, type Case, lost, onlyClaim, up, volume, wait } from '../../test/fixtures/labs/plan-cases.ts';
import { steps } from './plan.ts';

const toStop: readonly Case[] = [
  [
    'a request is accepted',
    { state: 'running', volume: 'bound' },
    up,
    0,
    [{ do: 'move', from: 'running', to: 'stopping' }],
  ],
  ['the pods go first', { state: 'stopping', volume: 'bound' }, up, 0, [{ do: 'clear', observed: up }]],
  [
    'then the volume is archived',
    { state: 'stopping', volume: 'bound' },
    onlyClaim,
    0,
    [
      { do: 'moveVolume', from: 'bound', to: 'archiving' },
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
    [{ do: 'moveVolume', from: 'archived', to: 'bound' }],
  ],
  [
    'against the record of an unknown claim it stays',
    { state: 'stopping', volume: 'archived', archive: { ...archive, volumeUid: null } },
    onlyClaim,
    0,
    [{ do: 'moveVolume', from: 'archived', to: 'bound' }],
  ],
  [
    'without a record it stays',
    { state: 'stopping', volume: 'archived' },
    onlyClaim,
    0,
    [{ do: 'moveVolume', from: 'archived', to: 'bound' }],
  ],
  [
    'a removal that was not written down',
    { state: 'stopping', volume: 'archived', archive },
    null,
    0,
    [{ do: 'moveVolume', from: 'archived', to: 'released' }],
  ],
  ['nothing is left', { state: 'stopping', volume: 'released' }, null, 0, [{ do: 'settle', keep_until: null }]],
  ['a lab that never came up', { state: 'stopping' }, null, 0, [{ do: 'settle', keep_until: null }]],
  [
    'a volume is kept for seven days',
    { state: 'stopping', volume: 'bound', keep_days: 7 },
    onlyClaim,
    0,
    [{ do: 'settle', keep_until: new Date('2026-11-28T08:00:00Z') }],
  ],
  ['and is left alone', { state: 'stopped', volume: 'bound', keep_days: 7, keep_until: at(1) }, onlyClaim, 0, []],
  [
    'then it is archived',
    { state: 'stopped', volume: 'bound', keep_days: 7, keep_until: at(1) },
    onlyClaim,
    1,
    [
      { do: 'moveVolume', from: 'bound', to: 'archiving' },
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
    [{ do: 'moveVolume', from: 'released', to: 'bound' }],
  ],
  [
    'objects of a stopped lab go',
    { state: 'stopped', volume: 'bound', keep_until: at(9) },
    up,
    0,
    [{ do: 'clear', observed: up }],
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
    { state: 'stopped', volume: 'bound', keep_until: at(9) },
    null,
    0,
    [{ do: 'note', why: lost }],
  ],
  ['once', { state: 'stopped', volume: 'bound', keep_until: at(9), reason: 'volume' }, null, 0, []],
  [
    'an hour is too long for an archive',
    { state: 'stopping', volume: 'archiving' },
    onlyClaim,
    3_600,
    [
      { do: 'moveVolume', from: 'archiving', to: 'bound' },
      { do: 'fail', why: { reason: 'archive', detail: '' } },
    ],
  ],
  [
    'but nobody fails at the finish',
    { state: 'stopping', volume: 'released' },
    null,
    3_600,
    [{ do: 'settle', keep_until: null }],
  ],
  [
    'an hour is too long for pods',
    { state: 'stopping', volume: 'bound' },
    up,
    3_600,
    [{ do: 'fail', why: { reason: 'cluster', detail: 'objects of the lab were not removed' } }],
  ],
  ['a failed stop rests', { state: 'failed', volume: 'bound', reason: 'archive' }, onlyClaim, 599, []],
  [
    'and is tried again',
    { state: 'failed', volume: 'bound', reason: 'archive' },
    onlyClaim,
    600,
    [{ do: 'move', from: 'failed', to: 'stopping' }],
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

for (const [what, desired, view, seconds, list] of toStop)
  test(what, (t) => t.deepEqual(steps(desiredOf({ desired: 'stopped', ...desired }), view, at(seconds)), list));
