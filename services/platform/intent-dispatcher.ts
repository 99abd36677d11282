// Carries wishes to the infrastructure until it has answered, in their order for each lab (decision 21).
import type { ClaimedWish, Feed, OwnerResult, Settlement, Wishes } from '../../adapters/store/platform/port.ts';
import type { Store, Tx } from '../../adapters/store/port.ts';
import { backOffMs } from '../lib/back-off.ts';
import type { Clock } from '../lib/clock.ts';
import { errorOf } from '../lib/errors.ts';
import type { Failpoints } from '../lib/failpoints.ts';
import { nameId } from '../lib/ids.ts';
import { runLoop } from '../lib/loop.ts';
import type { Report } from '../lib/report.ts';
import type { Infra } from './infra.ts';

export type IntentDeps = {
  readonly wishes: Wishes;
  readonly store: Pick<Store, 'transaction'>;
  readonly feed: Pick<Feed, 'notice'>;
  readonly infra: Pick<Infra, 'send'>;
  readonly clock: Clock;
  readonly report: Pick<Report, 'dependencyFailed'>;
  readonly failpoints: Failpoints;
  /** Names this process among those that share the table. */
  readonly holder: string;
};

export interface IntentDispatcher {
  /** Carries what its lab wishes now. Null: not answered in time; it will be, by `run`. */
  dispatchNow(lab_id: string, intentId: string, patienceMs: number): Promise<Settlement | null>;
  run(signal: AbortSignal): Promise<void>;
}

/** Longer than any call: while a claim holds, nobody else sends the same. */
const leaseMs = 30_000;
const callMs = 20_000;
const idleMs = 1_000;
const backOff = { firstMs: 500, longestMs: 15_000 };

export function intentDispatcher(deps: IntentDeps): IntentDispatcher {
  let calls = 0;
  const name = () => `${deps.holder}#${++calls}`;
  return {
    async dispatchNow(lab_id, intentId, patienceMs) {
      const until = deps.clock.monotonicMs() + patienceMs;
      for (;;) {
        const left = until - deps.clock.monotonicMs();
        if (left <= 0) return null;
        const by = name();
        const claimed = await deps.wishes.claim({ by, leaseMs, lab_id });
        // Another process is at it, or has been.
        if (claimed === null) {
          const outcome = await deps.wishes.outcome(intentId);
          if (outcome !== null) return outcome;
          await deps.clock.wait(Math.min(50, left));
          continue;
        }
        const mine = claimed.intentId === intentId;
        const settled = await dispatch(deps, claimed, { by, callMs: Math.min(Math.ceil(left), callMs), tell: !mine });
        if (mine || settled === null) return mine ? settled : null;
      }
    },

    run: (signal) =>
      runLoop({
        work: async () => ((await next(deps, name(), signal)) ? 0 : idleMs),
        everyMs: idleMs,
        signal,
        clock: deps.clock,
        failed: (error) => deps.report.dependencyFailed({ dependency: 'store-platform', ...errorOf(error) }),
      }),
  };
}

async function next(deps: IntentDeps, by: string, signal: AbortSignal): Promise<boolean> {
  const claimed = await deps.wishes.claim({ by, leaseMs });
  if (claimed === null) return false;
  await dispatch(deps, claimed, { by, callMs, tell: true, signal });
  return true;
}

type DispatchOptions = {
  readonly by: string;
  readonly callMs: number;
  /** Nobody waits for the answer any more, so a refusal becomes a notice. */
  readonly tell: boolean;
  readonly signal?: AbortSignal;
};

/** Null: no answer, so it is due again later. */
async function dispatch(deps: IntentDeps, wish: ClaimedWish, how: DispatchOptions): Promise<Settlement | null> {
  const { wishes, infra, failpoints, report } = deps;
  const timeout = AbortSignal.timeout(how.callMs);
  try {
    await failpoints.reach('wish', 1);
    const signal = how.signal === undefined ? timeout : AbortSignal.any([timeout, how.signal]);
    const settled = await infra.send(wish, { signal, traceparent: wish.traceparent });
    await failpoints.reach('wish', 2);
    await deps.store.transaction(async (tx) => {
      const held = await wishes.settle(tx, wish.intentId, how.by, settled);
      if (held && how.tell) await tellRefusals(deps, tx, wish, settled);
    });
    await failpoints.reach('wish', 3);
    return settled;
  } catch (error) {
    report.dependencyFailed({ dependency: 'infra', ...errorOf(error) });
    const pauseMs = backOffMs(wish.attempts, backOff);
    await wishes.postpone(wish.intentId, how.by, String(error).slice(0, 500), pauseMs).catch(() => {
      // The database is away too: the claim runs out, which is as good.
    });
    return null;
  }
}

const participles = { start: 'started', stop: 'stopped', restart: 'restarted' } as const;

async function tellRefusals(deps: IntentDeps, tx: Tx, wish: ClaimedWish, settled: Settlement): Promise<void> {
  if (settled.status === 'refused') {
    const message = `The lab ${wish.lab_id} could not be ${participles[wish.kind]}: ${settled.detail}`;
    return await tell(deps, tx, wish, message, null, null);
  }
  for (const result of settled.results.filter(({ outcome }) => outcome === 'refused')) {
    const whose = result.group_id === null ? `student ${result.student_id}` : `group ${result.group_id}`;
    await tell(
      deps,
      tx,
      wish,
      `The lab ${wish.lab_id} of ${whose} was not ${participles[wish.kind]}.`,
      result.advice,
      result,
    );
  }
}

async function tell(
  { feed, clock }: IntentDeps,
  tx: Tx,
  { intentId, lab_id }: ClaimedWish,
  message: string,
  advice: string | null,
  result: OwnerResult | null,
): Promise<void> {
  const [student_id, group_id] = [result?.student_id ?? null, result?.group_id ?? null];
  await feed.notice(tx, {
    notice_id: nameId('refused', intentId, student_id ?? '', group_id ?? ''),
    kind: 'lab_failed',
    lab_id,
    instance_id: result?.instance_id ?? null,
    student_id,
    group_id,
    message: message.slice(0, 1_000),
    advice: advice?.slice(0, 1_000) ?? null,
    due_at: null,
    occurred_at: clock.now().toISOString(),
  });
}
