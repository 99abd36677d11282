// Rows that several processes share as a queue: claimed under a lease, renewed while the work goes on, and given back
// when it fails. A process that is killed loses its leases soon, and another one goes on (decision 274). Who claims
// what: relay.ts, the dispatcher of intents, the worker of uploads.

import type { ClaimResult } from '../../../adapters/store/port.ts';
import type { Clock } from '../clock.ts';
import { type BackOff, backOffMs, spread } from './back-off.ts';
import { keepRenewed } from './leases.ts';
import { runLoop } from './loop.ts';

export type Claimed = {
  /** Claims of it so far, this one included. */
  readonly attempts: number;
};

export type Failure = {
  readonly error: unknown;
  readonly retryMs: number;
  /** The work did not fail, but the process ends. */
  readonly isStopping: boolean;
};

/**
 * What the queue asks of a table. `by` names one claim: what is done later counts only while the row is still claimed
 * by it.
 */
export interface ClaimTable<Item extends Claimed> {
  claim(by: string, leaseMs: number): Promise<ClaimResult<Item>>;
  /** False: another claim has it. */
  renew(item: Item, leaseMs: number): Promise<boolean>;
  /** Due again after `retryMs`. */
  giveBack(item: Item, failure: Failure): Promise<void>;
  /** The work is done. */
  release?(item: Item): Promise<void>;
}

export type ClaimQueueOptions<Item extends Claimed> = {
  readonly table: ClaimTable<Item>;
  /** Rejects: the item is given back. The signal comes when the process ends or the lease is lost. */
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>;
  /** The name of this process among those that share the table. */
  readonly holder: string;
  readonly leaseMs: number;
  readonly backOff: BackOff;
  readonly clock: Clock;
  /** Items in hand at the same time. */
  readonly parallel?: number;
  /** Calls when there may be more. */
  readonly listen?: (wake: () => void) => { close(): Promise<void> };
  /** For what no notification announced. */
  readonly pollMs?: number;
  readonly random?: () => number;
  /** Without an item: the table does not answer. Not called for what fails because the process ends. */
  readonly failed: (error: unknown, item?: Item) => void;
};

export interface ClaimQueue<Item extends Claimed> {
  /** Works until the signal; then what is in hand ends, or is given back. */
  run(signal: AbortSignal): Promise<void>;
  /** Claims otherwise, and works at once, beside `run`. Null: nothing was claimed. */
  workNow<Result>(
    claim: (by: string) => Promise<Item | null>,
    work: (item: Item, signal: AbortSignal) => Promise<Result>,
  ): Promise<Worked<Item, Result> | null>;
}

/** Without a result the work failed, and the item was given back. */
export type Worked<Item, Result> = { readonly item: Item; readonly result?: Result };

/** Where a row is due and none can be claimed: another transaction holds it just now. */
const leastPauseMs = 100;
/** After the table did not answer. */
const unavailableMs = 1_000;

export function claimQueue<Item extends Claimed>(options: ClaimQueueOptions<Item>): ClaimQueue<Item> {
  const { table, leaseMs, clock, parallel = 1, pollMs = 15_000 } = options;
  const nameOf = claimNames(options.holder);
  let wake = () => {};

  async function workNow<Result>(
    claim: (by: string) => Promise<Item | null>,
    work: (item: Item, signal: AbortSignal) => Promise<Result>,
  ) {
    const [by, askedAt] = [nameOf(), clock.monotonicMs()];
    const item = await claim(by);
    if (item === null) return null;
    const worked = await workOn({ ...options, work }, { item, by, askedAt });
    // Given back: it comes due at another time than those that were known.
    wake();
    return worked;
  }

  return {
    workNow,
    run: (signal) => {
      const inHand = new Set<Promise<unknown>>();
      const start = (claim: Claim<Item>) => {
        const working = workOn(options, claim, signal).finally(() => {
          inHand.delete(working);
          wake();
        });
        inHand.add(working);
      };
      const fill = async (): Promise<number> => {
        while (inHand.size < parallel && !signal.aborted) {
          const [by, askedAt] = [nameOf(), clock.monotonicMs()];
          const result = await table.claim(by, leaseMs);
          if (result.kind === 'nothing_due') return Math.max(result.dueInMs ?? pollMs, leastPauseMs);
          start({ item: result.claimed, by, askedAt });
        }
        return pollMs;
      };
      const failed = (error: unknown) => {
        if (!signal.aborted) options.failed(error);
        return unavailableMs;
      };
      const listen = (call: () => void) => {
        wake = call;
        return options.listen?.(call) ?? { close: async () => {} };
      };
      const looping = runLoop({ work: () => fill().catch(failed), everyMs: pollMs, signal, clock, listen });
      return looping.then(async () => void (await Promise.all(inHand)));
    },
  };
}

type Claim<Item> = { readonly item: Item; readonly by: string; readonly askedAt: number };

async function workOn<Item extends Claimed, Result>(
  options: Omit<ClaimQueueOptions<Item>, 'work'> & {
    readonly work: (item: Item, signal: AbortSignal) => Promise<Result>;
  },
  { item, by, askedAt }: Claim<Item>,
  stopping?: AbortSignal,
): Promise<Worked<Item, Result>> {
  const { table, work, leaseMs, clock } = options;
  const renewal = keepRenewed({ name: by, renew: () => table.renew(item, leaseMs), leaseMs, askedAt, clock });
  try {
    const signal = stopping === undefined ? renewal.signal : AbortSignal.any([stopping, renewal.signal]);
    const result = await work(item, signal);
    await renewal.end();
    // What is done by now stays done; a lease that is not given back runs out.
    await table.release?.(item).catch(() => {});
    return { item, result };
  } catch (error) {
    await renewal.end();
    const isStopping = stopping?.aborted === true;
    if (!isStopping) options.failed(error, item);
    // Who does not succeed in this loses nothing: the lease runs out.
    if (!renewal.signal.aborted)
      await table.giveBack(item, failureOf(options, item, error, isStopping)).catch(() => {});
    return { item };
  }
}

function failureOf<Item extends Claimed>(
  { backOff, random = Math.random }: Pick<ClaimQueueOptions<Item>, 'backOff' | 'random'>,
  { attempts }: Item,
  error: unknown,
  isStopping: boolean,
): Failure {
  const retryMs = isStopping ? 0 : Math.round(spread(backOffMs(attempts, backOff), random));
  return { error, retryMs, isStopping };
}

function claimNames(holder: string): () => string {
  let count = 0;
  return () => `${holder}#${++count}`;
}
