// The step that measures a home, for engines on which volumes share a file system.
import { afterMeasure } from '../../labs/plan/plan.ts';
import { farBeyond, limitOf, noticeOf, type Overfull, overfull } from '../../labs/plan/volume-use.ts';
import { isClusterFault } from './cluster-fault.ts';
import type { Next, Run } from './step-run.ts';

export async function measureHome(run: Run): Promise<Next> {
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
