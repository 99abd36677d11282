// The write of a step: an instance's row, and what belongs to it in the same transaction.
import type { InstanceRow } from '../../../adapters/store/labs/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import { reportChange } from './change-report.ts';
import type { Next, Run } from './step-run.ts';

/** In a fenced transaction, and only if no other writer was faster. */
export async function write(
  run: Run,
  change: (row: InstanceRow) => InstanceRow,
  beside: (tx: Tx, saved: InstanceRow) => Promise<void> = async () => {},
): Promise<Next> {
  const saved = await run.work.fenced(run.lease, run.row.instance_id, async (tx, row) => {
    if (row === null || row.sequence !== run.row.sequence) return null;
    const next = await run.save(tx, change(row));
    await beside(tx, next);
    return next;
  });
  if (saved === null) return 'again';
  reportChange(run.report, run.row, saved);
  run.row = saved;
  return 'next';
}
