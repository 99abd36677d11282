// What attempts need to know of webhooks and of the grants of their owners, remembered for a second.
import type { Target, WebhookAttempts, WebhookId } from '../../../adapters/store/webhooks/port.ts';
import type { Clock } from '../../lib/clock.ts';

const freshMs = 1_000;
const most = 10_000;

/** Null: the webhook was deleted. Those that are asked for at once are read at once. */
export function targetsOf(
  { listTargets }: Pick<WebhookAttempts, 'listTargets'>,
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
): (webhook_id: WebhookId) => Promise<Target | null> {
  const known = new Map<WebhookId, { readonly readAt: number; readonly target: Promise<Target | null> }>();
  let asked: Set<WebhookId> | null = null;
  let reading: Promise<ReadonlyMap<WebhookId, Target>> | null = null;

  function read(webhook_id: WebhookId): Promise<Target | null> {
    if (asked === null || reading === null) {
      const ids = new Set<WebhookId>();
      asked = ids;
      reading = Promise.resolve().then(async () => {
        asked = null;
        return new Map((await listTargets([...ids])).map((target) => [target.webhook_id, target]));
      });
    }
    asked.add(webhook_id);
    return reading.then((found) => found.get(webhook_id) ?? null);
  }

  return (webhook_id) => {
    const now = monotonicMs();
    const found = known.get(webhook_id);
    if (found !== undefined && now - found.readAt < freshMs) return found.target;
    if (known.size >= most) known.clear();
    const target = read(webhook_id);
    known.set(webhook_id, { readAt: now, target });
    // Enabling it counts at once.
    const forget = () => known.delete(webhook_id);
    target.then((read) => read?.enabled === false && forget(), forget);
    return target;
  };
}
