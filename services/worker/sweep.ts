// services/worker/sweep.ts: compares everything that the cluster has with everything that is wanted (decisions 17 and 18). What differs is due; what no row knows is removed within brakes, claims never.
import type { Seen } from '../../adapters/cluster/port.ts';
import type { InstanceId, WorkFacts } from '../../adapters/store/labs/port.ts';
import { holdLease } from '../kit/leases.ts';
import type { WorkerDeps } from './deps.ts';
import { aimOf } from './look.ts';
import { steps } from './plan.ts';

export type Swept = {
  readonly seen: number;
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
  const { heldFor, allowed } = await deps.timeline.confirm();
  // First the cluster: a row is there before its objects are, so what is seen now without one has none.
  const seen = await deps.cluster.observe();
  const live = await deps.work.live();
  const known = await deps.work.known([...seen.keys()]);
  const due = [...dueOf(deps, live, seen), ...strayOf(live, seen, known)];
  if (due.length > 0) await deps.work.wakeAll(due);
  const orphans = [...seen.values()].filter(({ instanceId }) => !known.has(instanceId));
  const quarantined = await listClaims(deps, [...seen.values()], known);
  const running = orphans.filter(({ objects }) => objects.length > 0);
  const tooMany = running.length > Math.max(most(seen.size), allowed ?? 0);
  const held = heldFor !== null ? 'timeline_changed' : tooMany ? 'too_many' : null;
  if (held !== null && running.length > 0) deps.report.sweepHeld({ reason: held, count: running.length });
  const removed = held === null ? await removeAll(deps, running, stop) : 0;
  const waiting = running.length - removed;
  await deps.timeline.swept({ waiting, tooMany: held === 'too_many', held: held !== null, used: allowed });
  return { seen: seen.size, due: due.length, removed, quarantined, held };
}

const most = (all: number): number => Math.max(5, Math.floor(all * 0.05));

/** Rows that a look at the cluster would do something for. What is due already is found by the poll. */
function dueOf(
  deps: WorkerDeps,
  live: readonly WorkFacts[],
  seen: ReadonlyMap<InstanceId, Seen>,
): readonly InstanceId[] {
  const now = deps.clock.now();
  return live.flatMap((facts) => {
    const { instanceId, dueAt } = facts.row;
    if (dueAt !== null && dueAt <= now) return [];
    const list = steps(aimOf(deps, facts).wanted, seen.get(instanceId) ?? null, now);
    return list.length === 0 || list[0]?.do === 'hold' ? [] : [instanceId];
  });
}

/** Stopped for good, and yet something is there: what a worker did that was overtaken. */
function strayOf(
  live: readonly WorkFacts[],
  seen: ReadonlyMap<InstanceId, Seen>,
  known: ReadonlyMap<InstanceId, number>,
): readonly InstanceId[] {
  const expected = new Set(live.map(({ row }) => row.instanceId));
  return [...seen.values()].flatMap(({ instanceId, generation }) =>
    !expected.has(instanceId) && generation <= (known.get(instanceId) ?? -1) ? [instanceId] : [],
  );
}

/** Every claim is listed; one that no row knows, or that is newer than its row, is quarantined and stays. */
async function listClaims(
  { claims }: WorkerDeps,
  seen: readonly Seen[],
  known: ReadonlyMap<InstanceId, number>,
): Promise<number> {
  const found = seen.flatMap(({ instanceId, name, labels, generation, volume }) =>
    volume === null
      ? []
      : [
          {
            name,
            instanceId,
            generation,
            labId: labels.lab_id,
            studentId: labels.student_id,
            groupId: labels.group_id,
            quarantined: !known.has(instanceId)
              ? 'no_row'
              : generation > (known.get(instanceId) ?? 0)
                ? 'timeline_changed'
                : null,
          },
        ],
  );
  await claims.replace(found);
  return found.filter(({ quarantined }) => quarantined !== null).length;
}

async function removeAll(deps: WorkerDeps, orphans: readonly Seen[], signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const orphan of orphans) {
    signal.throwIfAborted();
    if (await removeOrphan(deps, orphan)) removed += 1;
  }
  return removed;
}

/** Everything but the claim, and only what was seen. */
async function removeOrphan(deps: WorkerDeps, orphan: Seen): Promise<boolean> {
  const { leases, holder, leaseMs: ttlMs = 30_000, clock, work, cluster, report, audit, store } = deps;
  const { instanceId, labels } = orphan;
  await using held = await holdLease(leases, `instance:${instanceId}`, { holder, ttlMs, clock });
  if (held === null || (await work.known([instanceId])).has(instanceId)) return false;
  if ((await cluster.clear(orphan)) === 'changed') return false;
  report.orphanRemoved({ instance_id: instanceId, lab_id: labels.lab_id });
  await store.transaction((tx) =>
    audit.add(tx, {
      actor: 'worker',
      actorKind: 'system',
      action: 'sweep.removed',
      labId: labels.lab_id,
      instanceId,
      studentId: labels.student_id,
      groupId: labels.group_id,
      details: { generation: orphan.generation },
    }),
  );
  return true;
}
