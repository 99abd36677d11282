// The steps after which an instance rests: settled as stopped, or failed.
import type { InstanceRow } from '../../../adapters/store/labs/port.ts';
import { withState } from '../../labs/change.ts';
import { adviceFor } from '../../labs/deadlines.ts';
import type { Problem } from '../../labs/plan/observed.ts';
import { notifyFailure } from './announce.ts';
import { write } from './fenced-write.ts';
import type { Next, Run } from './step-run.ts';

export const settle = (run: Run, keep_until: Date | null): Promise<Next> =>
  write(
    run,
    (row) => ({ ...ended(withState(row, { from: 'stopping', to: 'stopped' }, run.clock.now())), keep_until }),
    async (tx, { instance_id, run_id }) => {
      if (run_id !== null) await run.runs.ended(tx, run_id, 'stopped');
      await run.deployments.finish(tx, instance_id);
    },
  );

export const statedAs = ({ reason, detail }: Problem) => ({ reason, advice: adviceFor(reason, detail) });

const unfinished = ['queued', 'waiting_quota', 'creating', 'degraded', 'stopping'] as const;

export const fail = (run: Run, why: Problem): Promise<Next> =>
  write(
    run,
    (row) => ended(withState(row, { from: unfinished, to: 'failed' }, run.clock.now(), statedAs(why))),
    async (tx, saved) => {
      if (saved.run_id !== null) await run.runs.ended(tx, saved.run_id, 'failed');
      await notifyFailure(run, tx, saved);
      await run.deployments.finish(tx, saved.instance_id);
    },
  );

/** Its place within the quotas is free for others. */
const ended = (row: InstanceRow): InstanceRow => ({
  ...row,
  settled_generation: row.generation,
  admitted: false,
  endpoints: [],
  announced: null,
  deadline_at: null,
});
