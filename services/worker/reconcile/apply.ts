// The step that makes an instance's objects, with the images of its run.
import type { Applied } from '../../../adapters/cluster/port.ts';
import { afterRefusal } from '../../labs/plan/plan.ts';
import { note, soonMs, wait } from '../../labs/plan/step.ts';
import { desiredState } from './desired-state.ts';
import { hasImages, pinImages } from './pin.ts';
import type { Next, Run } from './step-run.ts';

export async function apply(run: Run): Promise<Next> {
  if (!hasImages(run.facts)) {
    const found = await pinImages(run, run.facts);
    if (found.kind !== 'pinned') return impeded(run, found);
    if ((await keepImages(run, found.images)) === 'again') return 'again';
  }
  const applied = await run.cluster.apply(run.goal.plan);
  if (applied.kind === 'applied') return 'next';
  return applied.kind === 'stale' ? 'again' : impeded(run, applied);
}

async function keepImages(run: Run, images: Readonly<Record<string, string>>): Promise<Next> {
  const { facts, row } = run;
  if (facts.run === null) return 'again';
  const { run_id } = facts.run;
  const kept = await run.work.fenced(run.lease, row.instance_id, async (tx, now) => {
    if (now === null || now.sequence !== row.sequence) return false;
    await run.runs.pinned(tx, run_id, images);
    return true;
  });
  if (!kept) return 'again';
  run.facts = { ...facts, run: { ...facts.run, images } };
  run.goal = desiredState(run, run.facts);
  return 'next';
}

function impeded(run: Run, no: Extract<Applied, { kind: 'waiting' | 'refused' }>): Next {
  const { reason, detail } = no;
  if (no.kind === 'waiting')
    return { instead: [...note(run.goal.instance, { reason, detail, isInProgress: true }), wait(soonMs)] };
  const problem = { reason, detail, ...(no.isFinal && { isFinal: true as const }) };
  return { instead: afterRefusal(run.goal.instance, problem, run.clock.now()) };
}
