// What a consumer logs and counts: each message that is tried again, waits or dies has a line.
import { errorOf } from '../errors.ts';
import type { Report } from '../report.ts';
import type { ConsumerEvent } from './inbox.ts';

type Reported = Pick<
  Report,
  'messageRetried' | 'messageRejected' | 'messageUnburied' | 'consumerFailed' | 'dependencyFailed'
>;

/** `store` names the database that has the inbox. */
export const reportConsumer =
  (report: Reported, store: string) =>
  (event: ConsumerEvent): void => {
    const fields = { consumer: event.consumer, message_id: event.id };
    if (event.kind === 'dead') report.messageRejected({ ...fields, reason: event.reason });
    if (event.kind === 'unburied') report.messageUnburied({ ...fields, reason: event.verdict });
    if (event.kind === 'retrying')
      report.messageRetried({ ...fields, attempts: event.attempts, ...errorOf(event.error) });
    if (event.kind === 'faulty') report.consumerFailed({ ...fields, ...errorOf(event.error) });
    if (event.kind === 'unavailable')
      report.dependencyFailed({ dependency: store, ...fields, ...errorOf(event.error) });
  };
