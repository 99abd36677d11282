// Replays what a webhook was sent since a time, for as long as it is paid for (decision 581).
import type { DeliveryPosition, Replay, WebhookDeliveries } from '../../../adapters/store/webhooks/port.ts';
import type { Charge } from './spent-deliveries.ts';

type Request = Pick<Replay, 'webhook_id' | 'status'> & { readonly since: Date };

/** `next_since` is the time of the first event that remains, once `charge` has ended the replay. */
export async function replaySince(
  { findReplayable, replayNext }: Pick<WebhookDeliveries, 'findReplayable' | 'replayNext'>,
  { webhook_id, status, since }: Request,
  charge: Charge,
  signal: AbortSignal,
): Promise<{ readonly replayed: number; readonly next_since: Date | null }> {
  let replayed = 0;
  // What ends again meanwhile lies behind, and is not replayed twice.
  let after: DeliveryPosition = { at: since.toISOString(), sequence: -1 };
  for (;;) {
    signal.throwIfAborted();
    const next = await findReplayable({ webhook_id, status, after });
    const paid = next.count === 0 ? 0 : await charge(next.count);
    if (paid === 0) return { replayed, next_since: next.next_since };
    const { count, last } = await replayNext({ webhook_id, status, after }, paid);
    replayed += count;
    after = last ?? after;
  }
}
