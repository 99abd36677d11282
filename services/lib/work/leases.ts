// Holding a lease while work goes on: heartbeat, and a signal that says when it is lost.
import type { Lease, Leases } from '../../../adapters/store/port.ts';
import { type Clock, systemClock } from '../clock.ts';

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

/**
 * 30 s with a heartbeat every 10 s (decision 20): two may fail before the lease runs out. Null: another holder has it.
 */
export async function holdLease(
  leases: Leases,
  name: string,
  { holder, ttlMs = 30_000, clock = systemClock }: HoldOptions,
): Promise<Held | null> {
  const askedAt = clock.monotonicMs();
  const lease = await leases.claim(name, holder, ttlMs);
  if (lease === null) return null;
  const renewal = keepRenewed({ name, renew: () => leases.renew(lease, ttlMs), leaseMs: ttlMs, askedAt, clock });
  return {
    lease,
    fence: lease.fence,
    signal: renewal.signal,
    async [Symbol.asyncDispose]() {
      await renewal.end();
      // Best effort: a lease that is not given back runs out.
      if (!renewal.signal.aborted) await leases.release(lease).catch(() => {});
    },
  };
}

export type RenewalOptions = {
  /** The name of the lease, which the reason of the signal states. */
  readonly name: string;
  /** False: another holder has it. */
  readonly renew: () => Promise<boolean>;
  readonly leaseMs: number;
  /** When it was asked for (monotonic): the database may have granted it any time since. */
  readonly askedAt: number;
  readonly clock: Clock;
};

export interface Renewal {
  /** Aborted when the lease is lost or could not be renewed in time: stop working. */
  readonly signal: AbortSignal;
  end(): Promise<void>;
}

/** Renews three times in a lease, until it is ended. */
export function keepRenewed(options: RenewalOptions): Renewal {
  const lost = new AbortController();
  const done = new AbortController();
  const beating = beat(
    options,
    (reason) => lost.abort(new Error(`Lease ${options.name} is lost: ${reason}`)),
    done.signal,
  );
  return {
    signal: lost.signal,
    async end() {
      done.abort();
      await beating;
    },
  };
}

async function beat(
  { renew, leaseMs, askedAt, clock }: RenewalOptions,
  giveUp: (reason: string) => void,
  stop: AbortSignal,
): Promise<void> {
  let goodUntil = askedAt + leaseMs;
  for (;;) {
    const left = Math.max(0, goodUntil - clock.monotonicMs());
    const isOver = await clock.wait(Math.min(leaseMs / 3, left), stop).then(
      () => false,
      () => true,
    );
    if (isOver) return;
    const asked = clock.monotonicMs();
    // A database that is unavailable may be back before the lease runs out; only its "no" is final. It is also asked
    // after a pause of this process that was longer than the lease: as long as no one has claimed it, it goes on.
    const renewed = await renew().catch(() => undefined);
    if (renewed === false) return giveUp('another holder has it');
    if (renewed) goodUntil = asked + leaseMs;
    else if (clock.monotonicMs() >= goodUntil) return giveUp('it could not be renewed in time');
  }
}
