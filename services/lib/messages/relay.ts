// Publishes messages of the outbox: claim, publish, settle after the confirm. Several relays share one outbox.
import type { Broker, Outgoing, Verdict } from '../../../adapters/broker/port.ts';
import type { ClaimedMessage, Listen, Outbox, Postponed } from '../../../adapters/store/messages/port.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type BackOff, backOffMs, spread } from '../work/back-off.ts';
import { type ClaimTable, claimQueue } from '../work/claim-queue.ts';

/** Completes a message whose body must not be stored (decision 16). `undefined`: it is not to be sent any more. */
export type Fill = (message: {
  readonly id: string;
  readonly body: unknown;
  readonly reference: Readonly<Record<string, unknown>>;
}) => Promise<unknown>;

export type RelayOptions = {
  /** The name of this process, as `claimed_by` shows it. */
  readonly name: string;
  readonly outbox: Outbox;
  readonly broker: Pick<Broker, 'ready' | 'publish'>;
  readonly listen?: Listen;
  /** By the type of the message. */
  readonly fill?: Readonly<Record<string, Fill>>;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly batch?: number;
  /** How long the messages of a killed relay stay with it. */
  readonly leaseMs?: number;
  readonly pollMs?: number;
  readonly backoff?: BackOff;
  readonly observe?: (event: RelayEvent) => void;
};

export type RelayEvent =
  /** The messages of one batch that the broker has confirmed for one exchange, and the age of the oldest. */
  | { readonly kind: 'published'; readonly exchange: string; readonly count: number; readonly oldestMs: number }
  /** Its row stays and is tried again; an operator has to find out why no queue accepts it. */
  | { readonly kind: 'unroutable'; readonly message: ClaimedMessage }
  | { readonly kind: 'failed'; readonly count: number }
  | { readonly kind: 'unfilled'; readonly message: ClaimedMessage; readonly error: unknown }
  | { readonly kind: 'withdrawn'; readonly message: ClaimedMessage }
  /** The database is unavailable, or refuses. */
  | { readonly kind: 'unavailable'; readonly error: unknown };

export type Relay = {
  /** Finishes what is in progress. */
  close(): Promise<void>;
};

/** What one claim took, in the order of the outbox. */
type Batch = { readonly by: string; readonly messages: readonly ClaimedMessage[]; readonly attempts: number };

export function startRelay(options: RelayOptions): Relay {
  const { name, leaseMs = 4_000, backoff = defaultBackOff, clock = systemClock, pollMs, random, listen } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue = claimQueue({
    table: batches(options, signal),
    // To its end also when the relay is closed: what was published by then is settled.
    work: (batch) => publishBatch(options, batch),
    holder: name,
    leaseMs,
    backOff: backoff,
    clock,
    failed: (error) => options.observe?.({ kind: 'unavailable', error }),
    ...(pollMs === undefined ? {} : { pollMs }),
    ...(random === undefined ? {} : { random }),
    ...(listen === undefined ? {} : { listen }),
  });
  const running = queue.run(signal);
  return {
    async close() {
      stopping.abort();
      await running;
    },
  };
}

const defaultBackOff: BackOff = { firstMs: 200, longestMs: 60_000 };

function batches({ outbox, broker, batch = 500 }: RelayOptions, signal: AbortSignal): ClaimTable<Batch> {
  return {
    async claim(by, leaseMs) {
      await broker.ready(signal);
      const result = await outbox.claim({ by, limit: batch, leaseMs });
      if (result.kind === 'nothing_due') return result;
      return { kind: 'claimed', claimed: { by, messages: result.claimed, attempts: 1 } };
    },
    renew: ({ by, messages }, leaseMs) => outbox.renew(by, rowsOf(messages), leaseMs),
    giveBack: ({ by, messages }, { error, retryMs }) =>
      outbox.postpone(
        by,
        messages.map(({ row }) => ({ row, error: String(error).slice(0, 500), retryMs })),
      ),
  };
}

const rowsOf = (messages: readonly ClaimedMessage[]) => messages.map(({ row }) => row);

type Sent = {
  readonly message: ClaimedMessage;
  readonly end: Verdict | 'unfilled' | 'withdrawn';
  readonly error?: unknown;
};

async function publishBatch(options: RelayOptions, { by, messages }: Batch): Promise<void> {
  const { outbox, clock = systemClock } = options;
  const sent = (await Promise.all(chains(messages).map((chain) => publishInOrder(chain, options)))).flat();
  const settled = sent.filter(({ end }) => end === 'confirmed' || end === 'withdrawn').map(({ message }) => message);
  const postponed = postpone(messages, sent, options);
  if (settled.length > 0) await outbox.settle(rowsOf(settled));
  if (postponed.length > 0) await outbox.postpone(by, postponed);
  reportSent(sent, clock.now(), options.observe ?? (() => {}));
}

/** Messages of one aggregate wait for each other; all aggregates together make the window of confirms. */
function chains(claimed: readonly ClaimedMessage[]): readonly (readonly ClaimedMessage[])[] {
  return [...Map.groupBy(claimed, ({ aggregate }) => aggregate).values()];
}

async function publishInOrder(chain: readonly ClaimedMessage[], options: RelayOptions): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const message of chain) {
    const result = await publishOne(message, options);
    sent.push(result);
    if (result.end !== 'confirmed' && result.end !== 'withdrawn') break;
  }
  return sent;
}

async function publishOne(message: ClaimedMessage, { broker, fill = {} }: RelayOptions): Promise<Sent> {
  const { id, type, exchange, routingKey, headers, contentType, ttlMs, reference } = message;
  let { body } = message;
  if (reference !== undefined) {
    try {
      const complete = fill[type];
      if (complete === undefined) throw new Error(`no filler is registered for messages of type ${type}`);
      body = await complete({ id, body, reference });
    } catch (error) {
      return { message, end: 'unfilled', error };
    }
    if (body === undefined) return { message, end: 'withdrawn' };
  }
  const outgoing: Outgoing = {
    id,
    type,
    exchange,
    routingKey,
    headers,
    contentType,
    body: Buffer.from(JSON.stringify(body)),
    ...(ttlMs === undefined ? {} : { ttlMs }),
    // What our database must not store, the broker's disk must not either.
    ...(reference === undefined ? {} : { transient: true }),
  };
  return { message, end: await broker.publish(outgoing) };
}

/**
 * What was not sent, and what stood behind it in its chain, a little later each time; spread, so that relays do not
 * march in step.
 */
function postpone(
  claimed: readonly ClaimedMessage[],
  sent: readonly Sent[],
  { backoff = defaultBackOff, random = Math.random }: RelayOptions,
): Postponed[] {
  const ends = new Map(sent.map((result) => [result.message.row, result]));
  return claimed.flatMap(({ row, attempts }) => {
    const end = ends.get(row)?.end;
    if (end === 'confirmed' || end === 'withdrawn') return [];
    // Behind another one: due again at once, but not before that one, which the claim sees to.
    if (end === undefined) return [{ row, error: 'waits for an earlier message', retryMs: 0 }];
    return [{ row, error: end, retryMs: Math.round(spread(backOffMs(attempts, backoff), random)) }];
  });
}

function reportSent(sent: readonly Sent[], now: Date, observe: (event: RelayEvent) => void): void {
  const confirmed = sent.flatMap(({ end, message }) => (end === 'confirmed' ? [message] : []));
  for (const [exchange, messages] of Map.groupBy(confirmed, (message) => message.exchange)) {
    const oldest = Math.min(...messages.map(({ createdAt }) => createdAt.getTime()));
    observe({ kind: 'published', exchange, count: messages.length, oldestMs: now.getTime() - oldest });
  }
  const failed = sent.filter(({ end }) => end === 'failed').length;
  if (failed > 0) observe({ kind: 'failed', count: failed });
  for (const { message, end, error } of sent) {
    if (end === 'unroutable' || end === 'withdrawn') observe({ kind: end, message });
    if (end === 'unfilled') observe({ kind: end, message, error });
  }
}
