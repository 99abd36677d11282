// The steps that log in to a lab: before it counts as running, and from time to time afterwards.
import { afterProbe } from '../../labs/plan/plan.ts';
import { retryMs, wait } from '../../labs/plan/step.ts';
import { measureHome } from './home-use.ts';
import { checkInstance, probeInstance } from './probe.ts';
import type { Next, Run } from './step-run.ts';

const outsideLimit = <T>(run: Run, login: () => Promise<T>): Promise<T> => run.outsideLimit?.(login) ?? login();

export async function probe(run: Run): Promise<Next> {
  if (run.view === 'away' || run.view === null) return 'again';
  const { facts, view, signal } = run;
  const probed = await outsideLimit(run, () => probeInstance(run, facts, view, signal));
  if (probed.kind === 'in') {
    run.refusals?.clear(run.row.instance_id);
    run.checks?.passed(run.row.instance_id);
    return 'next';
  }
  const now = run.clock.now();
  const refusedMs = run.refusals?.record(run.view, now) ?? 0;
  return { instead: afterProbe(run.goal.instance, probed, run.view, { now, refusedMs }) };
}

/** A busy machine may let one login time out; two in a row are reported. */
export async function check(run: Run): Promise<Next> {
  const { view, facts, goal, signal } = run;
  if (view === 'away' || view === null) return 'again';
  const login = () => outsideLimit(run, () => checkInstance(run, facts, view, signal));
  const probed = await login();
  const again = probed.kind === 'in' ? probed : await login();
  // The same worker would not do better at once, and the lab goes on.
  if (again.kind === 'refused' && again.reason === 'probe_incomplete') return { instead: [wait(retryMs)] };
  if (again.kind === 'refused')
    return { instead: afterProbe(goal.instance, again, view, { now: run.clock.now(), refusedMs: 0 }) };
  run.checks?.passed(run.row.instance_id);
  return goal.instance.hasVolume ? await measureHome(run) : 'next';
}
