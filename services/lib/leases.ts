// Holding a lease while work goes on: heartbeat, and a signal that says when it is lost.
import type { Lease, Leases } from '../../adapters/store/port.ts';
import { type Clock, systemClock } from './clock.ts';

export type HoldOptions = {
  readonly holder: string;
  readonly ttlMs?: number;
  readonly clock?: Clock;
};

export interface Held extends AsyncDisposable {
  /** For `Leases.hold`, the first statement of every fenced write. */
  readonly lease: Lease;
  readonly fence: number;
  /** Aborted when the lease is lost or could not be renewed in time: stop working. */
  readonly signal: AbortSignal;
}

/** 30 s with a heartbeat every 10 s (decision 20): two may fail before the lease runs out. Null: somebody else holds it. */
export async function holdLease(
  leases: Leases,
  name: string,
  { holder, ttlMs = 30_000, clock = systemClock }: HoldOptions,
): Promise<Held | null> {
  const asked = clock.monotonicMs();
  const lease = await leases.claim(name, holder, ttlMs);
  if (lease === null) return null;
  const lost = new AbortController();
  const done = new AbortController();
  // Counted from before the question: the database may have granted it any time since.
  const beating = beat({ leases, lease, ttlMs, clock, lost, stop: done.signal, goodUntil: asked + ttlMs });
  return {
    lease,
    fence: lease.fence,
    signal: lost.signal,
    async [Symbol.asyncDispose]() {
      done.abort();
      await beating;
      // Best effort: a lease that is not given back runs out.
      if (!lost.signal.aborted) await leases.release(lease).catch(() => {});
    },
  };
}

type Beat = {
  leases: Leases;
  lease: Lease;
  ttlMs: number;
  clock: Clock;
  lost: AbortController;
  stop: AbortSignal;
  goodUntil: number;
};

async function beat({ leases, lease, ttlMs, clock, lost, stop, goodUntil: first }: Beat): Promise<void> {
  let goodUntil = first;
  const give = (reason: string) => lost.abort(new Error(`Lease ${lease.name} is lost: ${reason}`));
  while (!stop.aborted) {
    const left = goodUntil - clock.monotonicMs();
    if (left <= 0) return give('it could not be renewed in time');
    const asleep = await clock.wait(Math.min(ttlMs / 3, left), stop).then(
      () => true,
      () => false,
    );
    if (!asleep) return;
    const asked = clock.monotonicMs();
    // A database that is away may be back before the lease runs out; only its "no" is final.
    const renewed = await leases.renew(lease, ttlMs).catch(() => undefined);
    if (renewed === false) return give('another holder has it');
    if (renewed) goodUntil = asked + ttlMs;
  }
}
