// The steps of an instance that should not run: pods deleted, then the volume kept or archived, and only then removed
// (decision 17).
import type { Observed, ObservedVolume } from '../../../adapters/cluster/port.ts';
import type { VolumeState } from '../../../generated/lab/messages.ts';
import type { KnownReason } from '../deadlines.ts';
import {
  type ArchiveRecord,
  type DesiredInstance,
  fail,
  hasObjects,
  isLate,
  move,
  moveVolume,
  recheckMs,
  type Step,
  volumeMissing,
  wait,
} from './step.ts';

const retryStopMs = 600_000;
const dayMs = 86_400_000;

export function towardsStopped(instance: DesiredInstance, observed: Observed | null, now: Date): readonly Step[] {
  const { state } = instance;
  if (state !== 'stopping' && state !== 'stopped' && state !== 'failed') return [move({ from: state, to: 'stopping' })];
  if (hasObjects(observed)) {
    if (state === 'stopping' && isLate(instance, now)) return giveUpStop(instance, observed);
    return [{ do: 'clear', observed }];
  }
  const claim = observed?.volume ?? null;
  if (state === 'failed') return retryStop(instance, claim, now);
  const next = claim ? planVolumeRemoval(instance, claim, now) : withoutClaim(instance);
  if (state === 'stopping' && next.length > 0 && isLate(instance, now)) return giveUpStop(instance, observed);
  if (state === 'stopping' && next.length === 0)
    return [{ do: 'settle', keep_until: claim ? new Date(now.getTime() + instance.keep_days * dayMs) : null }];
  return next;
}

/** The claim of an instance that has no pod: kept for a while, archived, removed. */
function planVolumeRemoval(instance: DesiredInstance, claim: ObservedVolume, now: Date): readonly Step[] {
  const { state, volume, keep_days, keep_until, restore } = instance;
  const unfinished = restore?.begun ? restore.archive : instance.unfinished;
  if (claim.phase === 'terminating') return [wait(recheckMs)];
  if (unfinished) return removeUnfinished(volume, claim, unfinished);
  const kept = state === 'stopping' ? keep_days > 0 : keep_until !== null && keep_until > now;
  if (kept && volume === 'bound') return [];
  return archiveAndRemove(instance, claim);
}

/** What a broken-off restore left: no pod ever wrote to it, and the archive that it came from is its archive. */
function removeUnfinished(volume: VolumeState, claim: ObservedVolume, archive: ArchiveRecord): readonly Step[] {
  if (volume === 'bound' || volume === 'quarantined') return [moveVolume({ from: volume, to: 'archiving' })];
  if (volume === 'archiving') return [moveVolume({ from: volume, to: 'archived' })];
  return [{ do: 'removeVolume', volume: claim, archive }];
}

export function archiveAndRemove({ volume, archive }: DesiredInstance, claim: ObservedVolume): readonly Step[] {
  switch (volume) {
    case 'archived':
      if (archive?.volumeUid === claim.uid) return [{ do: 'removeVolume', volume: claim, archive }];
      return [moveVolume({ from: volume, to: 'bound' })];
    case 'none':
    case 'released':
      return [moveVolume({ from: volume, to: 'bound' })];
    case 'bound':
    case 'quarantined':
      return [moveVolume({ from: volume, to: 'archiving' }), { do: 'archive', volume: claim }];
    case 'archiving':
      return [{ do: 'archive', volume: claim }];
  }
}

function withoutClaim({ state, volume, reason }: DesiredInstance): readonly Step[] {
  switch (volume) {
    case 'none':
    case 'released':
      return [];
    case 'archived':
      return [moveVolume({ from: volume, to: 'released' })];
    case 'archiving':
      return [moveVolume({ from: volume, to: 'bound' })];
    case 'bound':
    case 'quarantined':
      if (state === 'stopping') return [fail(volumeMissing)];
      return reason === 'volume' ? [] : [{ do: 'note', why: volumeMissing }];
  }
}

function giveUpStop({ volume, reason }: DesiredInstance, observed: Observed | null): readonly Step[] {
  if (hasObjects(observed)) return [fail({ reason: 'cluster', detail: 'objects of the lab were not removed' })];
  const back: Step[] = volume === 'archiving' ? [moveVolume({ from: volume, to: 'bound' })] : [];
  return [
    ...back,
    fail({ reason: back.length > 0 ? 'archive' : ((reason as KnownReason | null) ?? 'deadline'), detail: '' }),
  ];
}

/** After a failed stop the volume still has no archive: it is tried again until it succeeds. A lost volume is not. */
function retryStop({ reason, since }: DesiredInstance, claim: ObservedVolume | null, now: Date): readonly Step[] {
  if (claim === null && reason === 'volume') return [];
  return now.getTime() - since.getTime() < retryStopMs ? [] : [move({ from: 'failed', to: 'stopping' })];
}
