// Executes the steps of a plan: each may be repeated, with a failpoint before and after.
import type { Observed } from '../../../adapters/cluster/port.ts';
import { withState, withVolume } from '../../labs/change.ts';
import type { Lab } from '../../labs/config/lab.ts';
import type { Address } from '../../labs/plan/observed.ts';
import type { Step } from '../../labs/plan/step.ts';
import { notifyMembers, runningRow } from './announce.ts';
import { apply } from './apply.ts';
import { write } from './fenced-write.ts';
import { fail, settle, statedAs } from './final-steps.ts';
import { measureHome } from './home-use.ts';
import { check, probe } from './login-steps.ts';
import type { Next, Run } from './step-run.ts';
import { archive, beginRestore, outageRetryMs, removeVolume, restore } from './volume-steps.ts';

/**
 * `again`: observe again, at once. `wait`: when time has passed, or a caller asks; `after` is the step that was
 * executed last.
 */
export type StepResult =
  | { readonly kind: 'again' }
  | ({ readonly kind: 'wait'; readonly after: Step['do'] | null } & Pick<
      Extract<Step, { do: 'wait' }>,
      'ms' | 'until'
    >);

export async function executeSteps(run: Run, list: readonly Step[]): Promise<StepResult> {
  let taken: Step['do'] | null = null;
  for (const step of list) {
    run.signal.throwIfAborted();
    if (step.do === 'wait') return { ...step, kind: 'wait', after: taken };
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

/**
 * Tests end the process at these numbers: the first is passed before a step, the second after it; 1 is the observation.
 */
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

/** Nothing is touched; the sweep lists the claim, and the next request of a user goes above what the cluster holds. */
function hold({ report, row }: Run): StepResult {
  report.labHeld({ reason: 'newer_generation', instance_id: row.instance_id, generation: row.generation });
  return { kind: 'wait', ms: outageRetryMs, after: null };
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

function announce(run: Run, address: Address): Promise<Next> {
  const { view, facts } = run;
  if (view === 'away' || view === null) return Promise.resolve('again');
  return write(
    run,
    (row) => runningRow(run, row, facts.config.config as Lab, view, address),
    async (tx, saved) => {
      await notifyMembers(run, tx, saved, facts);
      await run.failpoints.reach('create-lab', 25);
    },
  );
}

async function clear(run: Run, observed: Observed): Promise<Next> {
  return (await run.cluster.deletePods(observed)) === 'gone' ? 'next' : 'again';
}
