// The step that makes an instance's objects, with the images of its run, and with what is known of the home that it
// begins with.
import type { Applied } from '../../../adapters/cluster/port.ts';
import type { RunRow } from '../../../adapters/store/labs/port.ts';
import { afterRefusal } from '../../labs/plan/plan.ts';
import { note, recheckMs, wait } from '../../labs/plan/step.ts';
import { desiredState } from './desired-state.ts';
import { hasImages, pinImages } from './pin.ts';
import type { Next, Run } from './step-run.ts';

export async function apply(run: Run): Promise<Next> {
  const homeKept = await homeFound(run);
  const recorded = homeKept === null ? 'next' : await keepInRun(run, { home_kept: homeKept });
  if (recorded === 'again') return 'again';
  if (!hasImages(run.facts)) {
    const found = await pinImages(run, run.facts);
    if (found.kind !== 'pinned') return impeded(run, found);
    if ((await keepInRun(run, { images: found.images })) === 'again') return 'again';
  }
  const applied = await run.cluster.apply(run.goal.plan);
  if (applied.kind === 'applied') return 'next';
  return applied.kind === 'stale' ? 'again' : impeded(run, applied);
}

/**
 * Whether a student may have worked in a home that is another than the run before has left; null: it is not. One that
 * is gone will be made empty. One that is there before anything of the first run is was left by a row that is lost.
 */
async function homeFound({ facts: { row, run }, goal, view, cluster }: Run): Promise<boolean | null> {
  if (run === null || view === 'away' || !goal.instance.hasVolume) return null;
  if (view === null || view.volume === null) {
    const isGone = run.home_kept && run.running_at === null && !(await cluster.get(row.instance_id))?.volume;
    return isGone ? false : null;
  }
  // Images are named before anything is made.
  const isLeft = run.previous === null && run.images === null && row.volume === 'none';
  return isLeft && !run.home_kept ? true : null;
}

async function keepInRun(run: Run, change: Partial<Pick<RunRow, 'images' | 'home_kept'>>): Promise<Next> {
  const { facts, row } = run;
  if (facts.run === null) return 'again';
  const { run_id } = facts.run;
  const kept = await run.work.fenced(run.lease, row.instance_id, async (tx, now) => {
    if (now === null || now.sequence !== row.sequence) return false;
    if (change.images) await run.runs.pinned(tx, run_id, change.images);
    if (change.home_kept !== undefined) await run.runs.homeKept(tx, run_id, change.home_kept);
    return true;
  });
  if (!kept) return 'again';
  run.facts = { ...facts, run: { ...facts.run, ...change } };
  run.goal = desiredState(run, run.facts);
  return 'next';
}

function impeded(run: Run, no: Extract<Applied, { kind: 'waiting' | 'refused' }>): Next {
  const { reason, detail } = no;
  if (no.kind === 'waiting')
    return { instead: [...note(run.goal.instance, { reason, detail, isInProgress: true }), wait(recheckMs)] };
  const problem = { reason, detail, ...(no.isFinal && { isFinal: true as const }) };
  return { instead: afterRefusal(run.goal.instance, problem, run.clock.now()) };
}
