// How a service says something: a message of its contract, put into the outbox by the transaction that makes it true.
import type { Outbox } from '../../../adapters/store/messages/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import type { MessageMeta, OutboxMessage } from '../../../generated/runtime/messages/message.ts';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';

export type EnqueueSource = {
  /**
   * Messages with the same aggregate leave in the order of their transactions; it is the row that those transactions
   * lock.
   */
  readonly aggregate?: string;
  readonly traceparent?: string;
};

/** `await enqueue(tx, (meta) => messages.ingestJobFinished(payload, meta), { aggregate: job.id })` */
export type Enqueue = (tx: Tx, compose: (meta: MessageMeta) => OutboxMessage, source?: EnqueueSource) => Promise<void>;

export const enqueueFrom =
  (outbox: Pick<Outbox, 'add'>, { ids, clock }: { readonly ids: Ids; readonly clock: Clock }): Enqueue =>
  (tx, compose, { aggregate, traceparent } = {}) =>
    outbox.add(
      tx,
      compose({
        id: ids.uuid(),
        occurredAt: clock.now().toISOString(),
        ...(traceparent === undefined ? {} : { traceparent }),
      }),
      aggregate,
    );
