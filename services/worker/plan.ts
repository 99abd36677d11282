// services/worker/plan.ts: what to do next for one instance: a pure function of its row, the cluster and the time. What should exist: instance-plan.ts.
// Whoever takes the steps stops at the first that does not succeed, and asks again; a list is only as long as it holds without looking again.
import type { Seen } from '../../adapters/cluster/port.ts';
import type { Problem } from './seen.ts';
import { towardsRunning } from './to-run.ts';
import { towardsStopped } from './to-stop.ts';
import {
  canFail,
  clearing,
  fail,
  isHopeless,
  isLate,
  laterMs,
  note,
  type Step,
  soonMs,
  type View,
  type Wanted,
  wait,
} from './wanted.ts';

export type { ArchiveRecord, Step, View, Wanted } from './wanted.ts';

/** Some ten seconds of refusals, or a minute without an answer. */
const attemptsBeforeAnew = 10;

/** Nothing to do: an empty list. */
export function steps(wanted: Wanted, view: View, now: Date): readonly Step[] {
  if (view === 'away') return whileAway(wanted, now);
  if (view !== null && view.generation > wanted.generation) return behind(wanted, view);
  return wanted.wish === 'running' ? towardsRunning(wanted, view, now) : towardsStopped(wanted, view, now);
}

/** What can be said of a lab whose secrets cannot be made: whatever of it runs goes on, and nothing else is begun. */
export function withoutKey(wanted: Wanted, detail: string, now: Date): readonly Step[] {
  const problem = { reason: 'key', detail } as const;
  if (isLate(wanted, now) && canFail(wanted.state)) return [fail(problem)];
  return [...note(wanted, problem), wait(laterMs)];
}

/** What follows when `apply` was refused. */
export function afterRefusal(wanted: Wanted, problem: Problem, now: Date): readonly Step[] {
  return isHopeless(wanted, problem, now) ? [fail(problem)] : [...note(wanted, problem), wait(laterMs)];
}

/**
 * What follows when a probe did not succeed. A policy may take effect late, so it is tried until the deadline. What does
 * not answer for long may stand in a network that was made by halves: pods that nobody has been in yet are made anew.
 */
export function afterProbe(
  wanted: Wanted,
  { reason, detail }: { readonly reason: 'ssh_probe' | 'isolation_probe'; readonly detail: string },
  seen: Seen | null,
): readonly Step[] {
  const problem = { reason, detail };
  const isLong = wanted.reason === reason && wanted.attempts % attemptsBeforeAnew === attemptsBeforeAnew - 1;
  const anew = wanted.state === 'creating' && reason === 'ssh_probe' && isLong ? clearing(seen) : [];
  const degraded: Step[] = wanted.state === 'running' ? [{ do: 'move', state: 'degraded', why: problem }] : [];
  return [...degraded, ...(degraded.length > 0 ? [] : note(wanted, problem)), ...anew, wait(soonMs)];
}

function whileAway(wanted: Wanted, now: Date): readonly Step[] {
  // Taking a wish up needs no cluster, and gives it more time to come back.
  const isWaiting = wanted.state === 'queued' || wanted.state === 'waiting_quota';
  if (wanted.wish === 'running' && isWaiting) return towardsRunning(wanted, null, now);
  if (isLate(wanted, now) && canFail(wanted.state)) return [fail({ reason: 'cluster', detail: 'it does not answer' })];
  return isSettled(wanted) ? [] : [wait(laterMs)];
}

const isSettled = ({ wish, state }: Wanted): boolean => state === wish || state === 'failed';

/**
 * The database is older than the cluster, or the row was made anew. Only a claim without a pod can be taken over:
 * nothing is lost by that, and it is how a student's files come back.
 */
function behind(wanted: Wanted, seen: Seen): readonly Step[] {
  if (wanted.wish === 'running' && seen.objects.length === 0) return [{ do: 'raise', generation: seen.generation + 1 }];
  return [{ do: 'hold', why: 'newer_generation' }];
}
