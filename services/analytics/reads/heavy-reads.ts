// Reads that go through very many rows: a few at once for each dealer and process, so that they leave the database and
// its connections to others (decision 155).
import type { DataRevision, ReadScope, TooManySums } from '../../../adapters/store/analytics/sales/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { isTimeout } from '../../lib/errors.ts';
import type { Report } from '../../lib/report.ts';
import type { Refusable } from './refusable.ts';

export interface HeavyReads {
  /**
   * Runs `read` when there is room for it, or answers `busy`. The room is given back when the read has ended in the
   * database.
   */
  run<T>(of: Weight, read: () => Promise<T>, signal: AbortSignal): Promise<T | 'busy'>;
  /** The same for a read that adds up sales. */
  sums<T>(of: SumsWeight, read: () => Promise<T>, signal: AbortSignal): Promise<Refusable<T, RefusedSums>>;
}

/** Whose rows are read, and how many of them a read goes through at most. */
type Weight = {
  readonly scope: readonly ReadScope[];
  readonly dataRevision: Pick<DataRevision, 'rows'>;
};

type Query = { readonly [Filter in Narrowing]?: readonly string[] } & { readonly group_by?: string };

type SumsWeight = Weight & {
  readonly query: Query;
  /** Filters of the operation, each of which lets the read go through less. */
  readonly narrowing: readonly Narrowing[];
};

type Narrowing = 'dealer_id' | 'brand_id' | 'region_id' | 'model_family_id';

export type RefusedSums = ReturnType<typeof problems.readTooLarge> | typeof tooManyReads;

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
  const run: HeavyReads['run'] = async ({ scope, dataRevision }, read, signal) => {
    if (dataRevision.rows < heavyReadBounds.rows) return await read().catch(tooLong([]));
    const dealers = scope.map(({ dealer_id }) => dealer_id);
    if (!(await room.enter(dealers, signal))) {
      report.limited({ policy: 'heavy-reads' });
      return 'busy';
    }
    try {
      return await read().catch(tooLong([]));
    } finally {
      room.leave(dealers);
    }
  };
  return {
    run,
    async sums({ query, narrowing: filters, ...of }, read, signal) {
      const narrowing = filters.filter((name) => name !== 'dealer_id' || of.scope.length > 1);
      try {
        const found = await run(of, read, signal);
        return found === 'busy' ? { kind: 'refused', refusal: tooManyReads } : { kind: 'value', value: found };
      } catch (error) {
        if (isTooManySums(error)) return { kind: 'refused', refusal: tooLarge(error.limit, query, narrowing) };
        return tooLong(unused(query, narrowing))(error);
      }
    },
  };
}

export const isTooManySums = (error: unknown): error is TooManySums =>
  error instanceof Error && 'kind' in error && error.kind === 'too-many-sums';

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const unused = (query: Query, narrowing: readonly Narrowing[]) => narrowing.filter((name) => query[name] === undefined);

const advised = (reason: string, by: readonly string[]): string =>
  by.length === 0 ? reason : `${reason} Narrow it by ${either.format(by)}.`;

/** A time-out of the store says to its caller what took too long, and what would take less. */
const tooLong =
  (by: readonly string[]) =>
  (error: unknown): never => {
    throw isTimeout(error) ? Object.assign(error, { detail: advised('The read took too long.', by) }) : error;
  };

/**
 * Each parameter that would let the same read succeed: a filter that is missing, one with several values, and groups.
 */
function tooLarge(limit: number, query: Query, narrowing: readonly Narrowing[]) {
  const missing = unused(query, narrowing);
  const several = narrowing.filter((name) => (query[name]?.length ?? 0) > 1);
  const rule = 'read_size';
  const errors = [
    ...missing.map((parameter) => ({ parameter, rule, message: 'is missing and would narrow the read' })),
    ...several.map((parameter) => ({ parameter, rule, message: 'narrows the read more with fewer values' })),
    // Sums are kept for each dealer anyway.
    ...(query.group_by === undefined || query.group_by === 'dealer'
      ? []
      : [{ parameter: 'group_by', value: query.group_by, rule, message: 'needs sums of each group' }]),
  ];
  return problems.readTooLarge({
    detail: advised(`The read needs more than ${limit.toLocaleString('en')} sums.`, missing),
    limit,
    ...(errors.length > 0 ? { errors } : {}),
  });
}

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
