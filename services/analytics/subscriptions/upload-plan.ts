// What a dealer's plan says of one more upload: refused when the subscription has ended, or when this month's uploads
// are used up.
import type { BeyondPlan } from '../../../adapters/store/analytics/ingest/port.ts';
import type { Quota } from '../../../adapters/store/analytics/port.ts';
import type { Subscriptions } from '../../../adapters/store/subscriptions/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { statusAt } from './subscription-status.ts';
import { monthStart } from './subscriptions.ts';

type Deps = { readonly subscriptions: Subscriptions; readonly clock: Clock };

export type Plan = {
  readonly refusal: ReturnType<typeof problems.subscriptionExpired> | null;
  readonly quota: Quota | null;
};

/**
 * Decision 10. Dry runs are not counted, but an ended subscription has none either. What is used is counted where the
 * job is admitted.
 */
export async function planOf({ subscriptions, clock }: Deps, dealer_id: DealerId, dry_run: boolean): Promise<Plan> {
  const now = clock.now();
  const row = await subscriptions.read(dealer_id, monthStart(now));
  if (row === null) return { refusal: null, quota: null };
  const status = statusAt(row, now);
  const limit = row.limits.find(({ name }) => name === 'uploads_per_month')?.limit ?? null;
  return {
    refusal:
      status === 'expired' || status === 'cancelled'
        ? problems.subscriptionExpired({
            detail: 'Renew the subscription to upload again.',
            expired_at: (row.expires_at ?? now).toISOString(),
          })
        : null,
    quota: dry_run || limit === null ? null : { limit, since: monthStart(now) },
  };
}

export const planIsFull = (limit: number, used: number) =>
  problems.planLimit({
    detail: `The plan includes ${limit.toLocaleString('en')} uploads per month.`,
    limit_name: 'uploads_per_month',
    limit,
    used,
  });

/** `rowsRead`: how far the file was read, where it was not read to its end. */
export const planHasNoRoom = ({ limit, used, needed }: BeyondPlan, rowsRead?: number) =>
  problems.planLimit({
    detail:
      rowsRead === undefined
        ? `The plan includes ${count(limit)} stored rows; with this job, ${count(needed)} would be stored.`
        : `The plan includes ${count(limit)} stored rows; with the first ${count(rowsRead)} rows of the file, ${count(needed)} would be stored. The remaining rows were not read.`,
    limit_name: 'rows_stored',
    limit,
    used,
  });

const count = (value: number): string => value.toLocaleString('en');
