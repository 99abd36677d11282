// The pauses of webhooks whose secrets do not open. All lines of a webhook share one: each that comes meanwhile waits
// for its end.
import type { WebhookId } from '../../../adapters/store/webhooks/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { backOffMs } from '../../lib/work/back-off.ts';

/** Until an operator has put the key back. */
const backOff = { firstMs: 1_000, longestMs: 600_000 };

export interface SealPauses {
  readonly size: number;
  /** How long to wait, in milliseconds; `isNew`: a pause begins, longer than the one before. */
  failed(webhook_id: WebhookId): { readonly ms: number; readonly isNew: boolean };
  opened(webhook_id: WebhookId): void;
}

export function sealPausesOf({ monotonicMs }: Pick<Clock, 'monotonicMs'>): SealPauses {
  /** In the order in which the pauses began. */
  const pauses = new Map<WebhookId, { readonly failures: number; readonly until: number }>();

  /** A webhook that was deleted sends no further notifications. */
  function forgetOld(now: number): void {
    for (const [webhook_id, { until }] of pauses) {
      if (until + backOff.longestMs >= now) return;
      pauses.delete(webhook_id);
    }
  }

  return {
    get size() {
      return pauses.size;
    },
    failed(webhook_id) {
      const now = monotonicMs();
      const before = pauses.get(webhook_id);
      if (before !== undefined && now < before.until) return { ms: Math.ceil(before.until - now), isNew: false };
      const failures = (before?.failures ?? 0) + 1;
      const ms = backOffMs(failures, backOff);
      pauses.delete(webhook_id);
      pauses.set(webhook_id, { failures, until: now + ms });
      forgetOld(now);
      return { ms, isNew: true };
    },
    opened(webhook_id) {
      pauses.delete(webhook_id);
      forgetOld(monotonicMs());
    },
  };
}
