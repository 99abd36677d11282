// The steps that restore a volume, archive it and remove it.
import type { ObservedVolume } from '../../../adapters/cluster/port.ts';
import type { ArchiveRow, InstanceRow, RunId } from '../../../adapters/store/labs/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import { volumeStateDeadlines } from '../../../generated/infra/states.ts';
import { withVolume } from '../../labs/change.ts';
import type { Problem } from '../../labs/plan/observed.ts';
import type { Step } from '../../labs/plan/step.ts';
import { fail as failed, note, recheckMs, wait } from '../../labs/plan/step.ts';
import { archiveVolume, isBroken, isKept, restoreVolume } from '../archive/archive.ts';
import { isClusterFault } from './cluster-fault.ts';
import { isUnfinished } from './desired-state.ts';
import { write } from './fenced-write.ts';
import type { Next, Run } from './step-run.ts';
import { isLate, type TimedOut, withTimeout } from './with-timeout.ts';

export const outageRetryMs = 60_000;

const tryLater = ({ goal }: Run, why: Problem): readonly Step[] => [...note(goal.instance, why), wait(outageRetryMs)];

export async function beginRestore(run: Run, begun: boolean): Promise<Next> {
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

export async function restore(run: Run): Promise<Next> {
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
    restoreVolume(run, run.goal.plan, restores, signal).then(() => null, lasting(run, 'restore')),
  );
  if (why === 'full') return { instead: [wait(recheckMs)] };
  // The next start begins with an empty volume, of the size that its configuration has by then.
  if (why !== null && !isLate(why) && why.isFinal) return { instead: [failed(why)] };
  // What stands in the claim now is half of the files: no pod gets it, and the archive stays as it is.
  if (why !== null) return { instead: tryLater(run, isLate(why) ? { reason: 'restore', detail: why.late } : why) };
  await run.failpoints.reach('create-lab', 24);
  return await write(
    run,
    (now) => withVolume(now, boundAgain),
    async (tx, saved) => {
      await run.runs.restored(tx, run_id, restores.run_id);
      await audited(run, tx, saved, 'volume.restore', restores);
    },
  );
}

/** What waiting alone does not mend gets a reason; everything else is tried again as it is. */
const lasting =
  ({ report, row: { instance_id } }: Run, reason: 'restore' | 'archive') =>
  (error: unknown): Problem => {
    if (isBroken(error)) return { reason, detail: error.message };
    if (!isClusterFault(error) || error.kind !== 'refused') throw error;
    report.dependencyFailed({ dependency: 'cluster', instance_id, error });
    if (error.isNoRoom) return { reason: 'quota', detail: error.detail };
    if (error.isHomeFull) return { reason: 'restore_full', detail: error.detail, isFinal: true };
    return { reason, detail: error.detail };
  };

export async function archive(run: Run, volume: ObservedVolume): Promise<Next> {
  const run_id = archivedRun(run);
  if (run_id === null) throw new Error('a volume without a run');
  const of = { plan: run.goal.plan, volume, run_id };
  const made = await limited(run, (signal) => archiveVolume(run, of, signal).catch(lasting(run, 'archive')));
  if (made === 'full') return { instead: [wait(recheckMs)] };
  if ('reason' in made) return { instead: tryLater(run, made) };
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

/**
 * In the transaction that records it (decision 235). No caller asks for these: they follow from a start, a stop or an
 * age.
 */
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

/**
 * In a database that was restored no record justifies the removal of a claim, until an operator has decided (decision
 * 17).
 */
async function held({ timeline, report, row }: Run): Promise<Next | null> {
  const { held_for } = await timeline.confirm();
  if (held_for === null) return null;
  report.labHeld({ reason: held_for, instance_id: row.instance_id });
  return { instead: [{ do: 'wait', ms: outageRetryMs }] };
}

export async function removeVolume(run: Run, volume: ObservedVolume): Promise<Next> {
  const mustWait = await held(run);
  if (mustWait !== null) return mustWait;
  const half = run.facts.run !== null && isUnfinished(run.facts.run);
  const record: ArchiveRow | null = (half ? run.facts.restores : null) ?? run.facts.archive;
  if (record === null) return 'again';
  if (!(await isKept(run, record))) {
    if (half) throw new Error(`the archive ${record.object} to restore is missing`);
    // The record says so, the bucket does not: archived again.
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
