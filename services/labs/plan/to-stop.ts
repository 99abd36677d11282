// The way of an instance that should not run: pods away, then the volume kept or archived, and only then removed (decision 17).
import type { Seen, VolumeSeen } from '../../../adapters/cluster/port.ts';
import type { VolumeState } from '../../../generated/lab/messages.ts';
import type { KnownReason } from '../deadlines.ts';
import {
  type ArchiveRecord,
  fail,
  hasObjects,
  isLate,
  lost,
  move,
  moveVolume,
  type Step,
  soonMs,
  type Wanted,
  wait,
} from './step.ts';

const retryStopMs = 600_000;
const dayMs = 86_400_000;

export function towardsStopped(wanted: Wanted, seen: Seen | null, now: Date): readonly Step[] {
  const { state } = wanted;
  if (state !== 'stopping' && state !== 'stopped' && state !== 'failed') return [move(state, 'stopping')];
  if (hasObjects(seen)) {
    if (state === 'stopping' && isLate(wanted, now)) return giveUpStop(wanted, seen);
    return [{ do: 'clear', seen }];
  }
  const claim = seen?.volume ?? null;
  if (state === 'failed') return retryStop(wanted, claim, now);
  const next = claim ? planVolumeRemoval(wanted, claim, now) : withoutClaim(wanted);
  if (state === 'stopping' && next.length > 0 && isLate(wanted, now)) return giveUpStop(wanted, seen);
  if (state === 'stopping' && next.length === 0)
    return [{ do: 'settle', keepUntil: claim ? new Date(now.getTime() + wanted.keepDays * dayMs) : null }];
  return next;
}

/** The claim of an instance that has no pod: kept for a while, archived, removed. */
function planVolumeRemoval(wanted: Wanted, claim: VolumeSeen, now: Date): readonly Step[] {
  const { state, volume, keepDays, keepUntil, restore } = wanted;
  const unfinished = restore?.begun ? restore.archive : wanted.unfinished;
  if (claim.phase === 'terminating') return [wait(soonMs)];
  if (unfinished) return removeUnfinished(volume, claim, unfinished);
  const kept = state === 'stopping' ? keepDays > 0 : keepUntil !== null && keepUntil > now;
  if (kept && volume === 'bound') return [];
  return archiveAndRemove(wanted, claim);
}

/** What a broken-off restore left: no pod ever wrote to it, and the archive that it came from is its archive. */
function removeUnfinished(volume: VolumeState, claim: VolumeSeen, archive: ArchiveRecord): readonly Step[] {
  if (volume === 'bound' || volume === 'quarantined') return [moveVolume(volume, 'archiving')];
  if (volume === 'archiving') return [moveVolume(volume, 'archived')];
  return [{ do: 'removeVolume', volume: claim, archive }];
}

export function archiveAndRemove({ volume, archive }: Wanted, claim: VolumeSeen): readonly Step[] {
  switch (volume) {
    case 'archived':
      if (archive?.volumeUid === claim.uid) return [{ do: 'removeVolume', volume: claim, archive }];
      return [moveVolume(volume, 'bound')];
    case 'none':
    case 'released':
      return [moveVolume(volume, 'bound')];
    case 'bound':
    case 'quarantined':
      return [moveVolume(volume, 'archiving'), { do: 'archive', volume: claim }];
    case 'archiving':
      return [{ do: 'archive', volume: claim }];
  }
}

function withoutClaim({ state, volume, reason }: Wanted): readonly Step[] {
  switch (volume) {
    case 'none':
    case 'released':
      return [];
    case 'archived':
      return [moveVolume(volume, 'released')];
    case 'archiving':
      return [moveVolume(volume, 'bound')];
    case 'bound':
    case 'quarantined':
      if (state === 'stopping') return [fail(lost)];
      return reason === 'volume' ? [] : [{ do: 'note', why: lost }];
  }
}

function giveUpStop({ volume, reason }: Wanted, seen: Seen | null): readonly Step[] {
  if (hasObjects(seen)) return [fail({ reason: 'cluster', detail: 'objects of the lab are not removed' })];
  const back: Step[] = volume === 'archiving' ? [{ do: 'move', volume: 'bound' }] : [];
  return [
    ...back,
    fail({ reason: back.length > 0 ? 'archive' : ((reason as KnownReason | null) ?? 'deadline'), detail: '' }),
  ];
}

/** A stop that failed holds a volume that nobody archives: it is tried again until it succeeds. A lost volume is not. */
function retryStop({ reason, since }: Wanted, claim: VolumeSeen | null, now: Date): readonly Step[] {
  if (claim === null && reason === 'volume') return [];
  return now.getTime() - since.getTime() < retryStopMs ? [] : [move('failed', 'stopping')];
}
