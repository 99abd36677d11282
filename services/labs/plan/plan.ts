// What to do next for one instance: a pure function of its row, the cluster and the time. What should exist: instance-plan.ts.
// Whoever takes the steps stops at the first that does not succeed, and asks again; a list is only as long as it holds without looking again.
import type { Seen } from '../../../adapters/cluster/port.ts';
import type { Problem } from './observed.ts';
import {
  canFail,
  clearing,
  fail,
  isHopeless,
  isLate,
  laterMs,
  move,
  note,
  type Step,
  soonMs,
  type View,
  type Wanted,
  wait,
} from './step.ts';
import { towardsRunning } from './to-run.ts';
import { towardsStopped } from './to-stop.ts';
import type { Overfull } from './volume-use.ts';

export { type ArchiveRecord, isRepeatable, type Step, type View, type Wanted } from './step.ts';

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

/** How long pods may refuse logins before they are made again: a node opens the port of a pod seconds after the pod is ready. */
export const refusalMs = 20_000;

/**
 * What follows when a probe did not succeed; `refusedMs`: for how long it has not. A start tries again until its deadline and
 * only then says that nobody can log in. A policy may take effect late as well, but what was reached is said at once. What does not
 * answer for long may stand in a network that was made by halves: pods that nobody has been in yet are made anew.
 */
export function afterProbe(
  wanted: Wanted,
  { reason, detail }: { readonly reason: 'ssh_probe' | 'isolation_probe'; readonly detail: string },
  seen: Seen | null,
  { now, refusedMs }: { readonly now: Date; readonly refusedMs: number },
): readonly Step[] {
  const problem = { reason, detail };
  if (wanted.state === 'running') return [move(wanted.state, 'degraded', problem), wait(soonMs)];
  if (isLate(wanted, now)) return [fail(problem), ...clearing(seen)];
  if (reason === 'isolation_probe') return [...note(wanted, problem), wait(soonMs)];
  const isLong = refusedMs >= refusalMs;
  if (wanted.state === 'creating') return [...(isLong ? clearing(seen) : []), wait(soonMs)];
  return [...(isLong ? note(wanted, problem) : []), wait(soonMs)];
}

/** How soon a home that held too much is counted again. */
const recountMs = 30_000;

/**
 * What follows when a home was counted; null: go on. `unknown`: it could not be counted, which changes nothing before the deadline.
 * Without its pods it grows no more, and the next start takes the same claim.
 */
export function afterMeasure(
  row: Wanted,
  found: Overfull | 'unknown' | null,
  observed: Seen | null,
  now: Date,
): readonly Step[] | null {
  if (found === null || (found === 'unknown' && row.state === 'running')) return null;
  const problem: Problem = found === 'unknown' ? { reason: 'volume_full', detail: '' } : found;
  if (row.state === 'running') return [{ do: 'move', state: 'degraded', why: problem }, wait(soonMs)];
  const isOver = isLate(row, now) || (found !== 'unknown' && found.isFar);
  return isOver ? [fail(problem), ...clearing(observed)] : [wait(recountMs)];
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
