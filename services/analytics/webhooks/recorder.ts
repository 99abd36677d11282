// Writes the ends of attempts together: one statement for all that ended while the one before was running.
import type { Recorded, WebhookAttempts } from '../../../adapters/store/webhooks/port.ts';

/** Resolves when it is written. */
export function recorderOf({ record }: Pick<WebhookAttempts, 'record'>): (recorded: Recorded) => Promise<void> {
  let waiting: Recorded[] = [];
  let under: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = () => {
    const rows = waiting;
    waiting = [];
    next = null;
    return record(rows);
  };
  return (recorded) => {
    waiting.push(recorded);
    next ??= under = under.then(write, write);
    return next;
  };
}
