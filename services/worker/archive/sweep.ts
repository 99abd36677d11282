// Compares everything that the cluster has with everything that is wanted (decisions 17 and 18). What differs is due;
// what no row knows is removed within brakes, claims never.
import type { Observed } from '../../../adapters/cluster/port.ts';
import { holdLease } from '../../lib/work/leases.ts';
import type { WorkerDeps } from '../deps.ts';
import { degradeAll } from '../reconcile/degrade.ts';
import { desiredState } from '../reconcile/desired-state.ts';
import { type SweepPlan, sweepPlan } from './sweep-plan.ts';

export type Swept = {
  readonly observed: number;
  readonly due: number;
  readonly removed: number;
  readonly quarantined: number;
  /** Why nothing was removed; null when nothing stood against it. */
  readonly held: 'too_many' | 'timeline_changed' | null;
};

/** Null: another worker sweeps. */
export async function sweep(deps: WorkerDeps, signal: AbortSignal): Promise<Swept | null> {
  const { holder, leaseMs: ttlMs = 30_000, clock } = deps;
  await using leading = await holdLease(deps.leases, 'sweep', { holder, ttlMs, clock });
  if (leading === null) return null;
  const stop = AbortSignal.any([signal, leading.signal]);
  const { held_for, allowed } = await deps.timeline.confirm();
  // First the cluster: a row is there before its objects are, so what is observed now without one has none.
  const observed = await deps.cluster.list();
  const live = await deps.work.live();
  const known = await deps.work.known([...observed.keys()]);
  const now = clock.now();
  // What is due already is found by the poll; it is wanted all the same.
  const desired = new Map(live.map((facts) => [facts.row.instance_id, desiredState(deps, facts).instance]));
  const found = sweepPlan({ observed, known, live: [...desired.values()], held_for, allowed, now });
  const waits = new Set(live.flatMap(({ row }) => (row.due_at !== null && row.due_at <= now ? [row.instance_id] : [])));
  const due = found.due.filter((id) => !waits.has(id));
  await degradeAll(
    deps,
    found.due.filter((id) => desired.get(id)?.state === 'running'),
    stop,
  );
  if (due.length > 0) await deps.work.wakeAll(due);
  await deps.claims.replace(found.claims.map(shown));
  if (found.held !== null) deps.report.sweepHeld({ reason: found.held.reason, count: found.held.count });
  const held = held_for !== null ? 'timeline_changed' : (found.held?.reason ?? null);
  const removed = await removeAll(deps, found.clear, stop);
  const waiting = (found.held?.count ?? found.clear.length) - removed;
  const quarantined = found.claims.filter((each) => each.quarantined !== null).length;
  await deps.timeline.swept({ waiting, tooMany: held === 'too_many', held: held !== null, used: allowed });
  return { observed: observed.size, due: due.length, removed, quarantined, held };
}

/** Every claim is listed; one that no row knows, or that is newer than its row, is quarantined and stays. */
const shown = ({ observed: { instance_id, name, labels, generation }, quarantined }: SweepPlan['claims'][number]) => ({
  name,
  instance_id,
  generation,
  lab_id: labels.lab_id,
  student_id: labels.student_id,
  group_id: labels.group_id,
  quarantined,
});

async function removeAll(deps: WorkerDeps, orphans: readonly Observed[], signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const orphan of orphans) {
    signal.throwIfAborted();
    if (await removeOrphan(deps, orphan)) removed += 1;
  }
  return removed;
}

/** Everything but the claim, and only what was observed. */
async function removeOrphan(deps: WorkerDeps, orphan: Observed): Promise<boolean> {
  const { leases, holder, leaseMs: ttlMs = 30_000, clock, work, cluster, report, audit, store } = deps;
  const { instance_id, labels } = orphan;
  await using held = await holdLease(leases, `instance:${instance_id}`, { holder, ttlMs, clock });
  if (held === null || (await work.known([instance_id])).has(instance_id)) return false;
  if ((await cluster.deletePods(orphan)) === 'changed') return false;
  report.orphanRemoved({ instance_id, lab_id: labels.lab_id });
  await store.transaction((tx) =>
    audit.add(tx, {
      actor: 'worker',
      actor_kind: 'system',
      service: 'worker',
      action: 'sweep.removed',
      lab_id: labels.lab_id,
      instance_id,
      student_id: labels.student_id,
      group_id: labels.group_id,
      details: { generation: orphan.generation, reason: 'unknown_instance' },
    }),
  );
  return true;
}
