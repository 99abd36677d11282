// After an engine has restarted, every lab is down at once and few are repaired at a time: each says so before its turn
// comes.
import type { InstanceId } from '../../../adapters/store/labs/port.ts';
import { saveInstance } from '../../labs/change.ts';
import { steps } from '../../labs/plan/plan.ts';
import { dependencyOf, errorOf } from '../../lib/errors.ts';
import { holdLease } from '../../lib/work/leases.ts';
import type { WorkerDeps } from '../deps.ts';
import { desiredState } from './desired-state.ts';
import { executeSteps } from './execute-steps.ts';

/** Reading one lab costs its engine some requests. */
const parallel = 8;

/** Marks labs as `degraded` that are listed as `running` and do not run. Each is repaired at its turn. */
export async function degradeAll(
  deps: WorkerDeps,
  instance_ids: readonly InstanceId[],
  signal: AbortSignal,
): Promise<void> {
  const rest = instance_ids.values();
  const next = async () => {
    for (const instance_id of rest) {
      if (signal.aborted) return;
      await degrade(deps, instance_id, signal).catch((error: unknown) => {
        if (signal.aborted) return;
        deps.report.dependencyFailed({ dependency: dependencyOf(error, 'worker'), instance_id, ...errorOf(error) });
      });
    }
  };
  await Promise.all(Array.from({ length: parallel }, next));
}

async function degrade(deps: WorkerDeps, instance_id: InstanceId, signal: AbortSignal): Promise<void> {
  const { holder, leaseMs: ttlMs = 30_000, clock } = deps;
  await using held = await holdLease(deps.leases, `instance:${instance_id}`, { holder, ttlMs, clock });
  if (held === null) return;
  const facts = await deps.work.facts(instance_id);
  if (facts === null) return;
  const goal = desiredState(deps, facts);
  const view = await deps.cluster.get(instance_id);
  const first = goal.lost === null ? steps(goal.instance, view, clock.now())[0] : undefined;
  if (first?.do !== 'move' || first.to !== 'degraded') return;
  const stop = AbortSignal.any([signal, held.signal]);
  const run = { ...deps, save: saveInstance(deps), lease: held.lease, signal: stop, facts, row: facts.row, goal, view };
  await executeSteps(run, [first]);
}
