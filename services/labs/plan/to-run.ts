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
  moveVolume,
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
      return [move(wanted.state, 'stopped'), move('stopped', 'queued')];
    case 'stopped':
      return [move(wanted.state, 'queued')];
    case 'failed':
      return clearing(seen);
    case 'queued':
    case 'waiting_quota':
      return admit(wanted, wanted.state, now);
    case 'creating':
    case 'running':
    case 'degraded':
      return bringUp(wanted, seen, now);
  }
}

function admit(wanted: Wanted, state: 'queued' | 'waiting_quota', now: Date): readonly Step[] {
  if (wanted.room) return [move(state, 'creating')];
  if (state === 'queued') return [move(state, 'waiting_quota')];
  return isLate(wanted, now) ? [fail({ reason: 'quota', detail: '' })] : [wait(laterMs)];
}

function bringUp(wanted: Wanted, seen: Seen | null, now: Date): readonly Step[] {
  // The key is there again.
  if (wanted.state === 'running' && wanted.reason === 'key') return [{ do: 'move', state: 'running' }];
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
  return planVolume(wanted, seen) ?? podsNext(wanted, seen, problem);
}

const mayBeIn = (seen: Seen | null, wanted: Wanted): boolean => seen !== null && isUp(seen, wanted);

/** The claim, before a pod can write to it; null when it is as it should be. */
function planVolume(wanted: Wanted, seen: Seen | null): readonly Step[] | null {
  if (seen?.volume?.phase === 'terminating') return [wait(soonMs)];
  return planRestore(wanted, seen) ?? dropUnfinished(wanted, seen) ?? planClaim(wanted, seen);
}

function planRestore(wanted: Wanted, seen: Seen | null): readonly Step[] | null {
  const claim = seen?.volume ?? null;
  if (wanted.restore === null || !wanted.hasVolume) return null;
  const { archive, begun, replace } = wanted.restore;
  if (claim !== null && !begun && !replace) return null;
  if (hasObjects(seen)) return [{ do: 'clear', seen }];
  if (begun) return [{ do: 'restore', archive }];
  if (claim !== null) return archiveAndRemove(wanted, claim);
  return [{ do: 'beginRestore' }, { do: 'restore', archive }];
}

/** A pod on half of the files would take that for all of them, and so would the next archive. */
function dropUnfinished({ unfinished }: Wanted, seen: Seen | null): readonly Step[] | null {
  if (unfinished === null) return null;
  if (hasObjects(seen)) return [{ do: 'clear', seen }];
  const claim = seen?.volume ?? null;
  return claim === null ? [{ do: 'endRestore' }] : [{ do: 'removeVolume', volume: claim, archive: unfinished }];
}

/** After this a pod may write, so no archive that was made before may justify a removal. */
function planClaim(wanted: Wanted, seen: Seen | null): readonly Step[] | null {
  const { volume } = wanted;
  const hasClaim = seen !== null && seen.volume !== null;
  switch (volume) {
    case 'bound':
      return hasClaim ? null : planMissingVolume(wanted, seen);
    case 'none':
    case 'released':
    case 'quarantined':
      return hasClaim ? [moveVolume(volume, 'bound')] : null;
    case 'archiving':
      return [moveVolume(volume, 'bound')];
    case 'archived':
      return [hasClaim ? moveVolume(volume, 'bound') : moveVolume(volume, 'released')];
    default:
      return volume satisfies never;
  }
}

/** What ran has lost its files; a start that never had any makes an empty volume. */
function planMissingVolume({ state, hasRun }: Wanted, seen: Seen | null): readonly Step[] | null {
  if (state === 'running') return [move(state, 'degraded', lost)];
  const isRepaired = state === 'degraded' || (state === 'creating' && hasRun);
  return isRepaired ? [fail(lost), ...clearing(seen)] : null;
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
    ? [move('running', 'degraded', problem ?? { reason: 'cluster', detail: 'objects of the lab are missing' })]
    : problem
      ? note(wanted, problem)
      : [];
  return [...told, ...apply, wait(soonMs)];
}

const runs = ({ phase }: { readonly phase: string }): boolean => phase === 'running';

const isAnnounced = ({ announced, generation }: Wanted, { host, port }: Address): boolean =>
  announced?.generation === generation && announced.host === host && announced.port === port;
