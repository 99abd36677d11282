// Upload jobs as a queue of dealers: one job of a dealer at a time, under the dealer's lease, so that its uploads take
// effect in the order in which they came. The dealer that was served longest ago comes first: a long queue of one holds
// up another for one job only. What is done with a job: ingest-run.ts.
import type { IngestQueue } from '../../../adapters/store/analytics/ingest/port.ts';
import type { JobRow } from '../../../adapters/store/analytics/port.ts';
import type { Lease, Leases } from '../../../adapters/store/port.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { isUnavailable } from '../../lib/errors.ts';
import type { ClaimTable } from '../../lib/work/claim-queue.ts';

export type ClaimedJob = { readonly job: JobRow; readonly lease: Lease; readonly attempts: number };

type Deps = {
  readonly queue: IngestQueue;
  readonly leases: Pick<Leases, 'claim' | 'renew' | 'release'>;
  /**
   * Dealers whose job this process works on. It does not claim their jobs again when it renews a lease late. Decision
   * 608.
   */
  readonly inHand?: ReadonlySet<DealerId>;
};

export const uploadTable = ({ queue, leases, inHand = new Set() }: Deps): ClaimTable<ClaimedJob> => ({
  async claim(by, leaseMs) {
    const waiting = (await queue.list()).filter(({ dealer_id }) => !inHand.has(dealer_id));
    for (const { dealer_id, due_in_ms } of waiting) {
      if (due_in_ms > 0) continue;
      const lease = await leases.claim(`ingest:${dealer_id}`, by, leaseMs);
      if (lease === null) continue;
      const job = await queue.claim(dealer_id, lease);
      if (job !== null) return { kind: 'claimed', claimed: { job, lease, attempts: job.attempts } };
      await leases.release(lease);
    }
    const next = Math.min(...waiting.map(({ due_in_ms }) => due_in_ms));
    return { kind: 'nothing_due', dueInMs: waiting.length === 0 ? null : next };
  },

  renew: ({ lease }, leaseMs) => leases.renew(lease, leaseMs),

  async giveBack({ job, lease }, { error, retryMs, isStopping }) {
    // A shutdown, or a store that is unavailable, is no fault of the job.
    await queue.postpone(job, lease, { retryMs, isCounted: !isStopping && !isUnavailable(error) });
    await leases.release(lease);
  },

  release: ({ lease }) => leases.release(lease),
});
