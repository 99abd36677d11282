// Hands intents to the infrastructure until it has answered, in their order for each lab (decision 21).

import type { Listen } from '../../../adapters/store/messages/port.ts';
import type { ClaimedIntent, Feed, Intents, OwnerResult, Settlement } from '../../../adapters/store/platform/port.ts';
import type { Store, Tx } from '../../../adapters/store/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { Failpoints } from '../../lib/failpoints.ts';
import { nameId } from '../../lib/ids.ts';
import type { Report } from '../../lib/report.ts';
import { Bell } from '../../lib/work/bell.ts';
import { claimQueue } from '../../lib/work/claim-queue.ts';
import type { Infra } from './infra.ts';

export type IntentDeps = {
  readonly intents: Intents;
  readonly store: Pick<Store, 'transaction'>;
  readonly feed: Pick<Feed, 'notice'>;
  readonly infra: Pick<Infra, 'send'>;
  readonly clock: Clock;
  readonly report: Pick<Report, 'dependencyFailed'>;
  readonly failpoints: Failpoints;
  /** Names this process among those that share the table. */
  readonly holder: string;
  readonly leaseMs?: number | undefined;
  /** Calls when an intent was added, settled or given back. */
  readonly listenToIntents: Listen;
};

export interface IntentDispatcher {
  /** Dispatches what its lab waits for now. Null: not answered in time; it will be, by `run`. */
  dispatchNow(lab_id: string, intent_id: string, timeoutMs: number): Promise<Settlement | null>;
  run(signal: AbortSignal): Promise<void>;
}

const callMs = 20_000;
/** In case a notification was lost. */
const longestWaitMs = 1_000;
/** How many intents one process sends at the same time; intents of one lab keep their order. */
const parallel = 4;
const backOff = { firstMs: 500, longestMs: 15_000 };

type Claim = ClaimedIntent & { readonly by: string };

export function intentDispatcher(deps: IntentDeps): IntentDispatcher {
  const { intents, clock, leaseMs = 4_000 } = deps;
  const bells = new Set<Bell>();
  const claimed = async (by: string, lab_id?: string): Promise<Claim | null> => {
    const intent = await intents.claim({ by, leaseMs, ...(lab_id === undefined ? {} : { lab_id }) });
    return intent === null ? null : { ...intent, by };
  };
  const queue = claimQueue<Claim>({
    table: {
      claim: async (by) => {
        const claim = await claimed(by);
        if (claim === null) return { kind: 'nothing_due', dueInMs: await intents.dueInMs() };
        return { kind: 'claimed', claimed: claim };
      },
      renew: ({ intent_id, by }) => intents.renew(intent_id, by, leaseMs),
      giveBack: ({ intent_id, by }, { error, retryMs }) =>
        intents.postpone(intent_id, by, String(error).slice(0, 500), retryMs),
    },
    work: async (claim, signal) => void (await dispatch(deps, claim, { callMs, notify: true, signal })),
    holder: deps.holder,
    leaseMs,
    backOff,
    clock,
    parallel,
    listen: (wake) =>
      deps.listenToIntents(() => {
        wake();
        for (const bell of bells) bell.ring();
      }),
    failed: (error, claim) => {
      const dependency = claim === undefined ? 'store-platform' : 'infra';
      deps.report.dependencyFailed({ dependency, ...errorOf(error) });
    },
  });

  return {
    async dispatchNow(lab_id, intent_id, timeoutMs) {
      const until = clock.monotonicMs() + timeoutMs;
      const bell = new Bell();
      bells.add(bell);
      try {
        for (;;) {
          const left = until - clock.monotonicMs();
          if (left <= 0) return null;
          const worked = await queue.workNow(
            (by) => claimed(by, lab_id),
            (claim, signal) => {
              const isOther = claim.intent_id !== intent_id;
              return dispatch(deps, claim, { callMs: Math.min(Math.ceil(left), callMs), notify: isOther, signal });
            },
          );
          // Another process is at it, or has been.
          if (worked === null) {
            const outcome = await intents.outcome(intent_id);
            if (outcome !== null) return outcome;
            await bell.wait(Math.min(longestWaitMs, left), clock);
            continue;
          }
          const { item, result = null } = worked;
          if (item.intent_id === intent_id || result === null) return item.intent_id === intent_id ? result : null;
        }
      } finally {
        bells.delete(bell);
      }
    },

    run: (signal) => queue.run(signal),
  };
}

type DispatchOptions = {
  readonly callMs: number;
  /** No one waits for the answer any more, so a refusal becomes a notice. */
  readonly notify: boolean;
  readonly signal: AbortSignal;
};

/** Rejects when there is no answer: it is due again later. */
async function dispatch(deps: IntentDeps, claim: Claim, options: DispatchOptions): Promise<Settlement> {
  const { infra, failpoints } = deps;
  const { by, ...intent } = claim;
  const timeout = AbortSignal.timeout(options.callMs);
  await failpoints.reach('intent', 1);
  const signal = AbortSignal.any([timeout, options.signal]);
  const settled = startsNothing(intent)
    ? nothingToDo
    : await infra.send(intent, { signal, traceparent: intent.traceparent });
  await failpoints.reach('intent', 2);
  await deps.store.transaction(async (tx) => {
    const held = await deps.intents.settle(tx, intent.intent_id, by, settled);
    if (held && options.notify) await notifyRefusals(deps, tx, intent, settled);
  });
  await failpoints.reach('intent', 3);
  return settled;
}

/** All its students were disabled while it waited. Without students, a stop or restart is for the whole lab. */
const startsNothing = ({ kind, student_ids, groups }: ClaimedIntent): boolean =>
  kind === 'start' && student_ids.length + groups.length === 0;

const nothingToDo: Settlement = { status: 'accepted', deployment_id: null, results: [] };

const participles = { start: 'started', stop: 'stopped', restart: 'restarted', members: 'changed' } as const;

async function notifyRefusals(deps: IntentDeps, tx: Tx, intent: ClaimedIntent, settled: Settlement): Promise<void> {
  if (settled.status === 'refused') {
    // No teacher asked for it, and none can change it: an infrastructure of the release before does not have it.
    if (intent.kind === 'members') return deps.report.dependencyFailed({ dependency: 'infra', ...refusalOf(settled) });
    const message = `The lab ${intent.lab_id} could not be ${participles[intent.kind]}: ${settled.detail}`;
    return await notify(deps, tx, intent, message, null, null);
  }
  // What does not run has no login to end.
  const refused = intent.kind === 'members' ? [] : settled.results.filter(({ outcome }) => outcome === 'refused');
  for (const result of refused) {
    const whose = result.group_id === null ? `student ${result.student_id}` : `group ${result.group_id}`;
    await notify(
      deps,
      tx,
      intent,
      `The lab ${intent.lab_id} of ${whose} was not ${participles[intent.kind]}.`,
      result.advice,
      result,
    );
  }
}

const refusalOf = ({ detail }: Extract<Settlement, { status: 'refused' }>) =>
  errorOf(new Error(`The logins of a group lab could not be changed: ${detail}`));

async function notify(
  { feed, clock }: IntentDeps,
  tx: Tx,
  { intent_id, lab_id }: ClaimedIntent,
  message: string,
  advice: string | null,
  result: OwnerResult | null,
): Promise<void> {
  const [student_id, group_id] = [result?.student_id ?? null, result?.group_id ?? null];
  await feed.notice(tx, {
    notice_id: nameId('refused', intent_id, student_id ?? '', group_id ?? ''),
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
