// What the periodic tasks do (decisions 17, 22 and 219).
import type { InstanceRow } from '../../../adapters/store/labs/port.ts';
import type { Aging } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import { messages } from '../../../generated/lab/messages.ts';
import { saveInstance } from '../../labs/change.ts';
import { stopInstance } from '../../labs/stop.ts';
import type { WorkerDeps } from '../deps.ts';

export type TaskDeps = Pick<WorkerDeps, 'instances' | 'claims' | 'audit' | 'enqueue' | 'clock' | 'report'> & {
  readonly aging: Aging;
  /** Days that a lab may run; tasks can only ask for more. */
  readonly labDays: number;
};

export type Arguments = { readonly dryRun: boolean; readonly olderThanDays: number | null };

export type Task = (deps: TaskDeps, tx: Tx, args: Arguments) => Promise<void>;

const dayMs = 86_400_000;
// The schedule is daily, and its runs are not to the second a day apart.
const slackMs = 3_600_000;

/** A lab past its days is announced a day before, then stopped and archived like by a teacher. */
export const cleanup_old_labs: Task = async (deps, tx, { dryRun, olderThanDays }) => {
  const days = Math.max(deps.labDays, olderThanDays ?? 0);
  const now = deps.clock.now().getTime();
  const [limit, announced] = [new Date(now - days * dayMs), new Date(now - dayMs + slackMs)];
  if (dryRun) {
    const old = await deps.aging.old(tx, limit);
    return deps.report.taskRun({ task: 'cleanup_old_labs', count: old.length, mode: 'dry_run' });
  }
  const save = saveInstance(deps);
  const old = await deps.aging.old(tx, limit, announced);
  // Before any number of change is taken: a holder of a number that waits for a row, whose holder waits for a number,
  // would wait for ever.
  const soon = await deps.aging.announceExpiry(tx, new Date(limit.getTime() + dayMs));
  for (const row of old) {
    const stopping = await stopInstance({ ...deps, save }, tx, row, { cause: 'expired' });
    if (stopping !== null) await note(deps, tx, stopping);
  }
  // A change like any other, so that the live updates notify each student.
  for (const row of soon) await save(tx, row, { due_at: row.due_at });
  await announce(deps, tx, soon);
  deps.report.taskRun({ task: 'cleanup_old_labs', count: old.length });
};

/** Volumes that were kept for their days. The instances are due; the worker archives and removes. */
export const archive_finished_volumes: Task = async ({ aging, clock, report }, tx, { dryRun }) => {
  const count = dryRun ? 0 : await aging.archiveExpired(tx, clock.now());
  report.taskRun({ task: 'archive_finished_volumes', count, ...(dryRun ? { mode: 'dry_run' } : {}) });
};

/** One notice for each lab, for all of its instances. */
async function announce({ enqueue, clock }: TaskDeps, tx: Tx, rows: readonly InstanceRow[]): Promise<void> {
  const due_at = new Date(clock.now().getTime() + dayMs).toISOString();
  for (const [lab_id, same] of Map.groupBy(rows, ({ lab_id }) => lab_id)) {
    const payload = {
      kind: 'lab_expiring',
      lab_id,
      instance_id: null,
      student_id: null,
      group_id: null,
      message: `The lab ${lab_id} has been running for several days and will be stopped and archived tomorrow for ${same.length} of its students or groups.`,
      advice: 'To keep it running, start it again for the students who still need it.',
      due_at,
    };
    await enqueue(tx, (meta) => messages.teacherNotification(payload, meta), { aggregate: lab_id });
  }
}

const note = ({ audit }: TaskDeps, tx: Tx, { lab_id, instance_id, student_id, group_id, generation }: InstanceRow) =>
  audit.add(tx, {
    actor: 'worker',
    actor_kind: 'system',
    service: 'worker',
    action: 'lab.expire',
    lab_id,
    instance_id,
    student_id,
    group_id,
    details: { generation, reason: 'max_days' },
  });

export const tasks: Readonly<Record<string, Task>> = { cleanup_old_labs, archive_finished_volumes };
