// Reads that go through very many rows: a few at once for each dealer and process, so that they leave the database and its connections to others (decision 155).
import type { DataRevision, ReadScope } from '../../adapters/store/analytics/sales/port.ts';
import { problems } from '../../generated/analytics/problems.ts';
import type { DealerId } from '../../generated/analytics/types.ts';
import type { Clock } from '../lib/clock.ts';
import { isTimeout } from '../lib/errors.ts';
import type { Report } from '../lib/report.ts';

export interface HeavyReads {
  /** Runs `read` when there is room for it, or answers `busy`. The room is given back when the read has ended in the database, not when its caller has gone. */
  run<T>(of: Weight, read: () => Promise<T>, signal: AbortSignal): Promise<T | 'busy'>;
}

/** Whose rows are read, and how many of them a read goes through at most. */
type Weight = {
  readonly scope: readonly ReadScope[];
  readonly dataRevision: Pick<DataRevision, 'rows'>;
  /** Filters that the caller has not used, each of which lets the read go through less. */
  readonly narrowBy?: readonly string[];
};

export const heavyReadBounds = {
  /** Below, a read takes some milliseconds and is not counted. */
  rows: 100_000,
  perDealer: 2,
  /** Well below the connections of a process. */
  perProcess: 4,
  waitMs: 2_000,
  waiting: 50,
} as const;

export const tooManyReads = problems.unavailable({
  detail: 'Too many large reads are in progress. Try again in a few seconds, or send fewer of them at the same time.',
  retry_after_s: 2,
});

type Deps = { readonly clock: Clock; readonly report: Pick<Report, 'limited'> };

export function heavyReads({ clock, report }: Deps): HeavyReads {
  const room = roomOf(clock);
  return {
    async run({ scope, dataRevision, narrowBy = [] }, read, signal) {
      if (dataRevision.rows < heavyReadBounds.rows) return await read().catch(tooLong(narrowBy));
      const dealers = scope.map(({ dealer_id }) => dealer_id);
      if (!(await room.enter(dealers, signal))) {
        report.limited({ policy: 'heavy-reads' });
        return 'busy';
      }
      try {
        return await read().catch(tooLong(narrowBy));
      } finally {
        room.leave(dealers);
      }
    },
  };
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The filters among `names` that a query does not have. */
export const unused = <Name extends string>(query: { readonly [Each in Name]?: unknown }, names: readonly Name[]) =>
  names.filter((name) => query[name] === undefined);

/** A time-out of the store, or its refusal of too many sums, with what its caller can do about it. */
const tooLong =
  (narrowBy: readonly string[]) =>
  (error: unknown): never => {
    if (!isTimeout(error)) throw error;
    const advice = narrowBy.length === 0 ? '' : ` Narrow it by ${either.format(narrowBy)}.`;
    const reason = 'detail' in error ? String(error.detail) : 'The read took too long.';
    throw Object.assign(error, { detail: `${reason}${advice}` });
  };

/** Counts what runs; who finds no room waits for a moment, in the order of arrival. */
function roomOf(clock: Clock) {
  const running = new Map<DealerId, number>();
  const waiting = new Set<() => void>();
  let total = 0;
  const { perDealer, perProcess, waitMs } = heavyReadBounds;
  const fits = (dealers: readonly DealerId[]): boolean =>
    total < perProcess && dealers.every((dealer) => (running.get(dealer) ?? 0) < perDealer);
  const count = (dealers: readonly DealerId[], by: 1 | -1): void => {
    total += by;
    for (const dealer of dealers) {
      const left = (running.get(dealer) ?? 0) + by;
      if (left === 0) running.delete(dealer);
      else running.set(dealer, left);
    }
  };
  return {
    async enter(dealers: readonly DealerId[], signal: AbortSignal): Promise<boolean> {
      const until = clock.monotonicMs() + waitMs;
      while (!fits(dealers)) {
        const left = until - clock.monotonicMs();
        if (left <= 0 || signal.aborted || waiting.size >= heavyReadBounds.waiting) return false;
        await changeOrTimeout(left, signal);
      }
      count(dealers, 1);
      return true;
    },
    leave(dealers: readonly DealerId[]): void {
      count(dealers, -1);
      for (const wake of waiting) wake();
    },
  };

  async function changeOrTimeout(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = new AbortController();
    waiting.add(resolve);
    await Promise.race([promise, clock.wait(ms, AbortSignal.any([signal, over.signal])).catch(() => {})]);
    waiting.delete(resolve);
    over.abort();
  }
}
