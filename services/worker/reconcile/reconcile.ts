// Reconciles one instance: observes, plans, executes the steps, observes again (decisions 18 and 20).
import type { InstanceId, InstanceRow } from '../../../adapters/store/labs/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Lease } from '../../../adapters/store/port.ts';
import { saveInstance, withState } from '../../labs/change.ts';
import { waitingAdviceFor } from '../../labs/deadlines.ts';
import { planWithoutSecrets, steps } from '../../labs/plan/plan.ts';
import { type DesiredInstance, isRepeatable, type ObservedState, type Step } from '../../labs/plan/step.ts';
import { openLedger } from '../../labs/quota.ts';
import { dependencyOf, errorOf, isUnavailable } from '../../lib/errors.ts';
import { backOffMs } from '../../lib/work/back-off.ts';
import { holdLease } from '../../lib/work/leases.ts';
import type { WorkerDeps } from '../deps.ts';
import { type Desired, desiredState } from './desired-state.ts';
import { executeSteps, type StepResult } from './execute-steps.ts';
import type { Run } from './step-run.ts';

/**
 * `busy`: another worker has it. `gone`: there is no such row. `equal`: nothing is left to do. `later`: it is due again
 * after that time.
 */
export type Outcome = { readonly kind: 'busy' | 'gone' | 'equal' } | { readonly kind: 'later'; readonly ms: number };

/** Observing without end is a programming error; the next turn starts again. */
const maxRounds = 40;
const backOff = { firstMs: 1_000, longestMs: 60_000 };

/**
 * `onRound` is called before each observation of both the row and the cluster: all earlier calls are answered by it.
 */
export async function reconcile(
  deps: WorkerDeps,
  instance_id: InstanceId,
  signal: AbortSignal,
  onRound: () => void = () => {},
): Promise<Outcome> {
  const { holder, leaseMs: ttlMs = 30_000, clock } = deps;
  await using held = await holdLease(deps.leases, `instance:${instance_id}`, { holder, ttlMs, clock });
  if (held === null) return { kind: 'busy' };
  const stop = AbortSignal.any([signal, held.signal]);
  let facts: WorkFacts | null = null;
  let known: Known = { view: undefined, isReported: false, applied: false };
  try {
    for (let round = 0; round < maxRounds; round++) {
      if (known.view === undefined) onRound();
      facts = await deps.work.facts(instance_id);
      if (facts === null) return { kind: 'gone' };
      const result = await turn(deps, held.lease, facts, round, known, stop);
      if (result.kind !== 'again') return result;
      known = result.known;
    }
    throw new Error(`not finished after ${maxRounds} rounds`);
  } catch (error) {
    if (!stop.aborted && facts !== null) await postpone(deps, held.lease, facts, error);
    throw error;
  }
}

/** What one turn leaves to the next. */
type Known = {
  /** What the cluster has, when nothing was done to it since; undefined: to be asked. */
  readonly view: ObservedState | undefined;
  /** Whether that view is what the cluster reported, and not what it has now. */
  readonly isReported: boolean;
  /** Whether this reconciling made something already. */
  readonly applied: boolean;
};

type Turn = Outcome | { readonly kind: 'again'; readonly known: Known };

/** After these the cluster is what it was; what happens to it by itself calls anyway (`watch`). */
const onRows: ReadonlySet<Step['do']> = new Set([
  'move',
  'moveVolume',
  'note',
  'raise',
  'probe',
  'check',
  'measure',
  'announce',
  'fail',
  'settle',
]);

type Waiting = Extract<StepResult, { kind: 'wait' }>;

/** One observation and what follows from it. */
async function turn(
  deps: WorkerDeps,
  lease: Lease,
  facts: WorkFacts,
  round: number,
  known: Known,
  signal: AbortSignal,
): Promise<Turn> {
  signal.throwIfAborted();
  if (round === 0) await deps.failpoints.reach(facts.row.desired === 'running' ? 'create-lab' : 'delete-lab', 1);
  if (await admitWaiting(deps, lease, facts)) return { kind: 'again', known };
  const goal: Desired = desiredState(deps, facts);
  const { view, isReported, list: planned } = await decide(deps, goal, known);
  const list = planned.length === 0 && checkIn(deps, facts) === 0 ? ([{ do: 'check' }] as const) : planned;
  if (list.length === 0) {
    const left = keptFor(deps, facts) ?? checkIn(deps, facts);
    await deps.work.later(lease, facts.row, left, 0);
    return { kind: 'equal' };
  }
  const run: Run = { ...deps, save: saveInstance(deps), lease, signal, facts, row: facts.row, goal, view };
  const result = await executeSteps(run, list);
  const isUnchanged = view !== 'away' && list.every((step) => onRows.has(step.do));
  const next: Known = { view: isUnchanged ? view : undefined, isReported, applied: known.applied };
  if (result.kind === 'again') return { kind: 'again', known: next };
  // Mostly it is up by now; not a second time, since what falls as soon as it stands would be made without a pause.
  if (result.after === 'apply' && !known.applied) return { kind: 'again', known: { ...next, applied: true } };
  const pause = pauseAfter(run.row, result, isReported);
  await deps.work.later(lease, run.row, pause, run.row.attempts + 1);
  return { kind: 'later', ms: pause };
}

/** What a watch may have lost is found by then. */
const unreportedMs = 5_000;

function pauseAfter({ state, attempts }: InstanceRow, { ms, until }: Waiting, isReported: boolean): number {
  if (until === 'change' && isReported) return unreportedMs;
  // A start is observed more often while it is young: most labs are up within a second.
  return state === 'creating' ? backOffMs(attempts + 1, { firstMs: 100, longestMs: ms }) : ms;
}

/** Null: what is left of it is not kept for a time. */
function keptFor({ clock }: WorkerDeps, { row }: WorkFacts): number | null {
  const { volume, keep_until } = row;
  if (volume !== 'bound' || keep_until === null) return null;
  return Math.max(0, keep_until.getTime() - clock.now().getTime());
}

/** Null: it does not run, or is not checked. */
function checkIn({ checks }: WorkerDeps, { row: { instance_id, desired, state } }: WorkFacts): number | null {
  if (desired === 'running' && state === 'running') return checks?.leftMs(instance_id) ?? null;
  checks?.forget(instance_id);
  return null;
}

type Decision = { readonly view: ObservedState; readonly isReported: boolean; readonly list: readonly Step[] };

/**
 * The cluster's reports are enough for steps that can be repeated; anything else is decided on what it has now
 * (decision 272).
 */
async function decide(deps: WorkerDeps, goal: Desired, known: Known): Promise<Decision> {
  const { instance, lost } = goal;
  const after = (view: ObservedState): readonly Step[] => {
    const now = deps.clock.now();
    return lost === null ? steps(instance, view, now) : planWithoutSecrets(instance, lost, now);
  };
  const watched = known.view === undefined ? await watchedOf(deps, instance.instance_id) : undefined;
  const isReported = watched !== undefined || known.isReported;
  const existing = watched === undefined ? known.view : watched;
  if (existing !== undefined) {
    const list = after(existing);
    if (!isReported || mayRest(instance, list)) return { view: existing, isReported, list };
  }
  const view = await viewOf(deps, instance.instance_id);
  return { view, isReported: false, list: after(view) };
}

/**
 * Not for a stop, and not while files are to come back: an empty volume made on the word of an old claim would be taken
 * for them.
 */
const mayRest = ({ desired, restore, unfinished }: DesiredInstance, list: readonly Step[]): boolean =>
  desired === 'running' && restore === null && unfinished === null && list.every(isRepeatable);

/** Undefined: to be asked. */
async function watchedOf({ cluster }: WorkerDeps, instance_id: InstanceId): Promise<ObservedState | undefined> {
  try {
    return await cluster.watched?.(instance_id);
  } catch (error) {
    if (!isClusterUnavailable(error)) throw error;
    return undefined;
  }
}

async function viewOf({ cluster, report }: WorkerDeps, instance_id: InstanceId): Promise<ObservedState> {
  try {
    return await cluster.get(instance_id);
  } catch (error) {
    if (!isClusterUnavailable(error)) throw error;
    report.dependencyFailed({ dependency: 'cluster', instance_id, error });
    return 'away';
  }
}

const isClusterUnavailable = (error: unknown): error is Error =>
  isUnavailable(error) && dependencyOf(error, '') === 'cluster';

/**
 * Admits a waiting lab when others have gone, else writes what it waits for into its row. True: the row has changed.
 */
async function admitWaiting(deps: WorkerDeps, lease: Lease, { row, members }: WorkFacts): Promise<boolean> {
  if (row.desired !== 'running' || row.admitted || (row.state !== 'queued' && row.state !== 'waiting_quota'))
    return false;
  return await deps.work.fenced(
    lease,
    row.instance_id,
    async (tx, now) => {
      if (now === null || now.sequence !== row.sequence) return true;
      const ledger = await openLedger(tx, deps.quotas, [now]);
      const room = ledger.room({ ...now, members: members.map(({ student_id }) => student_id) });
      const waits =
        room.kind === 'fits' ? null : { reason: room.reason, advice: waitingAdviceFor(room.reason, room.detail) };
      // Published once, and again when it waits for another reason.
      if (waits !== null && now.state === 'waiting_quota' && now.advice === waits.advice) return false;
      const next =
        waits === null
          ? { ...now, admitted: true }
          : withState(now, { from: 'queued', to: 'waiting_quota' }, deps.clock.now(), waits);
      await saveInstance(deps)(tx, next);
      return true;
    },
    { quota: true },
  );
}

/** Tried again after a while, longer each time: what fails is mostly something that is unavailable. */
async function postpone({ work, report }: WorkerDeps, lease: Lease, facts: WorkFacts, error: unknown) {
  const { instance_id, attempts } = facts.row;
  const pause = backOffMs(attempts + 1, backOff);
  const dependency = dependencyOf(error, 'worker');
  report.dependencyFailed({ dependency, instance_id, ...errorOf(error) });
  // The row may have moved on since it was read; then it is due already.
  const now = await work.facts(instance_id).catch(() => null);
  if (now !== null) await work.later(lease, now.row, pause, attempts + 1).catch(() => {});
}
