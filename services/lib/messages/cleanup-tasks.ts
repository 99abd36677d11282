// Cleanup tasks of every database that consumes messages or repeats replies.
import type { Inbox } from '../../../adapters/store/messages/port.ts';
import type { IdempotencyRecords } from '../../../adapters/store/port.ts';
import type { CleanupTask } from '../work/cleanup.ts';

type Records = {
  readonly inbox: Pick<Inbox, 'sweep'>;
  readonly idempotency: Pick<IdempotencyRecords, 'sweep'>;
};

/** Brokers keep a message for less than this: what is forgotten sooner could have its effect twice. */
const inboxMs = 14 * 24 * 60 * 60 * 1_000;

export const messageCleanup = ({ inbox, idempotency }: Records, batch: number): readonly CleanupTask[] => [
  { name: 'inbox', work: () => inbox.sweep(inboxMs, batch) },
  { name: 'idempotency', work: () => idempotency.sweep(batch) },
];
