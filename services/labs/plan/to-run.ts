// The way of an instance that should run: room, files, pods, proof. The other way: to-stop.ts.
import type { Seen } from '../../../adapters/cluster/port.ts';
import type { KnownReason } from '../deadlines.ts';
import { type Address, addressOf, isUp, needsApply, type Problem, problemOf } from './observed.ts';
import {
  clearing,
  fail,
  hasObjects,
  isHopeless,
  isLate,
  laterMs,
  lost,
  move,
  note,
  type Step,
  soonMs,
  type Wanted,
  wait,
} from './step.ts';
import { archiveAndRemove } from './to-stop.ts';

export function towardsRunning(wanted: Wanted, seen: Seen | null, now: Date): readonly Step[] {
  switch (wanted.state) {
    case 'stopping': // a start overtook the stop; what is there is taken over
      return [move('stopped'), move('queued')];
    case 'stopped':
      return [move('queued')];
    case 'failed':
      return clearing(seen);
    case 'queued':
    case 'waiting_quota':
      return admit(wanted, now);
    case 'creating':
    case 'running':
    case 'degraded':
      return bringUp(wanted, seen, now);
  }
}

function admit(wanted: Wanted, now: Date): readonly Step[] {
  if (wanted.room) return [move('creating')];
  if (wanted.state === 'queued') return [move('waiting_quota')];
  return isLate(wanted, now) ? [fail({ reason: 'quota', detail: '' })] : [wait(laterMs)];
}

function bringUp(wanted: Wanted, seen: Seen | null, now: Date): readonly Step[] {
  // The key is there again.
  if (wanted.state === 'running' && wanted.reason === 'key') return [move('running')];
  const problem = problemOf(seen);
  // Whether pods that are up can be logged in to is only known by trying once more.
  const isOver = problem
    ? isLate(wanted, now) || isHopeless(wanted, problem, now)
    : isLate(wanted, now) && !mayBeIn(seen, wanted);
  if (wanted.state !== 'running' && isOver)
    return [
      fail(problem ?? { reason: (wanted.reason as KnownReason | null) ?? 'deadline', detail: '' }),
      ...clearing(seen),
    ];
  return volumeFirst(wanted, seen) ?? podsNext(wanted, seen, problem);
}

const mayBeIn = (seen: Seen | null, wanted: Wanted): boolean => seen !== null && isUp(seen, wanted);

/** The claim, before a pod can write to it; null when it is as it should be. */
function volumeFirst(wanted: Wanted, seen: Seen | null): readonly Step[] | null {
  const { restore, unfinished, volume: said, state, hasRun } = wanted;
  const claim = seen?.volume ?? null;
  if (claim?.phase === 'terminating') return [wait(soonMs)];
  if (restore && wanted.hasVolume && (restore.begun || claim === null || restore.replace)) {
    if (hasObjects(seen)) return [{ do: 'clear', seen }];
    if (!restore.begun && claim) return archiveAndRemove(wanted, claim);
    return [...(restore.begun ? [] : [{ do: 'beginRestore' } as const]), { do: 'restore', archive: restore.archive }];
  }
  // A pod on half of the files would take that for all of them, and so would the next archive.
  if (unfinished) {
    if (hasObjects(seen)) return [{ do: 'clear', seen }];
    return claim ? [{ do: 'removeVolume', volume: claim, archive: unfinished }] : [{ do: 'endRestore' }];
  }
  if (claim === null && said === 'bound' && state === 'running') return [move('degraded', lost)];
  const isRepaired = state === 'degraded' || (state === 'creating' && hasRun);
  if (claim === null && said === 'bound' && isRepaired) return [fail(lost), ...clearing(seen)];
  // From here on a pod may write, so no archive that was made before may justify a removal.
  if (said === 'archived' && claim === null) return [{ do: 'move', volume: 'released' }];
  if (said === 'archiving' || said === 'archived' || (claim && said !== 'bound'))
    return [{ do: 'move', volume: 'bound' }];
  return null;
}

function podsNext(wanted: Wanted, seen: Seen | null, problem: Problem | null): readonly Step[] {
  if (seen && isUp(seen, wanted)) {
    const address = addressOf(seen, wanted.sshRoles);
    if (wanted.state === 'running' && isAnnounced(wanted, address)) return [];
    const first: Step[] = wanted.state === 'degraded' && wanted.reason === 'volume_full' ? [{ do: 'measure' }] : [];
    return [...first, { do: 'probe' }, { do: 'announce', address }];
  }
  const apply: Step[] = needsApply(seen, wanted) ? [{ do: 'apply' }] : [];
  // A new password or a new address is no reason to call a lab degraded.
  const broken = wanted.state === 'running' && (problem !== null || seen?.complete !== true || !seen.roles.every(runs));
  const told = broken
    ? [move('degraded', problem ?? { reason: 'cluster', detail: 'objects of the lab are missing' })]
    : problem
      ? note(wanted, problem)
      : [];
  return [...told, ...apply, wait(soonMs)];
}

const runs = ({ phase }: { readonly phase: string }): boolean => phase === 'running';

const isAnnounced = ({ announced, generation }: Wanted, { host, port }: Address): boolean =>
  announced?.generation === generation && announced.host === host && announced.port === port;
