// The worker of webhooks: claims deliveries, sends each line in its order, and records how each attempt ended (decision
// 188).
import type {
  ClaimedDelivery,
  Recorded,
  Target,
  WebhookAttempts,
  WebhookId,
  WebhookQueue,
} from '../../../adapters/store/webhooks/port.ts';
import type { Receivers } from '../../../adapters/webhooks/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { Failpoints } from '../../lib/failpoints.ts';
import { type KeyRing, SealBroken } from '../../lib/key-ring.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import type { Report } from '../../lib/report.ts';
import { type Claimed, type ClaimTable, claimQueue } from '../../lib/work/claim-queue.ts';
import { permits } from './event-permission.ts';
import { recorderOf } from './recorder.ts';
import { nextAttempt, pausesMs as schedule } from './schedule.ts';
import { type SealPauses, sealPausesOf } from './seal-pauses.ts';
import { openSecrets } from './secrets.ts';
import { eventBody, signedHeaders } from './signature.ts';
import { targetsOf } from './targets.ts';

export type DeliverDeps = {
  readonly queue: WebhookQueue;
  readonly attempts: WebhookAttempts;
  readonly receivers: Pick<Receivers, 'send'>;
  readonly keys: KeyRing;
  readonly enqueue: Enqueue;
  readonly listen: (wake: () => void) => { close(): Promise<void> };
  readonly clock: Clock;
  readonly report: Pick<Report, 'dependencyFailed' | 'webhookAttempted' | 'webhookDisabled'>;
  readonly failpoints: Failpoints;
  readonly holder: string;
  readonly leaseMs: number;
  readonly random?: () => number;
  /** The pause after each failure. */
  readonly pausesMs?: readonly number[];
};

/** What one claim took. */
type Batch = Claimed & { readonly by: string; readonly deliveries: readonly ClaimedDelivery[] };

/** A receiver that hangs holds its claim; the others go on in as many more. */
const claims = 512;
const [linesOfClaim, eachOfLine] = [256, 10];
/** Requests of one principal at the same time: receivers that hang hold up their owner alone (decision 326). */
const linesOfPrincipal = 32;
/**
 * From the end of a line until what may follow it is claimed. Lines end together, and a claim considers all that are
 * due.
 */
const wakeMs = 100;
const dayMs = 24 * 60 * 60 * 1000;
/** How long an attempt in progress may go on when the process ends. */
const graceMs = 3_000;

type Context = DeliverDeps & {
  readonly target: (webhook_id: WebhookId) => Promise<Target | null>;
  readonly record: (recorded: Recorded) => Promise<void>;
  readonly by: string;
  readonly sealPauses: SealPauses;
  readonly lineEnded: () => void;
  /** No other attempt is begun. */
  readonly stop: AbortSignal;
  /** What is in progress is given up. */
  readonly cut: AbortSignal;
};

export function runWebhooks(deps: DeliverDeps, signal: AbortSignal): Promise<void> {
  const waking = wakingOf(deps);
  const shared = {
    ...deps,
    target: targetsOf(deps.attempts, deps.clock),
    record: recorderOf(deps.attempts),
    sealPauses: sealPausesOf(deps.clock),
    lineEnded: waking.soon,
  };
  return claimQueue({
    table: tableOf(deps),
    work: ({ by, deliveries }, stop) => {
      const cut = cutAfter(stop, () => (signal.aborted ? deps.clock.wait(graceMs) : Promise.resolve()));
      return deliverAll({ ...shared, by, stop, cut }, deliveries);
    },
    holder: deps.holder,
    leaseMs: deps.leaseMs,
    backOff: { firstMs: 1_000, longestMs: 60_000 },
    clock: deps.clock,
    parallel: claims,
    listen: waking.listen,
    failed: (error) =>
      deps.report.dependencyFailed({ dependency: 'store-analytics', name: 'webhooks', ...errorOf(error) }),
  }).run(signal);
}

/** A line that has ended may go on, while others of its claim still wait for their receivers. */
function wakingOf({ listen, clock }: DeliverDeps) {
  let wake = () => {};
  let isDue = false;
  return {
    listen: (call: () => void) => {
      wake = call;
      return listen(call);
    },
    soon: () => {
      if (isDue) return;
      isDue = true;
      void clock.wait(wakeMs).then(() => {
        isDue = false;
        wake();
      });
    },
  };
}

/** A lost lease ends an attempt at once, the end of the process a little later. */
function cutAfter(stop: AbortSignal, pause: () => Promise<void>): AbortSignal {
  const cut = new AbortController();
  stop.addEventListener('abort', () => void pause().then(() => cut.abort()), { once: true });
  return cut.signal;
}

function tableOf({ queue }: DeliverDeps): ClaimTable<Batch> {
  return {
    async claim(by, leaseMs) {
      const result = await queue.claim({
        by,
        lines: linesOfClaim,
        each: eachOfLine,
        ofPrincipal: linesOfPrincipal,
        leaseMs,
      });
      if (result.kind === 'nothing_due') return result;
      return { kind: 'claimed', claimed: { by, deliveries: result.claimed, attempts: 1 } };
    },
    renew: ({ by }, leaseMs) => queue.renew(by, leaseMs),
    // What was recorded has its own schedule.
    giveBack: ({ by }, { retryMs }) => queue.release(by, retryMs),
    release: ({ by }) => queue.release(by),
  };
}

async function deliverAll(context: Context, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await context.failpoints.reach('deliver-webhook', 1);
  const lines = Map.groupBy(deliveries, ({ in_line, webhook_id, aggregate, delivery_id }) =>
    in_line ? `${webhook_id} ${aggregate}` : delivery_id,
  );
  const ends = await Promise.allSettled(
    [...lines.values()].map((line) => deliverLine(context, line).finally(context.lineEnded)),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Ends at the first that does not arrive: its successors wait for it. */
async function deliverLine(context: Context, line: readonly ClaimedDelivery[]): Promise<void> {
  for (const delivery of line) {
    if (context.stop.aborted) return;
    const target = await context.target(delivery.webhook_id);
    // Deleted meanwhile, and its deliveries with it.
    if (target === null) return;
    // Added by a transaction that still read it as enabled.
    if (!target.enabled) return await context.attempts.failDisabled(delivery.webhook_id);
    if (!permits(target, delivery)) {
      const { delivery_id, failures, in_line } = delivery;
      const withheld = { delivery_id, failures, in_line, by: context.by };
      await context.record({ ...withheld, status: 'withheld', reason: 'not_granted', retry_ms: null, attempt: null });
    } else if (!(await attempt(context, delivery, target))) return;
  }
}

/** True: it arrived. */
async function attempt(context: Context, delivery: ClaimedDelivery, target: Target): Promise<boolean> {
  const { clock, receivers, failpoints, report } = context;
  const [at, begun] = [clock.now(), clock.monotonicMs()];
  const body = eventBody(delivery);
  const opened = secretsOf(context, target);
  if (opened.kind === 'sealed') {
    await context.record(withoutSecret(context, delivery, opened.pauseMs));
    return false;
  }
  const { secrets } = opened;
  const headers = signedHeaders({ id: delivery.message_id, at, body, secrets });
  await failpoints.reach('deliver-webhook', 2);
  const { reason, response } = await receivers.send({ url: target.url, headers, body }, context.cut);
  await failpoints.reach('deliver-webhook', 3);
  // Given up by us, which says nothing about the receiver.
  if (reason !== null && context.cut.aborted) return false;
  const duration_ms = Math.round(clock.monotonicMs() - begun);
  const made = { attempted_at: at, duration_ms, reason, response };
  const recorded = endOf(context, delivery, made);
  const disabling = reason === null ? null : disablingReason(context, delivery, made);
  if (disabling === null) await context.record(recorded);
  else await recordAndDisable(context, target, recorded, disabling);
  report.webhookAttempted({ outcome: reason ?? 'delivered' });
  await failpoints.reach('deliver-webhook', 4);
  return reason === null;
}

/** `sealed`: their key is not in the ring, which says nothing about the receiver. */
type OpenedSecrets =
  | { readonly kind: 'opened'; readonly secrets: readonly string[] }
  | { readonly kind: 'sealed'; readonly pauseMs: number };

function secretsOf({ keys, report, sealPauses }: Context, target: Target): OpenedSecrets {
  try {
    const secrets = openSecrets(keys, target);
    sealPauses.opened(target.webhook_id);
    return { kind: 'opened', secrets };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const { ms, isNew } = sealPauses.failed(target.webhook_id);
    if (isNew) report.dependencyFailed({ dependency: 'key-ring', name: 'webhooks', ...errorOf(error) });
    return { kind: 'sealed', pauseMs: ms };
  }
}

function withoutSecret(
  { by }: Context,
  { delivery_id, failures, in_line }: ClaimedDelivery,
  retry_ms: number,
): Recorded {
  return { by, delivery_id, status: 'waiting', reason: null, failures, in_line, retry_ms, attempt: null };
}

type Attempt = NonNullable<Recorded['attempt']>;

function endOf(
  { by, random = Math.random, pausesMs = schedule }: Context,
  { delivery_id, in_line, failures }: ClaimedDelivery,
  made: Attempt,
): Recorded {
  const { reason } = made;
  if (reason === null)
    return { by, delivery_id, status: 'delivered', reason, failures, in_line, retry_ms: null, attempt: made };
  const next = nextAttempt(failures + 1, pausesMs, random);
  const retry_ms = isGone(made) ? null : next.retry_ms;
  const status = retry_ms === null ? 'failed' : 'waiting';
  // What left its line, as a replay of many may, does not come back to it.
  const stays = in_line && next.in_line;
  return { by, delivery_id, status, reason, failures: failures + 1, in_line: stays, retry_ms, attempt: made };
}

const isGone = ({ response }: Attempt): boolean => response?.status === 410;

const disablingReason = (
  { pausesMs = schedule }: Context,
  { failures }: ClaimedDelivery,
  made: Attempt,
): 'gone' | 'failing' | null => {
  if (isGone(made)) return 'gone';
  return failures === pausesMs.length ? 'failing' : null;
};

/** Together: a process that is killed between the two would leave a webhook that fails enabled, without a notice. */
async function recordAndDisable(
  { attempts, enqueue, clock, report }: Context,
  { webhook_id, principal }: Target,
  recorded: Recorded,
  reason: 'gone' | 'failing',
): Promise<void> {
  const since = new Date(clock.now().getTime() - dayMs);
  const isDisabled = await attempts.transaction(async (tx) => {
    await attempts.record([recorded], tx);
    if (reason === 'failing' && (await attempts.isReached(tx, webhook_id, since))) return false;
    const disabled = await attempts.disable(tx, webhook_id, reason);
    if (disabled === null) return false;
    await attempts.failDisabled(webhook_id, tx);
    const payload = { webhook_id, principal, reason, disabled_at: disabled.disabled_at.toISOString() };
    await enqueue(tx, (meta) => messages.webhookDisabled(payload, meta), { aggregate: `webhook:${webhook_id}` });
    return true;
  });
  if (isDisabled) report.webhookDisabled({ webhook_id, reason });
}
