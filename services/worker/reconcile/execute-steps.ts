// Executes the steps of a plan: each may be repeated, with a failpoint before and after.
import type { ClusterFault, Observed, ObservedVolume } from '../../../adapters/cluster/port.ts';
import type { ArchiveRow, InstanceRow, RunId } from '../../../adapters/store/labs/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import { volumeStateDeadlines } from '../../../generated/infra/states.ts';
import { withState, withVolume } from '../../labs/change.ts';
import type { Lab } from '../../labs/config/lab-config.ts';
import { adviceFor } from '../../labs/deadlines.ts';
import type { Address, Problem } from '../../labs/plan/observed.ts';
import { afterMeasure, afterProbe, type Step } from '../../labs/plan/plan.ts';
import { note, soonMs, wait } from '../../labs/plan/step.ts';
import { farBeyond, limitOf, noticeOf, type Overfull, overfull } from '../../labs/plan/volume-use.ts';
import { archiveVolume, isBroken, isKept, restoreVolume } from '../archive/archive.ts';
import { notifyFailure, notifyMembers, running_at } from './announce.ts';
import { apply } from './apply.ts';
import { reportChange } from './change-report.ts';
import { isUnfinished } from './desired-state.ts';
import { checkInstance, probeInstance } from './probe.ts';
import type { Next, Run } from './step-run.ts';
import { isLate, type TimedOut, withTimeout } from './with-timeout.ts';

/** `again`: look again, at once. `wait`: when time has passed, or somebody calls; `after` is the step that was taken last. */
export type StepResult =
  | { readonly kind: 'again' }
  | { readonly kind: 'wait'; readonly ms: number; readonly after: Step['do'] | null };

export async function executeSteps(run: Run, list: readonly Step[]): Promise<StepResult> {
  let taken: Step['do'] | null = null;
  for (const step of list) {
    run.signal.throwIfAborted();
    if (step.do === 'wait') return { kind: 'wait', ms: step.ms, after: taken };
    if (step.do === 'hold') return hold(run);
    const [name, before, after] = pointsOf(run, step);
    await run.failpoints.reach(name, before);
    const next = await executeStep(run, step);
    await run.failpoints.reach(name, after);
    if (next === 'again') return { kind: 'again' };
    if (next !== 'next') return await executeSteps(run, next.instead);
    taken = step.do;
  }
  return { kind: 'again' };
}

/** Numbers for tests that end the process here: even ones before a step, odd ones after it; 1 is the look itself. */
const points = {
  move: [2, 3],
  moveVolume: [2, 3],
  note: [2, 3],
  raise: [2, 3],
  beginRestore: [4, 5],
  endRestore: [4, 5],
  restore: [6, 7],
  apply: [8, 9],
  probe: [10, 11],
  announce: [12, 13],
  check: [27, 28],
  measure: [29, 30],
  clear: [14, 15],
  archive: [16, 17],
  removeVolume: [18, 19],
  settle: [20, 21],
  fail: [22, 23],
} as const satisfies Readonly<Record<Exclude<Step['do'], 'wait' | 'hold'>, readonly [number, number]>>;

function pointsOf({ row }: Run, step: Exclude<Step, { do: 'wait' | 'hold' }>): readonly [string, number, number] {
  return [row.desired === 'running' ? 'create-lab' : 'delete-lab', ...points[step.do]];
}

const laterMs = 60_000;

const tryLater = ({ goal }: Run, why: Problem): readonly Step[] => [...note(goal.instance, why), wait(laterMs)];

/** Nothing is touched; the sweep lists the claim, and the next request of a user goes above what the cluster holds. */
function hold({ report, row }: Run): StepResult {
  report.labHeld({ reason: 'newer_generation', instance_id: row.instance_id, generation: row.generation });
  return { kind: 'wait', ms: laterMs, after: null };
}

function executeStep(run: Run, step: Exclude<Step, { do: 'wait' | 'hold' }>): Promise<Next> {
  switch (step.do) {
    case 'move':
      return write(run, (row) => withState(row, step, run.clock.now(), step.why && statedAs(step.why)));
    case 'moveVolume':
      return write(run, (row) => withVolume(row, step));
    case 'note':
      return write(run, (row) => ({ ...row, ...statedAs(step.why) }));
    case 'raise':
      return write(run, (row) => ({ ...row, generation: step.generation }));
    case 'beginRestore':
      return beginRestore(run, true);
    case 'endRestore':
      return beginRestore(run, false);
    case 'restore':
      return restore(run);
    case 'apply':
      return apply(run);
    case 'probe':
      return probe(run);
    case 'check':
      return check(run);
    case 'measure':
      return measureHome(run);
    case 'announce':
      return announce(run, step.address);
    case 'clear':
      return clear(run, step.observed);
    case 'archive':
      return archive(run, step.volume);
    case 'removeVolume':
      return removeVolume(run, step.volume);
    case 'settle':
      return settle(run, step.keep_until);
    case 'fail':
      return fail(run, step.why);
  }
}

/** In a fenced transaction, and only if nobody else has written in the meantime. */
async function write(
  run: Run,
  change: (row: InstanceRow) => InstanceRow,
  beside: (tx: Tx, saved: InstanceRow) => Promise<void> = async () => {},
): Promise<Next> {
  const saved = await run.work.fenced(run.lease, run.row.instance_id, async (tx, row) => {
    if (row === null || row.sequence !== run.row.sequence) return null;
    const next = await run.save(tx, change(row));
    await beside(tx, next);
    return next;
  });
  if (saved === null) return 'again';
  reportChange(run.report, run.row, saved);
  run.row = saved;
  return 'next';
}

async function beginRestore(run: Run, begun: boolean): Promise<Next> {
  const { run_id } = run.row;
  if (run_id === null) return 'again';
  return await run.work.fenced(run.lease, run.row.instance_id, async (tx, row) => {
    if (row === null || row.sequence !== run.row.sequence) return 'again';
    await run.runs.restoreBegun(tx, run_id, begun);
    return 'next';
  });
}

/** From every other state: the claim holds the files. */
const boundAgain = { from: ['none', 'archiving', 'archived', 'released', 'quarantined'], to: 'bound' } as const;

async function restore(run: Run): Promise<Next> {
  const { facts, row } = run;
  const { run_id } = row;
  if (facts.restores === null || run_id === null) return 'again';
  const claim = run.view !== 'away' ? run.view?.volume : null;
  // What an earlier attempt left is half of the same archive.
  const mustWait = claim ? await held(run) : null;
  if (mustWait !== null) return mustWait;
  if (claim && (await run.cluster.removeVolume(claim)) === 'changed') return 'again';
  const { restores } = facts;
  const why = await limited(run, (signal) =>
    restoreVolume(run, run.goal.plan, restores, signal).then(() => null, unreadable),
  );
  if (why === 'full') return { instead: [wait(soonMs)] };
  // What stands in the claim now is half of the files: no pod gets it, and the archive stays as it is.
  if (why !== null) return { instead: tryLater(run, isLate(why) ? { reason: 'restore', detail: why.late } : why) };
  await run.failpoints.reach('create-lab', 24);
  return await write(
    run,
    (now) => withVolume(now, boundAgain),
    async (tx, saved) => {
      await run.runs.restored(tx, run_id);
      await audited(run, tx, saved, 'volume.restore', restores);
    },
  );
}

/** What waiting alone does not mend; everything else is tried again as it is. */
function unreadable(error: unknown): Problem {
  if (isBroken(error)) return { reason: 'restore', detail: error.message };
  if (isClusterFault(error) && error.isNoRoom) return { reason: 'quota', detail: error.detail };
  throw error;
}

const besides = <T>(run: Run, login: () => Promise<T>): Promise<T> => run.besides?.(login) ?? login();

async function probe(run: Run): Promise<Next> {
  if (run.view === 'away' || run.view === null) return 'again';
  const { facts, view, signal } = run;
  const probed = await besides(run, () => probeInstance(run, facts, view, signal));
  if (probed.kind === 'in') {
    run.refusals?.clear(run.row.instance_id);
    run.checks?.passed(run.row.instance_id);
    return 'next';
  }
  const now = run.clock.now();
  const refusedMs = run.refusals?.record(run.view, now) ?? 0;
  return { instead: afterProbe(run.goal.instance, probed, run.view, { now, refusedMs }) };
}

/** A busy machine may let one login time out; two in a row are told. */
async function check(run: Run): Promise<Next> {
  const { view, facts, goal, signal } = run;
  if (view === 'away' || view === null) return 'again';
  const login = () => besides(run, () => checkInstance(run, facts, view, signal));
  const probed = await login();
  const again = probed.kind === 'in' ? probed : await login();
  if (again.kind === 'refused')
    return { instead: afterProbe(goal.instance, again, view, { now: run.clock.now(), refusedMs: 0 }) };
  run.checks?.passed(run.row.instance_id);
  return goal.instance.hasVolume ? await measureHome(run) : 'next';
}

async function measureHome(run: Run): Promise<Next> {
  const { view, clock } = run;
  if (view === 'away' || view === null) return 'again';
  const found = await countedHome(run);
  const instead = afterMeasure(run.goal.instance, found, view, clock.now());
  if (found !== 'unknown' && (found !== null || run.goal.instance.state === 'degraded'))
    await shownNotice(run, found === null ? null : noticeOf(found));
  return instead === null ? 'next' : { instead };
}

/** It reads a whole home like an archive does, if only its names. */
async function countedHome(run: Run): Promise<Overfull | 'unknown' | null> {
  using place = run.readings?.tryAcquire();
  if (place === null) return 'unknown';
  try {
    const limit = limitOf(run.goal.plan);
    const use = await run.cluster.measureVolume(run.goal.plan, farBeyond(limit));
    // Null: it cannot outgrow its file system.
    return use === null ? null : overfull(use, limit);
  } catch (error) {
    if (!isClusterFault(error)) throw error;
    run.report.dependencyFailed({ dependency: 'cluster', instance_id: run.row.instance_id, error });
    return 'unknown';
  }
}

/** The state says the same, so a lab that takes no notice loses nothing. */
async function shownNotice(run: Run, notice: string | null): Promise<void> {
  await run.cluster.showNotice(run.goal.plan, notice).catch((error: unknown) => {
    if (!isClusterFault(error)) throw error;
  });
}

/** Also one that is refused: what cannot be counted is no reason to leave the rest undone. */
const isClusterFault = (error: unknown): error is ClusterFault =>
  error instanceof Error && 'dependency' in error && error.dependency === 'cluster';

function announce(run: Run, address: Address): Promise<Next> {
  const { view, facts } = run;
  if (view === 'away' || view === null) return Promise.resolve('again');
  return write(
    run,
    (row) => running_at(run, row, facts.config.config as Lab, view, address),
    async (tx, saved) => {
      await notifyMembers(run, tx, saved, facts);
      await run.failpoints.reach('create-lab', 25);
    },
  );
}

async function clear(run: Run, observed: Observed): Promise<Next> {
  return (await run.cluster.deletePods(observed)) === 'gone' ? 'next' : 'again';
}

async function archive(run: Run, volume: ObservedVolume): Promise<Next> {
  const run_id = archivedRun(run);
  if (run_id === null) throw new Error('a volume without a run');
  const of = { plan: run.goal.plan, volume, run_id };
  const made = await limited(run, (signal) => archiveVolume(run, of, signal));
  if (made === 'full') return { instead: [wait(soonMs)] };
  if (isLate(made)) return { instead: tryLater(run, { reason: 'archive', detail: made.late }) };
  await run.failpoints.reach(run.row.desired === 'running' ? 'create-lab' : 'delete-lab', 26);
  return await write(
    run,
    (row) => withVolume(row, { from: 'archiving', to: 'archived' }),
    async (tx, saved) => {
      await run.runs.archived(tx, made);
      await audited(run, tx, saved, 'volume.archive', made);
    },
  );
}

/** In the transaction that says so (decision 235). Nobody asks for these: they follow from a start, a stop or an age. */
const audited = (
  { audit, row }: Run,
  tx: Tx,
  { lab_id, instance_id, student_id, group_id, generation }: InstanceRow,
  action: 'volume.archive' | 'volume.restore' | 'volume.remove',
  { object, version_id, size_bytes }: Pick<ArchiveRow, 'object' | 'version_id' | 'size_bytes'>,
): Promise<void> =>
  audit.add(tx, {
    actor: 'worker',
    actor_kind: 'system',
    service: 'worker',
    action,
    lab_id,
    instance_id,
    student_id,
    group_id,
    details: { generation, object, version_id, size_bytes, reason: reasonOf(row) },
  });

/** What it follows from: a start, a stop, or the end of the days that a volume was kept after its stop. */
const reasonOf = ({ desired, state }: InstanceRow): 'start' | 'stop' | 'keep_days' =>
  desired === 'running' ? 'start' : state === 'stopped' ? 'keep_days' : 'stop';

/** `full`: as many homes as may be are being read; nothing was done. */
async function limited<T>(run: Run, work: (signal: AbortSignal) => Promise<T>): Promise<T | TimedOut | 'full'> {
  using place = run.readings?.tryAcquire();
  if (place === null) return 'full';
  return await withTimeout(run.archiveMs ?? volumeStateDeadlines.archiving * 1_000, run.signal, work);
}

/** Before a restore, the claim is what the run before has left. */
const archivedRun = ({ row, facts }: Run): RunId | null =>
  row.desired === 'running' ? (facts.run?.previous ?? row.run_id) : row.run_id;

/** In a database that was restored no record justifies the removal of a claim, until an operator has looked (decision 17). */
async function held({ timeline, report, row }: Run): Promise<Next | null> {
  const { held_for } = await timeline.confirm();
  if (held_for === null) return null;
  report.labHeld({ reason: held_for, instance_id: row.instance_id });
  return { instead: [{ do: 'wait', ms: laterMs }] };
}

async function removeVolume(run: Run, volume: ObservedVolume): Promise<Next> {
  const mustWait = await held(run);
  if (mustWait !== null) return mustWait;
  const half = run.facts.run !== null && isUnfinished(run.facts.run);
  const record: ArchiveRow | null = (half ? run.facts.restores : null) ?? run.facts.archive;
  if (record === null) return 'again';
  if (!(await isKept(run, record))) {
    if (half) throw new Error(`the archive ${record.object} to restore is missing`);
    // The record says so, the bucket does not: archived anew.
    return await write(run, (row) => withVolume(row, boundAgain));
  }
  if ((await run.cluster.removeVolume(volume)) === 'changed') return 'again';
  if (half && (await beginRestore(run, false)) === 'again') return 'again';
  if (run.row.volume !== 'archived') return 'again';
  return await write(
    run,
    (row) => withVolume(row, { from: 'archived', to: 'released' }),
    (tx, saved) => audited(run, tx, saved, 'volume.remove', record),
  );
}

const settle = (run: Run, keep_until: Date | null): Promise<Next> =>
  write(
    run,
    (row) => ({ ...ended(withState(row, { from: 'stopping', to: 'stopped' }, run.clock.now())), keep_until }),
    async (tx, { instance_id, run_id }) => {
      if (run_id !== null) await run.runs.ended(tx, run_id, 'stopped');
      await run.deployments.finish(tx, instance_id);
    },
  );

const statedAs = ({ reason, detail }: Problem) => ({ reason, advice: adviceFor(reason, detail) });

const unfinished = ['queued', 'waiting_quota', 'creating', 'degraded', 'stopping'] as const;

const fail = (run: Run, why: Problem): Promise<Next> =>
  write(
    run,
    (row) => ended(withState(row, { from: unfinished, to: 'failed' }, run.clock.now(), statedAs(why))),
    async (tx, saved) => {
      if (saved.run_id !== null) await run.runs.ended(tx, saved.run_id, 'failed');
      await notifyFailure(run, tx, saved);
      await run.deployments.finish(tx, saved.instance_id);
    },
  );

/** Its place within the quotas is free for others. */
const ended = (row: InstanceRow): InstanceRow => ({
  ...row,
  settled_generation: row.generation,
  admitted: false,
  endpoints: [],
  announced: null,
  deadline_at: null,
});
