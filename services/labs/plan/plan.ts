// What to do next for one instance: a pure function of its row, the cluster and the time.
// The caller executes the steps up to the first that does not succeed, and plans again; a list is only as long as it
// holds without observing again.
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { ProbeReason } from '../../../adapters/ssh/port.ts';
import type { Problem } from './observed.ts';
import {
  canFail,
  clearing,
  type DesiredInstance,
  fail,
  isHopeless,
  isLate,
  move,
  note,
  type ObservedState,
  recheckMs,
  retryMs,
  type Step,
  wait,
} from './step.ts';
import { towardsRunning } from './to-run.ts';
import { towardsStopped } from './to-stop.ts';
import type { Overfull } from './volume-use.ts';

/** Nothing to do: an empty list. */
export function steps(instance: DesiredInstance, view: ObservedState, now: Date): readonly Step[] {
  if (view === 'away') return whileUnavailable(instance, now);
  if (view !== null && view.generation > instance.generation) return planForNewerCluster(instance, view);
  return instance.desired === 'running' ? towardsRunning(instance, view, now) : towardsStopped(instance, view, now);
}

/** What can be said of a lab whose secrets cannot be made: whatever of it runs goes on, and nothing else is begun. */
export function planWithoutSecrets(instance: DesiredInstance, detail: string, now: Date): readonly Step[] {
  const problem = { reason: 'key', detail } as const;
  if (isLate(instance, now) && canFail(instance.state)) return [fail(problem)];
  return [...note(instance, problem), wait(retryMs)];
}

/** What follows when `apply` was refused. */
export function afterRefusal(instance: DesiredInstance, problem: Problem, now: Date): readonly Step[] {
  return isHopeless(instance, problem, now) ? [fail(problem)] : [...note(instance, problem), wait(retryMs)];
}

/**
 * How long pods may refuse logins before they are made again: a node opens the port of a pod seconds after the pod is
 * ready.
 */
export const refusalMs = 20_000;

/**
 * What follows when a probe did not succeed; `refusedMs`: for how long it has not. A start tries again until its
 * deadline and only then publishes that logins fail. A policy may take effect late as well, but a connection that must
 * not succeed is published at once. A pod that does not answer for long may be in a network that is half made: pods
 * without a login so far are created again. A probe that could not be completed says nothing about the lab: it is
 * repeated, and its reason is published when that goes on (decision 597).
 */
export function afterProbe(
  instance: DesiredInstance,
  { reason, detail }: { readonly reason: ProbeReason; readonly detail: string },
  observed: Observed | null,
  { now, refusedMs }: { readonly now: Date; readonly refusedMs: number },
): readonly Step[] {
  const problem = { reason, detail };
  const isLong = refusedMs >= refusalMs;
  const isIncomplete = reason === 'probe_incomplete';
  if (instance.state === 'running' && isIncomplete)
    return [...(isLong ? note(instance, problem) : []), wait(recheckMs)];
  if (instance.state === 'running') return [move({ from: instance.state, to: 'degraded' }, problem), wait(recheckMs)];
  if (isLate(instance, now)) return [fail(problem), ...clearing(observed)];
  if (reason === 'isolation_probe') return [...note(instance, problem), wait(recheckMs)];
  if (instance.state === 'creating' && !isIncomplete) return [...(isLong ? clearing(observed) : []), wait(recheckMs)];
  return [...(isLong ? note(instance, problem) : []), wait(recheckMs)];
}

/** How soon a home that held too much is counted again. */
const recountMs = 30_000;

/**
 * What follows when a home was counted; null: go on. `unknown`: it could not be counted, which changes nothing before
 * the deadline. Without its pods it grows no more, and the next start takes the same claim.
 */
export function afterMeasure(
  row: DesiredInstance,
  found: Overfull | 'unknown' | null,
  observed: Observed | null,
  now: Date,
): readonly Step[] | null {
  if (found === null || (found === 'unknown' && row.state === 'running')) return null;
  const problem: Problem = found === 'unknown' ? { reason: 'volume_full', detail: '' } : found;
  if (row.state === 'running') return [move({ from: row.state, to: 'degraded' }, problem), wait(recheckMs)];
  const isOver = isLate(row, now) || (found !== 'unknown' && found.isFar);
  return isOver ? [fail(problem), ...clearing(observed)] : [wait(recountMs)];
}

function whileUnavailable(instance: DesiredInstance, now: Date): readonly Step[] {
  // Accepting a request needs no cluster, and gives it more time to come back.
  const isWaiting = instance.state === 'queued' || instance.state === 'waiting_quota';
  if (instance.desired === 'running' && isWaiting) return towardsRunning(instance, null, now);
  if (isLate(instance, now) && canFail(instance.state))
    return [fail({ reason: 'cluster', detail: 'it does not respond' })];
  return isSettled(instance) ? [] : [wait(retryMs)];
}

const isSettled = ({ desired, state }: DesiredInstance): boolean => state === desired || state === 'failed';

/**
 * The database is older than the cluster, or the row was created again. Only a claim without a pod can be taken over:
 * nothing is lost by that, and it is how a student's files come back.
 */
function planForNewerCluster(instance: DesiredInstance, observed: Observed): readonly Step[] {
  if (instance.desired === 'running' && observed.objects.length === 0)
    return [{ do: 'raise', generation: observed.generation + 1 }];
  return [{ do: 'hold', why: 'newer_generation' }];
}
