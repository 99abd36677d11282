// The steps of an instance that should run: room, files, pods, proof.
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { KnownReason } from '../deadlines.ts';
import { type Address, addressOf, isUp, needsApply, type Problem, problemOf } from './observed.ts';
import {
  clearing,
  type DesiredInstance,
  fail,
  hasObjects,
  isHopeless,
  isLate,
  move,
  moveVolume,
  note,
  recheckMs,
  retryMs,
  type Step,
  volumeMissing,
  wait,
  waitForChange,
} from './step.ts';
import { archiveAndRemove } from './to-stop.ts';

export function towardsRunning(instance: DesiredInstance, observed: Observed | null, now: Date): readonly Step[] {
  switch (instance.state) {
    case 'stopping': // a start overtook the stop; what is there is taken over
      return [move({ from: instance.state, to: 'stopped' }), move({ from: 'stopped', to: 'queued' })];
    case 'stopped':
      return [move({ from: instance.state, to: 'queued' })];
    case 'failed':
      return clearing(observed);
    case 'queued':
    case 'waiting_quota':
      return admit(instance, instance.state, now);
    case 'creating':
    case 'running':
    case 'degraded':
      return bringUp(instance, observed, now);
  }
}

function admit(instance: DesiredInstance, state: 'queued' | 'waiting_quota', now: Date): readonly Step[] {
  if (instance.admitted) return [move({ from: state, to: 'creating' })];
  if (state === 'queued') return [move({ from: state, to: 'waiting_quota' })];
  return isLate(instance, now) ? [fail({ reason: 'quota', detail: '' })] : [wait(retryMs)];
}

function bringUp(instance: DesiredInstance, observed: Observed | null, now: Date): readonly Step[] {
  // The key is there again.
  if (instance.state === 'running' && instance.reason === 'key') return [move({ from: [], to: 'running' })];
  const problem = problemOf(observed);
  // Whether pods that are up can be logged in to is only known by trying once more.
  const isOver = problem
    ? isLate(instance, now) || isHopeless(instance, problem, now)
    : isLate(instance, now) && !mayBeIn(observed, instance);
  if (instance.state !== 'running' && isOver)
    return [
      fail(problem ?? { reason: (instance.reason as KnownReason | null) ?? 'deadline', detail: '' }),
      ...clearing(observed),
    ];
  const next = () => podsNext(instance, observed, problem);
  return planVolume(instance, observed) ?? (isFirstClaim(instance, observed) ? [firstClaim, ...next()] : next());
}

const mayBeIn = (observed: Observed | null, instance: DesiredInstance): boolean =>
  observed !== null && isUp(observed, instance);

/** The claim, before a pod can write to it; null when it is as it should be. */
function planVolume(instance: DesiredInstance, observed: Observed | null): readonly Step[] | null {
  if (observed?.volume?.phase === 'terminating') return [wait(recheckMs)];
  return planRestore(instance, observed) ?? dropUnfinished(instance, observed) ?? planClaim(instance, observed);
}

function planRestore(instance: DesiredInstance, observed: Observed | null): readonly Step[] | null {
  const claim = observed?.volume ?? null;
  if (instance.restore === null || !instance.hasVolume) return null;
  const { archive, begun, replace } = instance.restore;
  if (claim !== null && !begun && !replace) return null;
  if (hasObjects(observed)) return [{ do: 'clear', observed }];
  if (begun) return [{ do: 'restore', archive }];
  if (claim !== null) return archiveAndRemove(instance, claim);
  return [{ do: 'beginRestore' }, { do: 'restore', archive }];
}

/** A pod on half of the files would take that for all of them, and so would the next archive. */
function dropUnfinished({ unfinished }: DesiredInstance, observed: Observed | null): readonly Step[] | null {
  if (unfinished === null) return null;
  if (hasObjects(observed)) return [{ do: 'clear', observed }];
  const claim = observed?.volume ?? null;
  return claim === null ? [{ do: 'endRestore' }] : [{ do: 'removeVolume', volume: claim, archive: unfinished }];
}

const firstClaim = moveVolume({ from: 'none', to: 'bound' });

/** Nothing depends on its record, so the pods need not wait for it. */
const isFirstClaim = ({ volume }: DesiredInstance, observed: Observed | null): boolean =>
  volume === 'none' && observed !== null && observed.volume !== null;

/** After this a pod may write, so no archive that was made before may justify a removal. */
function planClaim(instance: DesiredInstance, observed: Observed | null): readonly Step[] | null {
  const { volume } = instance;
  const hasClaim = observed !== null && observed.volume !== null;
  switch (volume) {
    case 'bound':
      return hasClaim ? null : planMissingVolume(instance, observed);
    case 'none':
      return null;
    case 'released':
    case 'quarantined':
      return hasClaim ? [moveVolume({ from: volume, to: 'bound' })] : null;
    case 'archiving':
      return [moveVolume({ from: volume, to: 'bound' })];
    case 'archived':
      return [hasClaim ? moveVolume({ from: volume, to: 'bound' }) : moveVolume({ from: volume, to: 'released' })];
    default:
      return volume satisfies never;
  }
}

/** What ran has lost its files; a start that never had any makes an empty volume. */
function planMissingVolume({ state, hasRun }: DesiredInstance, observed: Observed | null): readonly Step[] | null {
  if (state === 'running') return [move({ from: state, to: 'degraded' }, volumeMissing)];
  const isRepaired = state === 'degraded' || (state === 'creating' && hasRun);
  return isRepaired ? [fail(volumeMissing), ...clearing(observed)] : null;
}

function podsNext(instance: DesiredInstance, observed: Observed | null, problem: Problem | null): readonly Step[] {
  if (observed && isUp(observed, instance)) {
    const address = addressOf(observed, instance.sshRoles);
    if (instance.state === 'running' && isAnnounced(instance, address)) return [];
    const first: Step[] = instance.state === 'degraded' && instance.reason === 'volume_full' ? [{ do: 'measure' }] : [];
    return [...first, { do: 'probe' }, { do: 'announce', address }];
  }
  const apply: Step[] = needsApply(observed, instance) ? [{ do: 'apply' }] : [];
  // A new password or a new address is no reason to call a lab degraded.
  const broken =
    instance.state === 'running' && (problem !== null || observed?.complete !== true || !observed.roles.every(runs));
  const noted = broken
    ? [
        move(
          { from: 'running', to: 'degraded' },
          problem ?? { reason: 'cluster', detail: 'objects of the lab are missing' },
        ),
      ]
    : problem
      ? note(instance, problem)
      : [];
  return [...noted, ...apply, problem === null ? waitForChange : wait(recheckMs)];
}

const runs = ({ phase }: { readonly phase: string }): boolean => phase === 'running';

const isAnnounced = ({ announced, generation }: DesiredInstance, { host, port }: Address): boolean =>
  announced?.generation === generation && announced.host === host && announced.port === port;
