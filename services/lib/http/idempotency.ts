// What an Idempotency-Key promises. Who may see a replay is checked by the caller, each time.
import { randomUUID } from 'node:crypto';
import type { Attempt, IdempotencyRecords } from '../../../adapters/store/port.ts';
import type { Begun, IdempotencyStore } from '../../../generated/runtime/host.ts';
import { type Clock, systemClock } from '../clock.ts';

const retentionMs = 24 * 60 * 60 * 1_000;

/** A key of a process that was killed is in flight for `leaseMs`. */
export const idempotency = (
  records: IdempotencyRecords,
  clock: Clock = systemClock,
  leaseMs = 4_000,
): IdempotencyStore => ({
  async begin(key, principal, operation, bodyHash) {
    const attempt: Attempt = { key, principal, operation, bodyHash, attempt: randomUUID(), leaseMs, retentionMs };
    const begun = await records.begin(attempt);
    if (begun.kind === 'in-flight')
      return { kind: 'in-flight', retryAfterS: Math.max(1, Math.ceil(begun.retryAfterMs / 1_000)) };
    return begun.kind === 'fresh' ? running(records, attempt, clock) : begun;
  },
});

/** No other process runs the request while this one lives, however long the upload takes. */
function running(records: IdempotencyRecords, attempt: Attempt, clock: Clock): Begun {
  const done = new AbortController();
  void heartbeat(records, attempt, clock, done.signal);
  const end = async (work: () => Promise<unknown>) => {
    done.abort();
    await work();
  };
  const release = () => end(() => records.release(attempt));
  return {
    kind: 'fresh',
    release,
    store: (reply) => (isStored(reply.status) ? end(() => records.store(attempt, reply)) : release()),
  };
}

/** What may pass by itself is not stored: the same key may succeed later. */
export const isStored = (status: number): boolean => status !== 401 && status !== 429 && status < 500;

async function heartbeat(
  records: IdempotencyRecords,
  attempt: Attempt,
  clock: Clock,
  stop: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      await clock.wait(attempt.leaseMs / 3, stop);
      // A failure is left to the next beat; if none succeeds, the lease ends as it does for a dead process.
      await records.renew(attempt).catch(() => {});
    }
  } catch {
    // stopped
  }
}
